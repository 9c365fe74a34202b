//! Rows out of Arrow's Boolean columns.

use arrow_buffer::{BooleanBuffer, NullBuffer};
use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;

use super::DatasetBuilder;
use super::builder::{require_columns, words_in_row};
use super::columns::{RowBlock, cells_of};
use crate::{DataError, Features};

impl DatasetBuilder {
    /// A builder with the rows of these Arrow columns, one for each feature: the values of each, and which of them are
    /// valid. A null is a cell that is not known. `labels` says which rows are positive.
    ///
    /// A `BooleanArray` has the two as `values()` and `nulls()`. The bits are read 64 at a time where they lie.
    ///
    /// ```
    /// use arrow_buffer::{BooleanBuffer, NullBuffer};
    /// use vesc_col_core::{DatasetBuilder, Features};
    ///
    /// let labels = BooleanBuffer::from(vec![true, false, false]);
    /// let irq = BooleanBuffer::from(vec![true, false, true]);
    /// let lhu = BooleanBuffer::from(vec![true, true, false]);
    /// let known = NullBuffer::from(vec![false, true, true]);
    /// let columns = [(&irq, None), (&lhu, Some(&known))];
    /// let data = DatasetBuilder::from_arrow(Features::new(["irq", "lhu"])?, &labels, columns)?.build()?;
    /// assert_eq!(data.positives().cells(0).collect::<Vec<_>>(), [Some(true), None]);
    /// assert_eq!((data.negatives().words(0), data.negatives().words(1)), (&[0b10][..], &[0b01][..]));
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DataError::WrongLength`] if there is not one column for each feature, or not one value and one validity in it
    /// for each label.
    pub fn from_arrow<'a>(
        features: Features,
        labels: &BooleanBuffer,
        columns: impl IntoIterator<Item = (&'a BooleanBuffer, Option<&'a NullBuffer>)>,
    ) -> Result<DatasetBuilder, DataError> {
        let columns: Vec<(&BooleanBuffer, Option<&NullBuffer>)> = columns.into_iter().collect();
        require_columns(&features, labels.len(), columns.iter().map(|(values, _)| values.len()))?;
        if let Some(valid) = columns.iter().filter_map(|&(_, valid)| valid).find(|valid| valid.len() != labels.len()) {
            return Err(DataError::WrongLength {
                what: "the nulls of a column",
                expected: labels.len(),
                found: valid.len(),
            });
        }
        let values: Vec<&Bits> = columns.iter().map(|(values, _)| bits(values)).collect();
        let valid: Vec<Option<&Bits>> =
            columns.iter().map(|(_, valid)| valid.map(|valid| bits(valid.inner()))).collect();
        let has_nulls = valid.iter().any(Option::is_some);
        let stride = words_in_row(&features);
        let mut builder = DatasetBuilder::new(features);
        let (mut known, mut unknown) = (RowBlock::new(stride), RowBlock::new(stride));
        for first in (0..labels.len()).step_by(64) {
            let nulls = |feature: usize| valid[feature].map_or(0, |valid| !cells_of(valid, first));
            known.fill(values.len(), |feature| cells_of(values[feature], first) & !nulls(feature));
            if has_nulls {
                unknown.fill(values.len(), nulls);
            }
            for row in 0..(labels.len() - first).min(64) {
                let is_known = unknown.row(row).iter().all(|&word| word == 0);
                let unknown = if is_known { &[] } else { unknown.row(row) };
                builder.add(labels.value(first + row), known.row(row), unknown)?;
            }
        }
        Ok(builder)
    }
}

/// Bits as Arrow packs them.
type Bits = BitSlice<u8, Lsb0>;

fn bits(buffer: &BooleanBuffer) -> &Bits {
    &Bits::from_slice(buffer.values())[buffer.offset()..][..buffer.len()]
}
