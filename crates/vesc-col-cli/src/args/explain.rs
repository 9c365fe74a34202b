//! The arguments of `explain`.

use std::time::Duration;

use clap::Args;

use super::options::{
    InputArgs, LeastErrorsArgs, MaxSizeArgs, NoiseArgs, OneClassArgs, OutputArgs, PriorArgs, RunArgs,
};
use super::values;

pub(super) const EXAMPLES: &str = "\
Without a formula or a size: learns, and says how much the answer rests on single samples, why nothing simpler fits, and how \
many formulas of similar sizes there are. --max-literals and --max-terms say up to what size a cause is plausible: up to that \
size a further term is looked for that fits as well.

Examples:
  vesc-col explain runs.csv --max-literals 7 --max-terms 3
  vesc-col explain runs.csv --robust
  vesc-col explain runs.csv --hypothesis 'rx_enable & flip_stop'
  vesc-col explain runs.csv --literals 4 --terms 2";

// The cap is a part of the question here.
#[derive(Debug, Args)]
#[command(mut_arg("max_literals", |cap| cap.help_heading("The question")))]
#[command(mut_arg("max_terms", |cap| cap.help_heading("The question")))]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) noise: NoiseArgs,

    #[command(flatten)]
    pub(crate) least: LeastErrorsArgs,

    /// Name the samples that exclude this formula.
    #[arg(help_heading = "The question", long, value_name = "FORMULA", allow_hyphen_values = true, conflicts_with_all = ["literals", "max_literals", "max_terms", "max_size", "errors"])]
    pub(crate) hypothesis: Option<String>,

    /// Name samples that together exclude every formula of L literals.
    #[arg(help_heading = "The question", long, value_name = "L", requires = "terms", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) literals: Option<usize>,

    /// The number of terms of these formulas.
    #[arg(help_heading = "The question", long, value_name = "K", requires = "literals", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) terms: Option<usize>,

    /// The largest number of concepts that you can review.
    #[arg(help_heading = "The question", long, hide_short_help = true, value_name = "B", default_value = "10", allow_negative_numbers = true, value_parser = values::at_least_one)]
    pub(crate) bound: usize,

    /// How long all questions about the answer may take together, once it is known.
    ///
    /// Each gets an equal part of the time that is left [default: ten times as long as the search, and 10s more].
    #[arg(help_heading = "Output and limits", long, hide_short_help = true, value_name = "TIME", value_parser = values::duration)]
    pub(crate) patience: Option<Duration>,

    /// Say which rows the answer hangs on, and with how many wrong labels it stays.
    ///
    /// Up to E labels may be wrong (2 if E is not given). Each row, and each pair of rows, is left out.
    #[arg(help_heading = "The question", long, hide_short_help = true, value_name = "E", num_args = 0..=1, require_equals = true, default_missing_value = "2", value_parser = values::rows, conflicts_with_all = ["hypothesis", "literals", "errors", "max_errors", "min_precision", "min_recall", "max_false_positives", "max_false_negatives"])]
    pub(crate) robust: Option<u64>,

    #[command(flatten)]
    pub(crate) sizes: MaxSizeArgs,

    #[command(flatten)]
    pub(crate) one_class: OneClassArgs,

    /// How probable an answer must be, for the number of further runs that this takes.
    #[arg(help_heading = "The question", long, hide_short_help = true, value_name = "P", default_value_t = values::TARGET, allow_negative_numbers = true, value_parser = values::target)]
    pub(crate) target: f64,

    #[command(flatten)]
    pub(crate) prior: PriorArgs,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
