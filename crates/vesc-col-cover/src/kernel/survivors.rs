//! The sets that survive a window, as data for the caller.
//!
//! Also the first rows by columns, which refute nearly all survivors.

use std::ops::Range;

use crate::bits::words::{BLOCK, Bits, each_column_word};
use crate::kernel::partner_lists::List;
use crate::simd::{CacheLine, Lanes, SimdOp, TILE};

/// Three packed indices that hit all rows of the tables.
pub(crate) type Survivor = [u16; 3];

/// Survivors after which the sweep returns. Set: 6 KiB, which stay in the first-level cache.
const BATCH: usize = 1024;

/// The buffer that a sweep fills.
#[derive(Debug, Default)]
pub(crate) struct Survivors {
    sets: Vec<Survivor>,
    count: usize,
}

impl Survivors {
    /// Adds two packed indices with each index of `last`, bits in the tile that begins with `start`.
    ///
    /// Mostly there is none or one, in no pattern. So it is written without a branch, and kept or overwritten.
    #[inline(always)]
    pub(crate) fn add(&mut self, [first, second]: [u16; 2], start: u16, last: u16) {
        if self.sets.len() < self.count + TILE {
            self.sets.resize(2 * self.count + TILE, [0; 3]);
        }
        let mut rest = last;
        loop {
            self.sets[self.count] = [first, second, start.wrapping_add(rest.trailing_zeros() as u16)];
            self.count += usize::from(rest != 0);
            rest &= rest.wrapping_sub(1);
            if rest == 0 {
                return;
            }
        }
    }

    /// Whether the sweep should return.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.count >= BATCH
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Empties the buffer and returns its content.
    pub(crate) fn take(&mut self) -> &mut [Survivor] {
        let count = std::mem::take(&mut self.count);
        &mut self.sets[..count]
    }
}

/// The last indices that the tables leave for 32 pairs.
pub(crate) struct PairSurvivors<'l> {
    /// The position of the first of 32 second indices in their list.
    pub(crate) start: usize,
    /// A mask of the lanes that have a last index.
    pub(crate) lanes: u32,
    /// The tiles that were looked up.
    pub(crate) tiles: &'l [Range<usize>],
    /// For each tile the last indices, in the lane of the second index.
    pub(crate) last: &'l [CacheLine],
}

impl PairSurvivors<'_> {
    /// Adds the sets of the index `first`, an open member of the list, and a last index. Each set is added once.
    #[inline(always)]
    pub(crate) fn add_to<L: Lanes>(&self, survivors: &mut Survivors, lanes: L, list: &List, first: u16, open: &[u64]) {
        // Mostly only one tile has last indices for a lane. It is found for all lanes at once: to look for it lane by
        // lane would take branches that cannot be predicted.
        let (mut any, mut only) = (lanes.splat(0), lanes.splat(0));
        let (mut once, mut twice) = (0, 0);
        for range in self.tiles {
            for tile in range.clone() {
                let last = lanes.load_line(&self.last[tile]);
                let full = lanes.nonzero_lanes(last);
                let here = lanes.expand_mask(full);
                any = lanes.or(any, last);
                only = lanes.or(lanes.and_not(only, here), lanes.and(lanes.splat_lane(tile as u16), here));
                twice |= once & full;
                once |= full;
            }
        }
        let (any, only) = (lanes.store_line(any), lanes.store_line(only));
        let mut rest = self.lanes & !twice;
        while rest != 0 {
            let lane = rest.trailing_zeros();
            rest &= rest - 1;
            let (second, tile) = (list.member(lanes, self.start, lane), lanes.lane(&only, lane));
            let last = lanes.lane(&any, lane) & may_be_last(list, second, tile.into(), open);
            survivors.add([first, second], TILE as u16 * tile, last);
        }
        rest = self.lanes & twice;
        while rest != 0 {
            let lane = rest.trailing_zeros();
            rest &= rest - 1;
            let second = list.member(lanes, self.start, lane);
            for range in self.tiles {
                for tile in range.clone() {
                    let last = lanes.lane(&self.last[tile], lane) & may_be_last(list, second, tile, open);
                    survivors.add([first, second], (TILE * tile) as u16, last);
                }
            }
        }
    }
}

/// The packed indices of a tile that may come last after `second`, a member of the list.
///
/// There is none if `second` is no longer open. Of the list only later members may come last, so that each pair is
/// checked once.
#[inline(always)]
fn may_be_last(list: &List, second: u16, tile: usize, open: &[u64]) -> u16 {
    let is_open = open[usize::from(second) / BLOCK] >> (usize::from(second) % BLOCK) & 1;
    !list.up_to(second, tile) & (is_open as u16).wrapping_neg()
}

/// Words of a [`Column`]: two cache lines.
const COLUMN_WORDS: usize = 16;
/// The first rows, which survivors are checked against before all others.
pub(crate) const FIRST_ROWS: usize = 64 * COLUMN_WORDS;

/// A set of the first rows.
///
/// Its width is fixed, so that two vectors hold it and a survivor's columns need no loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Column([u64; COLUMN_WORDS]);

impl Column {
    /// All first rows, and the bits of rows that are not there.
    pub(crate) const FULL: Column = Column([!0; COLUMN_WORDS]);

    pub(crate) const EMPTY: Column = Column([0; COLUMN_WORDS]);

    #[inline(always)]
    pub(crate) fn and(&self, other: &Column) -> Column {
        let mut both = *self;
        for (word, other) in both.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
        both
    }

    /// The first rows that all of some candidates miss.
    pub(crate) fn missed(columns: &[Column], candidates: impl IntoIterator<Item = usize>) -> Column {
        candidates.into_iter().fold(Column::FULL, |missed, candidate| missed.and(&columns[candidate]))
    }

    /// Loads the set into two vectors.
    #[inline(always)]
    fn load<L: Lanes>(&self, lanes: L) -> [L::Vector; 2] {
        [lanes.load_words(&self.0, 0), lanes.load_words(&self.0, COLUMN_WORDS / 2)]
    }
}

/// Returns for each candidate the first rows that it misses.
pub(crate) fn first_columns<const W: usize>(rows: &[Bits<W>]) -> Vec<Column> {
    let mut columns = vec![Column([0; COLUMN_WORDS]); 64 * W];
    let first = &rows[..rows.len().min(FIRST_ROWS)];
    each_column_word(first, 0..64 * W, |candidate, block, missed| columns[candidate].0[block] = missed);
    columns
}

/// Moves the sets that hit all first rows to the front of `survivors`, and returns their number.
pub(crate) struct Refute<'r> {
    pub(crate) columns: &'r [Column],
    /// The candidates of the packed indices.
    pub(crate) candidates: &'r [u16],
    /// For each selection the rows that the literals chosen before miss. A set is kept if it hits all of them for one
    /// selection.
    pub(crate) selections: &'r [Column],
    pub(crate) survivors: &'r mut [Survivor],
}

impl SimdOp for Refute<'_> {
    type Output = usize;

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) -> usize {
        let Refute { columns, candidates, selections, survivors } = self;
        // Whether a set is kept shows no pattern. So it is written without a branch, and kept or overwritten.
        let mut kept = 0;
        for at in 0..survivors.len() {
            let survivor = survivors[at];
            let (mut low, mut high) = (lanes.splat(!0), lanes.splat(!0));
            for index in survivor {
                let column = columns[usize::from(candidates[usize::from(index)])].load(lanes);
                (low, high) = (lanes.and(low, column[0]), lanes.and(high, column[1]));
            }
            let mut hit = false;
            for selection in selections {
                let selection = selection.load(lanes);
                let missed = lanes.or(lanes.and(low, selection[0]), lanes.and(high, selection[1]));
                hit |= lanes.nonzero_lanes(missed) == 0;
            }
            survivors[kept] = survivor;
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
        fn each_last_index_makes_a_survivor(
            tiles in prop::collection::vec(
                (prop::array::uniform2(0u16..2000), prop_oneof![Just(0), Just(!0), any::<u16>()]),
                0..40,
            ),
        ) {
            let mut survivors = Survivors::default();
            for _ in 0..2 {
                let mut expected: Vec<Survivor> = Vec::new();
                for (tile, &([first, second], last)) in tiles.iter().enumerate() {
                    let start = TILE as u16 * tile as u16;
                    survivors.add([first, second], start, last);
                    let last = (0..16).filter(|bit| last >> bit & 1 == 1);
                    expected.extend(last.map(|bit| [first, second, start + bit]));
                }
                prop_assert_eq!(survivors.is_full(), expected.len() >= BATCH);
                prop_assert_eq!(&*survivors.take(), &expected);
                prop_assert!(survivors.take().is_empty());
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
        fn survivors_are_kept_if_one_selection_hits_all_first_rows(
            rows in prop::collection::vec(prop::array::uniform2(any::<u64>()), 0..1100),
            thin in prop::array::uniform2(any::<u64>()),
            selections in prop::collection::vec(prop::collection::vec(0usize..128, 0..4), 1..5),
            survivors in prop::collection::vec(prop::array::uniform3(0u16..100), 0..80),
        ) {
            // Rows that most candidates hit, so that some sets are kept.
            let thinned = |[low, high]: [u64; 2]| Bits([low | thin[0], high | !thin[1]]);
            let rows: Vec<Bits<2>> = rows.into_iter().map(thinned).collect();
            let columns = &first_columns(&rows);
            let missed_by = |selection: &Vec<usize>| Column::missed(columns, selection.iter().copied());
            let columns_of_selections: Vec<Column> = selections.iter().map(missed_by).collect();
            // A packed index's candidate has another number.
            let candidates: Vec<u16> = (0..100).map(|index| 127 - index).collect();
            let hit = |selection: &[usize], survivor: Survivor| {
                let three = survivor.map(|index| usize::from(candidates[usize::from(index)]));
                let mut first = rows.iter().take(FIRST_ROWS);
                first.all(|row| selection.iter().chain(&three).any(|&candidate| row.contains(candidate)))
            };
            let is_kept = |&set: &Survivor| selections.iter().any(|selection| hit(selection, set));
            let expected: Vec<Survivor> = survivors.iter().copied().filter(is_kept).collect();
            for level in SimdLevel::all() {
                let mut survivors = survivors.clone();
                let (candidates, selections) = (&candidates, &columns_of_selections);
                let kept = level.run(Refute { columns, candidates, selections, survivors: &mut survivors });
                prop_assert_eq!(&survivors[..kept], &expected);
            }
        }
    }
}
