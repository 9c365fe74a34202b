//! A report as a page, or what changed between reports: HTML that stands alone, or Markdown.
//!
//! A page is a function of the JSON of `learn` and nothing else.
//!
//! ```text
//! JSON -> document (the fields that are read) -> view (what is shown, in words) -> template -> HTML or Markdown
//!                                                  |
//!                                                  +-- drawing (SVG)
//! ```

mod compare;
mod concepts;
mod data;
mod document;
mod drawing;
mod evidence;
mod lines;
mod numbers;
mod picture;
mod refute;
mod render;
pub(crate) mod shape;
mod support;
mod verdict;
mod view;
mod words;

pub(crate) use compare::Night;
pub(crate) use document::Document;
pub(crate) use render::{comparison_as_html, comparison_as_markdown, html, markdown};
pub(crate) use shape::Shape;
