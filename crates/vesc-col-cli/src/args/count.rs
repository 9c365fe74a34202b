//! The arguments of `count`.

use clap::Args;

use super::options::{InputArgs, LanguageArgs, LeastErrorsArgs, ListingArgs, NoiseArgs, OutputArgs, RunArgs, SizeArgs};

pub(super) const EXAMPLES: &str = "\
Examples:
  vesc-col count runs.csv --literals 5 --terms 2
  vesc-col count runs.csv --language threshold --size 5 --needed 2
  vesc-col count runs.csv --literals 5 --terms 2 --list 20 --timeout 60s --format json";

#[derive(Debug, Args)]
pub(crate) struct CountArgs {
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

    #[command(flatten)]
    pub(crate) listing: ListingArgs,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
