//! The exit status of a report.

use vesc_col::run::StopReason;
use vesc_col::{Outcome, Report};

use crate::error::CliError;

/// Decided, but nothing learned.
pub(crate) const NOT_LEARNED: u8 = 1;
/// Bad usage, bad input, or an output that could not be written.
pub(crate) const REFUSED: u8 = 2;
/// A limit was reached, or the user interrupted.
pub(crate) const UNDECIDED: u8 = 3;
/// Ended by a second interrupt, as shells report a death by that signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// Returns the exit status of a report.
pub(crate) fn of(report: &Report) -> u8 {
    match report.outcome() {
        Outcome::Learned => 0,
        Outcome::Counted => of_count(report),
        Outcome::Overfit | Outcome::Underfit => NOT_LEARNED,
        _ => UNDECIDED,
    }
}

/// Returns the exit status of an error.
pub(crate) fn of_error(error: &CliError) -> u8 {
    if matches!(error, CliError::Certify { stopped: true, .. }) { UNDECIDED } else { REFUSED }
}

/// A count is complete if the formulas are counted, or if only the listing limit prevented that.
fn of_count(report: &Report) -> u8 {
    let stopped = report.deciding_step().and_then(|step| step.result().stopped);
    if report.formulas().is_exact() || stopped == Some(StopReason::ListLimit) { 0 } else { UNDECIDED }
}
