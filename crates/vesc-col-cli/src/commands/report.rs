//! `report`: the answer as a page that people pass around.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{Arg, CommandFactory};

use super::learn::learn_as_page;
use crate::args::{Cli, Form, Format, ReportArgs};
use crate::error::CliError;
use crate::output::Output;
use crate::page::{self, Document};
use crate::status;

/// Searches, or reads an answer, and writes the page. Returns the exit status.
/// `line` are the arguments as they were typed, the program's name first.
pub(crate) fn report(args: &ReportArgs, line: &[OsString]) -> Result<u8, CliError> {
    if matches!(args.learn.output.format, Format::Json) {
        return Err(CliError::Usage(
            "'--format json' is not for 'report', which writes a page; 'learn --details --format json' writes what the page is \
             made of"
                .to_owned(),
        ));
    }
    let Some(file) = &args.from else {
        let beside = [("--html", args.learn.html.is_some()), ("--one-by-one", args.learn.one_by_one)];
        if let Some((option, _)) = beside.into_iter().find(|(_, is_given)| *is_given) {
            return Err(CliError::Usage(format!("'{option}' is for 'learn'; 'report' writes a page to --output")));
        }
        return learn_as_page(&args.learn, args.form);
    };
    if let Some(option) = of_the_search(line) {
        return Err(CliError::Usage(format!(
            "'{option}' is for a search, and --from makes the page of an answer that is there; give it to the learn that writes {}",
            file.display()
        )));
    }
    let page = ("--output", args.learn.output.output.as_deref());
    let destination = Output::of_page(page, args.form, &[("the report to read", file)])?;
    let document = Document::read(file)?;
    destination.write(&match args.form {
        Form::Html => page::html(&document)?,
        Form::Markdown => page::markdown(&document)?,
    })?;
    Ok(status::of_word(&document.outcome))
}

/// The options that go together with `--from`, by their ids: what is written, and how.
const OF_THE_PAGE: [&str; 7] = ["from", "form", "output", "format", "color", "quiet", "details"];

/// The first option that was given and says what to search, or how.
fn of_the_search(line: &[OsString]) -> Option<String> {
    let mut command = Cli::command();
    let matches = command.try_get_matches_from_mut(line).ok()?;
    let (name, given) = matches.subcommand()?;
    let is_given = |argument: &&Arg| {
        let id = argument.get_id().as_str();
        !OF_THE_PAGE.contains(&id) && given.value_source(id) == Some(ValueSource::CommandLine)
    };
    let option = command.find_subcommand(name)?.get_arguments().find(is_given)?;
    option.get_long().map(|long| format!("--{long}"))
}
