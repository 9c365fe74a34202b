//! Why work on a question ended early.

use vesc_col_core::{EngineError, StopReason};

/// Why work on a question ended early.
#[derive(Debug)]
pub(crate) enum MeasureError {
    /// A limit of the run was reached. The answer has intervals.
    Stopped(StopReason),
    /// The question has no answer.
    Failed(EngineError),
}

impl From<StopReason> for MeasureError {
    fn from(reason: StopReason) -> MeasureError {
        MeasureError::Stopped(reason)
    }
}

impl From<EngineError> for MeasureError {
    fn from(error: EngineError) -> MeasureError {
        MeasureError::Failed(error)
    }
}
