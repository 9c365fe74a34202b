//! Samples by their place in a data set, and data sets of some of them.

use std::num::NonZeroU64;
use std::sync::Arc;

use vesc_col_core::{Dataset, Run, Sample, StopReason};

use crate::rows::interrupted::Interrupted;

/// Samples that are copied between two looks at the run.
const CHECK_INTERVAL: usize = 1 << 12;

/// A distinct sample of a data set, by its label and its place among those of the label.
///
/// ```
/// use vesc_col::explain::SampleId;
/// use vesc_col::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::numbered(1));
/// builder.push(false, [false])?;
/// builder.push(true, [true])?;
/// builder.push(false, [false])?;
/// let data = builder.build()?;
/// let all: Vec<SampleId> = SampleId::all(&data).collect();
/// assert_eq!(all, [SampleId::positive(0), SampleId::negative(0)]);
/// assert_eq!(all[1].rows(&data), [0, 2]);
/// assert!(!all[1].get(&data)[0]);
/// # Ok::<(), vesc_col::data::DataError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SampleId {
    positive: bool,
    index: usize,
}

impl SampleId {
    /// The positive sample at this place.
    #[must_use]
    pub fn positive(index: usize) -> SampleId {
        SampleId { positive: true, index }
    }

    /// The negative sample at this place.
    #[must_use]
    pub fn negative(index: usize) -> SampleId {
        SampleId { positive: false, index }
    }

    /// All samples of a data set, positive ones first.
    pub fn all(data: &Dataset) -> impl Iterator<Item = SampleId> {
        let positives = (0..data.positives().distinct()).map(SampleId::positive);
        positives.chain((0..data.negatives().distinct()).map(SampleId::negative))
    }

    /// Whether the label is positive.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.positive
    }

    /// The place among the distinct samples of the label.
    ///
    /// ```
    /// use vesc_col::explain::SampleId;
    ///
    /// let id = SampleId::negative(4);
    /// assert_eq!((id.is_positive(), id.index()), (false, 4));
    /// ```
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// The values.
    ///
    /// # Panics
    ///
    /// If the data set has no such sample.
    #[must_use]
    pub fn get(self, data: &Dataset) -> &Sample {
        if self.positive { data.positives().get(self.index) } else { data.negatives().get(self.index) }
    }

    /// The rows that the sample stands for, counted from 0 over the whole data set; at least one.
    ///
    /// # Panics
    ///
    /// If the data set has no such sample.
    #[must_use]
    pub fn rows(self, data: &Dataset) -> &[usize] {
        if self.positive { data.positives().sources(self.index) } else { data.negatives().sources(self.index) }
    }

    /// What these rows [weigh](vesc_col_core::Samples::weight).
    ///
    /// ```
    /// use vesc_col::explain::SampleId;
    /// use vesc_col::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(1));
    /// builder.push(false, [true])?;
    /// builder.push(false, [true])?;
    /// assert_eq!(SampleId::negative(0).weight(&builder.build()?), 2);
    /// # Ok::<(), vesc_col::data::DataError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the data set has no such sample.
    #[must_use]
    pub fn weight(self, data: &Dataset) -> u64 {
        if self.positive { data.positives().weight(self.index) } else { data.negatives().weight(self.index) }
    }
}

/// The data set of these samples, with their weights and unknown cells. Costs a look at each word of each row.
pub(super) fn subset(data: &Dataset, samples: impl IntoIterator<Item = SampleId>) -> Arc<Dataset> {
    copied(data, samples.into_iter().map(|sample| (sample, sample.positive, sample.weight(data))))
}

/// The same with other labels, within a run.
pub(super) fn labelled(
    data: &Dataset,
    samples: impl IntoIterator<Item = (SampleId, bool)>,
    run: &Run,
) -> Result<Arc<Dataset>, StopReason> {
    let weighed = samples.into_iter().map(|(sample, label)| (sample, label, sample.weight(data)));
    copied_while(data, weighed, || Interrupted::check(run, 0))
}

/// The data set of these samples, each once, with a label and a weight.
pub(super) fn copied(data: &Dataset, samples: impl IntoIterator<Item = (SampleId, bool, u64)>) -> Arc<Dataset> {
    copied_while(data, samples, || Ok(())).expect("nothing ends it")
}

fn copied_while(
    data: &Dataset,
    samples: impl IntoIterator<Item = (SampleId, bool, u64)>,
    mut check: impl FnMut() -> Result<(), Interrupted>,
) -> Result<Arc<Dataset>, StopReason> {
    let mut builder = Dataset::builder(data.features().clone()).with_contradictions();
    let copy = || {
        for (number, (sample, label, weight)) in samples.into_iter().enumerate() {
            if number.is_multiple_of(CHECK_INTERVAL) {
                check()?;
            }
            let of_label = if sample.positive { data.positives() } else { data.negatives() };
            match of_label.unknown(sample.index) {
                None => builder.push_words(label, of_label.words(sample.index))?,
                Some(unknown) => builder.push_partial_words(label, of_label.words(sample.index), unknown)?,
            }
            builder.weigh_last(NonZeroU64::new(weight).unwrap_or(NonZeroU64::MIN))?;
        }
        builder.build_within(check)
    };
    Interrupted::settle(copy()).expect("a part of a data set is one")
}
