//! What the columns of a table are.

use std::collections::BTreeMap;

use vesc_col_core::Test;

#[cfg(feature = "serde")]
use super::exact;
use super::{Scale, pattern::matches};

/// What the user says about the columns of a table, and about which inputs are legal.
///
/// Columns that are not mentioned are Boolean, or inferred if [`Schema::auto`] says so. With the feature `serde` it can be
/// read from a file; every key may be left out:
///
/// ```toml
/// auto = true                                   # infer the types of all other columns
/// max_values = 64                               # more values than this are not inferred as categorical
/// max_thresholds = 100                          # of a numeric column, evenly chosen; without it all
/// closed = false                                # whether no values but those in the table are legal
/// open = ["mode"]                               # columns of plain texts, of which others are legal
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
/// assert_eq!(typed.domain.nogoods().count(), 5);
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(deny_unknown_fields, default))]
pub struct Schema {
    pub(super) auto: bool,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "at_least_one"))]
    pub(super) max_values: Option<usize>,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "at_least_one"))]
    pub(super) max_thresholds: Option<usize>,
    pub(super) columns: BTreeMap<String, ColumnType>,
    pub(super) closed: bool,
    pub(super) open: Vec<String>,
    pub(super) one_hot: Vec<Vec<String>>,
    pub(super) at_most_one: Vec<Vec<String>>,
    pub(super) implies: Vec<String>,
    pub(super) never: Vec<String>,
    /// Whether features are for one formula alone. Then nothing is counted.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) is_for_formula: bool,
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
/// // Of a closed set of two values each is the opposite of the other.
/// assert_eq!(features, ["irq", "mode=idle", "len>=2", "len>=4"]);
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize),
    serde(
        tag = "type",
        rename_all = "lowercase",
        deny_unknown_fields,
        expecting = "the type with its name, such as { type = \"numeric\" }"
    )
)]
#[non_exhaustive]
pub enum ColumnType {
    /// `0`, `1`, `true` or `false`.
    Boolean {},
    /// Values without an order.
    #[cfg_attr(feature = "serde", serde(alias = "text"))]
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
    /// Two words, which are opposites; no other can occur.
    Words {
        /// First the one that formulas show for what holds, by default as found in the table.
        #[cfg_attr(feature = "serde", serde(default))]
        values: Option<[String; 2]>,
    },
    /// Sets of items in any order, such as `a;c` or `["a", "c"]`. Each item is a feature of its own.
    Set {
        /// Those that formulas may speak of, by default those in the table.
        #[cfg_attr(feature = "serde", serde(default))]
        items: Option<Vec<String>>,
    },
    /// Whole numbers, in any base, of which each bit is a feature of its own.
    Bits {},
    /// Sets with these items, or bits at these positions, as the cells are.
    #[cfg_attr(feature = "serde", serde(skip))]
    Items {
        /// Those that formulas may speak of.
        items: Vec<String>,
    },
    /// Names of rows, which are not used.
    Identifier {},
    /// Values on the scale that suits both the cells and the thresholds.
    #[cfg_attr(feature = "serde", serde(skip))]
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

    /// Makes the values in the table the only legal ones, for columns without an order whose types are inferred. With
    /// `false` the schema stays as it is.
    ///
    /// ```
    /// use vesc_col::columns::{Schema, TypedTable};
    ///
    /// let mut table = TypedTable::new(Schema::auto().with_closed(true), ["mode"]);
    /// for (label, mode) in [(true, "idle"), (false, "burst"), (false, "single")] {
    ///     table.push(label, [mode])?;
    /// }
    /// assert!(table.build()?.columns[0].closed);
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    #[must_use]
    pub fn with_closed(self, closed: bool) -> Schema {
        Schema { closed: closed || self.closed, ..self }
    }

    /// Takes the cells of a column for plain texts if its type is inferred, and makes other values legal. Then two
    /// words are not opposites, numbers have no order, and names of rows are used. In `column`, `*` stands for
    /// anything; a Boolean column is open only by its own name.
    ///
    /// ```
    /// use vesc_col::columns::{Kind, Schema, TypedTable};
    ///
    /// let mut table = TypedTable::new(Schema::auto().with_open("cache"), ["cache"]);
    /// table.push(true, ["ON"])?;
    /// table.push(false, ["OFF"])?;
    /// assert_eq!(table.build()?.columns[0].kind, Kind::Categorical);
    /// # Ok::<(), vesc_col::columns::ColumnError>(())
    /// ```
    #[must_use]
    pub fn with_open(mut self, column: impl Into<String>) -> Schema {
        self.open.push(column.into());
        self
    }

    /// The same with the type of a column.
    #[must_use]
    pub fn with_column(mut self, name: impl Into<String>, column: ColumnType) -> Schema {
        self.columns.insert(name.into(), column);
        self
    }

    /// The same without a type for a column, if it has one.
    ///
    /// ```
    /// use vesc_col::columns::{ColumnType, Schema};
    ///
    /// let schema = Schema::default().with_column("mode", ColumnType::Boolean {});
    /// assert_eq!(schema.without_column("mode"), Schema::default());
    /// ```
    #[must_use]
    pub fn without_column(mut self, name: &str) -> Schema {
        self.columns.remove(name);
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

    /// What is declared about several columns, a sentence each, in the order of [`with_one_hot`](Schema::with_one_hot),
    /// [`with_at_most_one`](Schema::with_at_most_one), [`with_implication`](Schema::with_implication) and
    /// [`with_exclusion`](Schema::with_exclusion).
    ///
    /// ```
    /// use vesc_col::columns::Schema;
    ///
    /// let schema = Schema::boolean().with_one_hot(["op_*"]).with_implication("irq -> op_ld");
    /// assert_eq!(schema.declared(), ["exactly one is 1 of op_*", "irq -> op_ld"]);
    /// ```
    #[must_use]
    pub fn declared(&self) -> Vec<String> {
        let one_hot = self.one_hot.iter().map(|group| format!("exactly one is 1 of {}", group.join(", ")));
        let at_most_one = self.at_most_one.iter().map(|group| format!("at most one is 1 of {}", group.join(", ")));
        let never = self.never.iter().map(|text| format!("never {text}"));
        one_hot.chain(at_most_one).chain(self.implies.iter().cloned()).chain(never).collect()
    }

    /// The schema that makes of a table's columns just the features that a formula speaks of, whatever the rows. Values
    /// and thresholds are those of the formula. A column that it does not mention is left out. What is declared of an
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
        let names: Vec<&str> = names.into_iter().collect();
        let in_brackets: Vec<_> =
            mentioned.iter().filter(|(name, _)| !names.contains(&name.as_str())).cloned().collect();
        for name in names {
            let tests: Vec<&Test> =
                mentioned.iter().filter(|(column, _)| column == name).filter_map(|(_, test)| test.as_ref()).collect();
            if matches!(self.columns.get(name), Some(ColumnType::Set { .. } | ColumnType::Bits {})) {
                continue;
            }
            let items = items_of(name, &in_brackets);
            if !items.is_empty() {
                self.columns.insert(name.to_owned(), ColumnType::Items { items });
                continue;
            }
            let is_flag = mentioned.iter().any(|(column, test)| column == name && test.is_none());
            if is_flag {
                // Even where no cell is known.
                self.columns.entry(name.to_owned()).or_insert(ColumnType::Boolean {});
                continue;
            }
            if matches!(self.columns.get(name), Some(ColumnType::Ordered { .. })) {
                continue;
            }
            let mut values: Vec<String> = tests.iter().map(|test| test.value().to_owned()).collect();
            values.sort_unstable();
            values.dedup();
            let is_boolean = |value: &String| ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word));
            if !values.is_empty() && values.iter().all(is_boolean) && !self.columns.contains_key(name) {
                // `irq=true` is `irq`, also where the cells are 0 and 1.
                continue;
            }
            let is_order = tests.iter().any(|test| matches!(test, Test::AtLeast(_)));
            let column = match (is_order, self.columns.get(name).and_then(|declared| declared.comparing(&values))) {
                (true, Some(declared)) => declared,
                (true, None) => ColumnType::Compared { thresholds: values },
                (false, _) => ColumnType::Categorical { values: Some(values), closed: false },
            };
            self.columns.insert(name.to_owned(), column);
        }
        // Whether rows are legal makes no difference to whether a formula is right on them.
        Schema { columns: self.columns, is_for_formula: true, ..Schema::default() }
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

    /// Whether no values of inferred columns without an order are legal but those in the table.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether a column has plain texts.
    pub(super) fn is_open(&self, name: &str) -> bool {
        self.open.iter().any(|open| matches(open, name))
    }

    /// Whether a column has plain texts by its own name, so that even `0` and `1` are texts.
    pub(super) fn is_named_open(&self, name: &str) -> bool {
        self.open.iter().any(|open| open == name)
    }

    /// Up to how many different values a column is inferred as categorical.
    pub(super) fn max_values(&self) -> usize {
        self.max_values.unwrap_or(64)
    }

    /// How many thresholds of a numeric column are made from the table, if that is limited.
    pub(super) fn max_thresholds(&self) -> Option<usize> {
        self.max_thresholds
    }

    /// Whether implications or exclusions are declared, which may speak of any threshold.
    pub(super) fn has_constraints_on_literals(&self) -> bool {
        !self.implies.is_empty() || !self.never.is_empty()
    }
}

/// A limit of nothing would leave no column a value or a threshold.
#[cfg(feature = "serde")]
fn at_least_one<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    use serde::Deserialize;
    use serde::de::{Error, Unexpected};
    match usize::deserialize(deserializer)? {
        0 => Err(D::Error::invalid_value(Unexpected::Unsigned(0), &"at least 1; without it there is no limit")),
        limit => Ok(Some(limit)),
    }
}

/// What a formula tests of a column in brackets, as in `plugins[lint]` or `addr[3]`.
fn items_of(column: &str, mentioned: &[(String, Option<Test>)]) -> Vec<String> {
    let item = |name: &str| name.strip_prefix(column)?.strip_prefix('[')?.strip_suffix(']').map(str::to_owned);
    let mut items: Vec<String> =
        mentioned.iter().filter(|(_, test)| test.is_none()).filter_map(|(name, _)| item(name)).collect();
    items.sort_unstable();
    items.dedup();
    items
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

    /// Whether an empty cell is a value.
    pub(super) fn has_empty_cells(&self) -> bool {
        matches!(self, ColumnType::Set { .. } | ColumnType::Items { .. } | ColumnType::Identifier {}) || self.names("")
    }

    /// Whether a text is one of the declared values.
    pub(super) fn names(&self, text: &str) -> bool {
        match self {
            ColumnType::Categorical { values: Some(values), .. } | ColumnType::Ordered { values } => {
                values.iter().any(|value| value == text)
            }
            ColumnType::Words { values: Some(values) } => values.iter().any(|value| value == text),
            _ => false,
        }
    }
}
