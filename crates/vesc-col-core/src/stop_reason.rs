//! Why a run stops.

use std::error::Error;
use std::fmt;

/// Why an engine stopped before it had answered the whole question.
///
/// Stopping is a result and never an error: the intervals that come with it still contain the truth.
///
/// ```
/// use vesc_col_core::{Run, StopReason};
///
/// let run = Run::new();
/// run.cancel_token().cancel();
/// assert_eq!(run.check(), Err(StopReason::Cancelled));
/// assert_eq!(StopReason::ListLimit.to_string(), "list-limit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum StopReason {
    /// Somebody cancelled the run.
    Cancelled,
    /// The deadline passed.
    Deadline,
    /// The memory budget is used up.
    Memory,
    /// More was found than was to be listed; what was not listed is counted by an interval.
    ListLimit,
    /// The engine has a limit of its own, which no option moves: another engine may go on.
    EngineLimit,
    /// Not all parts of the question are answered: [`merge`](crate::merge) adds up those that are.
    MissingParts,
}

/// `cancelled`, `deadline`, `memory`, `list-limit`, `engine-limit`, `missing-parts`.
impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            StopReason::Cancelled => "cancelled",
            StopReason::Deadline => "deadline",
            StopReason::Memory => "memory",
            StopReason::ListLimit => "list-limit",
            StopReason::EngineLimit => "engine-limit",
            StopReason::MissingParts => "missing-parts",
        })
    }
}

/// So that `run.check()?` is an early return wherever errors are boxed.
impl Error for StopReason {}
