//! Why a copy of the data is not made.

use std::sync::Arc;

use vesc_col_core::{DataError, Dataset, Run, StopReason};

/// What ends the making of a copy.
pub(crate) enum Interrupted {
    Data(DataError),
    Stopped(StopReason),
}

impl From<DataError> for Interrupted {
    fn from(error: DataError) -> Interrupted {
        Interrupted::Data(error)
    }
}

impl Interrupted {
    /// Whether the run may go on with `bytes` bytes beside what its engines take.
    pub(crate) fn check(run: &Run, bytes: u64) -> Result<(), Interrupted> {
        run.check().and_then(|()| run.charged(bytes)).map(drop).map_err(Interrupted::Stopped)
    }

    /// The copy, or the reason to stop.
    pub(crate) fn settle(copy: Result<Dataset, Interrupted>) -> Result<Result<Arc<Dataset>, StopReason>, DataError> {
        match copy {
            Ok(data) => Ok(Ok(Arc::new(data))),
            Err(Interrupted::Stopped(reason)) => Ok(Err(reason)),
            Err(Interrupted::Data(error)) => Err(error),
        }
    }
}
