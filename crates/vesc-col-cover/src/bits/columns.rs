//! Samples feature by feature. From those of the negatives the rows of any projection are made, 64 at a time.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;
use vesc_col_core::{Literal, Samples, transpose};

use crate::bits::number_table::NumberTable;
use crate::bits::subsumption::SubsumptionFilter;
use crate::bits::words::Bits;
use crate::context::Interrupt;
use crate::context::RunContext;

/// Bytes of an entry in a hash table of numbers, the old table and the new one together while it grows.
const ENTRY_BYTES: usize = 16;

/// Rows that are compared with the smallest ones between two checks of the run. Set: some tens of microseconds.
const ROWS_BETWEEN_CHECKS: usize = 4096;

/// A set of samples as one bit set per feature.
///
/// The candidates of every projection take their rows from here, so there is a column for each feature and none for a
/// candidate.
#[derive(Debug)]
pub(crate) struct Columns {
    samples: usize,
    /// Words in a column.
    blocks: usize,
    /// Column after column.
    words: Vec<u64>,
}

impl Columns {
    pub(crate) fn new(samples: &Samples, features: usize, context: RunContext<'_>) -> Result<Columns, Interrupt> {
        let blocks = samples.distinct().div_ceil(64);
        context.check_memory(blocks * features * size_of::<u64>())?;
        let mut words = vec![0; blocks * features];
        for block in 0..blocks {
            context.check()?;
            let present = 64.min(samples.distinct() - 64 * block);
            for (group, first) in (0..features).step_by(64).enumerate() {
                let mut square = [0; 64];
                for (i, line) in square[..present].iter_mut().enumerate() {
                    *line = samples.words(64 * block + i)[group];
                }
                transpose(&mut square);
                for (i, &column) in square.iter().enumerate().take(features - first) {
                    words[(first + i) * blocks + block] = column;
                }
            }
        }
        Ok(Columns { samples: samples.distinct(), blocks, words })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    /// The samples on which a feature is true.
    pub(crate) fn column(&self, feature: usize) -> &[u64] {
        &self.words[feature * self.blocks..][..self.blocks]
    }

    /// The samples on which a literal is false. Bits after the last sample are 0.
    pub(crate) fn rejected(&self, literal: Literal) -> impl Iterator<Item = u64> {
        let column = self.column(literal.feature()).iter();
        column.zip(self.there()).map(move |(&word, there)| if literal.is_negated() { word } else { !word & there })
    }

    /// The samples on which all of the literals are true.
    pub(crate) fn accepted(&self, literals: &[Literal]) -> Vec<u64> {
        let mut accepted: Vec<u64> = self.there().collect();
        for &literal in literals {
            accepted.iter_mut().zip(self.rejected(literal)).for_each(|(accepted, rejected)| *accepted &= !rejected);
        }
        accepted
    }

    /// The set of all samples, 64 to a word.
    fn there(&self) -> impl Iterator<Item = u64> {
        (0..self.blocks).map(|block| u64::MAX >> (64 - 64.min(self.samples - 64 * block)))
    }

    /// Returns for each of these samples the literals that are false on it, in the order of the samples.
    ///
    /// Equal rows are there once. Some rows that contain another one are left out.
    pub(crate) fn rows<const W: usize>(
        &self,
        literals: &[Literal],
        samples: &[u64],
        context: RunContext<'_>,
    ) -> Result<Vec<Bits<W>>, Interrupt> {
        let hash = |row: &Bits<W>| FxBuildHasher.hash_one(row);
        let mut seen = NumberTable::new();
        let mut rows: Vec<Bits<W>> = Vec::new();
        let mut filter = SubsumptionFilter::new();
        // On the heap: the widest rows would fill a thread's stack.
        let mut made = Vec::new();
        for (block, &wanted) in samples.iter().enumerate().filter(|&(_, &wanted)| wanted != 0) {
            context.check()?;
            if rows.capacity() < rows.len() + 64 {
                // What grows has both its sizes for a moment.
                let more = (rows.len() / 4).max(64);
                context.check_memory((2 * rows.len() + more) * size_of::<Bits<W>>() + rows.len() * ENTRY_BYTES)?;
                rows.reserve_exact(more);
            }
            made.clear();
            made.resize(64, Bits::<W>::EMPTY);
            for (word, literals) in literals.chunks(64).enumerate() {
                let mut square = [0; 64];
                for (line, literal) in square.iter_mut().zip(literals) {
                    let column = self.column(literal.feature())[block];
                    *line = if literal.is_negated() { column } else { !column };
                }
                transpose(&mut square);
                for (row, bits) in made.iter_mut().zip(square) {
                    row.0[word] = bits;
                }
            }
            for row in (0..64).filter(|sample| wanted >> sample & 1 == 1).map(|sample| made[sample]) {
                if !filter.subsumes(&row) && !seen.has(hash(&row), |number| rows[number as usize] == row) {
                    filter.offer(&row);
                    // There are fewer samples than 2^32.
                    seen.insert(hash(&row), rows.len() as u32, |number| hash(&rows[number as usize]));
                    rows.push(row);
                }
            }
        }
        let (mut number, mut checked) = (0usize, Ok(()));
        rows.retain(|row| {
            if number.is_multiple_of(ROWS_BETWEEN_CHECKS) && checked.is_ok() {
                checked = context.check();
            }
            number += 1;
            checked.is_err() || !filter.subsumes_other(row)
        });
        checked.map(|()| rows)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use vesc_col_core::{Dataset, Features, Run};

    use super::*;
    use crate::context::{HeldMemory, Threads};

    /// More samples than a word has bits, of a number that says each sample's values.
    #[test]
    fn a_literal_rejects_the_samples_that_it_is_false_on() {
        let mut builder = Dataset::builder(Features::numbered(7));
        (0..100).for_each(|row| builder.push(false, (0..7).map(|feature| row >> feature & 1 == 1)).unwrap());
        let data = builder.build().unwrap();
        let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
        let columns = Columns::new(data.negatives(), 7, threads.context(&run, &held_memory)).unwrap();
        for literal in (0..7).flat_map(|feature| [Literal::positive(feature), Literal::negative(feature)]) {
            let mut expected = [0u64; 2];
            for (number, sample) in data.negatives().iter().enumerate() {
                expected[number / 64] |= u64::from(!literal.accepts(sample)) << (number % 64);
            }
            assert_eq!(columns.rejected(literal).collect::<Vec<_>>(), expected, "{literal:?}");
        }
    }

    proptest! {
        /// What is left out has all literals of a row that is there, so that the same terms hit all rows.
        #[test]
        fn rows_that_others_are_part_of_may_be_left_out(codes in vec(0u16..512, 1..200), negated in 0u16..512) {
            let mut builder = Dataset::builder(Features::numbered(9));
            codes.iter().for_each(|code| builder.push(false, (0..9).map(|feature| code >> feature & 1 == 1)).unwrap());
            let data = builder.build().unwrap();
            let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
            let context = threads.context(&run, &held_memory);
            let columns = Columns::new(data.negatives(), 9, context).unwrap();
            let literals: Vec<Literal> =
                (0..9).map(|feature| Literal::matching(feature, negated >> feature & 1 == 0)).collect();
            let rows = columns.rows::<1>(&literals, &columns.accepted(&[]), context).unwrap();
            let found: Vec<u64> = rows.iter().map(|row| row.0[0]).collect();
            let all: Vec<u64> = data
                .negatives()
                .iter()
                .map(|sample| (0..9).filter(|&at| !literals[at].accepts(sample)).map(|at| 1 << at).sum())
                .collect();
            prop_assert!(found.iter().all(|row| all.contains(row)));
            prop_assert!(all.iter().all(|row| found.iter().any(|part| part & !row == 0)));
            let different: std::collections::HashSet<&u64> = found.iter().collect();
            prop_assert_eq!(different.len(), found.len());
        }
    }
}
