//! From a CSV file to labelled samples.

mod columns;
mod error;
mod label;
mod pool;
mod records;
mod source;
mod table;

use std::sync::Arc;

use vesc_col::{DataError, Dataset};

use crate::args::{InputArgs, NoiseArgs};

pub(crate) use columns::names_in;
pub(crate) use error::InputError;
pub(crate) use pool::load_pool;
pub(crate) use source::Source;
pub(crate) use table::{Row, Table};

use error::Problem;

/// A file as samples.
pub(crate) struct Loaded {
    pub(crate) data: Arc<Dataset>,
    /// The name of the label's column.
    pub(crate) label: String,
    /// The line of each row.
    pub(crate) lines: Vec<u64>,
}

/// Reads a whole file. It takes one bit a cell, one word a row for its line, and a buffer of one row's text; the file
/// itself is never in memory.
pub(crate) fn load(args: &InputArgs, noise: &NoiseArgs) -> Result<Loaded, InputError> {
    let source = Source::new(&args.file);
    let mut table = Table::open(&source, args)?;
    let mut builder = Dataset::builder(table.features().clone());
    if noise.error_budget().is_some() {
        builder = builder.with_contradictions();
    }
    if let Some(words) = &noise.unknown {
        builder = builder.with_unknown(words.split(','));
    }
    let mut lines: Vec<u64> = Vec::new();
    while let Some(row) = table.next_row()? {
        row.push_to(&mut builder)?;
        lines.push(row.line());
    }
    // What is learned from no positive at all is worth a refusal if a wrong spelling is the reason.
    if let Some(error) = table.missing_label() {
        return Err(error);
    }
    let data = builder.build().map_err(|error| match error {
        DataError::Contradiction { positive, negative, pairs } => {
            let problem = Problem::Contradiction { negative: lines[negative], pairs };
            InputError::new(&source, problem).at_line(lines[positive])
        }
        other => InputError::new(&source, Problem::Data(other)),
    })?;
    Ok(Loaded { data: Arc::new(data), label: table.label().to_owned(), lines })
}
