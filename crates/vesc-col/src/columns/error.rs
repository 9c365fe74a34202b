//! What can be wrong with a table and its schema.

use vesc_col_core::{DataError, DomainError, ParseError};

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
    },
    /// A column that is neither Boolean nor numeric has very many values.
    #[error(
        "column `{name}` has {values} different values, too many to be inferred as categorical (more than {most}): leave it \
         out, or declare its values"
    )]
    TooManyValues {
        /// Name of the column.
        name: String,
        /// How many there are.
        values: usize,
        /// How many there may be.
        most: usize,
    },
    /// The schema speaks of a column that the table has not.
    #[error("the schema speaks of a column `{name}`, but there is none")]
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
