//! What the user says about the columns.

use std::fs;
use std::path::Path;

use vesc_col::columns::Schema;

use super::columns::names_in;
use crate::args::{InputArgs, Types};
use crate::error::CliError;

/// What was said, or `None` if nothing was: then all columns are Boolean, and all inputs are legal.
pub(super) fn schema(args: &InputArgs) -> Result<Option<Schema>, CliError> {
    if args.types == Types::Boolean && args.schema.is_none() && args.one_hot.is_empty() {
        return Ok(None);
    }
    let mut schema = args.schema.as_deref().map_or(Ok(Schema::boolean()), read)?;
    if args.types == Types::Auto {
        schema = schema.with_auto(true);
    }
    for group in &args.one_hot {
        schema = schema.with_one_hot(names_in(group));
    }
    Ok(Some(schema))
}

fn read(path: &Path) -> Result<Schema, CliError> {
    let wrong = |line: Option<usize>, reason: String| CliError::Schema { file: path.to_owned(), line, reason };
    let text = fs::read_to_string(path).map_err(|error| wrong(None, format!("cannot read: {error}")))?;
    toml::from_str(&text).map_err(|error| {
        let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
        wrong(line, error.message().lines().collect::<Vec<_>>().join(" "))
    })
}
