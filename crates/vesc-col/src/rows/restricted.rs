//! The data and the legal inputs without some features.

use std::sync::Arc;

use vesc_col_core::{Dataset, Domain, EngineError, Features, Run, StopReason};

use crate::rows::interrupted::Interrupted;

/// Rows that are copied between two looks at the run.
const CHECK_INTERVAL: usize = 1 << 10;

/// The data with these features alone; rows may contradict each other then. The reason to stop, if the run must end, or if they
/// take more than its memory budget.
pub(crate) fn restricted(
    data: &Dataset,
    kept: &[usize],
    run: &Run,
) -> Result<Result<Arc<Dataset>, StopReason>, EngineError> {
    Ok(Interrupted::settle(try_restricted(data, kept, run))?)
}

fn try_restricted(data: &Dataset, kept: &[usize], run: &Run) -> Result<Dataset, Interrupted> {
    // The cells of each row, its number, and where the numbers of its sample begin.
    let row_words = kept.len().div_ceil(64) + 2;
    let bytes = (data.distinct() * row_words * size_of::<u64>()) as u64;
    let mut builder = Dataset::builder(Features::numbered(kept.len())).with_contradictions();
    for (samples, label) in [(data.positives(), true), (data.negatives(), false)] {
        for (index, sample) in samples.iter().enumerate() {
            if index.is_multiple_of(CHECK_INTERVAL) {
                Interrupted::check(run, bytes)?;
            }
            builder.push(label, kept.iter().map(|&feature| sample[feature]))?;
        }
    }
    builder.build_within(|| Interrupted::check(run, bytes))
}

/// What legal inputs can have at these features, which ascend.
pub(crate) fn projected(domain: &Domain, kept: &[usize]) -> Result<Domain, EngineError> {
    let builder = domain.renamed(kept.len(), |feature| kept.binary_search(&feature).ok());
    builder.build().map_err(|error| EngineError::failed("portfolio", error))
}
