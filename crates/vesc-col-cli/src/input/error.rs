//! What can be wrong with a CSV file.

use std::fmt;
use std::io;

use vesc_col::columns::ColumnError;
use vesc_col::data::DataError;
use vesc_col::run::StopReason;

use super::source::Source;
use super::words::{is_unknown, is_verdict};
use crate::text::OneLine;

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
    #[error("column {} has no name", .0 + 1)]
    UnnamedColumn(usize),
    #[error("columns {} and {} have the same name `{}`", first + 1, second + 1, OneLine(name))]
    DuplicateColumn { name: String, first: usize, second: usize },
    #[error("there is no column `{}`{}; {hint}", OneLine(name), purpose)]
    NoSuchColumn { name: String, purpose: &'static str, hint: String },
    #[error("there is no column `{}`, which is a feature of the other file", OneLine(.0))]
    MissingFeature(String),
    #[error("the label column `{}` is also to be ignored", OneLine(.0))]
    LabelIgnored(String),
    #[error("there is no feature column beside the label column `{}`", OneLine(.0))]
    NoFeatures(String),
    #[error("every column is to be ignored, so there is not a label column")]
    NothingLeft,
    #[error("the row has {found} {}, but the header has {expected}", if *found == 1 { "cell" } else { "cells" })]
    Ragged { found: usize, expected: usize },
    #[error(
        "`{}` is not a label, expected 1, true, yes, pos, positive or 0, false, no, neg, negative (or choose one with --positive)",
        OneLine(.0)
    )]
    NotALabel(String),
    #[error("no row has the label `{}` in the column `{}`; {hint}", OneLine(label), OneLine(column))]
    NoSuchLabel { label: String, column: String, hint: String },
    #[error("`{}` is not Boolean, expected 0, 1, true or false (--types auto or --schema FILE type the columns)", OneLine(.0))]
    NotBoolean(String),
    #[error(
        "`{cell}` is not Boolean; where it means that the value is not known, say so by --unknown={word}",
        cell = OneLine(.0),
        word = option_word(.0)
    )]
    UnknownWord(String),
    #[error("`{}` is not {}", OneLine(value), OneLine(expected))]
    NotOfType { value: String, expected: String },
    #[error("this row is not a legal input: `{}` was declared impossible", OneLine(.0))]
    Illegal(String),
    #[error("a type is given for the column `{}`, which {why}", OneLine(name))]
    NoFeature { name: String, why: &'static str },
    #[error("{}", OneLine(.0))]
    Schema(String),
    #[error("{}", OneLine(&.0.to_string()))]
    Column(Box<ColumnError>),
    #[error(
        "`{}` is not Boolean, expected 0, 1, true or false (--label chooses the label column, --ignore leaves one out)",
        OneLine(.0)
    )]
    LabelAmongFeatures(String),
    #[error(
        "`{}` is not {expected}, as all other cells of the column are; {UNKNOWN}, and a --schema declares the column",
        OneLine(value)
    )]
    OddCell { value: String, expected: &'static str },
    #[error("{}, too many to be inferred as categorical (more than {most}); --ignore {} leaves {them} out, a --schema declares {them}",
        shown_values(columns), shown_names(columns), them = if columns.len() == 1 { "it" } else { "them" })]
    TooManyValues { columns: Vec<(String, usize)>, most: usize },
    #[error("the cell is empty; {UNKNOWN}")]
    EmptyCell,
    #[error("the cell is empty, but each row needs a label (--label chooses the label column)")]
    NoLabel,
    #[error("the header has no comma; are the columns separated by {0}? They must be separated by commas")]
    OtherSeparator(&'static str),
    #[error("the text is not UTF-8")]
    NotUtf8,
    #[error("the text has a NUL character, so this is not a CSV file")]
    Nul,
    #[error("the quoted text that begins here has no closing quote")]
    UnclosedQuote,
    #[error(
        "this positive row and the negative one on line {negative} have equal values, so no formula explains both \
         ({pairs} such {} in all by the label `{}`; learn and count allow for errors with --max-false-positives and \
         --max-false-negatives)",
        if *pairs == 1 { "pair" } else { "pairs" },
        OneLine(label)
    )]
    Contradiction { negative: u64, pairs: u128, label: String },
    #[error(transparent)]
    Data(DataError),
}

/// What to do about cells without a value; other commands have no such option.
const UNKNOWN: &str = "--unknown names the words for values that are not known, such as --unknown= for empty cells";

/// A word as a shell takes it behind `--unknown=`.
fn option_word(word: &str) -> String {
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c));
    if is_plain { word.to_owned() } else { format!("'{}'", OneLine(word)) }
}

fn shown_values(columns: &[(String, usize)]) -> String {
    let column = |(name, values): &(String, usize)| format!("column `{}` has {values} different values", OneLine(name));
    columns.iter().map(column).collect::<Vec<_>>().join(", ")
}

fn shown_names(columns: &[(String, usize)]) -> String {
    columns.iter().map(|(name, _)| OneLine(name).to_string()).collect::<Vec<_>>().join(",")
}

impl Problem {
    /// What to say of a feature's cell that is not Boolean.
    pub(super) fn not_boolean(cell: &str) -> Problem {
        match cell.trim() {
            "" => Problem::EmptyCell,
            cell if is_unknown(cell) => Problem::UnknownWord(cell.to_owned()),
            cell if is_verdict(cell) => Problem::LabelAmongFeatures(cell.to_owned()),
            _ => Problem::NotBoolean(cell.to_owned()),
        }
    }

    /// What to say of a cell in the label's column that is not a label.
    pub(super) fn not_a_label(cell: &str) -> Problem {
        if cell.trim().is_empty() { Problem::NoLabel } else { Problem::NotALabel(cell.to_owned()) }
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
            write!(f, "column `{}`: ", OneLine(name))?;
        }
        write!(f, "{problem}")?;
        hint.as_ref().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for InputError {}
