//! The sets that a window leaves, as data for the search above; and the first rows by columns, which refute nearly all of them.

use std::ops::Range;

use crate::bits::words::{BLOCK, Bits, misses};
use crate::kernel::partner_lists::List;
use crate::simd::{Kernel, Lanes, Line, PLACES};

/// Three packed indices that hit all rows of the tables.
pub(crate) type Triple = [u16; 3];

/// Triples after which the sweep returns.
const MANY: usize = 1024;
/// Room for the last literals of one part.
const AT_ONCE: usize = 16;

/// The buffer that a sweep fills.
#[derive(Debug, Default)]
pub(crate) struct Survivors {
    triples: Vec<Triple>,
    count: usize,
}

impl Survivors {
    /// Adds two packed indices with each one of some last ones, sixteen of which begin with the number `start`. Mostly there is none or
    /// one, in no pattern: it is written and kept or overwritten.
    #[inline(always)]
    pub(crate) fn add(&mut self, [first, second]: [u16; 2], start: u16, last: u16) {
        if self.triples.len() < self.count + AT_ONCE {
            self.triples.resize(2 * self.count + AT_ONCE, [0; 3]);
        }
        let mut rest = last;
        loop {
            self.triples[self.count] = [first, second, start.wrapping_add(rest.trailing_zeros() as u16)];
            self.count += usize::from(rest != 0);
            rest &= rest.wrapping_sub(1);
            if rest == 0 {
                return;
            }
        }
    }

    /// Whether the sweep should return.
    #[inline(always)]
    pub(crate) fn are_many(&self) -> bool {
        self.count >= MANY
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Empties the buffer of triples and returns its content.
    pub(crate) fn take(&mut self) -> &mut [Triple] {
        let count = std::mem::take(&mut self.count);
        &mut self.triples[..count]
    }
}

/// What tables leave after 32 packed indices of a list.
pub(crate) struct Left<'l> {
    /// The first of these.
    pub(crate) start: usize,
    /// Those after which something is left.
    pub(crate) lanes: u32,
    /// The parts of sixteen packed indices that were looked up.
    pub(crate) parts: &'l [Range<usize>],
    /// For each part what is left.
    pub(crate) places: &'l [Line],
}

impl Left<'_> {
    /// Adds what is left after a first packed index and those of the list that are open, each pair of packed indices of the list once.
    #[inline(always)]
    pub(crate) fn note<L: Lanes>(&self, lanes: L, list: &List, first: u16, open: &[u64], triples: &mut Survivors) {
        // Mostly only one part has something for a lane. Which one is found for all lanes at once, as to look through them takes
        // branches that nobody can predict.
        let (mut any, mut only) = (lanes.splat(0), lanes.splat(0));
        let (mut once, mut twice) = (0, 0);
        for range in self.parts {
            for part in range.clone() {
                let places = lanes.load_line(&self.places[part]);
                let full = lanes.full_lanes(places);
                let here = lanes.ones(full);
                any = lanes.or(any, places);
                only = lanes.or(lanes.and_not(only, here), lanes.and(lanes.splat_lane(part as u16), here));
                twice |= once & full;
                once |= full;
            }
        }
        let (any, only) = (lanes.store_line(any), lanes.store_line(only));
        let mut rest = self.lanes & !twice;
        while rest != 0 {
            let lane = rest.trailing_zeros();
            rest &= rest - 1;
            let (second, part) = (list.number(lanes, self.start, lane), lanes.lane(&only, lane));
            let last = lanes.lane(&any, lane) & may_be_last(list, second, part.into(), open);
            triples.add([first, second], PLACES as u16 * part, last);
        }
        rest = self.lanes & twice;
        while rest != 0 {
            let lane = rest.trailing_zeros();
            rest &= rest - 1;
            let second = list.number(lanes, self.start, lane);
            for range in self.parts {
                for part in range.clone() {
                    let last = lanes.lane(&self.places[part], lane) & may_be_last(list, second, part, open);
                    triples.add([first, second], (PLACES * part) as u16, last);
                }
            }
        }
    }
}

/// The packed indices of a part that may come behind a second one of the list: none, if that has been dropped since the list was made, and of
/// the list those behind it only, as each pair is checked once.
#[inline(always)]
fn may_be_last(list: &List, second: u16, part: usize, open: &[u64]) -> u16 {
    let is_open = open[usize::from(second) / BLOCK] >> (usize::from(second) % BLOCK) & 1;
    !list.up_to(second, part) & (is_open as u16).wrapping_neg()
}

/// Two lines of memory for each candidate.
const WORDS: usize = 16;
/// So many rows are checked.
pub(crate) const FIRST_ROWS: usize = 64 * WORDS;

/// Some of the first rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Column([u64; WORDS]);

impl Column {
    /// All of them.
    pub(crate) const FULL: Column = Column([!0; WORDS]);

    pub(crate) const EMPTY: Column = Column([0; WORDS]);

    #[inline(always)]
    pub(crate) fn and(&self, other: &Column) -> Column {
        let mut both = *self;
        for (word, other) in both.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
        both
    }

    /// What all of some candidates miss.
    pub(crate) fn missed(columns: &[Column], candidates: impl IntoIterator<Item = usize>) -> Column {
        candidates.into_iter().fold(Column::FULL, |missed, candidate| missed.and(&columns[candidate]))
    }

    /// As vectors of a level.
    #[inline(always)]
    fn load<L: Lanes>(&self, lanes: L) -> [L::Vector; 2] {
        [lanes.load_words(&self.0, 0), lanes.load_words(&self.0, WORDS / 2)]
    }
}

/// For each candidate the first rows that it misses.
pub(crate) fn first_columns<const W: usize>(rows: &[Bits<W>]) -> Vec<Column> {
    let mut columns = vec![Column([0; WORDS]); 64 * W];
    for (block, rows) in rows.chunks(64).take(WORDS).enumerate() {
        for (word, columns) in columns.chunks_exact_mut(64).enumerate() {
            for (column, missed) in columns.iter_mut().zip(misses(rows, word)) {
                column.0[block] = missed;
            }
        }
    }
    columns
}

/// Moves those triples to the front after which no first row is missed, and says how many these are.
pub(crate) struct Refute<'r> {
    pub(crate) columns: &'r [Column],
    /// The candidates of the packed indices.
    pub(crate) candidates: &'r [u16],
    /// For each selection the rows that the literals chosen before miss. A triple is kept if one selection leaves no row.
    pub(crate) selections: &'r [Column],
    pub(crate) triples: &'r mut [Triple],
}

impl Kernel for Refute<'_> {
    type Output = usize;

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) -> usize {
        let Refute { columns, candidates, selections, triples } = self;
        // Whether one is kept shows no pattern: it is written, and kept or overwritten.
        let mut kept = 0;
        for at in 0..triples.len() {
            let triple = triples[at];
            let (mut low, mut high) = (lanes.splat(!0), lanes.splat(!0));
            for place in triple {
                let column = columns[usize::from(candidates[usize::from(place)])].load(lanes);
                (low, high) = (lanes.and(low, column[0]), lanes.and(high, column[1]));
            }
            let mut hit = false;
            for selection in selections {
                let selection = selection.load(lanes);
                let missed = lanes.or(lanes.and(low, selection[0]), lanes.and(high, selection[1]));
                hit |= lanes.full_lanes(missed) == 0;
            }
            triples[kept] = triple;
            kept += usize::from(hit);
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_place_that_is_left_makes_a_triple(
            parts in prop::collection::vec((prop::array::uniform2(0u16..2000), prop_oneof![Just(0), Just(!0), any::<u16>()]), 0..40),
        ) {
            let mut triples = Survivors::default();
            for _ in 0..2 {
                let mut expected: Vec<Triple> = Vec::new();
                for (part, &([first, second], last)) in parts.iter().enumerate() {
                    let start = PLACES as u16 * part as u16;
                    triples.add([first, second], start, last);
                    let places = (0..16).filter(|place| last >> place & 1 == 1);
                    expected.extend(places.map(|place| [first, second, start + place]));
                }
                prop_assert_eq!(triples.are_many(), expected.len() >= MANY);
                prop_assert_eq!(&*triples.take(), &expected);
                prop_assert!(triples.take().is_empty());
            }
        }
    }
}

#[cfg(test)]
mod first_rows_tests {
    use proptest::prelude::*;

    use super::*;
    use crate::simd::SimdLevel;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn triples_are_kept_if_one_selection_hits_all_first_rows(
            rows in prop::collection::vec(prop::array::uniform2(any::<u64>()), 0..1100),
            thin in prop::array::uniform2(any::<u64>()),
            selections in prop::collection::vec(prop::collection::vec(0usize..128, 0..4), 1..5),
            triples in prop::collection::vec(prop::array::uniform3(0u16..100), 0..80),
        ) {
            // Rows that most candidates hit, so that some triples are kept.
            let rows: Vec<Bits<2>> = rows.into_iter().map(|[low, high]| Bits([low | thin[0], high | !thin[1]])).collect();
            let columns = &first_columns(&rows);
            let missed_by = |selection: &Vec<usize>| Column::missed(columns, selection.iter().copied());
            let columns_of_selections: Vec<Column> = selections.iter().map(missed_by).collect();
            // A packed index's candidate has another number.
            let candidates: Vec<u16> = (0..100).map(|place| 127 - place).collect();
            let hit = |selection: &[usize], triple: Triple| {
                let three = triple.map(|place| usize::from(candidates[usize::from(place)]));
                let mut first = rows.iter().take(FIRST_ROWS);
                first.all(|row| selection.iter().chain(&three).any(|&candidate| row.contains(candidate)))
            };
            let expected: Vec<Triple> =
                triples.iter().copied().filter(|&triple| selections.iter().any(|selection| hit(selection, triple))).collect();
            for level in SimdLevel::all() {
                let mut triples = triples.clone();
                let (candidates, selections) = (&candidates, &columns_of_selections);
                let kept = level.run(Refute { columns, candidates, selections, triples: &mut triples });
                prop_assert_eq!(&triples[..kept], &expected);
            }
        }
    }
}
