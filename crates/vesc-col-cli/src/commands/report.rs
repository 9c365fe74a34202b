//! `report`: the answer as a page that people pass around.

use std::fs;
use std::path::Path;

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
    let document = read(file)?;
    destination.write(&match args.form {
        Form::Html => page::html(&document)?,
        Form::Markdown => page::markdown(&document)?,
    })?;
    Ok(0)
}

fn read(file: &Path) -> Result<Document, CliError> {
    let json = fs::read_to_string(file)
        .map_err(|source| CliError::System { what: "read the report that --from names", source })?;
    serde_json::from_str(&json).map_err(|source| CliError::Page { file: file.to_owned(), source })
}
