//! The options about the report's form and place.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Where the report goes, and how it is written.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Output and limits")]
pub(crate) struct OutputArgs {
    /// The form of the report.
    ///
    /// For people, or JSON for programs.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// Write the report to this file [default: standard output].
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

// The variants have no doc comments, as clap would then print each help text over many lines.

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
}
