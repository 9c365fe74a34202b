//! Why the command line refuses, in one line each.

use std::io;
use std::path::PathBuf;

use vesc_col::data::DataError;
use vesc_col::engine::EngineError;
use vesc_col::formula::ParseError;
use vesc_col::generate::GenerateError;
use vesc_col::spaces::GroupError;

use crate::input::InputError;
use crate::text::OneLine;

/// Any reason to end with the exit status 2. Its message is one line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// The arguments are not understood, or do not suit each other.
    #[error("error: {0}")]
    Usage(String),
    /// The input is not what it should be.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The rows do not make a data set.
    #[error("error: {0}")]
    Data(#[from] DataError),
    /// The formula is none.
    #[error("error: invalid value for '--hypothesis <FORMULA>': {0}")]
    Hypothesis(#[from] ParseError),
    /// The formula to be looked for is none.
    #[error("error: invalid value for '--contains <FORMULA>': {0}")]
    Contains(ParseError),
    /// A list of literals is none.
    #[error("error: invalid value for '{option} <LITERALS>': {source}")]
    Literals {
        /// Which one.
        option: &'static str,
        /// What is wrong with it.
        source: ParseError,
    },
    /// Groups of columns do not suit each other.
    #[error("error: invalid value for '--group <NAME:COL,...>': {0}")]
    Group(#[from] GroupError),
    /// The numbers do not make an instance.
    #[error("error: {0}")]
    Generate(#[from] GenerateError),
    /// The same file was given for two purposes.
    #[error("error: {} cannot be both the {other} and the output", OneLine::path(file))]
    SameFile {
        /// The output, as the user named it.
        file: PathBuf,
        /// What else it is to be.
        other: &'static str,
    },
    /// An output could not be written.
    #[error("{}: cannot write: {source}", OneLine::path(file))]
    Write {
        /// The output, as the user named it.
        file: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A certificate could not be made.
    #[error("{}: no certificate of {literals} literals in {terms} terms: {reason}", OneLine::path(directory))]
    Certify {
        /// The directory, as the user named it.
        directory: PathBuf,
        /// The sub-space's literals.
        literals: usize,
        /// The sub-space's terms.
        terms: usize,
        /// Whether a limit was reached, or the user interrupted.
        stopped: bool,
        /// Why not.
        reason: String,
    },
    /// A certificate is wrong, or not about these data.
    #[error("{}: {reason}", OneLine::path(file))]
    Verify {
        /// The file that is refused.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// A state is no use for these data.
    #[error("{}: cannot resume: {reason}", OneLine::path(file))]
    Resume {
        /// The state, as the user named it.
        file: PathBuf,
        /// Why not, and what to do.
        reason: String,
    },
    /// The report could not be expressed.
    #[error("error: the report cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// An engine failed.
    #[error("error: {}", chain(.0))]
    Engine(#[from] EngineError),
    /// The system refused what a run needs.
    #[error("error: cannot {what}: {source}")]
    System {
        /// What was wanted.
        what: &'static str,
        /// Why not.
        source: io::Error,
    },
}

impl CliError {
    /// Clap's message without the usage text that follows it, in one line.
    pub(crate) fn from_clap(error: &clap::Error) -> CliError {
        let text = error.render().to_string();
        let message: Vec<&str> = text
            .lines()
            .map(str::trim)
            .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
            .filter(|line| !line.is_empty())
            .collect();
        let message = message.join(" ");
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        CliError::Usage(format!("{message} (see --help)"))
    }
}

/// An error with the reasons behind it.
fn chain(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        message += &format!(": {cause}");
        source = cause.source();
    }
    OneLine(&message).to_string()
}
