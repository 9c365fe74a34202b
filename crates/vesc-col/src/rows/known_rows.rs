//! The rows whose cells are all known.

use std::num::NonZeroU64;
use std::sync::Arc;

use vesc_col_core::{DataError, Dataset, Run, StopReason};

use crate::rows::interrupted::Interrupted;

/// Rows that are copied between two looks at the run.
const CHECK_INTERVAL: usize = 1 << 10;

/// The known rows are asked first if at most one row in two has an unknown cell. Set.
const ROWS_PER_UNKNOWN: usize = 2;

/// Whether most rows are known, with some of either label.
pub(crate) fn are_most(data: &Dataset) -> bool {
    let unknown = [data.positives(), data.negatives()].map(|samples| {
        let unknown = (0..samples.distinct()).filter(|&index| samples.unknown(index).is_some()).count();
        (unknown, samples.distinct())
    });
    let rows: usize = unknown.iter().map(|(unknown, _)| unknown).sum();
    unknown.iter().all(|(unknown, all)| unknown < all) && rows * ROWS_PER_UNKNOWN <= data.distinct()
}

/// The data without the rows that have unknown cells. The reason to stop, if the run must end, or if they take more than its memory
/// budget.
pub(crate) fn known_rows(data: &Dataset, run: &Run) -> Result<Result<Arc<Dataset>, StopReason>, DataError> {
    Interrupted::settle(copied(data, run))
}

fn copied(data: &Dataset, run: &Run) -> Result<Dataset, Interrupted> {
    let mut builder = Dataset::builder(data.features().clone()).with_contradictions();
    for (samples, label) in [(data.positives(), true), (data.negatives(), false)] {
        for index in 0..samples.distinct() {
            if index.is_multiple_of(CHECK_INTERVAL) {
                Interrupted::check(run, data.bytes())?;
            }
            if samples.unknown(index).is_none() {
                builder.push_words(label, samples.words(index))?;
                builder.weigh_last(NonZeroU64::new(samples.weight(index)).unwrap_or(NonZeroU64::MIN))?;
            }
        }
    }
    builder.build_within(|| Interrupted::check(run, data.bytes()))
}
