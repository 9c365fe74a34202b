//! Rows without labels.

use std::collections::HashSet;
use std::path::Path;
use std::rc::Rc;

use vesc_col::columns::{Column, ColumnError, Encoding, Kind, means_unknown};
use vesc_col::data::{Domain, OwnedSample};
use vesc_col::{Dataset, Features, Run};

use super::data_error::located;
use super::error::{InputError, Problem};
use super::records::{Record, Records};
use super::source::Source;

/// The different rows of a file, each with the lines on which it stands.
pub(crate) struct Pool {
    pub(crate) rows: Vec<OwnedSample>,
    /// The lines of each row.
    pub(crate) lines: Vec<Vec<u64>>,
    /// The cells of each row on its first line, in the order of the columns; none if all of them are Boolean.
    pub(crate) cells: Vec<Vec<Rc<str>>>,
    /// The names of all columns of the file.
    pub(crate) header: Vec<String>,
    /// Each row as it stands on its first line.
    pub(crate) records: Vec<Vec<Rc<str>>>,
}

/// The columns that were taken for those of two words, and of which the file has another one.
pub(super) fn columns_with_more_words(file: &Path, columns: &[Column], run: &Run) -> Result<Vec<String>, InputError> {
    let words: Vec<&Column> = columns.iter().filter(|column| column.inferred && column.kind == Kind::Words).collect();
    // Standard input can be read only once.
    if words.is_empty() || file == Path::new("-") {
        return Ok(Vec::new());
    }
    let mut records = Records::open([Source::new(file)], None, run)?;
    let Some(header) = records.next()? else { return Ok(Vec::new()) };
    let names = header.names()?;
    let mut found: Vec<String> = Vec::new();
    while let Some(record) = records.next()? {
        record.require_len(names.len())?;
        for column in &words {
            let Some(at) = names.iter().position(|name| *name == column.name) else { continue };
            let cell = record.text(at, &column.name)?.trim();
            if !found.contains(&column.name) && !cell.is_empty() && !column.values.iter().any(|value| value == cell) {
                found.push(column.name.clone());
            }
        }
    }
    Ok(found)
}

/// Reads the columns that make these features, in whatever order they stand; other columns are passed over. A row that is no
/// legal input is refused.
pub(crate) fn load_pool(
    file: &Path,
    encoding: &Encoding,
    features: &Features,
    domain: &Domain,
    run: &Run,
) -> Result<Pool, InputError> {
    let source = Source::new(file);
    let mut records = Records::open([source.clone()], None, run)?;
    let header = records.next()?.ok_or_else(|| InputError::new(&source, Problem::Empty))?;
    let names = header.names()?;
    let column_of = |column: &Column| {
        let wanted = &column.name;
        let mut found = (0..names.len()).filter(|&column| names[column] == *wanted);
        match (found.next(), found.next()) {
            (Some(column), None) => Ok(Some(column)),
            (None, _) if column.kind == Kind::Identifier => Ok(None),
            (None, _) => Err(header.row_error(Problem::MissingFeature(wanted.clone()))),
            (Some(first), Some(second)) => {
                Err(header.row_error(Problem::DuplicateColumn { name: wanted.clone(), first, second, is_data: false }))
            }
        }
    };
    let columns: Vec<Option<usize>> = encoding.columns().map(column_of).collect::<Result<_, InputError>>()?;
    let mut builder = Dataset::builder(features.clone());
    let has_texts = !encoding.columns().all(Column::is_boolean);
    let (mut lines, mut cells, mut all, mut texts) = (Vec::new(), Vec::new(), Vec::new(), HashSet::new());
    while let Some(record) = records.next()? {
        record.require_len(names.len())?;
        let text = |column: usize| record.text(column, &names[column]);
        let row: Vec<&str> =
            columns.iter().map(|column| column.map_or(Ok(""), text)).collect::<Result<_, InputError>>()?;
        let sample = encode(&record, encoding, (&columns, &names), &row)?;
        // Labels play no part here.
        let pushed = builder.push(false, sample.iter().by_vals());
        pushed.map_err(|error| record.row_error(Problem::Data(error)))?;
        lines.push(record.line());
        // A line may end as Windows ends it.
        let whole = |column: usize| text(column).map(|cell| cell.strip_suffix('\r').unwrap_or(cell));
        let whole: Result<Vec<&str>, InputError> = (0..names.len()).map(whole).collect();
        all.push(whole?.into_iter().map(|text| shared(text, &mut texts)).collect::<Vec<_>>());
        if has_texts {
            cells.push(row.iter().map(|text| shared(text.trim(), &mut texts)).collect());
        }
    }
    if lines.is_empty() {
        return Err(InputError::new(&source, Problem::NoRows));
    }
    let data = builder.build().map_err(|error| InputError::new(&source, Problem::Data(error)))?;
    domain.check(&data).map_err(|error| located(&source, &lines, error))?;
    let rows = data.negatives().iter().map(ToOwned::to_owned).collect();
    let sources = || (0..data.distinct()).map(|row| data.negatives().sources(row));
    let cells = sources().filter_map(|rows| cells.get_mut(rows[0]).map(std::mem::take)).collect();
    let records = sources().map(|rows| std::mem::take(&mut all[rows[0]])).collect();
    let lines = sources().map(|rows| rows.iter().map(|&row| lines[row]).collect()).collect();
    Ok(Pool { rows, lines, cells, header: names, records })
}

/// Returns the shared copy of a text.
fn shared(text: &str, texts: &mut HashSet<Rc<str>>) -> Rc<str> {
    if let Some(known) = texts.get(text) {
        return Rc::clone(known);
    }
    let text: Rc<str> = text.into();
    texts.insert(Rc::clone(&text));
    text
}

/// The features of a record's row, which are the texts of these columns.
fn encode(
    record: &Record<'_>,
    encoding: &Encoding,
    (columns, names): (&[Option<usize>], &[String]),
    row: &[&str],
) -> Result<OwnedSample, InputError> {
    let kinds = encoding.columns().map(|column| column.kind);
    let mut empty = columns.iter().zip(row).zip(kinds).filter(|((_, cell), _)| cell.trim().is_empty());
    if let Some(((Some(column), _), _)) = empty.find(|(_, kind)| *kind != Kind::Identifier) {
        return Err(record.error(*column, &names[*column], Problem::UnknownInPool(String::new())));
    }
    encoding.encode(0, row.iter().copied()).map_err(|error| match error {
        ColumnError::Cell { column, name, value, expected, .. } => {
            let is_flag = encoding.columns().nth(column).is_some_and(Column::is_boolean);
            let problem = if means_unknown(value.trim()) {
                Problem::UnknownInPool(value)
            } else if is_flag {
                Problem::not_boolean(&value)
            } else {
                Problem::NotOfType { value, expected, others: Vec::new() }
            };
            match columns[column] {
                Some(column) => record.error(column, &name, problem),
                None => record.row_error(problem),
            }
        }
        other => record.row_error(Problem::Column(Box::new(other))),
    })
}
