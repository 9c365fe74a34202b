//! From a CSV file to labelled samples.

mod columns;
mod error;
mod label;
mod records;
mod source;
mod table;
mod types;

use std::sync::Arc;

use vesc_col::columns::{Column, ColumnError, Schema, TypedTable};
use vesc_col::{DataError, Dataset, Domain};

use crate::args::InputArgs;
use crate::error::CliError;

pub(crate) use error::InputError;
pub(crate) use source::Source;
pub(crate) use table::{Row, Table};

use error::Problem;
use types::schema;

/// What a file holds.
pub(crate) struct Loaded {
    pub(crate) data: Arc<Dataset>,
    /// The legal inputs.
    pub(crate) domain: Domain,
    /// What the columns were taken to be; none if they were all to be Boolean.
    pub(crate) columns: Vec<Column>,
    /// The name of the label's column.
    pub(crate) label: String,
}

/// Reads a whole file. Where all columns are Boolean it takes one bit a cell, one word a row for its line, and a buffer of one
/// row's text; the file itself is never in memory. Typed columns take four bytes a cell, and each different text once.
pub(crate) fn load(args: &InputArgs) -> Result<Loaded, CliError> {
    let source = Source::new(&args.file);
    match schema(args)? {
        None => Ok(load_boolean(&source, args)?),
        Some(schema) => Ok(load_typed(&source, args, schema)?),
    }
}

fn load_boolean(source: &Source, args: &InputArgs) -> Result<Loaded, InputError> {
    let mut table = Table::open(source, args)?;
    let mut builder = Dataset::builder(table.features().clone());
    let mut lines: Vec<u64> = Vec::new();
    while let Some(row) = table.next_row()? {
        row.push_to(&mut builder)?;
        lines.push(row.line());
    }
    let data = builder.build().map_err(|error| located(source, &lines, error))?;
    let label = table.label().to_owned();
    Ok(Loaded { data: Arc::new(data), domain: Domain::free(), columns: Vec::new(), label })
}

fn load_typed(source: &Source, args: &InputArgs, schema: Schema) -> Result<Loaded, InputError> {
    let mut table = Table::open(source, args)?;
    let mut typed = TypedTable::new(schema, table.features().names());
    let mut lines: Vec<u64> = Vec::new();
    while let Some(row) = table.next_row()? {
        let pushed = typed.push(row.is_positive(), row.texts()?);
        pushed.map_err(|error| InputError::new(source, Problem::Column(Box::new(error))))?;
        lines.push(row.line());
    }
    let typed = typed.build().map_err(|error| match error {
        ColumnError::Data(error) => located(source, &lines, error),
        ColumnError::Cell { row, column, name, value, expected } => {
            let column = table.columns().features()[column];
            InputError::new(source, Problem::NotOfType { value, expected }).at_line(lines[row]).at_column(column, &name)
        }
        other => InputError::new(source, Problem::Column(Box::new(other))),
    })?;
    let label = table.label().to_owned();
    Ok(Loaded { data: Arc::new(typed.data), domain: typed.domain, columns: typed.columns, label })
}

/// What is wrong with rows together, with their lines.
fn located(source: &Source, lines: &[u64], error: DataError) -> InputError {
    match error {
        DataError::Contradiction { positive, negative, pairs } => {
            let problem = Problem::Contradiction { negative: lines[negative], pairs };
            InputError::new(source, problem).at_line(lines[positive])
        }
        DataError::IllegalRow { row, impossible } => {
            InputError::new(source, Problem::Illegal(impossible)).at_line(lines[row])
        }
        other => InputError::new(source, Problem::Data(other)),
    }
}
