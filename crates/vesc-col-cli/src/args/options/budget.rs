//! The options about how many rows may be wrong.

use crate::args::values;
use clap::{Args, ValueEnum};
use vesc_col::search::{ErrorBudget, Share};

/// How many errors a hypothesis may make.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Errors and unknown cells")]
pub(crate) struct BudgetArgs {
    /// How many negative rows a hypothesis may accept.
    ///
    /// Equal rows count each, and may then have different labels [default: 0].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::rows)]
    pub(crate) max_false_positives: Option<u64>,

    /// How many positive rows a hypothesis may reject [default: 0].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::rows)]
    pub(crate) max_false_negatives: Option<u64>,

    /// How many rows a hypothesis may be wrong on, of both kinds together.
    ///
    /// With it, each kind alone is only limited by its own option [default: no limit of this kind].
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = values::rows)]
    pub(crate) max_errors: Option<u64>,

    /// The least share of positive rows among those that a hypothesis accepts, such as 0.9 or 90%.
    ///
    /// It limits false positives. False negatives are limited by --min-recall or --max-false-negatives, and there are none
    /// otherwise [default: no limit of this kind].
    #[arg(long, hide_short_help = true, value_name = "SHARE")]
    pub(crate) min_precision: Option<Share>,

    /// The least share of the positive rows that a hypothesis accepts, such as 0.9 or 90%.
    ///
    /// It limits false negatives [default: no limit of this kind].
    #[arg(long, hide_short_help = true, value_name = "SHARE")]
    pub(crate) min_recall: Option<Share>,
}

/// Who chooses the error budget.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Errors and unknown cells")]
pub(crate) struct LeastErrorsArgs {
    /// `auto` finds the least number of errors at which something fits.
    ///
    /// Of these it takes the fewest false negatives. The answer is that within this budget [default: the budget of the other options].
    #[arg(long, hide_short_help = true, value_name = "WHICH", value_enum, hide_possible_values = true, conflicts_with_all = ["max_errors", "min_precision", "min_recall", "max_false_positives", "max_false_negatives", "unknown"])]
    pub(crate) errors: Option<WhichErrors>,
}

// The variants have no doc comments, as clap would then print each help text over many lines.

/// Which error budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhichErrors {
    Auto,
}

impl BudgetArgs {
    /// The budget; `None` if there is none.
    pub(crate) fn budget(&self) -> Option<ErrorBudget> {
        let budget = ErrorBudget::default();
        let budget = self.max_false_positives.into_iter().fold(budget, ErrorBudget::with_false_positives);
        let budget = self.max_false_negatives.into_iter().fold(budget, ErrorBudget::with_false_negatives);
        let budget = self.max_errors.into_iter().fold(budget, ErrorBudget::with_total);
        let budget = self.min_precision.into_iter().fold(budget, ErrorBudget::with_min_precision);
        let budget = self.min_recall.into_iter().fold(budget, ErrorBudget::with_min_recall);
        Some(budget).filter(|budget| !budget.is_empty())
    }
}

impl LeastErrorsArgs {
    /// Whether the budget is to be found.
    pub(crate) fn is_auto(&self) -> bool {
        self.errors == Some(WhichErrors::Auto)
    }
}
