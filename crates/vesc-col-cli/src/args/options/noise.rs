//! The options about wrong rows and unknown cells.

use clap::Args;

use crate::args::values;

/// What may be wrong or missing in the rows.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Errors and unknown cells")]
pub(crate) struct NoiseArgs {
    /// How many negative rows a hypothesis may accept.
    ///
    /// Equal rows count each, and may then have different labels [default: 0].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) max_false_positives: Option<u64>,

    /// How many positive rows a hypothesis may reject [default: 0].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) max_false_negatives: Option<u64>,

    /// Words for a value that is not known, as in `--unknown=x,z`.
    ///
    /// They stand behind a `=`, separated by commas. An empty word is the empty cell. `--unknown` alone means the empty cell, `?`, `x` and `z` [default: such a
    /// cell is refused].
    #[arg(long, value_name = "WORD,...", num_args = 0..=1, require_equals = true, default_missing_value = ",?,x,z", value_parser = values::unknown_words)]
    pub(crate) unknown: Option<String>,
}

impl NoiseArgs {
    /// False positives and false negatives, if any are allowed for.
    pub(crate) fn error_budget(&self) -> Option<(u64, u64)> {
        match (self.max_false_positives, self.max_false_negatives) {
            (None, None) => None,
            (false_positives, false_negatives) => Some((false_positives.unwrap_or(0), false_negatives.unwrap_or(0))),
        }
    }

    /// Whether there is any such option.
    pub(crate) fn is_given(&self) -> bool {
        self.error_budget().is_some() || self.unknown.is_some()
    }
}
