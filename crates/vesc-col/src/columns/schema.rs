//! What the columns of a table are.

use std::collections::BTreeMap;
use std::str::FromStr;

use vesc_col_core::Test;

use super::Scale;
#[cfg(feature = "serde")]
use super::exact;

/// What the user says about the columns of a table, and about which inputs are legal.
///
/// Columns that are not mentioned are Boolean, or inferred if [`Schema::auto`] says so. With the feature `serde` it can be
/// read from a file; every key may be left out:
///
/// ```toml
/// auto = true                                   # infer the types of all other columns
/// max_values = 64                               # more values than this are not inferred as categorical
/// max_thresholds = 16                           # of a numeric column
/// one_hot = [["op_*"], ["idle", "busy"]]        # 0/1 columns of which exactly one is 1
/// at_most_one = [["irq_*"]]                     # 0/1 columns of which at most one is 1
/// implies = ["parity_en -> len>=4"]             # literals, as in formulas
/// never = ["rst & mode=burst"]                  # never all at once
///
/// [columns]
/// irq = { type = "boolean" }
/// mode = { type = "categorical", values = ["idle", "burst"], closed = true }
/// prio = { type = "ordered", values = ["low", "mid", "high"] }
/// len = { type = "numeric", thresholds = [2, 4, 8] }
/// python = { type = "version" }                 # likewise date, literal (0x1a00, 8'b0101), quantity (10ns, 4KiB)
/// ```
///
/// ```
/// use vesc_col::columns::{ColumnType, Schema, TypedTable};
///
/// let schema = Schema::auto()
///     .with_column("prio", ColumnType::Ordered { values: ["low", "mid", "high"].map(String::from).to_vec() })
///     .with_one_hot(["op_*"])
///     .with_implication("op_ld -> prio>=mid");
/// let mut table = TypedTable::new(schema, ["prio", "op_ld", "op_st"]);
/// table.push(true, ["high", "1", "0"])?;
/// table.push(false, ["low", "0", "1"])?;
/// let typed = table.build()?;
/// assert_eq!(typed.data.features().names().collect::<Vec<_>>(), ["prio>=mid", "prio>=high", "op_ld", "op_st"]);
/// // `high` implies `mid`, exactly one operation, and the implication.
/// assert_eq!(typed.domain.nogoods().len(), 5);
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields, default))]
pub struct Schema {
    pub(super) auto: bool,
    pub(super) max_values: Option<usize>,
    pub(super) max_thresholds: Option<usize>,
    pub(super) columns: BTreeMap<String, ColumnType>,
    pub(super) one_hot: Vec<Vec<String>>,
    pub(super) at_most_one: Vec<Vec<String>>,
    pub(super) implies: Vec<String>,
    pub(super) never: Vec<String>,
}

/// What the cells of a column are.
///
/// ```
/// use vesc_col::columns::{ColumnType, Schema, TypedTable};
///
/// let idle_or_burst = Some(vec!["idle".to_owned(), "burst".to_owned()]);
/// let schema = Schema::boolean()
///     .with_column("irq", ColumnType::Boolean {})
///     .with_column("mode", ColumnType::Categorical { values: idle_or_burst, closed: true })
///     .with_column("len", ColumnType::Numeric { thresholds: Some(vec![2.0, 4.0]) });
/// let mut table = TypedTable::new(schema, ["irq", "mode", "len"]);
/// table.push(true, ["1", "burst", "3"])?;
/// let features: Vec<String> = table.build()?.data.features().names().map(String::from).collect();
/// assert_eq!(features, ["irq", "mode=idle", "mode=burst", "len>=2", "len>=4"]);
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize),
    serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)
)]
#[non_exhaustive]
pub enum ColumnType {
    /// `0`, `1`, `true` or `false`.
    Boolean {},
    /// Values without an order.
    Categorical {
        /// Those that formulas may speak of, by default those in the table.
        #[cfg_attr(feature = "serde", serde(default))]
        values: Option<Vec<String>>,
        /// Whether no other value can occur. By default any can.
        #[cfg_attr(feature = "serde", serde(default))]
        closed: bool,
    },
    /// Values in an order; no other can occur.
    Ordered {
        /// From the least to the greatest.
        values: Vec<String>,
    },
    /// Numbers.
    Numeric {
        /// With what formulas may compare, by default as found in the table.
        #[cfg_attr(feature = "serde", serde(default, deserialize_with = "exact::numbers"))]
        thresholds: Option<Vec<f64>>,
    },
    /// Versions, such as `3.10` or `v2.0.1-rc1`.
    Version {
        /// With what formulas may compare, by default as found in the table.
        #[cfg_attr(feature = "serde", serde(default))]
        thresholds: Option<Vec<String>>,
    },
    /// Dates and times, as ISO 8601 writes them.
    Date {
        /// With what formulas may compare, by default as found in the table.
        #[cfg_attr(feature = "serde", serde(default))]
        thresholds: Option<Vec<String>>,
    },
    /// Whole numbers in other bases, such as `0x1a00` or `8'b0101`.
    Literal {
        /// With what formulas may compare, by default as found in the table.
        #[cfg_attr(feature = "serde", serde(default))]
        thresholds: Option<Vec<String>>,
    },
    /// Numbers with units of one dimension, such as `10ns`, `4KiB` or `12%`.
    Quantity {
        /// With what formulas may compare, by default as found in the table.
        #[cfg_attr(feature = "serde", serde(default))]
        thresholds: Option<Vec<String>>,
    },
    /// Values on the scale that suits both the cells and the thresholds.
    Compared {
        /// With what formulas may compare.
        thresholds: Vec<String>,
    },
}

impl Schema {
    /// All columns are Boolean.
    ///
    /// ```
    /// use vesc_col::columns::{Schema, TypedTable};
    ///
    /// let mut table = TypedTable::new(Schema::boolean(), ["mode"]);
    /// table.push(true, ["burst"])?;
    /// assert!(table.build().is_err());
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    #[must_use]
    pub fn boolean() -> Schema {
        Schema::default()
    }

    /// The types are inferred: Boolean if all cells are `0 1 true false`, numeric if all are numbers, categorical otherwise.
    #[must_use]
    pub fn auto() -> Schema {
        Schema::default().with_auto(true)
    }

    /// The same with the types of columns that are not mentioned inferred, or Boolean.
    #[must_use]
    pub fn with_auto(self, auto: bool) -> Schema {
        Schema { auto, ..self }
    }

    /// The same with the type of a column.
    #[must_use]
    pub fn with_column(mut self, name: impl Into<String>, column: ColumnType) -> Schema {
        self.columns.insert(name.into(), column);
        self
    }

    /// The same with exactly one of some Boolean columns true on every legal input. In a name, `*` stands for anything.
    #[must_use]
    pub fn with_one_hot<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Schema {
        self.one_hot.push(names.into_iter().map(Into::into).collect());
        self
    }

    /// The same with at most one of some Boolean columns true on every legal input. In a name, `*` stands for anything.
    #[must_use]
    pub fn with_at_most_one<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Schema {
        self.at_most_one.push(names.into_iter().map(Into::into).collect());
        self
    }

    /// The same with an implication such as `parity_en -> len>=4`.
    #[must_use]
    pub fn with_implication(mut self, text: impl Into<String>) -> Schema {
        self.implies.push(text.into());
        self
    }

    /// The same with literals that are never all true, such as `rst & mode=burst`.
    ///
    /// ```
    /// use vesc_col::columns::{ColumnError, Schema, TypedTable};
    ///
    /// let schema = Schema::auto().with_auto(false).with_at_most_one(["irq_*"]).with_exclusion("rst & irq_0");
    /// let mut table = TypedTable::new(schema, ["rst", "irq_0", "irq_1"]);
    /// table.push(true, ["1", "1", "0"])?;
    /// assert!(matches!(table.build(), Err(ColumnError::Data(_)))); // the row is not legal
    /// # Ok::<(), ColumnError>(())
    /// ```
    #[must_use]
    pub fn with_exclusion(mut self, text: impl Into<String>) -> Schema {
        self.never.push(text.into());
        self
    }

    /// The schema that makes of a table's columns just the features that a formula speaks of, whatever the rows: the values
    /// and thresholds are those of the formula, and a column that it does not mention is left out. What is declared of an
    /// ordered column stays.
    ///
    /// ```
    /// use vesc_col::columns::{Schema, TypedTable};
    ///
    /// let names = ["irq", "mode", "len"];
    /// let schema = Schema::auto().for_formula("irq & len>=4", names);
    /// let mut table = TypedTable::new(schema, names);
    /// table.push(true, ["1", "burst", "7"])?;
    /// let typed = table.build()?;
    /// assert_eq!(typed.data.features().names().collect::<Vec<_>>(), ["irq", "len>=4"]);
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    #[must_use]
    pub fn for_formula<'a>(mut self, formula: &str, names: impl IntoIterator<Item = &'a str>) -> Schema {
        let mentioned = Test::columns_in(formula);
        for name in names {
            let tests: Vec<&Test> =
                mentioned.iter().filter(|(column, _)| column == name).filter_map(|(_, test)| test.as_ref()).collect();
            let is_flag = mentioned.iter().any(|(column, test)| column == name && test.is_none());
            if is_flag || matches!(self.columns.get(name), Some(ColumnType::Ordered { .. })) {
                continue;
            }
            let mut values: Vec<String> = tests.iter().map(|test| test.value().to_owned()).collect();
            values.sort_unstable();
            values.dedup();
            let is_order = tests.iter().any(|test| matches!(test, Test::AtLeast(_)));
            let column = match (is_order, self.columns.get(name).and_then(|declared| declared.comparing(&values))) {
                (true, Some(declared)) => declared,
                (true, None) => ColumnType::Compared { thresholds: values },
                (false, _) => ColumnType::Categorical { values: Some(values), closed: false },
            };
            self.columns.insert(name.to_owned(), column);
        }
        // Whether rows are legal makes no difference to whether a formula is right on them.
        Schema { columns: self.columns, ..Schema::default() }
    }

    /// A column of which a declared value stands twice, and that value.
    pub(super) fn repeated_value(&self) -> Option<(&str, &str)> {
        self.columns.iter().find_map(|(name, declared)| {
            let values = match declared {
                ColumnType::Categorical { values: Some(values), .. } | ColumnType::Ordered { values } => values,
                _ => return None,
            };
            let again = (1..values.len()).find(|&at| values[..at].contains(&values[at]))?;
            Some((name.as_str(), values[again].as_str()))
        })
    }

    /// Up to how many different values a column is inferred as categorical.
    pub(super) fn max_values(&self) -> usize {
        self.max_values.unwrap_or(64)
    }

    /// How many thresholds of a numeric column are made from the table, at least 1.
    pub(super) fn max_thresholds(&self) -> usize {
        self.max_thresholds.unwrap_or(16).max(1)
    }
}

/// Reads the name of a type, as an option of a command line has it.
///
/// | name | type |
/// | --- | --- |
/// | `boolean` | [`ColumnType::Boolean`] |
/// | `text`, `categorical` | [`ColumnType::Categorical`], open: values never seen are legal |
/// | `closed` | [`ColumnType::Categorical`], closed |
/// | `numeric` | [`ColumnType::Numeric`] |
/// | `version`, `date`, `literal`, `quantity` | [`ColumnType::Version`] and so on |
///
/// ```
/// use vesc_col::columns::ColumnType;
///
/// assert_eq!("version".parse(), Ok(ColumnType::Version { thresholds: None }));
/// assert_eq!("semver".parse::<ColumnType>().unwrap_err().to_string(), "there is no type `semver` of columns; the types are \
///     boolean, text, categorical, closed, numeric, version, date, literal, quantity");
/// ```
impl FromStr for ColumnType {
    type Err = UnknownType;

    fn from_str(name: &str) -> Result<ColumnType, UnknownType> {
        let found = TYPES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim()));
        found.map(|(_, make)| make()).ok_or_else(|| UnknownType { name: name.to_owned() })
    }
}

/// The names of types, each with what makes the type.
const TYPES: [(&str, fn() -> ColumnType); 9] = [
    ("boolean", || ColumnType::Boolean {}),
    ("text", || ColumnType::Categorical { values: None, closed: false }),
    ("categorical", || ColumnType::Categorical { values: None, closed: false }),
    ("closed", || ColumnType::Categorical { values: None, closed: true }),
    ("numeric", || ColumnType::Numeric { thresholds: None }),
    ("version", || ColumnType::Version { thresholds: None }),
    ("date", || ColumnType::Date { thresholds: None }),
    ("literal", || ColumnType::Literal { thresholds: None }),
    ("quantity", || ColumnType::Quantity { thresholds: None }),
];

/// No type of columns has this name.
///
/// ```
/// use vesc_col::columns::ColumnType;
///
/// assert_eq!("semver".parse::<ColumnType>().unwrap_err().name, "semver");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no type `{name}` of columns; the types are {}", TYPES.map(|(name, _)| name).join(", "))]
pub struct UnknownType {
    /// The name.
    pub name: String,
}

impl ColumnType {
    /// The scale of the cells, if it is given.
    pub(super) fn scale(&self) -> Option<Scale> {
        match self {
            ColumnType::Numeric { .. } => Some(Scale::Number),
            ColumnType::Version { .. } => Some(Scale::Version),
            ColumnType::Date { .. } => Some(Scale::Date),
            ColumnType::Literal { .. } => Some(Scale::Literal),
            ColumnType::Quantity { .. } => Some(Scale::Quantity),
            _ => None,
        }
    }

    /// The same scale with these thresholds; `None` if this is no scale.
    fn comparing(&self, thresholds: &[String]) -> Option<ColumnType> {
        let thresholds = Some(thresholds.to_vec());
        match self {
            ColumnType::Version { .. } => Some(ColumnType::Version { thresholds }),
            ColumnType::Date { .. } => Some(ColumnType::Date { thresholds }),
            ColumnType::Literal { .. } => Some(ColumnType::Literal { thresholds }),
            ColumnType::Quantity { .. } => Some(ColumnType::Quantity { thresholds }),
            _ => None,
        }
    }

    /// The thresholds as they are written, if they are given.
    pub(super) fn thresholds(&self) -> Option<Vec<String>> {
        match self {
            ColumnType::Numeric { thresholds } => {
                thresholds.as_ref().map(|numbers| numbers.iter().map(|number| (number + 0.0).to_string()).collect())
            }
            ColumnType::Version { thresholds }
            | ColumnType::Date { thresholds }
            | ColumnType::Literal { thresholds }
            | ColumnType::Quantity { thresholds } => thresholds.clone(),
            ColumnType::Compared { thresholds } => Some(thresholds.clone()),
            _ => None,
        }
    }

    /// Whether a text is one of the declared values.
    pub(super) fn names(&self, text: &str) -> bool {
        match self {
            ColumnType::Categorical { values: Some(values), .. } | ColumnType::Ordered { values } => {
                values.iter().any(|value| value == text)
            }
            _ => false,
        }
    }
}
