//! `completions` and `man`: what a shell and a reader of manuals need.

use std::fs;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::error::CliError;
use crate::output::Output;

/// Writes the script of a shell to standard output.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<u8, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "vesc-col", &mut script);
    Output::prepare(None)?.write_bytes(&script)?;
    Ok(0)
}

/// Writes a manual page for each command.
pub(crate) fn man(args: &ManArgs) -> Result<u8, CliError> {
    let refuse = |source| CliError::Write { file: args.directory.clone(), source };
    fs::create_dir_all(&args.directory).map_err(refuse)?;
    clap_mangen::generate_to(Cli::command(), &args.directory).map_err(refuse)?;
    Ok(0)
}
