//! Names of the columns.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::{DataError, Literal};

/// The names of the features, in column order; cheap to clone.
///
/// A feature is referred to by its position everywhere else in this crate; names matter only where people
/// read or write formulas.
///
/// ```
/// use vesc_col_core::Features;
///
/// let features = Features::new(["op_ebreak", "irq_mask_1"])?;
/// assert_eq!(features.len(), 2);
/// assert_eq!(features.name(1), "irq_mask_1");
/// assert_eq!(features.position("op_ebreak"), Some(0));
/// assert_eq!(Features::numbered(3).name(2), "x2");
/// # Ok::<(), vesc_col_core::DataError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Features {
    names: Arc<[String]>,
    /// For each feature the column that it tests and how; empty if each is a column of its own.
    tests: Arc<[Option<(String, Test)>]>,
}

/// What a feature asks of a column that is not Boolean.
///
/// ```
/// use vesc_col_core::{Features, Test};
///
/// let fast = Test::AtLeast("4".to_owned());
/// assert_eq!((fast.op(false), fast.op(true), fast.value()), (">=", "<", "4"));
/// let features = Features::typed([("speed", Some(fast.clone())), ("irq", None)])?;
/// assert_eq!(features.test(0), Some(("speed", &fast)));
/// assert_eq!(features.test(1), None);
/// assert_eq!(features.names().collect::<Vec<_>>(), ["speed>=4", "irq"]);
/// # Ok::<(), vesc_col_core::DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Test {
    /// Whether the cell is this value: `mode=burst`, negated `mode!=burst`.
    Equals(String),
    /// Whether the cell is this value or one after it: `len>=4`, negated `len<4`.
    AtLeast(String),
    /// Which of the only two values of its column the cell is: `cache=ON`, negated `cache=OFF`.
    Either {
        /// The value of the literal that is not negated.
        this: String,
        /// The other value.
        other: String,
    },
}

impl Test {
    /// The operator between column and value: `=`, `!=`, `>=` or `<`.
    #[must_use]
    pub fn op(&self, negated: bool) -> &'static str {
        match (self, negated) {
            (Test::Equals(_), false) | (Test::Either { .. }, _) => "=",
            (Test::Equals(_), true) => "!=",
            (Test::AtLeast(_), false) => ">=",
            (Test::AtLeast(_), true) => "<",
        }
    }

    /// The columns that the text of a formula speaks of, each with its test or as a Boolean column.
    ///
    /// It reads as far as it can. So the features can be made that the formula needs before it can be parsed.
    ///
    /// ```
    /// use vesc_col_core::Test;
    ///
    /// let columns = Test::columns_in("irq & len<4");
    /// assert_eq!(columns, [("irq".to_owned(), None), ("len".to_owned(), Some(Test::AtLeast("4".to_owned())))]);
    /// ```
    #[must_use]
    pub fn columns_in(formula: &str) -> Vec<(String, Option<Test>)> {
        crate::syntax::columns_in(formula)
    }

    /// The value with which the literal compares that is not negated.
    #[must_use]
    pub fn value(&self) -> &str {
        self.value_of(false)
    }

    /// The value with which a literal compares, negated or not. Only [`Test::Either`] has two.
    ///
    /// ```
    /// use vesc_col_core::Test;
    ///
    /// let cache = Test::Either { this: "ON".to_owned(), other: "OFF".to_owned() };
    /// assert_eq!((cache.op(true), cache.value_of(true)), ("=", "OFF"));
    /// assert_eq!(Test::AtLeast("4".to_owned()).value_of(true), "4");
    /// ```
    #[must_use]
    pub fn value_of(&self, negated: bool) -> &str {
        match self {
            Test::Equals(value) | Test::AtLeast(value) => value,
            Test::Either { this, other } => {
                if negated {
                    other
                } else {
                    this
                }
            }
        }
    }
}

impl Features {
    /// Features with the given names.
    ///
    /// # Errors
    ///
    /// [`DataError::NoFeatures`] if there is none, [`DataError::EmptyFeatureName`] and
    /// [`DataError::DuplicateFeature`] with the positions.
    pub fn new<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Result<Features, DataError> {
        Features::checked(names.into_iter().map(Into::into).collect(), Arc::default())
    }

    /// Features of which some test a column: several features of one column are told apart by their tests. A feature's
    /// name is then that of its literal, such as `mode=burst`.
    ///
    /// ```
    /// use vesc_col_core::{Dnf, Features, Test};
    ///
    /// let at_least = |value: &str| Some(Test::AtLeast(value.to_owned()));
    /// let features =
    ///     Features::typed([("irq", None), ("mode", Some(Test::Equals("burst".to_owned()))), ("len", at_least("4"))])?;
    /// let dnf = Dnf::parse("irq & len<4 | mode!=burst", &features)?;
    /// assert_eq!(dnf.to_string(), "x0 & !x2 | !x1");
    /// assert_eq!(dnf.display(&features).to_string(), "irq & len<4 | mode!=burst");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Features::new`], for the names that the columns and their tests make.
    pub fn typed<N: Into<String>>(
        features: impl IntoIterator<Item = (N, Option<Test>)>,
    ) -> Result<Features, DataError> {
        let features = features.into_iter().map(|(column, test)| (column.into(), test));
        let (names, tests) = features
            .map(|(column, test)| match test {
                None => (column, None),
                Some(test) => (format!("{column}{}{}", test.op(false), test.value()), Some((column, test))),
            })
            .unzip::<String, _, Vec<_>, Vec<_>>();
        Features::checked(names.into(), tests.into())
    }

    fn checked(names: Arc<[String]>, tests: Arc<[Option<(String, Test)>]>) -> Result<Features, DataError> {
        if names.is_empty() {
            return Err(DataError::NoFeatures);
        }
        let mut first_seen = HashMap::with_capacity(names.len());
        for (second, name) in names.iter().enumerate() {
            if name.is_empty() {
                return Err(DataError::EmptyFeatureName { column: second });
            }
            if let Some(first) = first_seen.insert(name.as_str(), second) {
                return Err(DataError::DuplicateFeature { name: name.clone(), first, second });
            }
        }
        Ok(Features { names, tests })
    }

    /// Features `x0`, `x1`, ... named by their position.
    #[must_use]
    pub fn numbered(count: usize) -> Features {
        Features { names: (0..count).map(|i| format!("x{i}")).collect(), tests: Arc::default() }
    }

    /// How many features there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none, which only [`Features::numbered`]`(0)` can make.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of a feature.
    ///
    /// # Panics
    ///
    /// If there is no such feature.
    #[must_use]
    pub fn name(&self, feature: usize) -> &str {
        &self.names[feature]
    }

    /// The column that a feature tests, and how; `None` if the feature is a Boolean column of its name.
    #[must_use]
    pub fn test(&self, feature: usize) -> Option<(&str, &Test)> {
        self.tests.get(feature)?.as_ref().map(|(column, test)| (&**column, test))
    }

    /// The names in column order.
    ///
    /// ```
    /// use vesc_col_core::Features;
    ///
    /// let features = Features::new(["irq", "lhu"])?;
    /// assert_eq!(features.names().map(str::len).max(), Some(3));
    /// assert!(!features.is_empty() && features.test(0).is_none());
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Where a feature of this name stands. Linear in the number of features.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The feature whose name is most like this one, to be suggested where no feature has this name.
    ///
    /// It is the same but for case, or at most two edits away.
    ///
    /// ```
    /// use vesc_col_core::Features;
    ///
    /// let features = Features::new(["op_ebreak", "irq_mask_1"])?;
    /// assert_eq!(features.closest("irq_mask1"), Some("irq_mask_1"));
    /// assert_eq!(features.closest("reset"), None);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn closest(&self, name: &str) -> Option<&str> {
        crate::syntax::closest(name, self)
    }

    /// The first columns of the features, each once, and `...` if there are more: to be named where a name is unknown.
    ///
    /// ```
    /// use vesc_col_core::Features;
    ///
    /// assert_eq!(Features::numbered(2).first_columns(), ["x0", "x1"]);
    /// assert_eq!(Features::numbered(20).first_columns().last().map(String::as_str), Some("..."));
    /// ```
    #[must_use]
    pub fn first_columns(&self) -> Vec<String> {
        crate::syntax::first_columns(self)
    }

    /// The sign of an operator that a word stands for in formulas: `and`, `or` and `not` in any case. A name which is
    /// such a word is quoted.
    ///
    /// ```
    /// use vesc_col_core::{Dnf, Features};
    ///
    /// assert_eq!((Features::operator("AND"), Features::operator("nand")), (Some('&'), None));
    /// let features = Features::new(["irq", "or"])?;
    /// let dnf = Dnf::parse("not irq or \"or\"", &features)?;
    /// assert_eq!(dnf.display(&features).to_string(), "!irq | \"or\"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn operator(word: &str) -> Option<char> {
        crate::syntax::operator(word)
    }

    /// The comparison that a text begins with, such as `len>=4` or `irq=1`, and how long it is in bytes. So a language
    /// of your own reads what a DNF reads; `signs` are those that end a bare name there, beside the ones of DNF.
    ///
    /// ```
    /// use vesc_col_core::{Features, Literal};
    ///
    /// let features = Features::new(["irq", "rx"])?;
    /// assert_eq!(features.comparison_in("irq = 0 ? rx : 1", "?:"), Some((Literal::negative(0), 7)));
    /// assert_eq!(features.comparison_in("irq ? rx : 1", "?:"), None);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn comparison_in(&self, text: &str, signs: &'static str) -> Option<(Literal, usize)> {
        crate::syntax::comparison_in(text, signs, self)
    }

    /// Writes a literal in the formula syntax: `gap_0`, `!"rx enable"`, `mode!=burst`.
    pub(crate) fn fmt_literal(&self, literal: Literal, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((column, test)) = self.test(literal.feature()) {
            crate::syntax::fmt_name(column, f)?;
            f.write_str(test.op(literal.is_negated()))?;
            return crate::syntax::fmt_name(test.value_of(literal.is_negated()), f);
        }
        if literal.is_negated() {
            f.write_str("!")?;
        }
        match self.names.get(literal.feature()) {
            Some(name) => crate::syntax::fmt_name(name, f),
            None => write!(f, "x{}", literal.feature()),
        }
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names.iter()).finish()
    }
}
