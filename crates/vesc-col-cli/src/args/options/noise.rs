//! The options about wrong rows and unknown cells.

use clap::Args;

use super::budget::BudgetArgs;
use crate::args::values;

/// What may be wrong or missing in the rows.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Errors and unknown cells")]
pub(crate) struct NoiseArgs {
    #[command(flatten)]
    pub(crate) budget: BudgetArgs,

    /// Words for a value that is not known, as in `--unknown=x,z`.
    ///
    /// They stand behind a `=`, separated by commas. An empty word is the empty cell. `--unknown` alone means the empty cell, `?`, `x` and `z` [default: such a
    /// cell is refused].
    #[arg(help_heading = "Errors and unknown cells", long, value_name = "WORD,...", num_args = 0..=1, require_equals = true, default_missing_value = ",?,x,z", value_parser = values::unknown_words)]
    pub(crate) unknown: Option<String>,
}

impl NoiseArgs {
    /// The words for what is not known, if there may be such cells.
    pub(crate) fn unknown_words(&self) -> Option<Vec<&str>> {
        self.unknown.as_deref().map(|words| words.split(',').collect())
    }

    /// Whether there is any such option.
    pub(crate) fn is_given(&self) -> bool {
        self.budget.budget().is_some() || self.unknown.is_some()
    }
}
