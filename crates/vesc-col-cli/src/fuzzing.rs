//! Entry points for the fuzz targets in `vesc-col-fuzz`, behind the private feature `_fuzz`. Not for other use.
//!
//! The fuzz targets call the reader, the parser of arguments and the checker of certificates in their own process. So
//! they need no new process for each input.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use clap::Parser;
use vesc_col::columns::Column;
use vesc_col::data::Domain;
use vesc_col::{Dataset, Run};

use crate::args::{Cli, InputArgs, NoiseArgs, VerifyArgs};
use crate::certificates::Claim;
use crate::{commands, input};

/// The content of a CSV file.
#[derive(Debug)]
pub struct Read {
    /// The samples.
    pub data: Arc<Dataset>,
    /// The legal inputs.
    pub domain: Domain,
    /// The types of the columns. Empty if all columns were read as Boolean.
    pub columns: Vec<Column>,
    /// The name of the label's column.
    pub label: String,
    /// The line of each row.
    pub lines: Vec<u64>,
}

/// The claim of a manifest about one sub-space.
#[derive(Debug)]
pub struct Proven {
    /// `(l, k)`.
    pub size: (usize, usize),
    /// The bound, if there are more concepts than that. `None` if `concepts` lists all of them.
    pub more_than: Option<usize>,
    /// A formula of each concept.
    pub concepts: Vec<String>,
}

#[derive(Parser)]
#[command(no_binary_name = true)]
struct ReadArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    noise: NoiseArgs,
}

#[derive(Parser)]
#[command(no_binary_name = true)]
struct OnlyVerifyArgs {
    #[command(flatten)]
    verify: VerifyArgs,
}

/// Reads a CSV file as `learn` does, with its options about the file.
///
/// # Errors
///
/// What the command line would say.
pub fn read<A: Into<OsString> + Clone>(args: impl IntoIterator<Item = A>) -> Result<Read, String> {
    let ReadArgs { input, noise } = ReadArgs::try_parse_from(args).map_err(|error| error.to_string())?;
    let input::Loaded { data, domain, columns, label, lines, .. } =
        input::load(&input, (&noise, noise.budget.budget().is_some()), &Run::new())
            .map_err(|error| error.to_string())?;
    Ok(Read { data, domain, columns, label: label.name, lines })
}

/// Checks certificates as `verify` does, without its report.
///
/// # Errors
///
/// What the command line would say.
pub fn verify(directory: &Path, file: &Path) -> Result<Vec<Proven>, String> {
    let OnlyVerifyArgs { verify } =
        OnlyVerifyArgs::try_parse_from([directory, file]).map_err(|error| error.to_string())?;
    let verified = commands::verified(&verify, &Run::new()).map_err(|error| error.to_string())?;
    let manifest = verified.manifest;
    let bound = manifest.bound;
    let proven = manifest.steps.into_iter().map(|step| Proven {
        size: (step.literals, step.terms),
        more_than: (step.claim == Claim::MoreThanBound).then_some(bound),
        concepts: step.concepts,
    });
    Ok(proven.collect())
}

/// Runs a whole command line as the program does; the first argument is its name. Returns the exit status.
///
/// # Errors
///
/// What the command line would say.
pub fn command(args: impl IntoIterator<Item = String>) -> Result<u8, String> {
    let args: Vec<OsString> = args.into_iter().map(OsString::from).collect();
    let cli = Cli::try_parse_from(&args).map_err(|error| crate::error::CliError::from_clap(&error).to_string())?;
    crate::run_command(cli.command, &args).map_err(|error| error.to_string())
}

/// Parses a whole command line, without running it; the first argument is the program's name.
///
/// # Errors
///
/// What the command line would say.
pub fn parse_arguments<A: Into<OsString> + Clone>(args: impl IntoIterator<Item = A>) -> Result<(), String> {
    Cli::try_parse_from(args).map(drop).map_err(|error| crate::error::CliError::from_clap(&error).to_string())
}
