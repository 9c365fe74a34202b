//! The command line of vesc-col: files in, reports out.
//!
//! The binary `vesc-col` has seventeen commands. `learn` finds the cause of a label in a CSV of runs. `count` counts the
//! answers of one size, and `inspect` says more about them. `next` proposes what to simulate, and `explain` says why and
//! why not. `report` writes the answer as a page, and `compare` says what changed between two. `plan`, `work`, `merge`
//! and `status` put one question on many machines. `eval` applies a formula to a file, and `export` writes a constraint
//! for other tools. `verify` checks certificates, and `generate` makes random instances. `completions` and `man` serve a
//! shell. `vesc-col --help` explains them.
//!
//! The crate is the only part of the workspace that touches files, signals and the terminal. To use the system from
//! Rust take the crate `vesc-col`. What is public here is only the entry point of the binary.
//!
//! # The flow of a command
//!
//! ```text
//! args       the options, parsed by clap
//!   |
//! commands   one function for each command, which goes through these stages:
//!   |
//!   +-- input       the CSV file: labelled samples, or an error with line and column
//!   +-- language    the question: which sub-spaces of which hypotheses
//!   +-- limits      the run: deadline, memory, interrupts, progress
//!   +-- (facade)    the search, or another question to the engines
//!   +-- report      the answer as text or JSON
//!   +-- page        the answer as HTML or Markdown
//!   +-- output      a file or standard output
//!   |
//! status     the exit status
//! ```
//!
//! Each module uses only modules further down in this list: `commands`; `page`, `certificates`, `limits`, `language`,
//! `report`, `output`; `status`; `error`; `input`; `args`; `panics`, `text`.
//!
//! # Exit status
//!
//! | status | meaning |
//! | --- | --- |
//! | 0 | learned, counted, inspected, proposed, explained, evaluated, exported, verified or generated |
//! | 1 | decided, but nothing learned: overfit, underfit, or one class only |
//! | 2 | bad usage or bad input, or the output could not be written; one line on standard error says which |
//! | 3 | undecided: a limit was reached or the user interrupted; the report has the best known intervals |
//! | 4 | `verify`: a certificate does not hold |
//! | 130 | Ctrl-C came again, a second or more after the first one; there is no report |

mod args;
mod certificates;
mod commands;
mod error;
#[cfg(all(test, feature = "cover"))]
mod failing_engine;
#[cfg(feature = "_fuzz")]
pub mod fuzzing;
mod input;
mod language;
mod limits;
mod output;
mod page;
mod panics;
mod report;
mod status;
mod text;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use anstream::ColorChoice;
use clap::Parser;

use args::{Cli, Color, Command};
use error::CliError;

/// Runs the command line with these arguments, the program's name first, and returns the exit status.
///
/// Reads and writes the files that the arguments name, standard input, output and error, and installs a handler of signals
/// and one of panics. So call it once in a process.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    match Cli::try_parse_from(&args) {
        Ok(cli) => {
            match cli.color {
                Color::Auto => ColorChoice::Auto,
                Color::Always => ColorChoice::Always,
                Color::Never => ColorChoice::Never,
            }
            .write_global();
            let status = panics::in_words(|| run_command(cli.command, &args));
            status.map_or_else(|error| refuse(&error), ExitCode::from)
        }
        Err(error) => answer_clap(&error),
    }
}

/// Runs one command, and returns the exit status of its report.
fn run_command(command: Command, line: &[OsString]) -> Result<u8, CliError> {
    match command {
        Command::Learn(args) => commands::learn(&args),
        Command::Count(args) => commands::count(&args),
        Command::Inspect(args) => commands::inspect(&args),
        Command::Next(args) => commands::next(&args),
        Command::Explain(args) => commands::explain(&args),
        Command::Report(args) => commands::report(&args, line),
        Command::Compare(args) => commands::compare(&args),
        Command::Plan(args) => commands::plan(*args, line),
        Command::Work(args) => commands::work(&args),
        Command::Merge(args) => commands::merge(&args),
        Command::Status(args) => commands::status(&args),
        Command::Eval(args) => commands::eval(&args),
        Command::Export(args) => commands::export(&args),
        Command::Verify(args) => commands::verify(&args),
        Command::Generate(args) => commands::generate(&args),
        Command::Completions(args) => commands::completions(&args),
        Command::Man(args) => commands::man(&args),
    }
}

/// Prints what clap has to say: help and version as they are, an error in one line.
fn answer_clap(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    match error.kind() {
        DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand => {
            // Without a reader of the help there is nobody to tell that it cannot be printed.
            let _ = error.print();
            ExitCode::from(if error.use_stderr() { status::REFUSED } else { 0 })
        }
        _ => refuse(&CliError::from_clap(error)),
    }
}

/// Prints an error, and returns its exit status.
fn refuse(error: &CliError) -> ExitCode {
    // A closed standard error leaves the exit status to speak.
    let _ = writeln!(anstream::stderr(), "{}", text::coloured(&error.to_string()));
    ExitCode::from(status::of_error(error))
}
