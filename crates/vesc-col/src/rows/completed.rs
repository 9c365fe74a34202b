//! The data with every legal completion of their rows.

use std::sync::Arc;

use vesc_col_core::{DataError, Dataset, Domain, Run, StopReason};

use crate::rows::interrupted::Interrupted;

/// The [completed](Dataset::completed_within) data. The reason to stop, if the run must end, or if they take more than its memory
/// budget.
pub(crate) fn completed(
    data: &Dataset,
    domain: &Domain,
    run: &Run,
) -> Result<Result<Arc<Dataset>, StopReason>, DataError> {
    // There are hardly ever fewer completions than rows.
    if let Err(reason) = run.charged(data.bytes()) {
        return Ok(Err(reason));
    }
    Interrupted::settle(data.try_completed_within(domain, |bytes| Interrupted::check(run, bytes)))
}
