//! How much data there was.

use vesc_col_core::Dataset;

/// How much data there was.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::report::DataSummary;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
/// builder.push(true, [true, false])?;
/// builder.push(false, [true, true])?;
/// let data = Arc::new(builder.build()?);
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default(), &Run::new())?;
/// let DataSummary { features, positives, negatives, .. } = report.data();
/// assert_eq!((features, positives, negatives), (2, 1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DataSummary {
    /// Number of features.
    pub features: usize,
    /// Positive rows, equal ones counted each, and each as often as it [weighs](vesc_col_core::Samples::weight).
    pub positives: usize,
    /// Negative rows, likewise.
    pub negatives: usize,
    /// Different rows. Rows of equal values but different labels are different.
    pub distinct: usize,
}

impl DataSummary {
    /// The summary of a data set.
    ///
    /// ```
    /// use vesc_col::report::DataSummary;
    /// use vesc_col::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.push(false, [true, true])?;
    /// builder.push(false, [true, true])?;
    /// let summary = DataSummary::of(&builder.build()?);
    /// assert_eq!((summary.negatives, summary.distinct), (2, 1));
    /// # Ok::<(), vesc_col::data::DataError>(())
    /// ```
    #[must_use]
    pub fn of(data: &Dataset) -> DataSummary {
        DataSummary {
            features: data.features().len(),
            positives: data.positives().total_weight() as usize,
            negatives: data.negatives().total_weight() as usize,
            distinct: data.distinct(),
        }
    }

    /// Whether there are no positive or no negative rows.
    ///
    /// ```
    /// use vesc_col::report::DataSummary;
    /// use vesc_col::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.push(false, [true, true])?;
    /// assert!(DataSummary::of(&builder.build()?).is_one_class());
    /// # Ok::<(), vesc_col::data::DataError>(())
    /// ```
    #[must_use]
    pub fn is_one_class(&self) -> bool {
        self.positives == 0 || self.negatives == 0
    }
}
