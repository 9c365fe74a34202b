//! The arguments of `generate`.

use std::path::PathBuf;

use clap::Args;

use super::values;

pub(super) const EXAMPLES: &str = "\
The label column is named `label`. Negatives are uniform among the inputs that the target rejects, positives uniform \
among those that it accepts, and the first ones are each explained by one term only, a different one each.

Examples:
  vesc-col generate --features 100 --terms 2,3 --positives 5 --negatives 500 --output runs.csv
  vesc-col generate --features 100 --terms 5 --positives 2 --negatives 1000 --seed 7 --target cause.txt --output runs.csv";

#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// How many features there are, named x0, x1, ...
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::feature_count)]
    pub(crate) features: usize,

    /// The number of literals of each term of the target.
    #[arg(long, value_name = "L,...", required = true, value_delimiter = ',', allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) terms: Vec<usize>,

    /// How many positive rows to make.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::count)]
    pub(crate) positives: usize,

    /// How many negative rows to make.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::count)]
    pub(crate) negatives: usize,

    /// Where the randomness starts: the same seed makes the same file, everywhere.
    #[arg(long, hide_short_help = true, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    /// Write the target formula to this file [default: nowhere].
    #[arg(long, value_name = "FILE")]
    pub(crate) target: Option<PathBuf>,

    /// Write the rows to this file [default: standard output].
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
