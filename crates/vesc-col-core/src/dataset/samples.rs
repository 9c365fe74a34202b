//! The samples of one label, equal rows once.

use std::fmt;

use super::Sample;

/// Words that are copied between two checks, about 100 microseconds.
pub(super) const WORDS_BETWEEN_CHECKS: usize = 1 << 16;

/// The distinct samples of one label, in the order in which they first occur.
///
/// ```
/// use vesc_col_core::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::numbered(3));
/// builder.push(true, [true, false, true])?;
/// builder.push(true, [true, false, true])?;
/// let data = builder.build()?;
/// let positives = data.positives();
/// assert_eq!((positives.rows(), positives.distinct()), (2, 1));
/// assert_eq!(positives.words(0), [0b101]);
/// assert_eq!(positives.sources(0), [0, 1]);
/// assert_eq!(positives.get(0).count_ones(), 2);
/// assert!(positives.iter().all(|sample| sample[2]));
/// # Ok::<(), vesc_col_core::DataError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Samples {
    pub(super) features: usize,
    /// Words in a row; the unused bits of its last word are zero.
    pub(super) stride: usize,
    /// The values; those of unknown cells are zero.
    pub(super) values: Vec<u64>,
    /// A second plane of the same form says which cells are not known; `None` if all are.
    pub(super) unknown: Option<Vec<u64>>,
    pub(super) sources: Sources,
}

impl Samples {
    /// How many rows there are, equal ones counted each.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.sources.rows.len()
    }

    /// How many different rows there are.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.sources.starts.len() - 1
    }

    /// A distinct sample.
    ///
    /// # Panics
    ///
    /// If there is no such sample.
    #[must_use]
    pub fn get(&self, index: usize) -> &Sample {
        &Sample::from_slice(self.words(index))[..self.features]
    }

    /// A distinct sample as words: feature `i` is bit `i % 64` of word `i / 64`, unused bits are zero.
    ///
    /// # Panics
    ///
    /// If there is no such sample.
    #[must_use]
    pub fn words(&self, index: usize) -> &[u64] {
        &self.values[index * self.stride..][..self.stride]
    }

    /// The same samples with every known value complemented.
    pub(super) fn opposite<E>(&self, check: &mut impl FnMut() -> Result<(), E>) -> Result<Samples, E> {
        let mut values = Vec::with_capacity(self.values.len());
        let rows_between_checks = WORDS_BETWEEN_CHECKS.div_ceil(self.stride.max(1));
        for index in 0..self.distinct() {
            if index.is_multiple_of(rows_between_checks) {
                check()?;
            }
            let unknown = self.unknown(index);
            values.extend(self.words(index).iter().enumerate().map(|(place, &word)| {
                let used = u64::MAX >> (64 - (self.features - 64 * place).min(64));
                !word & used & !unknown.map_or(0, |unknown| unknown[place])
            }));
        }
        let (unknown, sources) = (self.unknown.clone(), self.sources.clone());
        Ok(Samples { features: self.features, stride: self.stride, values, unknown, sources })
    }

    /// Bytes that the samples take.
    pub(super) fn bytes(&self) -> u64 {
        let words = self.values.len() + self.unknown.as_ref().map_or(0, Vec::len);
        let numbers = self.sources.starts.len() + self.sources.rows.len();
        (words * size_of::<u64>() + numbers * size_of::<usize>()) as u64
    }

    /// The distinct samples.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Sample> {
        (0..self.distinct()).map(|index| self.get(index))
    }

    /// The rows of all samples, those of equal ones together.
    #[cfg(feature = "serde")]
    pub(crate) fn all_sources(&self) -> &[usize] {
        &self.sources.rows
    }

    /// The rows, counted from 0 over the whole data set, that a distinct sample stands for; at least one.
    ///
    /// # Panics
    ///
    /// If there is no such sample.
    #[must_use]
    pub fn sources(&self, index: usize) -> &[usize] {
        self.sources.of(index)
    }
}

impl fmt::Debug for Samples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Samples({} distinct of {})", self.distinct(), self.rows())
    }
}

/// For each distinct sample the rows that it stands for, in ascending order.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Sources {
    /// Where the rows of each sample begin in `rows`, and at last where they end.
    starts: Vec<usize>,
    rows: Vec<usize>,
}

impl Sources {
    /// Sorts rows by sample: `ids[i]` is the sample, below `distinct`, that the i-th of `rows` is equal to.
    pub(super) fn group<E>(
        distinct: usize,
        ids: &[u32],
        mut rows: impl Iterator<Item = usize>,
        check: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Sources, E> {
        let mut starts = vec![0; distinct + 1];
        for ids in ids.chunks(WORDS_BETWEEN_CHECKS) {
            check()?;
            ids.iter().for_each(|&id| starts[id as usize + 1] += 1);
        }
        (0..distinct).for_each(|sample| starts[sample + 1] += starts[sample]);
        let mut grouped = vec![0; ids.len()];
        for ids in ids.chunks(WORDS_BETWEEN_CHECKS) {
            check()?;
            for (&id, row) in ids.iter().zip(&mut rows) {
                let next = &mut starts[id as usize];
                grouped[*next] = row;
                *next += 1;
            }
        }
        // Each start has moved to where the next sample's rows begin.
        starts.copy_within(..distinct, 1);
        starts[0] = 0;
        Ok(Sources { starts, rows: grouped })
    }

    /// Sorts the rows of each sample.
    pub(super) fn sort(&mut self) {
        let ends = self.starts.windows(2).map(|ends| ends[0]..ends[1]);
        ends.for_each(|rows| self.rows[rows].sort_unstable());
    }

    pub(super) fn of(&self, sample: usize) -> &[usize] {
        &self.rows[self.starts[sample]..self.starts[sample + 1]]
    }
}
