//! Why work on a question ended early.

use vesc_col_core::{EngineError, StopReason};

/// Why work on a question ended early: an answer with intervals for the first, an error for the second.
#[derive(Debug)]
pub(crate) enum Halt {
    Stopped(StopReason),
    Failed(EngineError),
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Halt {
        Halt::Stopped(reason)
    }
}

impl From<EngineError> for Halt {
    fn from(error: EngineError) -> Halt {
        Halt::Failed(error)
    }
}
