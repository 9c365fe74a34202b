//! What the columns of a table were taken to be, for people.

use std::borrow::Cow;
use std::fmt;

use super::column::{Column, Kind, Why};
use super::unknown_words::means_unknown;

/// Number of lines of a report, and of columns that one line names.
const SHOWN_LINES: usize = 40;
const SHOWN_NAMES: usize = 8;

/// What the columns of a table were taken to be. There is one line for each kind of column that is not plain 0/1. It
/// names all columns of which the same is to be said, why, and what changes it. Empty if all columns are plain.
///
/// ```
/// use vesc_col::columns::{ColumnReport, Schema, TypedTable};
///
/// let mut table = TypedTable::new(Schema::auto(), ["cache", "irq", "ecc"]);
/// table.push(true, ["ON", "1", "ON"])?;
/// table.push(false, ["OFF", "1", "OFF"])?;
/// let columns = table.build()?.columns;
/// assert_eq!(
///     ColumnReport::of(&columns).to_string(),
///     "columns, types inferred:\n    cache, ecc: Boolean, ON or OFF (its two values are taken for opposites; --open COL \
///      makes others legal)\n"
/// );
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ColumnReport<'a> {
    columns: &'a [Column],
}

impl<'a> ColumnReport<'a> {
    /// The report on these columns.
    #[must_use]
    pub fn of(columns: &'a [Column]) -> ColumnReport<'a> {
        ColumnReport { columns }
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns.iter().all(Column::is_boolean)
    }

    /// What is to be said of columns, and the names of those of which it is, in order of the first ones.
    fn lines(&self) -> Vec<(String, Vec<&'a str>)> {
        let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
        for column in self.columns.iter().filter(|column| !column.is_boolean()) {
            let text = column.description() + &note(column);
            match lines.iter_mut().find(|(known, _)| *known == text) {
                Some((_, names)) => names.push(&column.name),
                None => lines.push((text, vec![&column.name])),
            }
        }
        lines
    }
}

/// Why the column was taken for that, and what changes it; empty where it is plain.
fn note(column: &Column) -> String {
    if let Some((why, form)) = column.why.and_then(|why| Some((why, why.plain_form()?))) {
        return format!("; {why}: write them as {form}");
    }
    let change = match (column.kind, column.why, column.suggested) {
        (Kind::Words, Some(why @ Why::TwoWords), _) => {
            return format!(" ({why}; --open COL makes others legal){}", unknown_word(column));
        }
        (Kind::Numeric, Some(Why::VersionMarks), Some(_)) => "--column COL=numeric reads numbers",
        (Kind::Numeric, Some(why @ Why::VersionMarks), None) => return format!(" ({why})"),
        (Kind::Numeric, Some(Why::Hours), _) => "--open COL makes each cell a value",
        (Kind::Identifier, Some(why @ Why::Unknown), _) => return format!(" ({why})"),
        (Kind::Set, Some(Why::Items), _) => "--open COL makes each cell a value",
        (Kind::Identifier, Some(Why::Consecutive), _) => "--column COL=numeric uses it",
        (Kind::Identifier, Some(_), _) => "--open COL uses it",
        (Kind::Categorical, Some(why @ Why::Case), _) => {
            return format!("; {why}: if they mean the same, write them the same");
        }
        (Kind::Numeric, None, Some(suggested)) => {
            return format!("; its cells may be versions, in another order: --column COL={suggested}");
        }
        (Kind::Categorical, _, Some(suggested)) => {
            return format!("; its cells look like sets: --column COL={suggested} makes a feature of each item");
        }
        _ => return unknown_word(column),
    };
    column.why.map_or_else(String::new, |why| format!(" ({why}; {change})"))
}

/// What to do about a word among the values that rather means that a value is not known; empty if there is none.
fn unknown_word(column: &Column) -> String {
    let word = column.values.iter().find(|value| {
        // These are values as often as not.
        let is_value = ["x", "z", "u", "-", "none"].iter().any(|word| value.eq_ignore_ascii_case(word));
        !is_value && means_unknown(value)
    });
    match word.filter(|_| column.inferred && matches!(column.kind, Kind::Categorical | Kind::Words)) {
        Some(word) => format!("; `{word}` is taken for a value: --unknown='{word}' if it means that none is known"),
        None => String::new(),
    }
}

impl fmt::Display for ColumnReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.lines();
        if lines.is_empty() {
            return Ok(());
        }
        let inferred = self.columns.iter().any(|column| column.inferred);
        writeln!(f, "columns{}:", if inferred { ", types inferred" } else { "" })?;
        for (text, names) in lines.iter().take(SHOWN_LINES) {
            let more = names.len().saturating_sub(SHOWN_NAMES);
            let named = names.iter().take(SHOWN_NAMES).map(|name| in_list(name)).collect::<Vec<_>>().join(", ");
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            writeln!(f, "    {named}{more}: {text}")?;
        }
        match lines.len().saturating_sub(SHOWN_LINES) {
            0 => Ok(()),
            more => writeln!(f, "    ... and {more} more"),
        }
    }
}

/// A name in a list, quoted where a comma would make two names of it.
fn in_list(name: &str) -> Cow<'_, str> {
    match name.contains(',') {
        true => Cow::Owned(format!("\"{}\"", name.replace('"', "\"\""))),
        false => Cow::Borrowed(name),
    }
}
