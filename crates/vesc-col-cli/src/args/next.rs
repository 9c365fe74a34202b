//! The arguments of `next`.

use std::path::PathBuf;

use clap::Args;

use super::options::{InputArgs, LeastErrorsArgs, LimitArgs, NoiseArgs, OutputArgs, PriorArgs};
use super::values;

pub(super) const EXAMPLES: &str = "\
A candidate is a concept that fits the data in some sub-space up to the cap. The worst case given for an input holds for every \
answer of the simulator; it is exact, or a bound if there are too many candidates to tell concepts apart.

Examples:
  vesc-col next runs.csv --up-to 5,2
  vesc-col next runs.csv --up-to 6,2 --count 8 --inputs simulate.csv
  vesc-col next runs.csv --up-to 6,2 --pool not_yet_simulated.csv --format json
  vesc-col next runs.csv --up-to 5,2 --target 0.99 --confirmed 8";

#[derive(Debug, Args)]
pub(crate) struct NextArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) noise: NoiseArgs,

    #[command(flatten)]
    pub(crate) least: LeastErrorsArgs,

    /// The cap: the largest numbers of literals and terms of a plausible cause.
    #[arg(help_heading = "The question", long, value_name = "L,K", required = true, value_parser = values::cap)]
    pub(crate) up_to: (usize, usize),

    /// How many inputs to propose, to be simulated together.
    #[arg(help_heading = "The question", long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = values::at_least_one)]
    pub(crate) count: usize,

    /// Propose only rows of this CSV.
    ///
    /// It has the columns of the features, in any order, and needs no labels [default: any input].
    #[arg(help_heading = "The question", long, value_name = "FILE")]
    pub(crate) pool: Option<PathBuf>,

    /// Write the proposed inputs to this CSV [default: nowhere].
    #[arg(help_heading = "The question", long, value_name = "FILE")]
    pub(crate) inputs: Option<PathBuf>,

    /// How probable the only concept that is left must be.
    ///
    /// Until then inputs are proposed that would refute it: half of them inside a term, half with one literal of it turned.
    #[arg(help_heading = "The question", long, value_name = "P", default_value_t = values::TARGET, allow_negative_numbers = true, value_parser = values::target)]
    pub(crate) target: f64,

    #[command(flatten)]
    pub(crate) prior: PriorArgs,

    /// How many rows at the end of the file are answers to inputs that would refute the only concept.
    ///
    /// They count if the other rows leave the same concept alone.
    #[arg(help_heading = "The question", long, hide_short_help = true, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = values::count)]
    pub(crate) confirmed: usize,

    /// Where the randomness starts: the same seed gives the same inputs.
    #[arg(help_heading = "The question", long, hide_short_help = true, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
