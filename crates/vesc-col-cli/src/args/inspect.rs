//! The arguments of `inspect`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::options::{InputArgs, LanguageArgs, LeastErrorsArgs, LimitArgs, NoiseArgs, OutputArgs, SizeArgs};
use super::values;

pub(super) const EXAMPLES: &str = "\
Counts and votes are of formulas, and exact. The most specific and the most general concepts are named: all of them up to a \
thousand formulas, some beyond. What all formulas have in common, and these, are found whatever the number of formulas.

Without a size: what the columns were read as.

Examples:
  vesc-col inspect runs.csv --types auto
  vesc-col inspect runs.csv --literals 5 --terms 1
  vesc-col inspect runs.csv --literals 5 --terms 2 --votes more_runs.csv
  vesc-col inspect runs.csv --literals 6 --terms 2 --sample 20 --concepts --seed 7
  vesc-col inspect runs.csv --literals 2 --terms 1 --contains 'rx_enable & flip_stop'";

#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) noise: NoiseArgs,

    #[command(flatten)]
    pub(crate) least: LeastErrorsArgs,

    #[command(flatten)]
    pub(crate) language: LanguageArgs,

    #[command(flatten)]
    pub(crate) size: SizeArgs,

    /// Draw this many formulas, each uniform among all.
    #[arg(help_heading = "The question", long, hide_short_help = true, value_name = "N", default_value = "5", value_parser = values::sample)]
    pub(crate) sample: usize,

    /// Draw concepts and not formulas [default: off].
    #[arg(help_heading = "The question", long, hide_short_help = true)]
    pub(crate) concepts: bool,

    /// Where the randomness starts: the same seed draws the same.
    #[arg(help_heading = "The question", long, hide_short_help = true, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    /// Say for each row of this CSV how many formulas accept it [default: none].
    ///
    /// Labels are not needed.
    #[arg(help_heading = "The question", long, value_name = "FILE")]
    pub(crate) votes: Option<PathBuf>,

    /// Say whether this formula is one of them (dnf) [default: none].
    #[arg(
        help_heading = "The question",
        long,
        hide_short_help = true,
        value_name = "FORMULA",
        allow_hyphen_values = true
    )]
    pub(crate) contains: Option<String>,

    /// Time for a diagram of more than a thousand formulas, such as 500ms or 2m.
    ///
    /// Without the diagram, the frequencies of literals, random formulas and votes are left out. If this is more than
    /// 10s, it is also the time for the most specific and most general formulas.
    #[arg(help_heading = "The question", long, hide_short_help = true, value_name = "TIME", default_value = "10s", value_parser = values::duration)]
    pub(crate) patience: Duration,

    /// How many literals the text names, the most frequent first.
    #[arg(help_heading = "The question", long, hide_short_help = true, value_name = "N", default_value = "20", allow_negative_numbers = true, value_parser = values::at_least_one)]
    pub(crate) literals_shown: usize,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl InspectArgs {
    /// Whether something is asked about formulas, beside what the table is.
    pub(crate) fn asks(&self) -> bool {
        let SizeArgs { literals, terms, size, needed } = self.size;
        let is_sized = [literals, terms, size, needed].iter().any(Option::is_some);
        is_sized || self.votes.is_some() || self.contains.is_some()
    }
}
