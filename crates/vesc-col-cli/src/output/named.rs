//! What the name of a file says of its content.

use std::path::Path;

use crate::error::CliError;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Html,
    Markdown,
    Text,
    Json,
}

impl Written {
    /// What a name says, by its ending; `None` if it says nothing.
    fn by_name(file: &Path) -> Option<Result<Written, String>> {
        let ending = file.extension()?.to_str()?.to_lowercase();
        Some(match ending.as_str() {
            "html" | "htm" => Ok(Written::Html),
            "md" | "markdown" => Ok(Written::Markdown),
            "txt" => Ok(Written::Text),
            "json" => Ok(Written::Json),
            "pdf" | "docx" | "odt" | "xlsx" | "csv" | "png" | "svg" => Err(ending),
            _ => return None,
        })
    }

    fn in_words(self) -> &'static str {
        match self {
            Written::Html => "HTML",
            Written::Markdown => "Markdown",
            Written::Text => "text",
            Written::Json => "JSON",
        }
    }
}

/// Refuses an option that names a file as something else than what is written to it.
///
/// # Errors
///
/// [`CliError::Usage`] with the option to type, if there is one.
pub(crate) fn refuse_other_name(option: &str, file: &Path, written: Written) -> Result<(), CliError> {
    use Written::{Html, Json, Markdown, Text};
    let is_page = matches!(written, Html | Markdown);
    let advice = match (written, Written::by_name(file)) {
        (_, None) | (Json | Markdown, Some(Ok(Text))) | (Text, Some(Ok(Markdown))) => return Ok(()),
        (written, Some(Ok(named))) if named == written => return Ok(()),
        (Html, Some(Ok(Markdown))) if option == "--output" => "type --as markdown",
        (Markdown, Some(Ok(Html))) => "type --as html",
        (Text, Some(Ok(Json))) => "type --format json",
        (Text | Json, Some(Ok(Html | Markdown))) => "vesc-col report writes pages",
        (_, Some(Ok(Json))) if is_page => "vesc-col learn --details --format json writes what a page is made of",
        (Html, Some(Err(ending))) if ending == "pdf" => {
            "a browser prints the page as PDF, from a file that is named .html"
        }
        _ => "give it another name",
    };
    let (file, written) = (file.display(), written.in_words());
    Err(CliError::Usage(format!(
        "'{option} {file}' would be written as {written}, which its name does not say: {advice}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_say_nothing_or_what_is_written() {
        use Written::{Html, Json, Markdown, Text};
        for (file, fitting) in [
            ("report", &[Html, Markdown, Text, Json][..]),
            ("report.2024-02-03", &[Html, Markdown, Text, Json]),
            ("report.html", &[Html]),
            ("report.HTM", &[Html]),
            ("report.md", &[Markdown, Text]),
            ("report.txt", &[Markdown, Text, Json]),
            ("report.json", &[Json]),
            ("report.pdf", &[]),
        ] {
            for written in [Html, Markdown, Text, Json] {
                let is_fine = refuse_other_name("--output", Path::new(file), written).is_ok();
                assert_eq!(is_fine, fitting.contains(&written), "{file} {written:?}");
            }
        }
    }
}
