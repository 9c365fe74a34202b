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
    /// A hypothesis is no DNF, or its literals are about groups of columns.
    #[error("formulas are counted by their terms only for DNF without groups")]
    Language,
    /// More than three false positives are allowed: each costs a pass over the rows.
    #[error("formulas with more than three false positives are not counted")]
    ManyErrors,
    /// Two things that make rows or formulas special, and that are counted alone. These are errors, unknown cells,
    /// equal rows of different labels, rules for terms, and ordered columns.
    #[error("formulas of all sizes are not counted where {0} and {1}")]
    Together(&'static str, &'static str),
    /// The errors allowed let a formula fit that is wrong on every row of a label.
    #[error("the errors allowed let a formula fit that is wrong on every row of a label")]
    Loose,
    /// There are more than 5000 features. To count over them would take longer than most searches.
    #[error("formulas over more than 5000 features are not counted")]
    Features,
    /// A required literal says less than another one of its term, or no legal input was found on which so long a term holds.
    #[error("no terms are counted that are as long as one of the answer's")]
    Terms,
    /// Only formulas that keep to rules were searched, and the rules are for a part of an ordered column.
    #[error("formulas of all sizes are not counted where terms keep to rules for a part of an ordered column")]
    Rules,
    /// The run ended before the formulas were counted.
    #[error("the counting was stopped: {0}")]
    Stopped(StopReason),
}
