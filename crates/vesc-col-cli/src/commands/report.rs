//! `report`: the answer as a page that people pass around.

use super::learn::learn_as_page;
use crate::args::{Form, Format, LearnArgs, ReportArgs};
use crate::error::CliError;
use crate::output::Output;
use crate::page::{self, Document};
use crate::status;

/// Searches, or reads an answer, and writes the page. Returns the exit status.
pub(crate) fn report(args: &ReportArgs) -> Result<u8, CliError> {
    if matches!(args.learn.output.format, Format::Json) {
        return Err(CliError::Usage(
            "'--format json' is not for 'report', which writes a page; 'learn --details --format json' writes what the page is \
             made of"
                .to_owned(),
        ));
    }
    let Some(file) = &args.from else {
        return learn_as_page(&args.learn, args.form);
    };
    if let Some(option) = of_the_search(&args.learn) {
        return Err(CliError::Usage(format!(
            "'{option}' is for a search, and --from makes the page of an answer that is there; give it to the learn that writes {}",
            file.display()
        )));
    }
    let destination = Output::prepare_beside(args.learn.output.output.as_deref(), file)?;
    let document = Document::read(file)?;
    destination.write(&match args.form {
        Form::Html => page::html(&document)?,
        Form::Markdown => page::markdown(&document)?,
    })?;
    Ok(status::of_word(&document.outcome))
}

/// The first option that was given and says what to search, as far as it has no default.
fn of_the_search(args: &LearnArgs) -> Option<String> {
    let one_class = args.one_class.one_class.then(|| "--one-class".to_owned());
    let least = args.least.is_auto().then(|| "--errors".to_owned());
    // No file of runs was named.
    let input = args.input.as_typed().trim_start_matches("- ").to_owned();
    let typed = [args.noise.as_typed(), args.sizes.as_typed(), input].into_iter().chain(args.language.as_typed());
    let mut typed = typed.chain(least).chain(one_class);
    typed.find_map(|typed| {
        Some(typed.split_whitespace().next()?.split('=').next()?.to_owned()).filter(|word| word != "-")
    })
}
