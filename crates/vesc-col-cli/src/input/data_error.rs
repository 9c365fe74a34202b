//! Errors of data sets with the lines of their rows.

use vesc_col::data::DataError;

use super::error::{InputError, Problem};
use super::source::Source;

/// Adds lines to an error about labelled rows.
pub(super) fn labelled(source: &Source, label: &str, lines: &[u64], error: DataError) -> InputError {
    match error {
        DataError::Contradiction { positive, negative, pairs } => {
            let problem = Problem::Contradiction {
                negative: lines[negative],
                file: None,
                pairs,
                label: label.into(),
                forced: None,
                differing: Box::default(),
                are_budgets: true,
            };
            InputError::new(source, problem).at_line(lines[positive])
        }
        other => located(source, lines, other),
    }
}

/// Adds lines to an error about rows whose labels do not matter.
pub(crate) fn located(source: &Source, lines: &[u64], error: DataError) -> InputError {
    match error {
        DataError::IllegalRow { row, impossible } => {
            InputError::new(source, Problem::Illegal(impossible)).at_line(lines[row])
        }
        DataError::TooManyUnknown { row, unknown, limit } => {
            InputError::new(source, Problem::TooManyUnknown { unknown, most: limit }).at_line(lines[row])
        }
        other => InputError::new(source, Problem::Data(other)),
    }
}
