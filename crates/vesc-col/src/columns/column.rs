//! What became of a column of the table.

use std::fmt;

use super::Scale;

/// Number of values of a column that a message names.
const SHOWN_VALUES: usize = 12;

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
    /// How many thresholds there are between the values of the table, if [`Schema`](super::Schema)'s `max_thresholds` leaves some out.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub unlimited: Option<usize>,
    /// Why it was taken for what it is, where that is not plain from the cells.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub why: Option<Why>,
    /// The name of another type that the cells suggest, such as `set`, `version` or `numeric`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub suggested: Option<&'static str>,
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
    /// Two words, which are opposites.
    Words,
    /// Values without an order.
    Categorical,
    /// Values in an order.
    Ordered,
    /// Values on a [scale](Scale): numbers, versions, dates and the like.
    Numeric,
    /// Sets of items, each item a feature.
    Set,
    /// Whole numbers as rows of bits, each bit a feature.
    Bits,
    /// Names of rows, which are not used.
    Identifier,
}

/// Why a column was taken for what it is.
///
/// ```
/// use vesc_col::columns::{Schema, TypedTable, Why};
///
/// let mut table = TypedTable::new(Schema::auto(), ["seed", "cache"]);
/// table.push(true, ["17", "ON"])?;
/// table.push(false, ["23", "OFF"])?;
/// let columns = table.build()?.columns;
/// assert_eq!((columns[0].why, columns[1].why), (Some(Why::Name), Some(Why::TwoWords)));
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Why {
    /// It has two values, which are taken for opposites.
    TwoWords,
    /// Its cells have two dots, a `v` in front, or fractions of differing lengths of which one ends in 0.
    VersionMarks,
    /// Its cells are durations such as `9:05:10`.
    Hours,
    /// Each row has another word.
    Distinct,
    /// Its numbers are consecutive once they are sorted.
    Consecutive,
    /// Columns of this name are identifiers.
    Name,
    /// No cell is known.
    Unknown,
    /// Its cells list the same items in different orders, or items that several of them share.
    Items,
    /// Its cells look like numbers with commas or signs of currencies, which are read as words.
    Commas,
    /// Its cells are dates such as `05.01.2024`, whose day and month nobody can tell apart. They are read as words.
    DayFirst,
    /// Its cells are dates or times such as `Jan 5 2024` and `1:30 PM`, which are read as words.
    InWords,
    /// Some of its cells are one word in different cases, which are read as different words.
    Case,
}

impl Why {
    /// How cells that are read as words for their form are written so that their order is seen: `1024 and 3.5`.
    ///
    /// ```
    /// use vesc_col::columns::Why;
    ///
    /// assert_eq!(Why::DayFirst.plain_form(), Some("2024-01-05"));
    /// assert_eq!(Why::Distinct.plain_form(), None);
    /// ```
    #[must_use]
    pub fn plain_form(self) -> Option<&'static str> {
        match self {
            Why::Commas => Some("1024 and 3.5"),
            Why::DayFirst => Some("2024-01-05"),
            Why::InWords => Some("2024-01-05 and 13:30"),
            _ => None,
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::TwoWords => "its two values are taken for opposites",
            Why::VersionMarks => "its cells are written as versions are",
            Why::Hours => "its cells are read as hours, minutes and seconds",
            Why::Distinct => "each row has another value",
            Why::Consecutive => "its numbers are consecutive once sorted",
            Why::Name => "by its name",
            Why::Unknown => "no cell is known",
            Why::Items => "its cells share items, in any order",
            Why::Commas => "its cells look like numbers with commas or currencies",
            Why::DayFirst => "nobody can tell the days and months of its dates apart",
            Why::InWords => "its cells look like dates or times in words",
            Why::Case => "some of its cells differ in case alone",
        })
    }
}

impl Column {
    /// Whether the column is a feature as it is.
    #[must_use]
    pub fn is_boolean(&self) -> bool {
        self.kind == Kind::Boolean
    }

    /// Whether its features tell all legal values apart. Numbers may lie between two cuts, and where a text is legal
    /// that no feature tests, others are.
    ///
    /// ```
    /// use vesc_col::columns::{ColumnType, Schema, TypedTable};
    ///
    /// let grades = ColumnType::Ordered { values: ["1", "5"].map(String::from).to_vec() };
    /// let mut table = TypedTable::new(Schema::auto().with_column("grade", grades), ["grade", "len"]);
    /// table.push(true, ["5", "50"])?;
    /// table.push(false, ["1", "7"])?;
    /// let columns = table.build()?.columns;
    /// // A length of 20 is legal, and no row has it.
    /// assert!(columns[0].tells_all_values_apart() && !columns[1].tells_all_values_apart());
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    #[must_use]
    pub fn tells_all_values_apart(&self) -> bool {
        match self.kind {
            Kind::Numeric => false,
            Kind::Categorical => self.closed,
            Kind::Boolean | Kind::Words | Kind::Ordered | Kind::Set | Kind::Bits | Kind::Identifier => true,
        }
    }

    /// What the cells are, without the column's name.
    pub(super) fn description(&self) -> String {
        let values = &self.values;
        match self.kind {
            Kind::Boolean => "Boolean".to_owned(),
            Kind::Words => format!("Boolean, {}", joined(values, " or ")),
            Kind::Set => format!("sets of {}", shown(values)),
            Kind::Bits => format!("{} bits", values.len()),
            Kind::Identifier if self.why == Some(Why::Unknown) => "not used".to_owned(),
            Kind::Identifier => "an identifier, not used".to_owned(),
            Kind::Categorical => {
                let others = if self.closed { "no other is legal" } else { "others are legal" };
                format!("categorical: {} ({others})", shown(values))
            }
            Kind::Ordered => format!("ordered: {}", joined(values, " < ")),
            Kind::Numeric => {
                let scale = self.scale.unwrap_or(Scale::Number).plural();
                match values.is_empty() {
                    true if self.inferred => format!("{scale}, one value and so no threshold"),
                    true => format!("{scale}, no threshold"),
                    false => format!("{scale}, thresholds {}", shown(values)),
                }
            }
        }
    }
}

/// The name, and what its cells are.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.description())
    }
}

/// The values in one line. An empty one is seen by its quotes, and one with a comma does not look like two.
fn joined(values: &[String], separator: &str) -> String {
    let word = |value: &String| match value {
        value if value.is_empty() => "\"\"".to_owned(),
        value if value.contains(',') => format!("`{value}`"),
        value => value.clone(),
    };
    values.iter().map(word).collect::<Vec<_>>().join(separator)
}

/// The first [`SHOWN_VALUES`] values in one line, and how many more there are.
pub(super) fn shown(values: &[String]) -> String {
    let more = values.len().saturating_sub(SHOWN_VALUES);
    let text = joined(&values[..values.len() - more], ", ");
    if more > 0 { format!("{text}, ... {more} more") } else { text }
}
