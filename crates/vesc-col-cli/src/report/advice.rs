//! What to do about a run that was stopped.

use vesc_col::run::StopReason;

/// What would let a stopped run go on, as one line without its end.
pub(crate) fn after_stop(reason: StopReason) -> Option<&'static str> {
    match reason {
        StopReason::Deadline => Some("more time may tell: a longer --timeout"),
        StopReason::Memory => Some("more memory may tell: a larger --memory"),
        StopReason::ListLimit => Some("a larger --list-limit may count all of them"),
        StopReason::EngineLimit => Some("another engine may tell: --engine auto asks all"),
        _ => None,
    }
}
