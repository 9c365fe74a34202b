//! Reasons to refuse a command, each with a message of one line.

use std::io;
use std::path::{Path, PathBuf};

use clap::error::ContextKind;
use clap::{Command, CommandFactory};
use vesc_col::data::DataError;
use vesc_col::engine::EngineError;
use vesc_col::formula::ParseError;
use vesc_col::generate::GenerateError;
use vesc_col::run::StopReason;
use vesc_col::spaces::GroupError;

use crate::args::Cli;
use crate::input::{InputError, Source, located};
use crate::text::{OneLine, size_in_words};

/// Any reason to end with the exit status 2. Its message is one line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// The arguments cannot be parsed, or do not go together.
    #[error("error: {0}")]
    Usage(String),
    /// The input file, the schema or a label is wrong.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The rows do not form a data set.
    #[error("error: {0}")]
    Data(#[from] DataError),
    /// The text of `--hypothesis` is not a formula.
    #[error("error: invalid value for '--hypothesis <FORMULA>': {0}")]
    Hypothesis(#[from] ParseError),
    /// The text of `--contains` is not a formula.
    #[error("error: invalid value for '--contains <FORMULA>': {0}")]
    Contains(ParseError),
    /// The text of an option is not a list of literals.
    #[error("error: invalid value for '{option} <LITERALS>': {source}")]
    Literals {
        /// The option.
        option: &'static str,
        /// What is wrong with it.
        source: ParseError,
    },
    /// Groups of columns do not go together.
    #[error("error: invalid value for '--group <NAME:COL,...>': {0}")]
    Group(#[from] GroupError),
    /// No instance has these numbers of features, terms and rows.
    #[error("error: {0}")]
    Generate(#[from] GenerateError),
    /// The same file was given for two purposes.
    #[error("error: {} cannot be both {one} and {other}", file_or_stdout(file))]
    SameFile {
        /// The output, as the user named it.
        file: PathBuf,
        /// The purposes, the input first.
        one: &'static str,
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
    #[error(
        "{}: no certificate of {}, and of no size after it: {reason}{}",
        OneLine::path(directory),
        size_in_words(*literals, *terms),
        if *is_first { "" } else { "; those before it are kept" }
    )]
    Certify {
        /// The directory, as the user named it.
        directory: PathBuf,
        /// The sub-space's literals.
        literals: usize,
        /// The sub-space's terms.
        terms: usize,
        /// Whether there is none before it.
        is_first: bool,
        /// Whether a limit was reached, or the user interrupted.
        stopped: bool,
        /// Why not.
        reason: String,
    },
    /// Certificates cannot be read.
    #[error("{}: {reason}", OneLine::path(file))]
    Verify {
        /// The file that is refused.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// A certificate is wrong, or is about other data.
    #[error("{}: does not hold: {reason}", OneLine::path(file))]
    Refuted {
        /// The file that is wrong.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// Certificates were not all checked.
    #[error(
        "{}: not verified: stopped ({reason}) after {done} of {total} proofs{}",
        OneLine::path(directory),
        if *done > 0 { ", which hold" } else { "" }
    )]
    VerifyStopped {
        /// The directory, as the user named it.
        directory: PathBuf,
        /// Why.
        reason: StopReason,
        /// The number of proofs that were checked.
        done: usize,
        /// The number of all proofs.
        total: usize,
    },
    /// A state of an earlier search does not fit these data.
    #[error("{}: cannot resume: {reason}", OneLine::path(file))]
    Resume {
        /// The state, as the user named it.
        file: PathBuf,
        /// Why not, and what to do.
        reason: String,
    },
    /// A job, or a part of it, cannot be worked on.
    #[error("{}: {reason}", OneLine::path(file))]
    Job {
        /// The file or folder, as the user named it.
        file: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A report cannot be read.
    #[error("{}: cannot read this report: {source}", OneLine::path(file))]
    Report {
        /// The file, as the user named it.
        file: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A report of `learn` was stopped before it knew the data.
    #[error("{}: that search was stopped while its file was read, so the report says nothing; give it more time or memory", OneLine::path(.0))]
    NothingRead(PathBuf),
    /// A file is no report of `learn` as JSON.
    #[error("{}: not a report as JSON: {source}; `learn --details --format json` writes one", OneLine::path(file))]
    Page {
        /// The file, as the user named it.
        file: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The report cannot be written as JSON.
    #[error("error: the report cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// An engine failed.
    #[error("error: {}", chain(.0))]
    Engine(#[from] EngineError),
    /// The system refused something that a run needs.
    #[error("error: cannot {what}: {source}")]
    System {
        /// The refused action, as a verb with its object.
        what: &'static str,
        /// Why not.
        source: io::Error,
    },
}

impl CliError {
    /// The same error with the file and the line, where it is about the unknown cells of a row.
    pub(crate) fn located(self, source: &Source, lines: &[u64]) -> CliError {
        match self {
            CliError::Engine(EngineError::Data(error @ DataError::TooManyUnknown { .. })) => {
                CliError::Input(located(source, lines, error))
            }
            other => other,
        }
    }

    /// Makes one line of clap's message, without the usage text that follows it.
    pub(crate) fn from_clap(error: &clap::Error) -> CliError {
        let text = error.render().to_string();
        let message: Vec<&str> = text
            .lines()
            .map(str::trim)
            .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
            .filter(|line| !line.is_empty())
            .collect();
        let message = message.join(" ").replace(" tip: a similar ", "; a similar ");
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        // Nobody who mistypes an option means a file of that name.
        let message = message.split(" tip: to pass ").next().unwrap_or(message);
        let context = |kind| error.get(kind).map(ToString::to_string);
        let command = context(ContextKind::InvalidSubcommand);
        let (argument, value) = (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue));
        let is_suggested = error.get(ContextKind::SuggestedSubcommand).is_some();
        let hint = command
            .and_then(|command| meant_file(&command).or_else(|| meant_command(&command).filter(|_| !is_suggested)));
        let hint = hint.or_else(|| meant_option(&argument?, value.as_deref()).map(str::to_owned)).unwrap_or_default();
        // Who knows what was meant does not guess.
        let guessed = if hint.is_empty() { message } else { message.split("; a similar ").next().unwrap_or(message) };
        CliError::Usage(format!("{guessed}{hint} (see --help)"))
    }
}

/// What to say of a file where a command was expected.
fn meant_file(command: &str) -> Option<String> {
    let is_file = command.contains('.') || command.contains('/') || command == "-";
    is_file.then(|| format!("; a command comes first, as in `vesc-col learn {}`", OneLine(command)))
}

/// What to say of a command that is like one of ours; clap does not say it of `help`.
fn meant_command(command: &str) -> Option<String> {
    let program = Cli::command();
    let similarity = |name: &str| strsim::jaro_winkler(name, command);
    let closest = program
        .get_subcommands()
        .map(Command::get_name)
        .max_by(|one, other| similarity(one).total_cmp(&similarity(other)));
    let closest = closest.filter(|name| similarity(name) > SIMILAR)?;
    Some(format!("; a similar subcommand exists: '{closest}'"))
}

/// From this Jaro-Winkler similarity on clap suggests a command.
const SIMILAR: f64 = 0.7;

/// What to say of an option of other programs.
fn meant_option(argument: &str, value: Option<&str>) -> Option<&'static str> {
    match (argument, value) {
        ("--json", _) => Some("; --format json writes JSON"),
        ("-o", _) => Some("; --output FILE names the file"),
        ("--html", _) | ("--markdown", _) => Some("; `vesc-col report` writes pages"),
        ("--literals" | "--terms", _) => {
            Some("; --max-literals L and --max-terms K say how far to search, `vesc-col count` measures one size")
        }
        ("--max-literals" | "--max-terms", _) => Some("; one size is named by --literals L --terms K"),
        ("--verbose" | "-v", _) => Some("; `vesc-col learn --steps` shows every step"),
        ("--formula", _) => Some("; --hypothesis names the formula"),
        ("--target", _) => Some("; --label chooses the label column"),
        (option, Some("html" | "markdown" | "md")) if option.starts_with("--format") => {
            Some("; `vesc-col report --as` chooses the form of a page")
        }
        _ => None,
    }
}

/// An output, as the user named it.
fn file_or_stdout(file: &Path) -> String {
    if file == Path::new("-") { "standard output".to_owned() } else { OneLine::path(file) }
}

/// Joins the messages of an error and of its sources.
fn chain(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        message += &format!(": {cause}");
        source = cause.source();
    }
    OneLine(&message).to_string()
}
