//! Rows on their way into a data set.

use std::num::NonZeroU64;

use bitvec::field::BitField;

use super::columns::{RowBlock, cells_of};
use super::distinct_rows::DistinctRows;
use super::row_weights::WeightsBuilder;
use super::samples::contradictions;
use super::{Dataset, OwnedSample, Sample};
use crate::{DataError, Features};

/// Collects rows for a [`Dataset`].
///
/// ```
/// use vesc_col_core::{DataError, Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu"])?);
/// builder.push(true, [true, false])?;
/// builder.push_text(false, ["FALSE", " 1 "])?;
/// assert!(matches!(builder.push(false, [true]), Err(DataError::Ragged { found: 1, .. })));
/// assert_eq!(builder.rows(), 2);
/// assert_eq!(builder.build()?.distinct(), 2);
/// # Ok::<(), DataError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DatasetBuilder {
    features: Features,
    /// The labels of all rows, in order.
    labels: OwnedSample,
    positives: DistinctRows,
    negatives: DistinctRows,
    weights: WeightsBuilder,
    /// The words for an unknown cell.
    unknown_words: Vec<String>,
    contradictions: bool,
    /// The row that is being added: its values, and which of its cells are not known (no words if all are).
    values: Vec<u64>,
    unknown: Vec<u64>,
}

impl DatasetBuilder {
    pub(super) fn new(features: Features) -> DatasetBuilder {
        let stride = words_in_row(&features);
        DatasetBuilder {
            features,
            labels: OwnedSample::new(),
            positives: DistinctRows::new(stride),
            negatives: DistinctRows::new(stride),
            weights: WeightsBuilder::default(),
            unknown_words: Vec::new(),
            contradictions: false,
            values: Vec::new(),
            unknown: Vec::new(),
        }
    }

    /// A builder with these rows, which are packed already: one after the other, each of as many words as
    /// [`push_words`](DatasetBuilder::push_words) takes. `labels` says which are positive.
    ///
    /// ```
    /// use bitvec::prelude::*;
    /// use vesc_col_core::{DatasetBuilder, Features};
    ///
    /// let labels = bitvec![u64, Lsb0; 1, 0];
    /// let data = DatasetBuilder::from_rows(Features::new(["irq", "lhu"])?, &labels, &[0b01, 0b10])?.build()?;
    /// assert!(data.positives().get(0)[0] && !data.positives().get(0)[1]);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DataError::WrongLength`] if there are not that many words, and what [`push_words`](DatasetBuilder::push_words)
    /// says of a row.
    pub fn from_rows(features: Features, labels: &Sample, rows: &[u64]) -> Result<DatasetBuilder, DataError> {
        let stride = words_in_row(&features);
        let expected = labels.len() * stride;
        if rows.len() != expected {
            return Err(DataError::WrongLength { what: "the rows in words", expected, found: rows.len() });
        }
        let mut builder = DatasetBuilder::new(features);
        for (row, label) in rows.chunks_exact(stride.max(1)).zip(labels.iter().by_vals()) {
            builder.push_words(label, row)?;
        }
        Ok(builder)
    }

    /// A builder with the rows of these columns, one for each feature, each with one bit for each row. `labels` says
    /// which rows are positive.
    ///
    /// ```
    /// use bitvec::prelude::*;
    /// use vesc_col_core::{DatasetBuilder, Features, Sample};
    ///
    /// let labels = bitvec![u64, Lsb0; 1, 0, 0];
    /// let (irq, lhu) = (bitvec![u64, Lsb0; 1, 0, 1], [0b011]);
    /// let columns = [&irq[..], &Sample::from_slice(&lhu)[..3]];
    /// let data = DatasetBuilder::from_columns(Features::new(["irq", "lhu"])?, &labels, columns)?.build()?;
    /// assert_eq!(data.positives().words(0), [0b11]);
    /// assert_eq!((data.negatives().words(0), data.negatives().words(1)), (&[0b10][..], &[0b01][..]));
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DataError::WrongLength`] if there is not one column for each feature, or not one bit in it for each label.
    pub fn from_columns<'a>(
        features: Features,
        labels: &Sample,
        columns: impl IntoIterator<Item = &'a Sample>,
    ) -> Result<DatasetBuilder, DataError> {
        let columns: Vec<&Sample> = columns.into_iter().collect();
        require_columns(&features, labels.len(), columns.iter().map(|column| column.len()))?;
        let mut block = RowBlock::new(words_in_row(&features));
        let mut builder = DatasetBuilder::new(features);
        for (first, labels) in (0..).step_by(64).zip(labels.chunks(64)) {
            block.fill(columns.len(), |feature| cells_of(columns[feature], first));
            for (row, label) in labels.iter().by_vals().enumerate() {
                builder.add(label, block.row(row), &[])?;
            }
        }
        Ok(builder)
    }

    /// Makes room for this many more rows, which then are added without growing the tables in between.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.reserve(1000);
    /// assert_eq!(builder.rows(), 0);
    /// ```
    ///
    /// # Panics
    ///
    /// If that is more memory than can be addressed. The process ends if the machine does not have it.
    pub fn reserve(&mut self, rows: usize) {
        self.labels.reserve(rows);
        // How the rows are labelled is not known, and one label is mostly rare.
        self.negatives.reserve(rows);
    }

    /// The same builder, which takes equal rows of different labels. Then nothing fits all rows: ask with an
    /// [error budget](crate::Fit::Budget).
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2)).with_contradictions();
    /// for label in [true, false, false] {
    ///     builder.push(label, [true, false])?;
    /// }
    /// let data = builder.build()?;
    /// assert_eq!(data.features().len(), 2);
    /// assert_eq!(data.contradictions(), 2);
    /// assert_eq!(data.positives().get(0), data.negatives().get(0));
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn with_contradictions(self) -> DatasetBuilder {
        DatasetBuilder { contradictions: true, ..self }
    }

    /// The same builder, for which `words` mean in [`push_text`](DatasetBuilder::push_text) that a cell is not known.
    /// Case and surrounding blanks are ignored, and the empty word is the empty cell. The words `0 1 true false` stay
    /// values.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq", "op_lhu"])?).with_unknown(["", "?", "x"]);
    /// builder.push_text(true, ["1", "X"])?;
    /// let data = builder.build()?;
    /// assert_eq!(data.unknown_cells(), 1);
    /// assert_eq!(data.completed()?.positives().distinct(), 2);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn with_unknown<'a>(self, words: impl IntoIterator<Item = &'a str>) -> DatasetBuilder {
        DatasetBuilder { unknown_words: words.into_iter().map(|word| word.trim().to_owned()).collect(), ..self }
    }

    /// Adds a row; after an error the builder is as before.
    ///
    /// # Errors
    ///
    /// [`DataError::Ragged`] if there is not one cell for each feature.
    pub fn push(&mut self, positive: bool, cells: impl IntoIterator<Item = bool>) -> Result<(), DataError> {
        self.try_push(positive, cells.into_iter().map(|cell| Ok(Some(cell))))
    }

    /// Adds a row in which `None` is a cell that is not known; after an error the builder is as before.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(3));
    /// builder.push_partial(true, [Some(true), None, Some(false)])?;
    /// let data = builder.build()?;
    /// assert_eq!(data.positives().cells(0).collect::<Vec<_>>(), [Some(true), None, Some(false)]);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DataError::Ragged`] if there is not one cell for each feature.
    pub fn push_partial(
        &mut self,
        positive: bool,
        cells: impl IntoIterator<Item = Option<bool>>,
    ) -> Result<(), DataError> {
        self.try_push(positive, cells.into_iter().map(Ok))
    }

    /// Adds a row that is packed already: feature `i` is bit `i % 64` of word `i / 64`, unused bits are zero. After an
    /// error the builder is as before.
    ///
    /// ```
    /// use vesc_col_core::{DataError, Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(70));
    /// builder.push_words(true, &[1 << 63, 0b101])?;
    /// assert!(matches!(builder.push_words(true, &[1]), Err(DataError::WrongLength { expected: 2, .. })));
    /// assert!(matches!(builder.push_words(true, &[1, 1 << 6]), Err(DataError::StrayBits { row: 1, features: 70 })));
    /// let data = builder.build()?;
    /// assert_eq!(data.positives().get(0).iter_ones().collect::<Vec<_>>(), [63, 64, 66]);
    /// # Ok::<(), DataError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DataError::WrongLength`] if there are more or fewer words than the features need, [`DataError::StrayBits`] if
    /// a bit behind the last feature is set.
    pub fn push_words(&mut self, positive: bool, values: &[u64]) -> Result<(), DataError> {
        self.require_words(values)?;
        self.add(positive, values, &[])
    }

    /// Adds a packed row of which some cells are not known: these are set in `unknown`, and zero in `values`. Otherwise
    /// as [`push_words`](DatasetBuilder::push_words).
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(3));
    /// builder.push_partial_words(true, &[0b001], &[0b100])?;
    /// let data = builder.build()?;
    /// assert_eq!(data.positives().cells(0).collect::<Vec<_>>(), [Some(true), Some(false), None]);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`push_words`](DatasetBuilder::push_words), for both; [`DataError::UnknownValue`] if a cell that is not known
    /// has a value.
    pub fn push_partial_words(&mut self, positive: bool, values: &[u64], unknown: &[u64]) -> Result<(), DataError> {
        self.require_words(values)?;
        self.require_words(unknown)?;
        if let Some(word) = (0..values.len()).find(|&word| values[word] & unknown[word] != 0) {
            let column = 64 * word + (values[word] & unknown[word]).trailing_zeros() as usize;
            return Err(DataError::UnknownValue { row: self.labels.len(), column });
        }
        let is_known = unknown.iter().all(|&word| word == 0);
        self.add(positive, values, if is_known { &[] } else { unknown })
    }

    /// Adds a row of bits, wherever they lie; after an error the builder is as before.
    ///
    /// ```
    /// use bitvec::prelude::*;
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let cells = bitvec![u64, Lsb0; 1, 0, 1, 1];
    /// let mut builder = Dataset::builder(Features::numbered(3));
    /// builder.push_bits(false, &cells[1..])?;
    /// assert_eq!(builder.build()?.negatives().words(0), [0b110]);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DataError::Ragged`] if there is not one bit for each feature.
    pub fn push_bits(&mut self, positive: bool, cells: &Sample) -> Result<(), DataError> {
        if cells.len() != self.features.len() {
            let (row, expected, found) = (self.labels.len(), self.features.len(), cells.len());
            return Err(DataError::Ragged { row, expected, found });
        }
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        values.extend(cells.chunks(64).map(BitField::load_le::<u64>));
        let result = self.add(positive, &values, &[]);
        self.values = values;
        result
    }

    /// Adds a row of text cells: `0 1 true false`, or a [word for unknown](DatasetBuilder::with_unknown). Case and
    /// surrounding blanks are ignored. After an error the builder is as before.
    ///
    /// # Errors
    ///
    /// [`DataError::NotBoolean`] for any other cell, [`DataError::Ragged`] if there is not one cell for each feature.
    pub fn push_text<'a>(&mut self, positive: bool, cells: impl IntoIterator<Item = &'a str>) -> Result<(), DataError> {
        let unknown_words = std::mem::take(&mut self.unknown_words);
        let is_unknown = |cell: &str| unknown_words.iter().any(|word| cell.trim().eq_ignore_ascii_case(word));
        let parse = |cell| match parse_cell(cell) {
            None if is_unknown(cell) => Ok(None),
            value => value.map(Some).ok_or(cell),
        };
        let result = self.try_push(positive, cells.into_iter().map(parse));
        self.unknown_words = unknown_words;
        result
    }

    /// Says that the row that was added last stands for `weight` equal ones: for the runs of a regression, or for what
    /// an error on it costs. It counts as often in [error budgets](crate::Fit::Budget), and takes 8 bytes more.
    ///
    /// ```
    /// use std::num::NonZeroU64;
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(1));
    /// builder.push(true, [true])?;
    /// builder.weigh_last(NonZeroU64::new(1_000_000).expect("not 0"))?;
    /// let data = builder.build()?;
    /// assert_eq!((data.rows(), data.positives().weight(0)), (1, 1_000_000));
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DataError::TooHeavy`] if all rows together weigh 2^63 or more. Then the row weighs what it weighed before.
    ///
    /// # Panics
    ///
    /// If no row was added.
    pub fn weigh_last(&mut self, weight: NonZeroU64) -> Result<(), DataError> {
        let rows = self.labels.len();
        assert!(rows > 0, "no row was added");
        if self.weights.weigh(rows, weight) { Ok(()) } else { Err(DataError::TooHeavy { row: rows - 1 }) }
    }

    /// The features.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features};
    ///
    /// assert_eq!(Dataset::builder(Features::numbered(2)).features().len(), 2);
    /// ```
    #[must_use]
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// How many rows have been added.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.labels.len()
    }

    /// Checks the rows against each other and makes the data set.
    ///
    /// # Errors
    ///
    /// [`DataError::NoFeatures`], and [`DataError::Contradiction`] if equal rows have different labels and that is not
    /// [allowed](DatasetBuilder::with_contradictions). Rows with unknown cells contradict nothing.
    pub fn build(self) -> Result<Dataset, DataError> {
        self.build_within(|| Ok(()))
    }

    /// [`build`](DatasetBuilder::build), with a check at least every millisecond: to build a million rows takes a good part of a second.
    ///
    /// ```
    /// use vesc_col_core::{Dataset, Features, Run, StopReason};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(3));
    /// builder.push(true, [true, false, true])?;
    /// let run = Run::new();
    /// let data = builder.clone().build_within(|| Ok::<(), Box<dyn std::error::Error>>(run.check()?))?;
    /// assert_eq!(data.rows(), 1);
    /// run.cancel_token().cancel();
    /// let stopped = builder.build_within(|| Ok::<(), Box<dyn std::error::Error>>(run.check()?)).expect_err("it was cancelled");
    /// assert_eq!(stopped.downcast_ref(), Some(&StopReason::Cancelled));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`build`](DatasetBuilder::build), and the first error of `check`.
    pub fn build_within<E: From<DataError>>(self, mut check: impl FnMut() -> Result<(), E>) -> Result<Dataset, E> {
        if self.features.is_empty() {
            return Err(DataError::NoFeatures.into());
        }
        let pairs = self.positives.equal_pairs(&self.negatives, &mut check)?;
        let DatasetBuilder { features, labels, positives, negatives, weights, .. } = self;
        let weights = weights.build(labels.len());
        let positives = positives.into_samples(features.len(), labels.iter_ones(), &mut check)?.weighed(&weights);
        let negatives = negatives.into_samples(features.len(), labels.iter_zeros(), &mut check)?.weighed(&weights);
        let contradictions = contradictions(&positives, &negatives, &pairs);
        let rows = |&(positive, negative): &(u32, u32)| {
            (positives.sources(positive as usize), negatives.sources(negative as usize))
        };
        // The pair that comes first in the data, with its first positive and its first negative row.
        let first = pairs.iter().map(rows).map(|(positive, negative)| (positive[0], negative[0]));
        let first = first.min_by_key(|&(positive, negative)| positive.min(negative));
        match first {
            Some((positive, negative)) if !self.contradictions => {
                Err(DataError::Contradiction { positive, negative, pairs: contradictions }.into())
            }
            _ => Ok(Dataset { features, positives, negatives, contradictions, weights }),
        }
    }

    fn require_words(&self, words: &[u64]) -> Result<(), DataError> {
        let features = self.features.len();
        let expected = words_in_row(&self.features);
        if words.len() != expected {
            return Err(DataError::WrongLength { what: "a row in words", expected, found: words.len() });
        }
        let is_clean = features.is_multiple_of(64) || words.last().is_none_or(|word| word >> (features % 64) == 0);
        if is_clean { Ok(()) } else { Err(DataError::StrayBits { row: self.labels.len(), features }) }
    }

    fn try_push<'a>(
        &mut self,
        positive: bool,
        cells: impl Iterator<Item = Result<Option<bool>, &'a str>>,
    ) -> Result<(), DataError> {
        self.pack(cells)?;
        let (values, unknown) = (std::mem::take(&mut self.values), std::mem::take(&mut self.unknown));
        let result = self.add(positive, &values, &unknown);
        (self.values, self.unknown) = (values, unknown);
        result
    }

    pub(super) fn add(&mut self, positive: bool, values: &[u64], unknown: &[u64]) -> Result<(), DataError> {
        let rows = if positive { &mut self.positives } else { &mut self.negatives };
        if !rows.add(values, unknown) {
            return Err(DataError::TooManyRows { row: self.labels.len() });
        }
        self.labels.push(positive);
        Ok(())
    }

    /// Packs cells into `values` and `unknown`.
    fn pack<'a>(&mut self, cells: impl Iterator<Item = Result<Option<bool>, &'a str>>) -> Result<(), DataError> {
        let (row, stride) = (self.labels.len(), words_in_row(&self.features));
        self.values.clear();
        self.values.resize(stride, 0);
        self.unknown.clear();
        let mut found = 0;
        let mut bad = None;
        for (column, cell) in cells.enumerate() {
            found += 1;
            match cell {
                Ok(Some(value)) if column < self.features.len() => {
                    self.values[column / 64] |= u64::from(value) << (column % 64);
                }
                Ok(None) if column < self.features.len() => {
                    self.unknown.resize(stride, 0);
                    self.unknown[column / 64] |= 1 << (column % 64);
                }
                Err(text) if bad.is_none() => bad = Some((column, text)),
                _ => {}
            }
        }
        // A row of the wrong length comes first: its cells may stand under the wrong names.
        if found != self.features.len() {
            return Err(DataError::Ragged { row, expected: self.features.len(), found });
        }
        match bad {
            None => Ok(()),
            Some((column, value)) => {
                let feature = self.features.name(column).to_owned();
                Err(DataError::NotBoolean { row, column, feature, value: value.to_owned() })
            }
        }
    }
}

/// One column for each feature, and as many cells in each as there are rows.
pub(super) fn require_columns(
    features: &Features,
    rows: usize,
    lengths: impl ExactSizeIterator<Item = usize>,
) -> Result<(), DataError> {
    if lengths.len() != features.len() {
        return Err(DataError::WrongLength { what: "the columns", expected: features.len(), found: lengths.len() });
    }
    match lengths.into_iter().find(|&length| length != rows) {
        Some(found) => Err(DataError::WrongLength { what: "a column", expected: rows, found }),
        None => Ok(()),
    }
}

pub(super) fn words_in_row(features: &Features) -> usize {
    features.len().div_ceil(u64::BITS as usize)
}

fn parse_cell(text: &str) -> Option<bool> {
    match text.trim() {
        // `0.0` and `1.0` are what programs make of a 0/1 column with a gap.
        "0" | "0.0" => Some(false),
        "1" | "1.0" => Some(true),
        word if word.eq_ignore_ascii_case("false") => Some(false),
        word if word.eq_ignore_ascii_case("true") => Some(true),
        _ => None,
    }
}
