//! The arguments of `verify`.

use std::path::PathBuf;

use clap::Args;

use super::options::{InputArgs, LimitArgs};

pub(super) const EXAMPLES: &str = "\
The formulas are written anew from the data, and each proof is checked step by step. The rows may stand in
any order, and each of them any number of times. Exit status 0 if all certificates hold, 3 if they do \
and the search was undecided, 4 if one does not.

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

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
