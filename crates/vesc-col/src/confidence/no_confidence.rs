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
    /// Errors are allowed, and the question is what [confirming inputs](crate::next::confirming) add.
    #[error("errors are allowed, and confirming inputs were not tried with errors")]
    Errors,
    /// More than three false positives are allowed, or errors beside unknown cells or ordered columns.
    #[error(
        "formulas with more than three false positives, or with errors beside unknown cells or ordered columns, are not counted"
    )]
    ManyErrors,
    /// The errors allowed let a formula fit that explains no row.
    #[error("so many errors are allowed that formulas fit which explain no row")]
    Loose,
    /// There are more than 1000 features. To count over them would take longer than most searches.
    #[error("formulas over more than 1000 features are not counted")]
    Features,
    /// Only formulas that keep to rules were searched; and rows have noise, or the rules are for a part of an ordered column.
    #[error(
        "formulas that keep to rules are not counted beside noise, or where the rules are for a part of an ordered column"
    )]
    Rules,
    /// Equal rows had different labels, and were given one or left out; and errors are allowed, cells are unknown, or terms keep to rules.
    #[error("equal rows had different labels: some label is wrong, or the columns do not hold all that matters")]
    Settled,
    /// Cells are unknown, and columns are ordered.
    #[error("cells are unknown beside ordered columns, and families for every completion are not counted")]
    UnknownCells,
    /// The run ended before the formulas were counted.
    #[error("the counting was stopped: {0}")]
    Stopped(StopReason),
}
