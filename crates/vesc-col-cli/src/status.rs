//! The exit status of a report.

use vesc_col::Report;

use crate::error::CliError;

/// Decided, but nothing learned.
pub(crate) const NOT_LEARNED: u8 = 1;
/// Bad usage, bad input, or an output that could not be written.
pub(crate) const REFUSED: u8 = 2;
/// A limit was reached, or the user interrupted.
pub(crate) const UNDECIDED: u8 = 3;
/// A certificate does not hold.
pub(crate) const REFUTED: u8 = 4;
/// Ended by a second interrupt, as shells report a death by that signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// Returns the exit status of a report.
pub(crate) fn of(report: &Report) -> u8 {
    of_word(report.outcome().word())
}

/// Returns the exit status of an outcome by its word in JSON.
pub(crate) fn of_word(outcome: &str) -> u8 {
    match outcome {
        "learned" | "counted" => 0,
        "overfit" | "underfit" | "one-class" => NOT_LEARNED,
        _ => UNDECIDED,
    }
}

/// Returns the exit status of an error.
pub(crate) fn of_error(error: &CliError) -> u8 {
    match error {
        CliError::Certify { stopped: true, .. } | CliError::VerifyStopped { .. } => UNDECIDED,
        CliError::Input(error) if error.is_stopped() => UNDECIDED,
        CliError::Refuted { .. } => REFUTED,
        _ => REFUSED,
    }
}
