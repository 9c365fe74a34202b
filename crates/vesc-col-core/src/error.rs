//! What can be wrong with data and formulas.

use crate::Term;

/// Why a [`Dataset`](crate::Dataset) or its [`Features`](crate::Features) cannot be built.
///
/// Rows and columns are positions counted from 0 in the fields; messages count from 1, as people do.
///
/// ```
/// use vesc_col_core::{DataError, Dataset, Features};
///
/// let error = Features::new(["a", "a"]).expect_err("one name twice");
/// assert_eq!(error.to_string(), "columns 1 and 2 have the same name `a`");
/// let mut builder = Dataset::builder(Features::numbered(1));
/// builder.push(true, [true])?;
/// builder.push(false, [true])?;
/// assert!(matches!(builder.build(), Err(DataError::Contradiction { positive: 0, negative: 1, pairs: 1 })));
/// # Ok::<(), DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// There is no feature column.
    #[error("there is no feature column")]
    NoFeatures,
    /// A feature has an empty name.
    #[error("column {} has no name", column + 1)]
    EmptyFeatureName {
        /// Position of the feature.
        column: usize,
    },
    /// Two features have the same name.
    #[error("columns {} and {} have the same name `{name}`", first + 1, second + 1)]
    DuplicateFeature {
        /// The name.
        name: String,
        /// Position of the feature that has it first.
        first: usize,
        /// Position of the feature that repeats it.
        second: usize,
    },
    /// A row has too many or too few cells.
    #[error("row {} has {found} cells, expected {expected}", row + 1)]
    Ragged {
        /// Position of the row.
        row: usize,
        /// How many features there are.
        expected: usize,
        /// How many cells the row has.
        found: usize,
    },
    /// Something has another length than the features, or the other data, call for.
    #[error("{what}: {found} were given, expected {expected}")]
    WrongLength {
        /// What has that length, e.g. "a row in words".
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A packed row has a bit behind the last feature.
    #[error("row {} has a bit set behind the last of {features} features", row + 1)]
    StrayBits {
        /// Position of the row.
        row: usize,
        /// How many features there are.
        features: usize,
    },
    /// A packed row gives a value to a cell that it says is not known.
    #[error("row {}, column {}: the cell is set, but said to be unknown", row + 1, column + 1)]
    UnknownValue {
        /// Position of the row.
        row: usize,
        /// Position of the feature.
        column: usize,
    },
    /// There are 2^32 - 1 distinct rows of one label already.
    #[error("row {} is one too many: a data set has at most 4294967295 distinct rows of a label", row + 1)]
    TooManyRows {
        /// Position of the row.
        row: usize,
    },
    /// All rows together weigh 2^63 or more.
    #[error("with row {} all rows weigh more than 9223372036854775807", row + 1)]
    TooHeavy {
        /// Position of the row.
        row: usize,
    },
    /// A cell is neither of `0 1 true false`.
    #[error("row {}, column {} (`{feature}`): `{value}` is not Boolean, expected 0, 1, true or false", row + 1, column + 1)]
    NotBoolean {
        /// Position of the row.
        row: usize,
        /// Position of the feature.
        column: usize,
        /// Name of the feature.
        feature: String,
        /// The cell as it was given.
        value: String,
    },
    /// The same values occur once with a positive and once with a negative label, so that no formula fits.
    #[error(
        "rows {} (positive) and {} (negative) have equal values but different labels ({pairs} such {} in all)",
        positive + 1, negative + 1, if *pairs == 1 { "pair" } else { "pairs" }
    )]
    Contradiction {
        /// Position of the first such positive row.
        positive: usize,
        /// Position of the first negative row with the same values.
        negative: usize,
        /// How many pairs of a positive and a negative row are equal.
        pairs: u128,
    },
    /// A data set has too many unknown cells to be [completed](crate::Dataset::completed).
    #[error("row {} has {unknown} unknown cells, and the rows up to it more than {limit} completions", row + 1)]
    TooManyUnknown {
        /// Position of the row with which the limit is passed.
        row: usize,
        /// How many of its cells are unknown.
        unknown: usize,
        /// How many completions are made at most, those of all rows together.
        limit: usize,
    },
    /// A row is no legal input.
    #[error("row {} is not a legal input: `{impossible}` is impossible by what was declared", row + 1)]
    IllegalRow {
        /// Position of the row.
        row: usize,
        /// What is true of the row and of no legal input, in the formula syntax.
        impossible: String,
    },
}

/// Why literals do not make a [`Term`], or terms a [`Dnf`](crate::Dnf).
///
/// ```
/// use vesc_col_core::{Dnf, FormulaError, Literal, Term};
///
/// let a = Literal::positive(0);
/// assert_eq!(Term::new([a, !a]), Err(FormulaError::RepeatedFeature { feature: 0 }));
/// assert_eq!(Dnf::new([]), Err(FormulaError::NoTerms));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// A term has no literals.
    #[error("a term needs at least one literal")]
    EmptyTerm,
    /// A term has the same feature twice.
    #[error("feature {feature} (counted from 0) appears twice in one term")]
    RepeatedFeature {
        /// Position of the feature.
        feature: usize,
    },
    /// A formula has no terms.
    #[error("a formula needs at least one term")]
    NoTerms,
    /// A formula has the same term twice.
    #[error("the term `{term}` appears twice")]
    RepeatedTerm {
        /// The term.
        term: Term,
    },
}
