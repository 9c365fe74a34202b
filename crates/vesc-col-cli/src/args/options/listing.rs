//! The options about lists in the report.

use clap::Args;

use crate::args::values;

/// How many concepts to list.
#[derive(Debug, Args)]
#[command(next_help_heading = "The search")]
pub(crate) struct ListingArgs {
    /// List at most this many concepts.
    ///
    /// If there are more, they are not counted exactly.
    #[arg(long, hide_short_help = true, value_name = "N", default_value = "100000", allow_negative_numbers = true, value_parser = values::at_least_one)]
    pub(crate) list_limit: usize,

    /// How many hypotheses of an overfit or counted answer to show.
    ///
    /// A learned one shows all.
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = values::count)]
    pub(crate) list: usize,
}
