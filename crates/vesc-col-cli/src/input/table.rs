//! Labelled rows of a CSV file.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use vesc_col::data::DatasetBuilder;
use vesc_col::{Features, Run};

use super::columns::Columns;
use super::error::{InputError, Problem};
use super::label::{LabelRule, OtherLabels, Role};
use super::label_words::Label;
use super::records::{Record, Records};
use super::source::Source;
use super::words::is_verdict;
use crate::args::InputArgs;
use crate::text::first_of;

/// A file whose header has been read. Its rows come one by one, so that it need not fit into memory.
pub(crate) struct Table {
    source: Source,
    records: Records,
    columns: Columns,
    features: Features,
    /// All columns that may be features; more than are read if only those are that a formula names.
    candidates: Features,
    /// Whether rows without labels are read.
    is_label_optional: bool,
    /// The column that would be the label, if the first row has none: then no row may have one.
    empty_label: Option<usize>,
    label_rule: LabelRule,
    label: Label,
    /// The labels of the rows, until each that the user chose has been seen.
    other_labels: OtherLabels,
    is_at_start: bool,
    /// For each column whether one of the first rows has its name as a cell, and how many of them are still to be looked at.
    recurs: Vec<bool>,
    unseen: usize,
    /// How many runs the rows so far stand for.
    runs: u64,
}

/// Number of rows in which the names of columns are looked for.
const SEEN: usize = 1000;

/// The most runs of a file: error budgets up to their number are looked at one by one.
const MOST_RUNS: u64 = 100_000_000;

/// One labelled row.
pub(crate) struct Row<'a> {
    columns: &'a Columns,
    record: Record<'a>,
    positive: bool,
    runs: u64,
    /// Whether it has a label and stands for a run.
    was_run: bool,
}

impl Table {
    /// Opens the files, to be read within a run, and reads the header.
    pub(crate) fn open(source: &Source, args: &InputArgs, run: &Run) -> Result<Table, InputError> {
        Table::with_columns(source, args, false, run, |names| {
            let columns = Columns::new(names, args)?;
            Ok((columns.clone(), columns))
        })
    }

    /// Whether some row may have a label. If it was said what labels mean, all rows are read up to the first that has one. Standard
    /// input can be read only once.
    pub(crate) fn has_labels(source: &Source, args: &InputArgs) -> bool {
        let is_said = !args.positive.is_empty() || !args.negative.is_empty();
        if !is_said || args.file == Path::new("-") {
            return true;
        }
        // What is wrong with the file is said by whoever reads its rows.
        let Ok(mut table) = Table::open(source, args, &Run::new()) else { return true };
        loop {
            match table.next_row() {
                Ok(Some(row)) if !row.was_run => {}
                Ok(None) => return false,
                _ => return true,
            }
        }
    }

    /// The same for a formula that names some columns: no others are read, unless it names none, and rows need no labels.
    pub(crate) fn open_for_formula(
        source: &Source,
        (args, has_labels): (&InputArgs, bool),
        is_named: impl Fn(&str) -> bool,
        run: &Run,
    ) -> Result<Table, InputError> {
        Table::with_columns(source, args, true, run, |names| {
            let columns = Columns::for_formula(names, args, &is_named)?;
            let columns = if has_labels { columns } else { columns.without_label() };
            let only = columns.clone().only(&is_named);
            Ok((if only.features().is_empty() { columns.clone() } else { only }, columns))
        })
    }

    /// `choose` finds from the names of all columns those that are read, and those that may be features.
    fn with_columns(
        source: &Source,
        args: &InputArgs,
        is_label_optional: bool,
        run: &Run,
        choose: impl Fn(Vec<String>) -> Result<(Columns, Columns), Problem>,
    ) -> Result<Table, InputError> {
        let files: Vec<&PathBuf> = std::iter::once(&args.file).chain(&args.more_files).collect();
        // Some are no files, and lead nowhere.
        let places: Vec<PathBuf> = files.iter().map(|file| file.canonicalize().unwrap_or(file.to_path_buf())).collect();
        if (1..files.len()).any(|at| places[..at].contains(&places[at])) {
            return Err(InputError::new(source, Problem::GivenTwice));
        }
        if let Some(label) = args.positive.iter().find(|label| args.negative.contains(label)) {
            return Err(InputError::new(source, Problem::BothRoles(label.clone())));
        }
        let mut records = Records::open(Source::each(args), args.delimiter, run)?;
        let header = records.next()?.ok_or_else(|| InputError::new(source, Problem::Empty))?;
        let (columns, all) = choose(header.names()?).map_err(|problem| header.row_error(problem))?;
        let features = |columns: &Columns| Features::new(columns.features().iter().map(|&column| columns.name(column)));
        let made = features(&columns).and_then(|read| Ok((read, features(&all)?)));
        let (features, candidates) = made.map_err(|error| header.row_error(Problem::Data(error)))?;
        let label = Label::new(columns.label().map_or("", |label| columns.name(label)), columns.rival(), args);
        let recurs = vec![false; columns.len()];
        let chosen: Vec<String> = args.positive.iter().chain(&args.negative).cloned().collect();
        Ok(Table {
            source: source.clone(),
            records,
            columns,
            features,
            candidates,
            is_label_optional,
            empty_label: None,
            label,
            label_rule: LabelRule::new(&args.positive, &args.negative),
            other_labels: OtherLabels::new(&chosen),
            is_at_start: true,
            recurs,
            unseen: SEEN,
            runs: 0,
        })
    }

    /// All columns that may be features.
    pub(crate) fn candidates(&self) -> &Features {
        &self.candidates
    }

    /// Whether the rows have labels. If that is not required, it is known once the first row has been read.
    pub(crate) fn is_labelled(&self) -> bool {
        self.columns.label().is_some()
    }

    /// Notes what may be wrong with the file.
    pub(super) fn note(&mut self, warning: String) {
        self.label.note(warning);
    }

    /// What may be wrong with the header.
    pub(crate) fn warning(&self) -> Option<String> {
        self.columns.look_like_data(&self.recurs).then(|| {
            "the header looks like data: if the names of the columns are missing, put a row with names above".to_owned()
        })
    }

    /// What may be wrong with a formula over the rows.
    pub(crate) fn label_in_formula(&self) -> Option<String> {
        self.columns.label_in_formula()
    }

    /// The features.
    pub(crate) fn features(&self) -> &Features {
        &self.features
    }

    /// The columns by their roles.
    pub(super) fn columns(&self) -> &Columns {
        &self.columns
    }

    /// What separates the columns of the file that was read last.
    pub(super) fn separator(&self) -> u8 {
        self.records.separator()
    }

    /// The files so far, and how many lines there are before each.
    pub(super) fn files(&self) -> &[(Source, u64)] {
        self.records.files()
    }

    /// Where the lines of each file begin, if there are several.
    pub(crate) fn counted_on(&self) -> Option<String> {
        let later = self.files().iter().skip(1).map(|(file, before)| format!("{file} from {}", before + 1));
        (later.len() > 0).then(|| format!("lines are counted on from file to file: {}", first_of(later)))
    }

    /// The name of the label's column; empty if the rows have no labels.
    pub(crate) fn label(&self) -> &str {
        self.columns.label().map_or("", |label| self.columns.name(label))
    }

    /// The label's column and the positive labels so far, for people.
    pub(crate) fn label_in_words(&self) -> &Label {
        &self.label
    }

    /// What to say if no row so far had a label that is to be positive.
    pub(crate) fn missing_label(&self) -> Option<InputError> {
        let problem = self.other_labels.problem(self.label()).filter(|_| self.is_labelled())?;
        Some(InputError::new(&self.source, problem))
    }

    /// The next row, unless the file has ended; a file without rows is refused.
    pub(crate) fn next_row(&mut self) -> Result<Option<Row<'_>>, InputError> {
        let Some(record) = self.records.next()? else {
            return if self.is_at_start { Err(InputError::new(&self.source, Problem::NoRows)) } else { Ok(None) };
        };
        let is_first = std::mem::replace(&mut self.is_at_start, false);
        // A row of the wrong length comes first: its cells may stand under the wrong names.
        record.require_len(self.columns.len())?;
        if self.unseen > 0 {
            self.unseen -= 1;
            for (column, recurs) in self.recurs.iter_mut().enumerate() {
                *recurs |= record.text(column, "").is_ok_and(|text| text.trim() == self.columns.name(column));
            }
        }
        if let Some(column) = self.columns.label().filter(|_| is_first && self.is_label_optional) {
            let label = record.text(column, self.columns.name(column))?.trim();
            // Where labels were chosen, each text is one; whether a file has any is known already.
            let is_none = match self.label.is_chosen() {
                true => label.is_empty() && self.source.is_stdin(),
                false => self.label_rule.role(label).is_none() && !is_verdict(label),
            };
            if is_none {
                self.columns = self.columns.clone().without_label();
                self.empty_label = Some(column);
            }
        }
        if let Some(column) = self.empty_label {
            let name = self.columns.name(column);
            let label = record.text(column, name)?.trim();
            let is_label = match self.label.is_chosen() {
                true => !label.is_empty(),
                false => self.label_rule.role(label).is_some() || is_verdict(label),
            };
            if is_label {
                return Err(record.error(column, name, Problem::LateLabel(label.to_owned())));
            }
        }
        let Some(column) = self.columns.label() else {
            return Ok(Some(Row { columns: &self.columns, record, positive: false, runs: 1, was_run: true }));
        };
        let label = record.text(column, self.columns.name(column))?;
        let Some(role) = self.label_rule.role(label) else {
            if self.columns.are_names(&record.names()?) {
                return Err(record.row_error(Problem::RepeatedHeader));
            }
            return Err(record
                .error(column, self.columns.name(column), Problem::not_a_label(label, self.label.both_typed()))
                .with_hint(self.label.hint()));
        };
        let runs = match self.columns.counts() {
            None => 1,
            Some(counts) => {
                let (name, text) = (self.columns.name(counts), record.text(counts, self.columns.name(counts))?);
                let count = text.trim().parse().ok().or_else(|| whole(text.trim()));
                count.ok_or_else(|| record.error(counts, name, Problem::NotACount(text.to_owned())))?
            }
        };
        self.other_labels.push(label);
        self.label.saw(label, role, runs);
        let was_run = runs > 0 && !label.trim().is_empty();
        let runs = if role == Role::LeftOut { 0 } else { runs };
        self.runs = self.runs.saturating_add(runs);
        if self.runs > MOST_RUNS {
            return Err(record.row_error(Problem::TooManyRuns(MOST_RUNS)));
        }
        Ok(Some(Row { columns: &self.columns, record, positive: role == Role::Positive, runs, was_run }))
    }
}

impl Row<'_> {
    /// The line on which the row begins, counted from 1.
    pub(crate) fn line(&self) -> u64 {
        self.record.line()
    }

    /// The cells that are not Boolean and none of these words, each behind its column's name; none of a row that stands for
    /// no run.
    pub(super) fn not_boolean(&self, unknown: &[&str]) -> Vec<(String, String)> {
        let is_value = |text: &str| {
            ["0", "1", "0.0", "1.0"].contains(&text)
                || ["true", "false"].iter().chain(unknown).any(|word| word.trim().eq_ignore_ascii_case(text))
        };
        let bad_cell = |&column: &usize| {
            let text = self.record.text(column, "").ok()?.trim();
            (self.runs > 0 && !is_value(text)).then(|| (self.columns.name(column).to_owned(), text.to_owned()))
        };
        self.columns.features().iter().filter_map(bad_cell).collect()
    }

    /// How many runs the row stands for: none if its label leaves it out, one if no column says how many.
    pub(crate) fn runs(&self) -> Option<NonZeroU64> {
        NonZeroU64::new(self.runs)
    }

    /// Whether the row has a label, also one that leaves it out, and stands for a run.
    pub(super) fn was_run(&self) -> bool {
        self.was_run
    }

    /// Whether the label is positive; false if the row has none.
    pub(crate) fn is_positive(&self) -> bool {
        self.positive
    }

    /// The cells of the features.
    pub(crate) fn texts(&self) -> Result<Vec<&str>, InputError> {
        let text = |&column: &usize| self.record.text(column, self.columns.name(column));
        self.columns.features().iter().map(text).collect()
    }

    /// Adds the row to a data set over the table's features. It weighs as much as its runs.
    pub(crate) fn push_to(&self, builder: &mut DatasetBuilder, runs: NonZeroU64) -> Result<(), InputError> {
        let pushed = builder.push_text(self.positive, self.texts()?).and_then(|()| builder.weigh_last(runs));
        pushed.map_err(|error| self.record.data_error(error, self.columns.features()))
    }
}

/// A whole number that is written as another one, such as pandas' `3.0`.
fn whole(text: &str) -> Option<u64> {
    /// Beyond, not all whole numbers can be told apart.
    const MOST: f64 = 9_007_199_254_740_992.0;
    text.parse()
        .ok()
        .filter(|&number: &f64| number.fract() == 0.0 && (0.0..MOST).contains(&number))
        .map(|number| number as u64)
}
