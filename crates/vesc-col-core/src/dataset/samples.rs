//! The samples of one label, equal rows once.

use std::fmt;

use super::{RowWeights, Sample};

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
/// assert_eq!((positives.rows(), positives.distinct(), positives.weight(0)), (2, 1, 2));
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
    /// What each distinct sample weighs; `None` if each of its rows weighs one.
    pub(super) weights: Option<Vec<u64>>,
}

impl Samples {
    /// How many rows there are, equal ones counted each.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.sources.rows.len()
    }

    /// What all rows together weigh: their number, unless some [weigh more](crate::DatasetBuilder::weigh_last).
    ///
    /// ```
    /// use std::num::NonZeroU64;
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(1));
    /// builder.push(false, [true])?;
    /// builder.push(false, [false])?;
    /// builder.weigh_last(NonZeroU64::new(90).expect("not 0"))?;
    /// let data = builder.build()?;
    /// assert_eq!((data.negatives().rows(), data.negatives().total_weight()), (2, 91));
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn total_weight(&self) -> u64 {
        match &self.weights {
            // The same row may stand in many samples of completed data.
            Some(weights) => weights.iter().fold(0, |total: u64, &weight| total.saturating_add(weight)),
            None => self.rows() as u64,
        }
    }

    /// What the rows of a distinct sample weigh. So many errors makes a hypothesis that is wrong on it.
    ///
    /// # Panics
    ///
    /// If there is no such sample.
    #[must_use]
    pub fn weight(&self, index: usize) -> u64 {
        match &self.weights {
            Some(weights) => weights[index],
            None => self.sources(index).len() as u64,
        }
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

    /// The same samples, each with the weights of its rows.
    pub(super) fn weighed(mut self, weights: &RowWeights) -> Samples {
        let of_sample = |index| self.sources.of(index).iter().map(|&row| weights.of(row).get()).sum();
        self.weights = (!weights.are_ones()).then(|| (0..self.distinct()).map(of_sample).collect());
        self
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
        let (unknown, sources, weights) = (self.unknown.clone(), self.sources.clone(), self.weights.clone());
        Ok(Samples { features: self.features, stride: self.stride, values, unknown, sources, weights })
    }

    /// Bytes that the samples take.
    pub(super) fn bytes(&self) -> u64 {
        let words = self.values.len() + self.unknown.as_ref().map_or(0, Vec::len);
        let numbers = self.sources.starts.len() + self.sources.rows.len();
        let weights = self.weights.as_ref().map_or(0, Vec::len);
        ((words + weights) * size_of::<u64>() + numbers * size_of::<usize>()) as u64
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

/// How many pairs of a positive and a negative row there are in these pairs of equal samples.
pub(super) fn contradictions(positives: &Samples, negatives: &Samples, pairs: &[(u32, u32)]) -> u128 {
    let count = |&(positive, negative): &(u32, u32)| {
        u128::from(positives.weight(positive as usize)) * u128::from(negatives.weight(negative as usize))
    };
    pairs.iter().map(count).fold(0, u128::saturating_add)
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
