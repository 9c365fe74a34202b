//! From a CSV file to labelled samples.

mod columns;
pub(crate) mod error;
mod label;
mod pool;
mod records;
mod source;
mod table;
mod types;
mod words;

use std::sync::Arc;

use vesc_col::columns::{Column, ColumnError, Encoding, Schema, Typed, TypedTable};
use vesc_col::data::{DataError, Domain, Test};
use vesc_col::{Dataset, Features};

use crate::args::{InputArgs, NoiseArgs};
use crate::error::CliError;

pub(crate) use columns::names_in;
pub(crate) use pool::{Pool, load_pool};
pub(crate) use source::Source;
pub(crate) use table::{Row, Table};

use error::{InputError, Problem};
use types::schema;

/// What a file holds.
pub(crate) struct Loaded {
    pub(crate) data: Arc<Dataset>,
    /// The legal inputs.
    pub(crate) domain: Domain,
    /// What the columns were taken to be; none if they were all to be Boolean.
    pub(crate) columns: Vec<Column>,
    /// How rows of the same columns are read and written.
    pub(crate) encoding: Encoding,
    /// The names of all columns of the file, also of those that are no features.
    pub(crate) header: Vec<String>,
    /// The name of the label's column.
    pub(crate) label: String,
    /// The line of each row.
    pub(crate) lines: Vec<u64>,
}

/// Reads a whole file. Where all columns are Boolean it takes one bit a cell, one word a row for its line, and a buffer of one
/// row's text; the file itself is never in memory. Typed columns take four bytes a cell, and each different text once.
pub(crate) fn load(args: &InputArgs, noise: &NoiseArgs) -> Result<Loaded, CliError> {
    let source = Source::new(&args.file);
    match schema(args)? {
        None => Ok(load_boolean(&source, args, noise)?),
        Some(schema) => Ok(load_typed(&source, args, schema, noise)?),
    }
}

fn load_boolean(source: &Source, args: &InputArgs, noise: &NoiseArgs) -> Result<Loaded, InputError> {
    let mut table = Table::open(source, args)?;
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
    require_label(&mut table)?;
    let data = builder.build().map_err(|error| labelled(source, table.label(), &lines, error))?;
    let (label, encoding) = (table.label().to_owned(), Encoding::boolean(table.features().names()));
    let header = table.columns().names().to_vec();
    Ok(Loaded { data: Arc::new(data), domain: Domain::free(), columns: Vec::new(), encoding, header, label, lines })
}

fn load_typed(source: &Source, args: &InputArgs, schema: Schema, noise: &NoiseArgs) -> Result<Loaded, InputError> {
    let mut table = Table::open(source, args)?;
    let label = table.label().to_owned();
    let mut empty = TypedTable::new(schema, table.features().names());
    if noise.error_budget().is_some() {
        empty = empty.with_contradictions();
    }
    let words: Vec<&str> = noise.unknown.as_deref().map(|words| words.split(',').collect()).unwrap_or_default();
    let empty_cells = words.iter().any(|word| word.trim().is_empty());
    let empty = empty.with_unknown(words);
    let (typed, rows) = read_typed(source, &mut table, (empty, empty_cells), |positive| positive)?;
    require_label(&mut table)?;
    let lines = rows.into_iter().map(|(line, _)| line).collect();
    let Typed { data, domain, columns, encoding, .. } = typed;
    let header = table.columns().names().to_vec();
    Ok(Loaded { data: Arc::new(data), domain, columns, encoding, header, label, lines })
}

/// What is learned from no positive at all is worth a refusal if a wrong spelling is the reason.
fn require_label(table: &mut Table) -> Result<(), InputError> {
    table.missing_label().map_or(Ok(()), Err)
}

/// Types the columns, with the line and the label of each row; `as_label` says what label it is to have in the data. The typed
/// table has no rows yet; beside it stands whether a cell may be empty.
fn read_typed(
    source: &Source,
    table: &mut Table,
    (mut typed, empty_cells): (TypedTable, bool),
    as_label: impl Fn(bool) -> bool,
) -> Result<(Typed, Vec<(u64, bool)>), InputError> {
    let mut rows: Vec<(u64, bool)> = Vec::new();
    while let Some(row) = table.next_row()? {
        let pushed = typed.push(as_label(row.is_positive()), row.texts(empty_cells)?);
        pushed.map_err(|error| InputError::new(source, Problem::Column(Box::new(error))))?;
        rows.push((row.line(), row.is_positive()));
    }
    let lines: Vec<u64> = rows.iter().map(|&(line, _)| line).collect();
    let at = |problem: Problem, row: usize, column: usize, name: &str| {
        InputError::new(source, problem).at_line(lines[row]).at_column(table.columns().features()[column], name)
    };
    let typed = typed.build().map_err(|error| match error {
        ColumnError::Data(error) => labelled(source, table.label(), &lines, error),
        ColumnError::Cell { row, column, name, value, expected } => {
            at(Problem::NotOfType { value, expected }, row, column, &name)
        }
        ColumnError::OddCell { row, column, name, value, expected } => {
            at(Problem::OddCell { value, expected }, row, column, &name)
        }
        ColumnError::TooManyValues { columns, most } => {
            InputError::new(source, Problem::TooManyValues { columns, most })
        }
        ColumnError::UnknownColumn { name } if table.columns().names().contains(&name) => {
            let why = if name == table.label() { "is the label" } else { "is ignored" };
            InputError::new(source, Problem::NoFeature { name, why })
        }
        other => InputError::new(source, Problem::Column(Box::new(other))),
    })?;
    Ok((typed, rows))
}

/// The schema for the features that a formula speaks of; `None` if all columns are to be Boolean, and no value is compared.
pub(crate) fn schema_of_formula(
    args: &InputArgs,
    formula: &str,
    columns: &Features,
) -> Result<Option<Schema>, CliError> {
    let given = schema(args)?;
    let compares = Test::columns_in(formula).iter().any(|(_, test)| test.is_some());
    let wanted = compares || given.is_some();
    Ok(wanted.then(|| given.unwrap_or_default().for_formula(formula, columns.names())))
}

/// What a formula may speak of: the tests that it makes of columns, and all other columns as Boolean ones.
pub(crate) fn features_of_formula(formula: &str, columns: &Features) -> Result<Features, DataError> {
    let mut tests: Vec<(String, Option<Test>)> = Vec::new();
    for tested in Test::columns_in(formula) {
        if tested.1.is_some() && columns.position(&tested.0).is_some() && !tests.contains(&tested) {
            tests.push(tested);
        }
    }
    let is_tested = |name: &&str| tests.iter().any(|(column, _)| column == name);
    let others: Vec<_> = columns.names().filter(|name| !is_tested(name)).map(|name| (name.to_owned(), None)).collect();
    Features::typed(tests.into_iter().chain(others))
}

/// Rows whose labels stand beside them.
pub(crate) struct Unlabelled {
    /// All as positive.
    pub(crate) data: Dataset,
    /// For each row its line and its label.
    pub(crate) labels: Vec<(u64, bool)>,
    /// What to say if no row has the label that is to be positive.
    pub(crate) missing_label: Option<InputError>,
}

/// The rows without their labels.
pub(crate) fn load_unlabelled(source: &Source, mut table: Table, schema: Schema) -> Result<Unlabelled, InputError> {
    let empty = TypedTable::new(schema, table.features().names());
    let (typed, labels) = read_typed(source, &mut table, (empty, false), |_| true)?;
    Ok(Unlabelled { data: typed.data, labels, missing_label: table.missing_label() })
}

/// What is wrong with labelled rows together, with their lines.
fn labelled(source: &Source, label: &str, lines: &[u64], error: DataError) -> InputError {
    match error {
        DataError::Contradiction { positive, negative, pairs } => {
            let problem = Problem::Contradiction { negative: lines[negative], pairs, label: label.to_owned() };
            InputError::new(source, problem).at_line(lines[positive])
        }
        other => located(source, lines, other),
    }
}

/// What is wrong with rows whatever their labels, with their lines.
fn located(source: &Source, lines: &[u64], error: DataError) -> InputError {
    match error {
        DataError::IllegalRow { row, impossible } => {
            InputError::new(source, Problem::Illegal(impossible)).at_line(lines[row])
        }
        other => InputError::new(source, Problem::Data(other)),
    }
}
