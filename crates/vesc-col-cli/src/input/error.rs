//! What can be wrong with a CSV file.

use std::fmt;
use std::{io, mem};

use vesc_col::columns::{ColumnError, means_unknown};
use vesc_col::data::DataError;
use vesc_col::run::StopReason;
use vesc_col::search::ForcedErrors;

use super::source::Source;
use super::words::is_verdict;
use crate::text::{OneLine, as_typed, counted, first_of, typed_option};

/// A problem and where it is: `runs.csv:17:5: column `gap_0`: ...`, with the line and the number of the column, both
/// counted from 1, where they are known.
#[derive(Debug)]
pub(crate) struct InputError {
    /// Boxed because every fallible function has room for it, and hardly one needs it.
    located: Box<Located>,
}

#[derive(Debug)]
struct Located {
    source: Source,
    line: Option<u64>,
    /// Number of the column, counted from 0, and its name if it has one.
    column: Option<(usize, String)>,
    problem: Problem,
    /// What may be the true reason.
    hint: Option<String>,
}

/// Which declaration is wrong.
#[derive(Clone, Copy, Debug)]
pub(super) enum Declaration<'a> {
    /// That of a column, or of a group that names it.
    Name(&'a str),
    /// An implication or an exclusion.
    Constraint(&'a str),
    /// All that are about several columns.
    All,
}

/// What is wrong. A message never breaks the line.
#[derive(Debug, thiserror::Error)]
pub(super) enum Problem {
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    #[error("the file is empty, expected a header row with the names of the columns")]
    Empty,
    #[error("there is no row below the header")]
    NoRows,
    #[error("stopped ({0}) while the file was read; nothing is known yet")]
    Stopped(StopReason),
    #[error("column {} has no name; --ignore '\"\"' leaves out all such columns", .0 + 1)]
    UnnamedColumn(usize),
    #[error("columns {} and {} have the same name `{}`{}", first + 1, second + 1, OneLine(name),
        duplicate_hint(name, *is_data))]
    DuplicateColumn { name: String, first: usize, second: usize, is_data: bool },
    #[error("there is no column `{}`{}; {hint}", OneLine(name), purpose)]
    NoSuchColumn { name: String, purpose: &'static str, hint: String },
    #[error("there is no column `{}`, which is a feature of the other file", OneLine(.0))]
    MissingFeature(String),
    #[error("a name with a comma, a quote or a line break stands in quotes in a list: {}", typed_option(option, &as_typed(name.trim())))]
    Unquoted { name: String, option: &'static str },
    #[error("the formula speaks of the label column `{}`; --label chooses another one", OneLine(.0))]
    FormulaNamesLabel(String),
    #[error("the label column `{}` is also to be ignored", OneLine(.0))]
    LabelIgnored(String),
    #[error("there is no feature column beside the label column `{}`{}", OneLine(.0),
        no_features_hint(.0))]
    NoFeatures(String),
    #[error("every column is to be ignored, so there is not a label column")]
    NothingLeft,
    #[error("the row has {found} {}, but the header has {expected}", if *found == 1 { "cell" } else { "cells" })]
    Ragged { found: usize, expected: usize },
    #[error(
        "`{}` is not a label, expected 1, true, yes, pos, positive or 0, false, no, neg, negative; to say what it is, \
         type {} or {}{}",
        OneLine(cell),
        typed_option("--positive", cell.trim()),
        typed_option("--negative", cell.trim()),
        if means_unknown(cell.trim()) { leave_out(both) } else { String::new() }
    )]
    NotALabel {
        cell: String,
        /// What is typed to name a positive and a negative label.
        both: String,
    },
    #[error("`{}` is not a number of runs, expected a whole number", OneLine(.0))]
    NotACount(String),
    #[error("the rows stand for more than {0} runs; divide their counts by a common factor")]
    TooManyRuns(u64),
    #[error("no row has the label `{}` in the column `{}`; {hint}", OneLine(label), OneLine(column))]
    NoSuchLabel { label: String, column: String, hint: String },
    #[error("`{}` is not Boolean, expected 0, 1, true or false{}", OneLine(cell), not_boolean_hint(others, *is_verdict))]
    NotBoolean {
        cell: String,
        /// Whether it may be a label.
        is_verdict: bool,
        /// The names of all other columns with such cells.
        others: Vec<String>,
    },
    #[error(
        "`{}` is not Boolean{}; where it means that the value is not known, say so by --unknown={}{}",
        OneLine(cell),
        if *is_among_words { ", nor are others of the column (--types auto or --schema FILE type the columns)" } else { "" },
        option_words(words),
        such_cells(others)
    )]
    UnknownWord {
        cell: String,
        /// The words that are to be named: this one, and those that were named before.
        words: Vec<String>,
        /// Whether its column has words that do not look as if a value was not known.
        is_among_words: bool,
        others: Vec<String>,
    },
    #[error("`{}` is not {}{}", OneLine(value), OneLine(expected), such_cells(others))]
    NotOfType { value: String, expected: String, others: Vec<String> },
    #[error(
        "`{}` is not Boolean, expected 0, 1, true or false; a formula compares such a column, as in `{}`",
        OneLine(cell),
        OneLine(test)
    )]
    NotCompared { cell: String, test: String },
    #[error("this row is not a legal input: `{}` is impossible by what was declared", OneLine(.0))]
    Illegal(String),
    #[error("a type is given for the column `{}`, which {why}", OneLine(name))]
    NoFeature { name: String, why: &'static str },
    #[error("{}", OneLine(.0))]
    Schema(String),
    #[error("{}", OneLine(&.0.to_string()))]
    Column(Box<ColumnError>),
    #[error(
        "`{}` is not {expected}, as the other values of the column are; {}; {} reads all of them as words{}",
        OneLine(value),
        odd_cell_hint(value, words),
        typed_option("--open", &as_typed(column)),
        such_cells(others)
    )]
    OddCell {
        value: String,
        column: String,
        /// The words that are to be named if this is one of them.
        words: Vec<String>,
        expected: &'static str,
        others: Vec<String>,
    },
    #[error("{}, too many to be inferred as categorical (more than {most}); {} leaves {them} out, a --schema declares {them}",
        shown_values(columns), without(columns), them = if columns.len() == 1 { "it" } else { "them" })]
    TooManyValues { columns: Vec<(String, usize)>, most: usize },
    #[error("the cell is empty; {UNKNOWN}{}", such_cells(others))]
    EmptyCell { others: Vec<String> },
    /// A cell that may mean an unknown value, where none is possible.
    #[error("{}, and each cell needs a value here{}", match cell.as_str() {
        "" => "the cell is empty".to_owned(),
        cell => format!("`{}` is not Boolean", OneLine(cell)),
    }, such_cells(others))]
    NoValue { cell: String, others: Vec<String> },
    #[error("the cell is empty, but each row needs a label (--label chooses the label column){}", leave_out(both))]
    NoLabel { both: String },
    #[error("this row has the label `{}`, and the first row has none; give every row its label, or none", OneLine(.0))]
    LateLabel(String),
    #[error("this is {0}")]
    Foreign(&'static str),
    #[error("this is no JSON object: {reason}")]
    Json { line: u64, reason: String },
    #[cfg(feature = "parquet")]
    #[error("this Parquet file cannot be read: {}", OneLine(.0))]
    Parquet(String),
    #[error(
        "the member `{name}` of this object is a list of objects; \
         where each of them is a run, `jq -c '.{name}[]' FILE` makes a line of each, and `jq -c 'del(.{name})' FILE` leaves them out",
        name = OneLine(name)
    )]
    JsonList { line: u64, name: String },
    #[error("two values of this row have the name `{}`; rename one", OneLine(name))]
    TwoValues { line: u64, name: String },
    #[error("the columns are not those of the first file: {}", difference(first, found))]
    OtherColumns { first: Vec<String>, found: Vec<String> },
    #[error("the text is not UTF-8; convert it, as `iconv -f latin1 -t utf-8 FILE` does")]
    NotUtf8,
    #[error("this row is the header once more; leave it out, or give files that were joined one by one")]
    RepeatedHeader,
    #[error("the same file is given twice, so that each of its rows would count twice")]
    GivenTwice,
    #[error("the label `{}` is said to be both positive and negative", OneLine(.0))]
    BothRoles(String),
    #[error("the text has a NUL character, so this is not a CSV file")]
    Nul,
    #[error("the quoted text that begins here has no closing quote")]
    UnclosedQuote,
    #[error(
        "this positive row and the negative one on line {negative}{} {}, so no formula explains both \
         ({pairs} such {} in all by the label `{}`{}; --contradictions settles them)",
        file.as_ref().map_or(String::new(), |file| format!(" of {file}")),
        difference_of_equal(differing),
        if *pairs == 1 { "pair" } else { "pairs" },
        OneLine(label),
        if *are_budgets { budgets(*pairs, forced.as_ref()) } else { String::new() }
    )]
    Contradiction {
        negative: u64,
        file: Option<Source>,
        pairs: u128,
        label: Box<str>,
        forced: Option<ForcedErrors>,
        differing: Box<Differing>,
        /// Whether the command has options that allow for errors.
        are_budgets: bool,
    },
    #[error(
        "{unknown} unknown cells: with all their values there would be more than {most} rows up to here; \
         leave out such rows, or by --ignore columns of which many cells are unknown"
    )]
    TooManyUnknown { unknown: usize, most: usize },
    #[error("{}, and a row to be looked at needs a value here", if .0.trim().is_empty() {
        "the cell is empty".to_owned()
    } else {
        format!("`{}` is not known", OneLine(.0))
    })]
    UnknownInPool(String),
    #[error("every row has an equal one with another label, so none is left")]
    NothingButContradictions,
    #[error(transparent)]
    Data(DataError),
}

/// The names of the columns in which equal rows differ all the same.
#[derive(Debug, Default)]
pub(super) struct Differing {
    /// They name rows, and tell none apart.
    pub(super) identifiers: Vec<String>,
    /// They write equal values in two ways.
    pub(super) rewritten: Vec<String>,
}

/// What to do about cells that are not Boolean; `others` are the names of further columns with such cells.
fn not_boolean_hint(others: &[String], is_verdict: bool) -> String {
    let label = if is_verdict { "; --label chooses the label column, --ignore leaves one out" } else { "" };
    format!(" (--types auto or --schema FILE type the columns{label}){}", such_cells(others))
}

/// What to do about two columns of one name.
fn duplicate_hint(name: &str, is_data: bool) -> String {
    match is_data {
        true => "; the first row looks like data: are the names of the columns missing?".to_owned(),
        false => format!("; rename one, or leave out both by {}", typed_option("--ignore", &as_typed(name))),
    }
}

/// Why there may be no feature beside a column of this name.
fn no_features_hint(name: &str) -> &'static str {
    match name {
        name if name.starts_with(['#', '%']) => "; the first line looks like a comment, and must be the header",
        name if name.contains(',') => "; if commas separate the columns, leave out --delimiter",
        name if name.contains("  ") => {
            "; if blanks separate the columns, make one of several, as `tr -s ' '` does, and type --delimiter ' '"
        }
        name if name.contains(' ') => "; if blanks separate the columns, type --delimiter ' '",
        _ => "",
    }
}

/// What to do about a cell that is not like the others of its column.
fn odd_cell_hint(cell: &str, words: &[String]) -> String {
    match means_unknown(cell) {
        true => format!("where it means that the value is not known, say so by --unknown={}", option_words(words)),
        false => UNKNOWN.to_owned(),
    }
}

fn such_cells(others: &[String]) -> String {
    let names = first_of(others.iter().map(|name| as_typed(name)));
    match others.len() {
        0 => String::new(),
        1 => format!("; a cell of the column {names} cannot be read either"),
        _ => format!("; cells of the columns {names} cannot be read either"),
    }
}

/// The first difference between the names in two headers.
fn difference(first: &[String], found: &[String]) -> String {
    let only_in = |here: &[String], there: &[String]| here.iter().find(|name| !there.contains(name)).cloned();
    match (only_in(first, found), only_in(found, first)) {
        (Some(missing), Some(more)) => format!("it has `{}`, but no `{}`", OneLine(&more), OneLine(&missing)),
        (Some(missing), None) => format!("it has no `{}`", OneLine(&missing)),
        (None, Some(more)) => format!("it has `{}`, too", OneLine(&more)),
        (None, None) => {
            format!("it has {}, that has {}", counted(found.len(), "column"), counted(first.len(), "column"))
        }
    }
}

/// What to do about cells without a value; other commands have no such option.
const UNKNOWN: &str = "--unknown names the words for values that are not known, such as --unknown= for empty cells";

/// What to do about rows of which nobody knows the label.
fn leave_out(both: &str) -> String {
    format!("; to leave such rows out, name both labels, as in {both}")
}

/// A word as a shell takes it behind `--unknown=`.
fn option_words(words: &[String]) -> String {
    let joined = words.join(",");
    let is_plain = joined.chars().all(|c| c.is_ascii_alphanumeric() || "-_./,".contains(c));
    if is_plain { joined } else { format!("'{}'", OneLine(&joined)) }
}

/// A name or a value as it stands in a formula.
fn in_formula(word: &str) -> String {
    let is_plain = !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "&|!()=\"~<>".contains(c));
    if is_plain { word.to_owned() } else { format!("\"{}\"", word.replace('"', "\"\"")) }
}

/// The options that allow for the errors which these pairs of equal rows force.
fn budgets(pairs: u128, forced: Option<&ForcedErrors>) -> String {
    let Some(forced) = forced else {
        return "; --max-false-positives, --max-false-negatives and --max-errors allow for errors".to_owned();
    };
    let (positives, negatives, total) = (forced.false_positives(), forced.false_negatives(), forced.total());
    format!(
        ", which {} {forced}; --max-false-positives {positives}, --max-false-negatives {negatives} or --max-errors {total} \
         allow for these",
        if pairs == 1 { "forces" } else { "force" }
    )
}

/// In what two rows differ that no formula tells apart.
fn difference_of_equal(differing: &Differing) -> String {
    let names = |names: &[String]| first_of(names.iter().map(|name| format!("`{}`", OneLine(name))));
    match (&differing.identifiers[..], &differing.rewritten[..]) {
        ([], []) => "have equal values".to_owned(),
        ([], columns) => format!("have equal values, written in two ways in {}", names(columns)),
        (columns @ [_], _) => format!("differ in {} only, which is taken for an identifier", names(columns)),
        (columns, _) => format!("differ in {} only, which are taken for identifiers", names(columns)),
    }
}

fn shown_values(columns: &[(String, usize)]) -> String {
    let column = |(name, values): &(String, usize)| format!("column `{}` has {values} different values", OneLine(name));
    columns.iter().map(column).collect::<Vec<_>>().join(", ")
}

/// The option that leaves these columns out.
fn without(columns: &[(String, usize)]) -> String {
    typed_option("--ignore", &columns.iter().map(|(name, _)| as_typed(name)).collect::<Vec<_>>().join(","))
}

impl Problem {
    /// What to say of a feature's cell that is not Boolean.
    pub(super) fn not_boolean(cell: &str) -> Problem {
        match cell.trim() {
            "" => Problem::EmptyCell { others: Vec::new() },
            cell if means_unknown(cell) => {
                let (cell, words) = (cell.to_owned(), vec![cell.to_owned()]);
                Problem::UnknownWord { cell, words, is_among_words: false, others: Vec::new() }
            }
            cell => Problem::NotBoolean { cell: cell.to_owned(), is_verdict: is_verdict(cell), others: Vec::new() },
        }
    }

    /// The line on which the problem is, if it says so itself.
    pub(super) fn line(&self) -> Option<u64> {
        match self {
            Problem::Json { line, .. } | Problem::JsonList { line, .. } | Problem::TwoValues { line, .. } => {
                Some(*line)
            }
            _ => None,
        }
    }

    /// What to say of a cell in the label's column that is not a label; `both` is typed to name those that are.
    pub(super) fn not_a_label(cell: &str, both: String) -> Problem {
        match cell.trim().is_empty() {
            true => Problem::NoLabel { both },
            false => Problem::NotALabel { cell: cell.to_owned(), both },
        }
    }
}

impl InputError {
    pub(super) fn new(source: &Source, problem: impl Into<Problem>) -> InputError {
        let located = Located { source: source.clone(), line: None, column: None, problem: problem.into(), hint: None };
        InputError { located: Box::new(located) }
    }

    /// Whether the file was not read to its end because the run has ended.
    pub(crate) fn is_stopped(&self) -> bool {
        matches!(self.located.problem, Problem::Stopped(_))
    }

    /// The same problem where a formula names the column without a value, and is right about its type.
    pub(crate) fn in_formula(mut self) -> InputError {
        let located = &mut self.located;
        let cell = match &located.problem {
            Problem::NotBoolean { cell, .. } => cell.trim().to_owned(),
            Problem::NotOfType { value, expected, .. } if expected.starts_with("Boolean") => value.trim().to_owned(),
            _ => return self,
        };
        if let Some((_, name)) = &located.column {
            let sign = if cell.parse::<f64>().is_ok() { ">=" } else { "=" };
            let test = format!("{}{sign}{}", in_formula(name), in_formula(&cell));
            located.problem = Problem::NotCompared { cell, test };
            located.hint = None;
        }
        self
    }

    /// The same problem with what may be its true reason.
    pub(super) fn with_hint(mut self, hint: Option<String>) -> InputError {
        self.located.hint = hint;
        self
    }

    /// The same problem in this line.
    pub(super) fn at_line(mut self, line: u64) -> InputError {
        self.located.line = Some(line);
        self
    }

    /// The same problem, which other columns have too if it is a cell that is not Boolean.
    pub(super) fn also_in(mut self, names: Vec<String>) -> InputError {
        if let Problem::NotBoolean { others, .. }
        | Problem::UnknownWord { others, .. }
        | Problem::EmptyCell { others } = &mut self.located.problem
        {
            *others = names;
        }
        self
    }

    /// The same problem of a word that may mean an unknown value, in a column of words.
    pub(super) fn among_words(mut self) -> InputError {
        if let Problem::UnknownWord { is_among_words, .. } = &mut self.located.problem {
            *is_among_words = true;
        }
        self
    }

    /// The same problem where these words were said to mean what is not known.
    pub(super) fn beside_words(mut self, named: &[&str]) -> InputError {
        if let Problem::UnknownWord { words, .. } | Problem::OddCell { words, .. } = &mut self.located.problem {
            words.splice(..0, named.iter().map(|&word| word.to_owned()));
        }
        self
    }

    /// The same problem for a command that takes neither errors nor unknown cells, so that it has no options for them.
    pub(crate) fn of_exact_rows(mut self) -> InputError {
        let problem = &mut self.located.problem;
        match problem {
            Problem::UnknownWord { cell, others, .. } => {
                *problem = Problem::NoValue { cell: mem::take(cell), others: mem::take(others) };
            }
            Problem::EmptyCell { others } => {
                *problem = Problem::NoValue { cell: String::new(), others: mem::take(others) };
            }
            Problem::OddCell { value, expected, others, .. } => {
                let (value, expected) = (mem::take(value), (*expected).to_owned());
                *problem = Problem::NotOfType { value, expected, others: mem::take(others) };
            }
            Problem::Contradiction { are_budgets, .. } => *are_budgets = false,
            _ => {}
        }
        self
    }

    /// The same contradiction with the errors that all equal rows force.
    pub(super) fn with_forced(mut self, found: ForcedErrors) -> InputError {
        if let Problem::Contradiction { forced, .. } = &mut self.located.problem {
            *forced = Some(found);
        }
        self
    }

    /// The same contradiction of rows that differ in some columns.
    pub(super) fn but_for(mut self, columns: Differing) -> InputError {
        if let Problem::Contradiction { differing, .. } = &mut self.located.problem {
            **differing = columns;
        }
        self
    }

    /// The same problem in one of several files, of each of which is known how many lines come before it. Lines were counted on
    /// from file to file.
    pub(super) fn in_files(mut self, files: &[(Source, u64)]) -> InputError {
        let file_of = |line: u64| files.iter().rev().find(|(_, before)| *before < line);
        let located = &mut *self.located;
        let (Some(line), [_, _, ..]) = (located.line, files) else { return self };
        if !located.source.is_several() {
            return self;
        }
        if let Some((source, before)) = file_of(line) {
            (located.source, located.line) = (source.clone(), Some(line - before));
        }
        if let Problem::Contradiction { negative, file, .. } = &mut located.problem
            && let Some((source, before)) = file_of(*negative)
        {
            (*negative, *file) = (*negative - before, Some(source.clone()));
        }
        self
    }

    /// Whether a row breaks what was declared of all inputs, or that cannot be read, whatever columns the file has.
    pub(crate) fn is_about_constraints(&self) -> bool {
        match &self.located.problem {
            Problem::Illegal(_) => true,
            Problem::Column(error) => matches!(**error, ColumnError::Form { .. } | ColumnError::Domain(_)),
            _ => false,
        }
    }

    /// What is wrong with the declarations, if anything is.
    pub(super) fn declaration(&self) -> Option<Declaration<'_>> {
        match &self.located.problem {
            Problem::NoFeature { name, .. } | Problem::NoSuchColumn { name, .. } => Some(Declaration::Name(name)),
            Problem::Column(error) => match &**error {
                ColumnError::Threshold { name, .. } | ColumnError::RepeatedValue { name, .. } => {
                    Some(Declaration::Name(name))
                }
                ColumnError::NoMatch { pattern } => Some(Declaration::Name(pattern)),
                ColumnError::Constraint { text, .. }
                | ColumnError::NoThreshold { text, .. }
                | ColumnError::Form { text, .. } => Some(Declaration::Constraint(text)),
                ColumnError::Domain(_) => Some(Declaration::All),
                _ => None,
            },
            _ => None,
        }
    }

    /// The same problem in a file that declares the columns.
    pub(super) fn declared_in(mut self, file: Source, line: Option<u64>) -> InputError {
        (self.located.source, self.located.line, self.located.column) = (file, line, None);
        self
    }

    /// Whether a cell is not Boolean.
    pub(super) fn is_not_boolean(&self) -> bool {
        matches!(
            self.located.problem,
            Problem::NotBoolean { .. } | Problem::UnknownWord { .. } | Problem::EmptyCell { .. }
        )
    }

    /// Whether a column has more thresholds than the question can take.
    pub(crate) fn has_too_many_thresholds(&self) -> bool {
        matches!(&self.located.problem, Problem::Column(error) if matches!(**error, ColumnError::TooManyThresholds { .. }))
    }

    /// The same problem in this column, counted from 0; the name is empty if there is none.
    pub(super) fn at_column(mut self, column: usize, name: &str) -> InputError {
        self.located.column = Some((column, name.to_owned()));
        self
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Located { source, line, column, problem, hint } = &*self.located;
        write!(f, "{source}")?;
        if let Some(line) = line {
            write!(f, ":{line}")?;
        }
        if let Some((column, _)) = column {
            write!(f, ":{}", column + 1)?;
        }
        f.write_str(": ")?;
        if let Some((_, name)) = column.as_ref().filter(|(_, name)| !name.is_empty()) {
            write!(f, "column `{}`: ", OneLine(&as_typed(name)))?;
        }
        write!(f, "{problem}")?;
        hint.as_ref().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for InputError {}
