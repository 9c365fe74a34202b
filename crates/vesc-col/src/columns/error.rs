//! What can be wrong with a table and its schema.

use vesc_col_core::{DataError, DomainError, ParseError};

use super::column::{Column, Kind};
use super::scale::Scale;
use crate::errors::forced::ForcedErrors;

/// Why a table and a schema do not make a data set.
///
/// Rows and columns are positions counted from 0 in the fields; messages count from 1.
///
/// ```
/// use vesc_col::columns::{ColumnError, ColumnType, Schema, TypedTable};
///
/// let schema = Schema::boolean().with_column("len", ColumnType::Numeric { thresholds: None });
/// let mut table = TypedTable::new(schema, ["irq", "len"]);
/// table.push(true, ["1", "four"])?;
/// let error = table.build().expect_err("`four` is no number");
/// assert!(matches!(error, ColumnError::Cell { row: 0, column: 1, .. }));
/// assert_eq!(error.to_string(), "row 1, column 2 (`len`): `four` is not a number");
/// # Ok::<(), ColumnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnError {
    /// The run ended before the table was made into a data set.
    #[error("stopped ({0}) while the columns were typed")]
    Stopped(vesc_col_core::StopReason),
    /// A cell does not belong to its column's type.
    #[error("row {}, column {} (`{name}`): `{value}` is not {expected}", row + 1, column + 1)]
    Cell {
        /// Position of the row.
        row: usize,
        /// Position of the column.
        column: usize,
        /// Name of the column.
        name: String,
        /// The cell as it was given.
        value: String,
        /// What is, such as `a number`.
        expected: String,
        /// The names of further columns with such a cell.
        others: Box<[String]>,
    },
    /// Features of two columns have one name, as those of `mode` with the value `b` and of `mode=b` have.
    #[error("the columns `{}` and `{}` both make a feature called `{name}`; rename one", columns[0], columns[1])]
    SameFeature {
        /// The name of both features.
        name: String,
        /// The names of the columns.
        columns: [String; 2],
    },
    /// Every column names rows, so that none is left that could cause anything.
    #[error("each column is an identifier, and none is left to learn from: {}", names(columns))]
    OnlyIdentifiers {
        /// The columns.
        columns: Vec<Column>,
    },
    /// Rows of different labels are equal as they stand in the table.
    #[error("{error}{}", but_for(differing))]
    Contradiction {
        /// The first two of these rows.
        error: Box<DataError>,
        /// The errors that all of them force on every hypothesis.
        forced: ForcedErrors,
        /// The columns in which the cells of the first two differ: identifiers, and those that write equal values in several ways.
        differing: Vec<Column>,
    },
    /// A threshold is not on its column's scale.
    #[error("column `{name}`: the threshold `{value}` is not {expected}")]
    Threshold {
        /// Name of the column.
        name: String,
        /// The threshold as it was given.
        value: String,
        /// What thresholds of the column are, such as `a version`.
        expected: &'static str,
    },
    /// One cell of a column that is to be inferred is of another kind than all others. Is its value not known, or are
    /// they all values without an order?
    #[error(
        "row {}, column {} (`{name}`): `{value}` is not {expected}, as the other values of the column are: say that it means a \
         value that is not known, or declare the column", row + 1, column + 1
    )]
    OddCell {
        /// Position of the row.
        row: usize,
        /// Position of the column.
        column: usize,
        /// Name of the column.
        name: String,
        /// The cell.
        value: Box<str>,
        /// The different cells of the column that seem to mean a value that is not known.
        words: Box<[String]>,
        /// What the others are, such as `a number`.
        expected: &'static str,
        /// The names of further columns with such a cell.
        others: Box<[String]>,
    },
    /// Columns that are neither Boolean nor numeric have very many values.
    #[error(
        "{}, too many to be inferred as categorical (more than {most}): leave them out, or declare their values",
        listed(columns)
    )]
    TooManyValues {
        /// The columns' names, each with the number of its values.
        columns: Vec<(String, usize)>,
        /// How many there may be.
        most: usize,
    },
    /// The declared values of a column have one twice.
    #[error("the declared values of the column `{name}` have `{value}` twice")]
    RepeatedValue {
        /// The column.
        name: String,
        /// The value.
        value: String,
    },
    /// No column has anything that tells a row from another: no feature can be made.
    #[error("no column has two values that a formula could compare")]
    NoFeatures,
    /// Numeric or ordered columns have very many thresholds, and this question needs all of them.
    #[error(
        "{} more than {most} thresholds, too many for this question: declare fewer in a schema (`thresholds` of the column, or \
         `max_thresholds`)",
        have(columns)
    )]
    TooManyThresholds {
        /// The columns, each with its name, its scale and how many thresholds it has.
        columns: Vec<(String, Scale, usize)>,
        /// How many there may be.
        most: usize,
    },
    /// The schema speaks of a column that the table has not.
    #[error("a type is declared for the column `{name}`, but there is none")]
    UnknownColumn {
        /// The name.
        name: String,
    },
    /// No Boolean column has such a name.
    #[error("no Boolean column is named `{pattern}`, as a declared group wants")]
    NoMatch {
        /// The name, in which `*` stands for anything.
        pattern: String,
    },
    /// A declared implication or exclusion cannot be read.
    #[error("the constraint `{text}`: {source}")]
    Constraint {
        /// As it was given.
        text: String,
        /// Why not.
        source: ParseError,
    },
    /// A declared implication or exclusion has a threshold at which the column has no cut.
    #[error(
        "the constraint `{text}`: there is no threshold `{name}`; the column's are {thresholds}, and others can be declared"
    )]
    NoThreshold {
        /// As it was given.
        text: String,
        /// The comparison.
        name: String,
        /// Those that there are, the first ones.
        thresholds: String,
    },
    /// A declared implication or exclusion has another form.
    #[error("the constraint `{text}` is not of the form `{expected}`")]
    Form {
        /// As it was given.
        text: String,
        /// The form.
        expected: &'static str,
    },
    /// The declared constraints make no domain.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// The rows make no data set, or one is not legal.
    #[error(transparent)]
    Data(#[from] DataError),
}

/// What tells rows of different labels not apart, though it differs.
fn but_for(columns: &[Column]) -> String {
    let (identifiers, others): (Vec<&Column>, Vec<&Column>) =
        columns.iter().partition(|column| column.kind == Kind::Identifier);
    match (identifiers.is_empty(), others.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("; they differ only in how the values of {} are written", names(others)),
        (false, _) => format!("; they differ in {} alone, which names rows and tells none apart", names(identifiers)),
    }
}

fn names<'a>(columns: impl IntoIterator<Item = &'a Column>) -> String {
    columns.into_iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Columns with very many values.
fn listed(columns: &[(String, usize)]) -> String {
    let column = |(name, values): &(String, usize)| format!("column `{name}` has {values} different values");
    columns.iter().map(column).collect::<Vec<_>>().join(", ")
}

/// ``column `len` (3911) has`` or ``columns `len` (3911), `load` (3809) have``.
fn have(columns: &[(String, Scale, usize)]) -> String {
    let named: Vec<String> = columns.iter().map(|(name, _, count)| format!("`{name}` ({count})")).collect();
    let (noun, verb) = if named.len() == 1 { ("column", "has") } else { ("columns", "have") };
    format!("{noun} {} {verb}", named.join(", "))
}
