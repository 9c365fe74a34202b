//! The arguments of `verify`.

use std::path::PathBuf;

use clap::Args;

use super::options::InputArgs;

pub(super) const EXAMPLES: &str = "\
The formulas are written anew from the data, and each proof is checked step by step.

Examples:
  vesc-col learn runs.csv --certify proofs
  vesc-col verify proofs runs.csv";

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The directory that `learn --certify` has written.
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,

    #[command(flatten)]
    pub(crate) input: InputArgs,
}
