//! Labelled samples.

#[cfg(feature = "arrow")]
mod arrow;
mod builder;
mod columns;
mod distinct_rows;
mod row_weights;
mod samples;
mod unknown;

use std::collections::HashMap;
use std::convert::Infallible;
use std::num::NonZeroU64;

use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;
use bitvec::vec::BitVec;

use crate::Features;

use row_weights::RowWeights;

pub use builder::DatasetBuilder;
pub use samples::Samples;

/// The values of one sample, feature by feature, packed into words.
///
/// `sample[i]` is the value of feature `i`. To compute on words, take them from [`Samples::words`].
///
/// ```
/// use vesc_col_core::{Dataset, Features, Literal, Sample};
///
/// let mut builder = Dataset::builder(Features::numbered(2));
/// builder.push(true, [true, false])?;
/// let data = builder.build()?;
/// let sample: &Sample = data.positives().get(0);
/// assert!(sample[0] && Literal::negative(1).accepts(sample));
/// # Ok::<(), vesc_col_core::DataError>(())
/// ```
pub type Sample = BitSlice<u64, Lsb0>;

/// The values of a sample that stands in no data set: collect it from Booleans.
///
/// ```
/// use vesc_col_core::{Dnf, Features, OwnedSample};
///
/// let sample: OwnedSample = [true, false].into_iter().collect();
/// assert!(Dnf::parse("x0 & !x1", &Features::numbered(2))?.accepts(&sample));
/// # Ok::<(), vesc_col_core::ParseError>(())
/// ```
pub type OwnedSample = BitVec<u64, Lsb0>;

/// Labelled samples over named features, checked when they are built.
///
/// Equal rows are kept once; how many and which they were is not lost. Building costs O(cells). What is kept is one bit
/// for each cell of a distinct row, in whole words; two if any cell is unknown. Beside that it is 8 bytes for each
/// distinct row and 8 for each row, twice that if rows have weights. While rows are added it is at most twice as much.
/// A sample is positive and negative at once only if
/// [contradictions were allowed](DatasetBuilder::with_contradictions).
///
/// ```
/// use vesc_col_core::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "op_lhu"])?);
/// builder.push(true, [true, true])?;
/// builder.push(false, [true, false])?;
/// builder.push(false, [true, false])?;
/// let data = builder.build()?;
/// assert_eq!(data.rows(), 3);
/// assert_eq!((data.positives().distinct(), data.negatives().distinct()), (1, 1));
/// assert_eq!(data.negatives().sources(0), [1, 2]);
/// # Ok::<(), vesc_col_core::DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dataset {
    features: Features,
    positives: Samples,
    negatives: Samples,
    contradictions: u128,
    weights: RowWeights,
}

impl Dataset {
    /// Starts a data set over the given features.
    #[must_use]
    pub fn builder(features: Features) -> DatasetBuilder {
        DatasetBuilder::new(features)
    }

    /// The features.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let data = Dataset::builder(Features::new(["irq", "mask"])?).build()?;
    /// assert_eq!((data.features().len(), data.features().name(1)), (2, "mask"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// The samples that a hypothesis must accept.
    #[must_use]
    pub fn positives(&self) -> &Samples {
        &self.positives
    }

    /// The samples that a hypothesis must reject.
    #[must_use]
    pub fn negatives(&self) -> &Samples {
        &self.negatives
    }

    /// The opposite rows with the opposite labels: every known value is complemented, and positive rows become
    /// negative. A CNF is right on a row exactly if the DNF of the same literals is right on the opposite one. Costs a
    /// copy of the data.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(3));
    /// builder.push_partial(true, [Some(true), Some(false), None])?;
    /// let data = builder.build()?;
    /// let mirror = data.mirrored();
    /// assert_eq!(mirror.negatives().cells(0).collect::<Vec<_>>(), [Some(false), Some(true), None]);
    /// assert_eq!(mirror.mirrored(), data);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Dataset {
        let always = || Ok::<(), Infallible>(());
        let Ok(mirror) = self.try_mirrored(always);
        mirror
    }

    /// [`mirrored`](Dataset::mirrored), with a check about every 100 microseconds.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features, Run, StopReason};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(3));
    /// builder.push(true, [true, false, true])?;
    /// let (data, run) = (builder.build()?, Run::new());
    /// assert_eq!(data.try_mirrored(|| run.check()), Ok(data.mirrored()));
    /// run.cancel_token().cancel();
    /// assert_eq!(data.try_mirrored(|| run.check()), Err(StopReason::Cancelled));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first error of `check`.
    pub fn try_mirrored<E>(&self, mut check: impl FnMut() -> Result<(), E>) -> Result<Dataset, E> {
        Ok(Dataset {
            features: self.features.clone(),
            positives: self.negatives.opposite(&mut check)?,
            negatives: self.positives.opposite(&mut check)?,
            contradictions: self.contradictions,
            weights: self.weights.clone(),
        })
    }

    /// Bytes that the rows take, without the names of the features.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(100));
    /// builder.push(true, [true; 100])?;
    /// // Two words of values; where the rows of each sample begin and end, for both labels, and the number of the row.
    /// assert_eq!(builder.build()?.bytes(), 8 * (2 + 3 + 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.positives.bytes() + self.negatives.bytes() + self.weights.bytes()
    }

    /// How many rows there are, equal ones counted each.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.positives.rows() + self.negatives.rows()
    }

    /// What all rows together weigh, as [`Samples::total_weight`].
    #[must_use]
    pub fn total_weight(&self) -> u64 {
        self.positives.total_weight().saturating_add(self.negatives.total_weight())
    }

    /// What the positive rows weigh together, and the negative ones.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(1));
    /// builder.push(false, [true])?;
    /// assert_eq!(builder.build()?.weights(), [0, 1]);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn weights(&self) -> [u64; 2] {
        [self.positives.total_weight(), self.negatives.total_weight()]
    }

    /// What a row weighs: one, unless [something else](DatasetBuilder::weigh_last) was said. Rows are counted as in
    /// [`Samples::sources`].
    ///
    /// # Panics
    ///
    /// If some row weighs more than one, and there is no such row.
    #[must_use]
    pub fn row_weight(&self, row: usize) -> NonZeroU64 {
        self.weights.of(row)
    }

    /// How many different rows there are. Rows of equal values but different labels are different.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.positives.distinct() + self.negatives.distinct()
    }

    /// How many pairs of a positive and a negative row have equal values, all of them known; a row counts as often as it
    /// weighs. 0 unless [contradictions were allowed](DatasetBuilder::with_contradictions). With such a pair nothing fits
    /// without an error.
    #[must_use]
    pub fn contradictions(&self) -> u128 {
        self.contradictions
    }

    /// The distinct samples with equal values, all of them known: the index of a positive one and of a negative one.
    /// None unless [contradictions were allowed](DatasetBuilder::with_contradictions). Costs a look at every distinct
    /// sample if there are any.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(1)).with_contradictions();
    /// for (label, cell) in [(true, true), (false, false), (false, true)] {
    ///     builder.push(label, [cell])?;
    /// }
    /// assert_eq!(builder.build()?.equal_pairs(), [(0, 1)]);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn equal_pairs(&self) -> Vec<(usize, usize)> {
        if self.contradictions == 0 {
            return Vec::new();
        }
        let [positives, negatives] = [&self.positives, &self.negatives];
        let known = (0..negatives.distinct()).filter(|&index| negatives.unknown(index).is_none());
        let known: HashMap<&[u64], usize> = known.map(|index| (negatives.words(index), index)).collect();
        let certain = (0..positives.distinct()).filter(|&index| positives.unknown(index).is_none());
        certain.filter_map(|index| Some((index, *known.get(positives.words(index))?))).collect()
    }
}
