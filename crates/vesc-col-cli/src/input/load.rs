//! Labelled samples from a file.

use std::path::Path;
use std::sync::Arc;

use vesc_col::columns::{
    Column, ColumnError, Cuts, Encoding, EqualRows, Indistinguishable, Scale, Schema, Settled, Typed, TypedTable,
    means_unknown,
};
use vesc_col::confidence::Assessment;
use vesc_col::data::Domain;
use vesc_col::{Dataset, Run};

use super::columns::counts_hint;
use super::data_error::labelled;
use super::error::InputError;
use super::indistinguishable::note;
use super::label_words::Label;
use super::pool::columns_with_more_words;
use super::resolve::{self, Lined, equal_rows, one_label, refuse_contradictions, without_unknown_columns};
use super::schema::{blame_schema, schema};
use super::source::Source;
use super::table::Table;
use super::typed::read_typed;
use crate::args::{Contradictions, InputArgs, NoiseArgs};

/// The content of a CSV file.
pub(crate) struct Loaded {
    pub(crate) data: Arc<Dataset>,
    /// The rows without those that have an equal one of the other label, if these were given one label or left out.
    pub(crate) undisputed: Option<Dataset>,
    /// Which rows are equal in the file, where that is not seen by their features.
    equal: Option<EqualRows>,
    /// The legal inputs.
    pub(crate) domain: Domain,
    /// What the columns were taken to be; none if they were all to be Boolean.
    pub(crate) columns: Vec<Column>,
    /// How rows of the same columns are read and written.
    pub(crate) encoding: Encoding,
    /// The names of all columns of the file, also of those that are no features.
    pub(crate) header: Vec<String>,
    /// What separates them; a comma, if the file is no text of columns.
    pub(crate) separator: u8,
    /// The label's column, the positive labels, and what may be wrong with the file.
    pub(crate) label: Label,
    /// The line of each row, counted over all files.
    pub(crate) lines: Vec<u64>,
}

impl Loaded {
    /// An assessment of these rows, or some of the first of them, with what is known of them beside their features.
    pub(crate) fn judged<'a>(&'a self, assessment: Assessment<'a>) -> Assessment<'a> {
        self.equal.iter().fold(assessment.with_columns(&self.columns), Assessment::with_equal_rows)
    }
}

/// Reads a whole file, within a run. Where all columns are Boolean it takes one bit a cell, one word a row for its
/// line, and a buffer of one row's text. The file itself is never in memory. Typed columns take four bytes a cell, and
/// each different text once.
///
/// `allowed` says whether equal rows may keep different labels.
pub(crate) fn load(args: &InputArgs, (noise, allowed): (&NoiseArgs, bool), run: &Run) -> Result<Loaded, InputError> {
    load_open(args, (noise, allowed), &[], run)
}

/// The same beside a file of further rows. If that file has a third value of a column of two words, the two words are no
/// opposites.
pub(crate) fn load_beside(
    args: &InputArgs,
    (noise, allowed): (&NoiseArgs, bool),
    pool: Option<&Path>,
    run: &Run,
) -> Result<Loaded, InputError> {
    let loaded = load(args, (noise, allowed), run)?;
    let open = match pool {
        Some(pool) => columns_with_more_words(pool, &loaded.columns, run)?,
        None => Vec::new(),
    };
    match open.is_empty() {
        true => Ok(loaded),
        false => load_open(args, (noise, allowed), &open, run),
    }
}

/// The same with columns of plain texts, of which others are legal.
fn load_open(
    args: &InputArgs,
    (noise, allowed): (&NoiseArgs, bool),
    open: &[String],
    run: &Run,
) -> Result<Loaded, InputError> {
    let source = Source::of(args);
    let allowed = allowed || args.contradictions != Contradictions::Refuse;
    match schema(args)? {
        None => load_boolean(&source, args, (noise, allowed), run),
        Some(schema) => {
            let schema = open.iter().fold(schema, Schema::with_open);
            load_whole(&source, args, schema, (noise, allowed), run)
        }
    }
}

/// The same with just the features of which a formula speaks; `columns` are the names of the columns. Equal rows may keep
/// different labels.
pub(crate) fn load_for_formula(
    args: &InputArgs,
    noise: &NoiseArgs,
    (formula, columns): (&str, &[&str]),
    run: &Run,
) -> Result<Loaded, InputError> {
    let schema = schema(args)?.unwrap_or_default().for_formula(formula, columns.iter().copied());
    // Features for the values in the formula alone need not tell all rows apart.
    Ok(load_typed(&Source::of(args), args, schema, (noise, true), run, all_cuts(run))?.0)
}

/// The rows of typed columns with all features that the schema makes.
fn load_whole(
    source: &Source,
    args: &InputArgs,
    schema: Schema,
    (noise, contradictions): (&NoiseArgs, bool),
    run: &Run,
) -> Result<Loaded, InputError> {
    let (loaded, _, same) = load_typed(source, args, schema, (noise, contradictions), run, all_cuts(run))?;
    Ok(noted(loaded, same))
}

/// Makes the data set over all thresholds.
fn all_cuts(run: &Run) -> impl FnOnce(TypedTable) -> Result<Built, ColumnError> {
    |table| Ok(Built { typed: table.build_within(run)?, cuts: None, settled: None })
}

/// A data set made of a table.
struct Built {
    typed: Typed,
    /// All cuts, if the data set has those next to positives only.
    cuts: Option<Cuts>,
    /// What became of each row, if equal ones have got one label.
    settled: Option<Vec<Settled>>,
}

/// The rows with a note on those that differ in the file, and in no feature.
fn noted(mut loaded: Loaded, same: Option<Indistinguishable>) -> Loaded {
    if let Some(same) = same {
        loaded.label.note(note(&same, &loaded.lines));
    }
    loaded
}

/// Reads a whole file for a search up to the first size that is not empty, without errors and unknown cells. Of the
/// thresholds of typed columns only those next to positives become features, if that is enough. Then the second
/// result has all of them. Equal rows of different labels are refused.
pub(crate) fn load_near_positives(args: &InputArgs, run: &Run) -> Result<(Loaded, Option<Cuts>), InputError> {
    let (source, noise) = (Source::of(args), NoiseArgs::default());
    match schema(args)? {
        None => Ok((load_boolean(&source, args, (&noise, false), run)?, None)),
        Some(schema) => {
            let rule = args.contradictions;
            let near = |table: TypedTable| match rule {
                Contradictions::Refuse => {
                    let (typed, cuts) = table.build_near_positives_within(run)?;
                    Ok(Built { typed, cuts, settled: None })
                }
                _ => {
                    let label = |positives, negatives| rule.label(positives, negatives);
                    let (typed, cuts, settled) = table.build_near_positives_settled(label, run)?;
                    Ok(Built { typed, cuts, settled: Some(settled) })
                }
            };
            let (loaded, cuts, same) = load_typed(&source, args, schema, (&noise, false), run, near)?;
            Ok((noted(loaded, same), cuts))
        }
    }
}

fn load_boolean(
    source: &Source,
    args: &InputArgs,
    (noise, contradictions): (&NoiseArgs, bool),
    run: &Run,
) -> Result<Loaded, InputError> {
    let mut table = Table::open(source, args, run)?;
    let loaded = boolean_rows(source, &mut table, (noise, contradictions), args);
    loaded.map_err(|error| error.in_files(table.files()))
}

/// The rows of Boolean columns.
fn boolean_rows(
    source: &Source,
    table: &mut Table,
    (noise, contradictions): (&NoiseArgs, bool),
    args: &InputArgs,
) -> Result<Loaded, InputError> {
    let mut builder = Dataset::builder(table.features().clone()).with_contradictions();
    let words = noise.unknown_words().unwrap_or_default();
    if noise.unknown.is_some() {
        builder = builder.with_unknown(words.iter().copied());
    }
    let mut lines: Vec<u64> = Vec::new();
    while let Some(row) = table.next_row()? {
        let Some(runs) = row.runs() else { continue };
        if let Err(error) = row.push_to(&mut builder, runs) {
            let found = row.not_boolean(&words);
            return Err(name_all(error, table, found, &words).beside_words(&words));
        }
        lines.push(row.line());
    }
    note_warnings(table);
    let hint = table.label_in_words().hint_of_equal_rows();
    let data =
        builder.build().map_err(|error| labelled(source, table.label(), &lines, error).with_hint(hint.clone()))?;
    if !contradictions {
        refuse_contradictions(source, table.label(), &data, &lines).map_err(|error| error.with_hint(hint))?;
    }
    let mut label = table.label_in_words().clone();
    let equal = equal_or_none(&data, args);
    let (Lined { data, lines, .. }, resolved) = one_label(source, Lined { data, lines, equal }, args.contradictions)?;
    let (data, gone) = without_unknown_columns(source, data)?;
    let (note, undisputed) = resolved.unzip();
    label.done.extend(note.into_iter().chain(gone));
    describe(&mut label, &equal_or_none(&data, args), (table, args));
    let encoding = Encoding::boolean(data.features().names());
    let header = table.columns().names().to_vec();
    let (data, domain) = (Arc::new(data), Domain::free());
    let separator = table.separator();
    Ok(Loaded { data, undisputed, equal: None, domain, columns: Vec::new(), encoding, header, separator, label, lines })
}

/// Which rows of Boolean columns are equal, if that matters.
fn equal_or_none(data: &Dataset, args: &InputArgs) -> EqualRows {
    let matters = args.count_column.is_some() || data.contradictions() > 0;
    if matters { EqualRows::of(data) } else { EqualRows::default() }
}

/// Reads the rows of typed columns, which `build` makes into a data set. Also returns the rows that differ in the file alone.
fn load_typed(
    source: &Source,
    args: &InputArgs,
    schema: Schema,
    (noise, contradictions): (&NoiseArgs, bool),
    run: &Run,
    build: impl FnOnce(TypedTable) -> Result<Built, ColumnError>,
) -> Result<(Loaded, Option<Cuts>, Option<Indistinguishable>), InputError> {
    let mut table = Table::open(source, args, run)?;
    let mut empty = TypedTable::new(schema, table.features().names());
    if contradictions {
        empty = empty.with_contradictions();
    }
    if args.count_column.is_some() {
        empty = empty.with_equal_rows();
    }
    let words = noise.unknown_words().unwrap_or_default();
    let empty = empty.with_unknown(words.iter().copied());
    let read = read_typed(source, &mut table, empty, |positive| positive, run, build);
    let (Built { typed, cuts, settled }, rows) =
        read.map_err(|error| blame_schema(error.in_files(table.files()).beside_words(&words), args))?;
    note_warnings(&mut table);
    let mut label = table.label_in_words().clone();
    let lines = rows.iter().map(|row| row.line).collect();
    let Typed { data, domain, columns, encoding, equal_rows, indistinguishable, .. } = typed;
    let equal = equal_rows.unwrap_or_default();
    let read = Lined { data, lines, equal };
    let (read, resolved) = match settled {
        None => one_label(source, read, args.contradictions)?,
        Some(settled) => resolve::settled(source, read, (&rows, &settled), args.contradictions)?,
    };
    let Lined { data, lines, equal } = read;
    let (note, undisputed) = resolved.unzip();
    label.done.extend(note);
    describe(&mut label, &equal, (&table, args));
    let numbers = columns.iter().filter(|column| column.inferred && column.scale == Some(Scale::Number));
    let whole = numbers.filter(|column| column.values.iter().all(|value| value.parse::<u64>().is_ok()));
    whole.filter_map(|column| counts_hint(&column.name)).for_each(|hint| label.note(hint));
    let header = table.columns().names().to_vec();
    let data = Arc::new(data);
    let equal = Some(equal).filter(|equal| !equal.groups().is_empty());
    let separator = table.separator();
    let loaded = Loaded { data, undisputed, equal, domain, columns, encoding, header, separator, label, lines };
    Ok((loaded, cuts, indistinguishable))
}

/// Says how many rows are equal where that matters, and where the lines of each file begin.
fn describe(label: &mut Label, equal: &EqualRows, (table, args): (&Table, &InputArgs)) {
    if args.count_column.is_some() || equal.contradictions() > 0 {
        label.done.push(equal_rows(equal));
    }
    label.done.extend(table.counted_on());
}

/// Notes what may be wrong with a file that has been read: its header, or a label that was chosen and that no row has.
fn note_warnings(table: &mut Table) {
    let missing = table.missing_label().map(|problem| problem.to_string());
    let columns = table.columns();
    let labels = columns.ignored_label().into_iter().chain(columns.labels_among_features());
    let warnings: Vec<String> = missing.into_iter().chain(table.warning()).chain(labels).collect();
    warnings.into_iter().for_each(|warning| table.note(warning));
}

/// Names all columns with cells that are not Boolean, those in the rows that follow included. `found` are those of the row
/// with the error.
fn name_all(error: InputError, table: &mut Table, found: Vec<(String, String)>, words: &[&str]) -> InputError {
    if !error.is_not_boolean() {
        return error;
    }
    let mut names: Vec<String> = found.into_iter().map(|(name, _)| name).collect();
    let mut has_words = false;
    while let Ok(Some(row)) = table.next_row() {
        for (name, cell) in row.not_boolean(words) {
            // The first one is that of the error.
            has_words |= names.first() == Some(&name) && !cell.is_empty() && !means_unknown(&cell);
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let hint = names.iter().find_map(|name| counts_hint(name));
    let error = if has_words { error.among_words() } else { error };
    error.also_in(names.into_iter().skip(1).collect()).with_hint(hint)
}
