//! What a program reads where a limit ended while the file was read.

use serde_json::{Value, json};

use crate::args::Format;
use crate::error::CliError;
use crate::output::Output;
use crate::status;

/// The exit status of a question that could not be asked for this error. If a limit ended the reading and JSON is wanted, it
/// is written with the fields that all answers have, and `others`, which are those of the command.
///
/// # Errors
///
/// The error itself otherwise.
pub(super) fn nothing_known(
    error: CliError,
    (destination, format): (Output, Format),
    others: Value,
) -> Result<u8, CliError> {
    if status::of_error(&error) != status::UNDECIDED || !matches!(format, Format::Json) {
        return Err(error);
    }
    let unknown = json!({"lower": "0", "upper": null});
    let mut answer = json!({
        "schema": 1,
        "outcome": "undecided",
        "cardinality": unknown,
        "formulas": unknown,
        "data": null,
        "warnings": [error.to_string()],
    });
    if let (Some(answer), Value::Object(others)) = (answer.as_object_mut(), others) {
        answer.extend(others);
    }
    destination.write(&(answer.to_string() + "\n"))?;
    Ok(status::UNDECIDED)
}

/// What the report of a search has beside that.
pub(super) fn no_report() -> Value {
    json!({"complexity": null, "classes": null, "hypotheses": [], "steps": []})
}
