//! Rows without labels.

use std::path::Path;

use vesc_col::columns::{ColumnError, Encoding};
use vesc_col::{Dataset, Domain, Features, OwnedSample};

use super::error::{InputError, Problem};
use super::records::{Record, Records};
use super::source::Source;

/// Distinct inputs that can be simulated, each with its first line in the file.
pub(crate) struct Pool {
    pub(crate) rows: Vec<OwnedSample>,
    pub(crate) lines: Vec<u64>,
}

/// Reads the columns that make these features, in whatever order they stand; other columns are passed over. A row that is no
/// legal input is refused.
pub(crate) fn load_pool(
    file: &Path,
    encoding: &Encoding,
    features: &Features,
    domain: &Domain,
) -> Result<Pool, InputError> {
    let source = Source::new(file);
    let mut records = Records::open(&source)?;
    let header = records.next()?.ok_or_else(|| InputError::new(&source, Problem::Empty))?;
    let names = header.names()?;
    let column_of = |wanted: &str| {
        let mut found = (0..names.len()).filter(|&column| names[column] == wanted);
        match (found.next(), found.next()) {
            (Some(column), None) => Ok(column),
            (None, _) => Err(header.row_error(Problem::MissingFeature(wanted.to_owned()))),
            (Some(first), Some(second)) => {
                Err(header.row_error(Problem::DuplicateColumn { name: wanted.to_owned(), first, second }))
            }
        }
    };
    let columns: Vec<usize> =
        encoding.columns().map(|column| column_of(&column.name)).collect::<Result<_, InputError>>()?;
    let mut builder = Dataset::builder(features.clone());
    let mut lines = Vec::new();
    while let Some(record) = records.next()? {
        record.require_len(names.len())?;
        let sample = encode(&record, encoding, &columns, &names)?;
        // Labels play no part here.
        let pushed = builder.push(false, sample.iter().by_vals());
        pushed.map_err(|error| record.row_error(Problem::Data(error)))?;
        lines.push(record.line());
    }
    if lines.is_empty() {
        return Err(InputError::new(&source, Problem::NoRows));
    }
    let data = builder.build().map_err(|error| InputError::new(&source, Problem::Data(error)))?;
    domain.check(&data).map_err(|error| super::located(&source, &lines, error))?;
    let rows = data.negatives().iter().map(ToOwned::to_owned).collect();
    let lines = (0..data.distinct()).map(|row| lines[data.negatives().sources(row)[0]]).collect();
    Ok(Pool { rows, lines })
}

fn encode(
    record: &Record<'_>,
    encoding: &Encoding,
    columns: &[usize],
    names: &[String],
) -> Result<OwnedSample, InputError> {
    let text = |&column: &usize| record.text(column, &names[column]);
    let cells: Vec<&str> = columns.iter().map(text).collect::<Result<_, _>>()?;
    if let Some(empty) = cells.iter().position(|cell| cell.trim().is_empty()) {
        return Err(record.error(columns[empty], &names[columns[empty]], Problem::EmptyCell));
    }
    encoding.encode(0, cells).map_err(|error| match error {
        ColumnError::Cell { column, name, value, expected, .. } => {
            let is_flag = encoding.columns().nth(column).is_some_and(vesc_col::columns::Column::is_boolean);
            let problem = if is_flag { Problem::not_boolean(&value) } else { Problem::NotOfType { value, expected } };
            record.error(columns[column], &name, problem)
        }
        other => record.row_error(Problem::Column(Box::new(other))),
    })
}
