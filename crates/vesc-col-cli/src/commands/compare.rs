//! `compare`: what changed between reports.

use crate::args::{CompareArgs, Form};
use crate::error::CliError;
use crate::output::{Output, Purpose};
use crate::page::{self, Document, Night};

/// Reads the reports, and writes what changed from each to the next. Returns the exit status.
pub(crate) fn compare(args: &CompareArgs) -> Result<u8, CliError> {
    let reports: Vec<Purpose<'_>> = args.reports.iter().map(|file| ("a report to compare", &**file)).collect();
    let destination = Output::of_page(("--output", args.output.as_deref()), args.form, &reports)?;
    let read = |file: &std::path::PathBuf| {
        let name = file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        Ok(Night { name, document: Document::read(file)? })
    };
    let nights: Vec<Night> = args.reports.iter().map(read).collect::<Result<_, CliError>>()?;
    destination.write(&match args.form {
        Form::Html => page::comparison_as_html(&nights)?,
        Form::Markdown => page::comparison_as_markdown(&nights)?,
    })?;
    Ok(0)
}
