//! What the columns of a table were read as, in the reports of all commands.

use serde::Serialize;
use serde_json::Value;
use vesc_col::columns::{Column, ColumnReport};

/// The report on columns as a section of its own; empty if all columns are plain 0/1.
pub(crate) fn columns_in_text(columns: &[Column]) -> String {
    let report = ColumnReport::of(columns);
    if report.is_empty() { String::new() } else { format!("\n{report}\n") }
}

/// A report as JSON, with the columns as `columns` if they were typed.
pub(crate) fn json_with_columns(report: impl Serialize, columns: &[Column]) -> Result<String, serde_json::Error> {
    let mut json = serde_json::to_value(report)?;
    if let (Value::Object(object), false) = (&mut json, columns.is_empty()) {
        object.insert("columns".to_owned(), serde_json::to_value(columns)?);
    }
    Ok(json.to_string() + "\n")
}
