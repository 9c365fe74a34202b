//! Errors of data sets with the lines of their rows.

use vesc_col::data::DataError;

use super::error::{InputError, Problem};
use super::source::Source;

/// What is wrong with labelled rows together, with their lines.
pub(super) fn labelled(source: &Source, label: &str, lines: &[u64], error: DataError) -> InputError {
    match error {
        DataError::Contradiction { positive, negative, pairs } => {
            let problem = Problem::Contradiction { negative: lines[negative], pairs, label: label.to_owned() };
            InputError::new(source, problem).at_line(lines[positive])
        }
        other => located(source, lines, other),
    }
}

/// What is wrong with rows whatever their labels, with their lines.
pub(super) fn located(source: &Source, lines: &[u64], error: DataError) -> InputError {
    match error {
        DataError::IllegalRow { row, impossible } => {
            InputError::new(source, Problem::Illegal(impossible)).at_line(lines[row])
        }
        other => InputError::new(source, Problem::Data(other)),
    }
}
