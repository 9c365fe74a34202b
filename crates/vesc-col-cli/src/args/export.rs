//! The arguments of `export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::options::{InputArgs, LanguageArgs, SizeArgs};

pub(super) const EXAMPLES: &str = "\
The file describes one circuit: its inputs h0, h1, ... are the bits of a hypothesis, its output says whether that is a \
hypothesis of this size which fits the data. So its models are what count counts as formulas. In DIMACS the bits are the \
variables 1, 2, ... and the projection set.

Examples:
  vesc-col export runs.csv --literals 5 --terms 2 --as dimacs --output runs.cnf
  vesc-col export runs.csv --language tree --size 3 --as aiger --output runs.aig";

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) language: LanguageArgs,

    #[command(flatten)]
    pub(crate) size: SizeArgs,

    /// The format: CNF, AIGER (binary or ASCII), BLIF, or Verilog.
    #[arg(help_heading = "Output", long = "as", value_name = "FORMAT", value_enum)]
    pub(crate) format: CircuitFormat,

    /// Write to this file [default: standard output].
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

// The variants have no doc comments, as clap would then print each help text over many lines.

/// How a circuit is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CircuitFormat {
    Dimacs,
    Aiger,
    AigerAscii,
    Blif,
    Verilog,
}
