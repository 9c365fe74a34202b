//! Why there is no probability.

use thiserror::Error;
use vesc_col_core::StopReason;

/// Why there is no number.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoConfidence {
    /// Nothing was learned.
    #[error("nothing was learned")]
    NotLearned,
    /// There are no positives, or no negatives.
    #[error("all rows have the same label")]
    OneClass,
    /// A hypothesis is no DNF.
    #[error("formulas are counted by their terms for DNF alone")]
    Language,
    /// The answer may be wrong on rows.
    #[error("errors are allowed, and formulas within an error budget are not counted")]
    Errors,
    /// There are more than 1000 features. To count over them would take longer than most searches.
    #[error("formulas over more than 1000 features are not counted")]
    Features,
    /// Only formulas that keep to rules were searched, such as that each term needs a literal.
    #[error("formulas that keep to rules for their terms are not counted")]
    Rules,
    /// Equal rows had different labels, and were given one or left out.
    #[error("equal rows had different labels: some label is wrong, or the columns do not hold all that matters")]
    Settled,
    /// Cells are unknown.
    #[error("cells are unknown, and formulas for every completion are not counted")]
    UnknownCells,
    /// The run ended before the formulas were counted.
    #[error("the counting was stopped: {0}")]
    Stopped(StopReason),
}
