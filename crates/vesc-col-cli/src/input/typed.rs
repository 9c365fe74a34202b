//! Rows of typed columns.

use std::num::NonZeroU64;

use vesc_col::columns::{Column, ColumnError, Kind, Scale, Schema, Typed, TypedTable, Why};
use vesc_col::data::Domain;
use vesc_col::run::Event;
use vesc_col::{Dataset, Run};

use super::columns::{counts_hint, no_such_column};
use super::data_error::labelled;
use super::error::{Differing, InputError, Problem};
use super::indistinguishable::type_word;
use super::label_words::Label;
use super::source::Source;
use super::table::Table;
use crate::text::{as_typed, first_of, typed_option};

/// Rows whose labels stand beside them.
pub(crate) struct Unlabelled {
    /// All as positive.
    pub(crate) data: Dataset,
    /// The legal inputs.
    pub(crate) domain: Domain,
    /// What stands beside each.
    pub(crate) rows: Vec<ReadRow>,
    /// The label's column and the positive labels.
    pub(crate) label: Label,
    /// What to say if no row has the label that is to be positive.
    pub(crate) missing_label: Option<InputError>,
    /// What may be wrong with the header.
    pub(crate) header: Option<String>,
    /// Whether the rows have labels at all.
    pub(crate) is_labelled: bool,
}

/// What stands beside the features of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadRow {
    pub(crate) line: u64,
    pub(crate) is_positive: bool,
    /// How many runs it stands for.
    pub(crate) runs: NonZeroU64,
}

/// The rows without their labels. `unknown` are the words for what is not known.
pub(crate) fn load_unlabelled(
    source: &Source,
    mut table: Table,
    schema: Schema,
    unknown: &[&str],
) -> Result<Unlabelled, InputError> {
    let empty = TypedTable::new(schema, table.features().names()).with_unknown(unknown.iter().copied());
    let run = Run::new();
    let read = read_typed(source, &mut table, empty, |_| true, &run, TypedTable::build);
    let (typed, rows) = read.map_err(|error| error.beside_words(unknown))?;
    let mut label = table.label_in_words().clone();
    label.done.extend(table.counted_on());
    let (missing_label, header, is_labelled) = (table.missing_label(), table.warning(), table.is_labelled());
    let Typed { data, domain, .. } = typed;
    Ok(Unlabelled { data, domain, rows, label, missing_label, header, is_labelled })
}

/// Reads all rows into `typed`, which is empty, and types the columns. Returns what `build` makes of them, and what stands
/// beside each.
///
/// `as_label` maps the label of a row to its label in the data.
pub(super) fn read_typed<T>(
    source: &Source,
    table: &mut Table,
    mut typed: TypedTable,
    as_label: impl Fn(bool) -> bool,
    run: &Run,
    build: impl FnOnce(TypedTable) -> Result<T, ColumnError>,
) -> Result<(T, Vec<ReadRow>), InputError> {
    let rows = read_rows(source, table, &mut typed, as_label)?;
    run.report(&Event::Progress { engine: "", activity: "typing the columns", done: 0, total: None });
    let typed = build(typed).map_err(|error| in_words(source, table, &rows, error))?;
    Ok((typed, rows))
}

/// Reads all rows into `typed`.
fn read_rows(
    source: &Source,
    table: &mut Table,
    typed: &mut TypedTable,
    as_label: impl Fn(bool) -> bool,
) -> Result<Vec<ReadRow>, InputError> {
    let mut rows = Vec::new();
    while let Some(row) = table.next_row()? {
        let Some(runs) = row.runs() else {
            // A row that is no sample still says what values there are. It need not be readable.
            if let Ok(cells) = row.texts() {
                typed.mention(cells);
            }
            continue;
        };
        let pushed = typed.push(as_label(row.is_positive()), row.texts()?);
        pushed.map_err(|error| InputError::new(source, Problem::Column(Box::new(error))))?;
        typed.weigh_last(runs);
        rows.push(ReadRow { line: row.line(), is_positive: row.is_positive(), runs });
    }
    Ok(rows)
}

/// Says what is wrong with the columns, by the lines and names of the file.
fn in_words(source: &Source, table: &Table, rows: &[ReadRow], error: ColumnError) -> InputError {
    let lines: Vec<u64> = rows.iter().map(|row| row.line).collect();
    let at = |problem: Problem, row: usize, column: usize, name: &str| {
        InputError::new(source, problem).at_line(lines[row]).at_column(table.columns().features()[column], name)
    };
    match error {
        ColumnError::Stopped(reason) => InputError::new(source, Problem::Stopped(reason)),
        ColumnError::Data(error) => {
            labelled(source, table.label(), &lines, error).with_hint(table.label_in_words().hint_of_equal_rows())
        }
        ColumnError::OnlyIdentifiers { ref columns } => {
            let hint = use_of(columns);
            InputError::new(source, Problem::Column(Box::new(error))).with_hint(hint)
        }
        ColumnError::Contradiction { error, forced, differing } => {
            let (identifiers, rewritten): (Vec<Column>, Vec<Column>) =
                differing.into_iter().partition(|column| column.kind == Kind::Identifier);
            let hint = use_of(&identifiers).or_else(|| opened(&rewritten));
            let hint = hint.into_iter().chain(table.label_in_words().hint_of_equal_rows());
            let hint = hint.reduce(|one, other| format!("{one}; {other}"));
            let names = |columns: Vec<Column>| columns.into_iter().map(|column| column.name).collect();
            let error = labelled(source, table.label(), &lines, *error).with_forced(forced);
            let differing = Differing { identifiers: names(identifiers), rewritten: names(rewritten) };
            error.but_for(differing).with_hint(hint)
        }
        ColumnError::Cell { row, column, name, value, expected, others } => {
            let hint = expected
                .starts_with("Boolean")
                .then(|| "--types auto types all columns that are not declared".to_owned());
            let hint = hint.into_iter().chain(counts_hint(&name)).reduce(|one, other| format!("{one}; {other}"));
            at(Problem::NotOfType { value, expected, others: others.into_vec() }, row, column, &name).with_hint(hint)
        }
        ColumnError::OddCell { row, column, name, value, others, .. } if value.is_empty() => {
            at(Problem::EmptyCell { others: others.into_vec() }, row, column, &name)
        }
        ColumnError::OddCell { row, column, name, value, words, expected, others } => {
            let (words, others) = (words.into_vec(), others.into_vec());
            let problem = Problem::OddCell { value: value.into(), column: name.to_string(), words, expected, others };
            at(problem, row, column, &name)
        }
        ColumnError::TooManyThresholds { ref columns, .. } => {
            let option = |(name, scale, _): &(String, Scale, usize)| {
                typed_option("--column", &format!("{}={}:T1,T2", as_typed(name), type_word(*scale)))
            };
            let options: Vec<String> = columns.iter().map(option).collect();
            let hint = format!(
                "plain `learn` on rows of both labels answers with any number, and the thresholds of its answer, both ends of their \
                 rooms, may be enough here: {}",
                options.join(" ")
            );
            InputError::new(source, Problem::Column(Box::new(error))).with_hint(Some(hint))
        }
        ColumnError::TooManyValues { columns, most } => {
            InputError::new(source, Problem::TooManyValues { columns, most })
        }
        ColumnError::UnknownColumn { name } if table.columns().names().contains(&name) => {
            let why = if name == table.label() { "is the label" } else { "is ignored" };
            InputError::new(source, Problem::NoFeature { name, why })
        }
        ColumnError::UnknownColumn { name } => {
            InputError::new(source, no_such_column(table.columns().names(), &name, " to give a type"))
        }
        ColumnError::NoMatch { pattern } if !pattern.contains('*') && !table.columns().names().contains(&pattern) => {
            InputError::new(source, no_such_column(table.columns().names(), &pattern, " for a declared group"))
        }
        other => InputError::new(source, Problem::Column(Box::new(other))),
    }
}

/// How different cells become different values, in columns whose type was not declared; `None` if there is none.
fn opened(columns: &[Column]) -> Option<String> {
    let inferred: Vec<String> =
        columns.iter().filter(|column| column.inferred).map(|column| as_typed(&column.name).into_owned()).collect();
    (!inferred.is_empty()).then(|| format!("{} makes each cell a value", typed_option("--open", &inferred.join(","))))
}

/// How one of some columns that were taken for identifiers is used; `None` if there is none.
fn use_of(columns: &[Column]) -> Option<String> {
    let option = |column: &Column| match column.why {
        // As texts they would have no order.
        Some(Why::Consecutive) => typed_option("--column", &format!("{}=numeric", as_typed(&column.name))),
        // So it was declared.
        None => format!("leave out the type of {}", as_typed(&column.name)),
        Some(_) => typed_option("--open", &as_typed(&column.name)),
    };
    match columns {
        [] => None,
        [one] if one.why == Some(Why::Consecutive) => {
            Some(format!("{} reads its numbers, which may be a cause", option(one)))
        }
        [Column { why: Some(why), name, .. }] if let Some(form) = why.plain_form() => Some(format!(
            "{why}: write them as {form}; {} reads them as words",
            typed_option("--open", &as_typed(name))
        )),
        [one] if one.why.is_none() => Some(format!("{} to use it", option(one))),
        [one] => Some(format!("{} uses it", option(one))),
        columns => Some(format!("to use one: {}", first_of(columns.iter().map(option)))),
    }
}
