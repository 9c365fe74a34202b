//! What became of a column of the table.

use std::fmt;

use super::Scale;

/// Number of values of a column that a message names.
const SHOWN: usize = 12;

/// What became of a column. Its `Display` is one line for people.
///
/// ```
/// use vesc_col::columns::{Kind, Schema, TypedTable};
///
/// let mut table = TypedTable::new(Schema::auto(), ["irq", "len"]);
/// table.push(true, ["1", "8"])?;
/// table.push(false, ["1", "2"])?;
/// let columns = table.build()?.columns;
/// assert!(columns[0].is_boolean() && columns[0].inferred);
/// assert_eq!(columns[1].kind, Kind::Numeric);
/// assert_eq!(columns[1].to_string(), "len: numeric, thresholds 8");
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Column {
    /// The column's name.
    pub name: String,
    /// What its cells are.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub kind: Kind,
    /// The values that formulas speak of, or the thresholds; none for a Boolean column.
    pub values: Vec<String>,
    /// Whether only these values are legal. Numbers are all legal.
    pub closed: bool,
    /// Whether the type was inferred from the cells.
    pub inferred: bool,
    /// What orders the cells of a numeric column; `None` for all other kinds.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub scale: Option<Scale>,
}

/// What the cells of a column are.
///
/// ```
/// use vesc_col::columns::{Kind, Schema, TypedTable};
///
/// let mut table = TypedTable::new(Schema::auto(), ["mode"]);
/// table.push(true, ["burst"])?;
/// assert_eq!(table.build()?.columns[0].kind, Kind::Categorical);
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Kind {
    /// `0`, `1`, `true` or `false`.
    Boolean,
    /// Values without an order.
    Categorical,
    /// Values in an order.
    Ordered,
    /// Values on a [scale](Scale): numbers, versions, dates and the like.
    Numeric,
}

impl Column {
    /// Whether the column is a feature as it is.
    #[must_use]
    pub fn is_boolean(&self) -> bool {
        self.kind == Kind::Boolean
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Column { name, values, .. } = self;
        match self.kind {
            Kind::Boolean => write!(f, "{name}: Boolean"),
            Kind::Categorical => {
                let others = if self.closed { "no other is legal" } else { "others are legal" };
                write!(f, "{name}: categorical: {} ({others})", shown(values))
            }
            Kind::Ordered => write!(f, "{name}: ordered: {}", values.join(" < ")),
            Kind::Numeric => {
                let scale = self.scale.unwrap_or(Scale::Number).plural();
                match values.is_empty() {
                    true => write!(f, "{name}: {scale}, and no threshold tells a positive from a negative"),
                    false => write!(f, "{name}: {scale}, thresholds {}", shown(values)),
                }
            }
        }
    }
}

/// The first [`SHOWN`] values in one line, and how many more there are.
pub(super) fn shown(values: &[String]) -> String {
    let more = values.len().saturating_sub(SHOWN);
    let text = values.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{text}, ... {more} more") } else { text }
}
