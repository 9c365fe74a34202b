//! `report`: the answer as a page that people pass around.

use super::learn::learn_as_page;
use crate::args::{Form, ReportArgs};
use crate::error::CliError;
use crate::output::Output;
use crate::page::{self, Document};

/// Searches, or reads an answer, and writes the page. Returns the exit status.
pub(crate) fn report(args: &ReportArgs) -> Result<u8, CliError> {
    let Some(file) = &args.from else {
        return learn_as_page(&args.learn, args.form);
    };
    let destination = Output::prepare_beside(args.learn.output.output.as_deref(), file)?;
    let document = Document::read(file)?;
    destination.write(&match args.form {
        Form::Html => page::html(&document)?,
        Form::Markdown => page::markdown(&document)?,
    })?;
    Ok(0)
}
