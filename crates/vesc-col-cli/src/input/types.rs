//! What the user says about the columns.

use std::fs;
use std::path::Path;

use csv::ReaderBuilder;
use vesc_col::columns::Schema;

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
        // A CSV row of its own, so that a name with a comma can be quoted.
        let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(group.as_bytes());
        let names: Vec<String> = reader
            .records()
            .filter_map(Result::ok)
            .flat_map(|row| row.iter().map(|name| name.trim().to_owned()).collect::<Vec<_>>())
            .collect();
        schema = schema.with_one_hot(names);
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
