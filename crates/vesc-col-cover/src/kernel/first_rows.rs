//! The first rows by columns, which refute nearly all that windows leave.

use crate::bits::transpose::misses;
use crate::bits::words::Bits;
use crate::kernel::survivors::Triple;
use crate::simd::dispatch::Kernel;
use crate::simd::lanes::Lanes;

/// Two lines of memory for each candidate.
const WORDS: usize = 16;
/// So many rows are checked.
pub(crate) const ROWS: usize = 64 * WORDS;

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
pub(crate) fn columns<const W: usize>(rows: &[Bits<W>]) -> Vec<Column> {
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
    use crate::simd::dispatch::SimdLevel;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn triples_are_kept_if_by_one_way_all_first_rows_are_hit(
            rows in prop::collection::vec(prop::array::uniform2(any::<u64>()), 0..1100),
            thin in prop::array::uniform2(any::<u64>()),
            selections in prop::collection::vec(prop::collection::vec(0usize..128, 0..4), 1..5),
            triples in prop::collection::vec(prop::array::uniform3(0u16..100), 0..80),
        ) {
            // Rows that most candidates hit, so that some triples are kept.
            let rows: Vec<Bits<2>> = rows.into_iter().map(|[low, high]| Bits([low | thin[0], high | !thin[1]])).collect();
            let columns = &columns(&rows);
            let missed_by = |selection: &Vec<usize>| Column::missed(columns, selection.iter().copied());
            let columns_of_ways: Vec<Column> = selections.iter().map(missed_by).collect();
            // A packed index's candidate has another number.
            let candidates: Vec<u16> = (0..100).map(|place| 127 - place).collect();
            let hit = |selection: &[usize], triple: Triple| {
                let three = triple.map(|place| usize::from(candidates[usize::from(place)]));
                let mut first = rows.iter().take(ROWS);
                first.all(|row| selection.iter().chain(&three).any(|&candidate| row.contains(candidate)))
            };
            let expected: Vec<Triple> =
                triples.iter().copied().filter(|&triple| selections.iter().any(|selection| hit(selection, triple))).collect();
            for level in SimdLevel::all() {
                let mut triples = triples.clone();
                let (candidates, selections) = (&candidates, &columns_of_ways);
                let kept = level.run(Refute { columns, candidates, selections, triples: &mut triples });
                prop_assert_eq!(&triples[..kept], &expected);
            }
        }
    }
}
