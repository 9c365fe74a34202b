//! From a view to text, by templates that escape what they show.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use minijinja::{Environment, UndefinedBehavior, context};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::compare::{Night, comparison};
use super::document::Document;
use super::view::View;
use crate::error::CliError;

const HEAD: &str = include_str!("head.html");
const FOOT: &str = include_str!("foot.html");
const HTML: &str = include_str!("report.html");
const MARKDOWN: &str = include_str!("report.md");
const COMPARISON_HTML: &str = include_str!("compare.html");
const COMPARISON_MARKDOWN: &str = include_str!("compare.md");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Renders an answer as one HTML file that needs no other.
///
/// The page's policy allows its own style sheet and script by their digests, and nothing else.
///
/// # Errors
///
/// [`CliError::System`] if the template does not fit the view.
pub(crate) fn html(document: &Document) -> Result<String, CliError> {
    page(HTML, "report.html", View::new(document))
}

/// Renders an answer as Markdown, for merge requests.
///
/// # Errors
///
/// As [`html`].
pub(crate) fn markdown(document: &Document) -> Result<String, CliError> {
    render(MARKDOWN, "report.md", context! { page => View::new(document) })
}

/// Renders what changed between reports, in their order, as one HTML file.
///
/// # Errors
///
/// As [`html`].
pub(crate) fn comparison_as_html(nights: &[Night]) -> Result<String, CliError> {
    page(COMPARISON_HTML, "compare.html", comparison(nights))
}

/// The same as Markdown.
///
/// # Errors
///
/// As [`html`].
pub(crate) fn comparison_as_markdown(nights: &[Night]) -> Result<String, CliError> {
    render(COMPARISON_MARKDOWN, "compare.md", context! { page => comparison(nights) })
}

/// Renders a page between the head and the foot of all pages, with our style sheet and script.
fn page(body: &str, name: &str, view: impl Serialize) -> Result<String, CliError> {
    let template = [HEAD, body, FOOT].concat();
    let (style_digest, script_digest) = (digest(STYLE), digest(SCRIPT));
    let page = minijinja::Value::from_serialize(view);
    render(&template, name, context! { style => STYLE, script => SCRIPT, style_digest, script_digest, page })
}

/// Renders a template; the extension of its name decides what is escaped.
fn render(template: &str, name: &str, context: minijinja::Value) -> Result<String, CliError> {
    let mut environment = Environment::new();
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_filter("code", code);
    environment.add_filter("cell", cell);
    let rendered = environment.render_named_str(name, template, context);
    rendered.map_err(|error| CliError::System { what: "make the page", source: std::io::Error::other(error) })
}

/// Quotes a text as code in Markdown, whatever it contains.
fn code(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let text = text.replace(['\n', '\r'], " ");
    if longest == 0 { format!("{fence}{text}{fence}") } else { format!("{fence} {text} {fence}") }
}

/// The same in a cell of a table, where a bar would end it.
fn cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// The digest of an inline script or style sheet, as a policy names it.
fn digest(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)))
}
