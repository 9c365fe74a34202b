//! The options about lists in the report.

use clap::Args;

use crate::args::values;

/// How many concepts to list.
#[derive(Debug, Args)]
#[command(next_help_heading = "Lists")]
pub(crate) struct ListingArgs {
    /// List at most this many concepts. If there are more, they are not counted exactly.
    #[arg(long, value_name = "N", default_value = "100000", allow_negative_numbers = true, value_parser = values::at_least_one)]
    pub(crate) list_limit: usize,

    /// How many hypotheses to show for an overfit or counted answer (a learned one shows all).
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) list: usize,
}
