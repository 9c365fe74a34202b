//! The arguments of `compare`.

use std::path::PathBuf;

use clap::Args;

use super::report::Form;

pub(super) const EXAMPLES: &str = "\
Each report is the JSON that `learn --format json` wrote; with --details it names the file and the label. The order of the \
arguments is that of time.

Examples:
  vesc-col compare last_night.json tonight.json --output changes.html
  vesc-col compare mon.json tue.json wed.json --as markdown";

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Reports of the same question at different times, the oldest first.
    #[arg(value_name = "JSON", required = true, num_args = 2..)]
    pub(crate) reports: Vec<PathBuf>,

    /// The form of the page.
    #[arg(help_heading = "The page", long = "as", value_name = "FORM", value_enum, default_value_t)]
    pub(crate) form: Form,

    /// Write the page to this file [default: standard output].
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
