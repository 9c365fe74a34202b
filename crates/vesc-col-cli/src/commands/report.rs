//! `report`: the answer as a page that people pass around.

use super::learn::learn_as_page;
use crate::args::{Form, Format, ReportArgs};
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
    let destination = Output::prepare_beside(args.learn.output.output.as_deref(), file)?;
    let document = Document::read(file)?;
    destination.write(&match args.form {
        Form::Html => page::html(&document)?,
        Form::Markdown => page::markdown(&document)?,
    })?;
    Ok(status::of_word(&document.outcome))
}
