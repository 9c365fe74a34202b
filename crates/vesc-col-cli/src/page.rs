//! A report as a page: HTML that stands alone, or Markdown.
//!
//! A page is a function of the JSON of `learn` and nothing else.
//!
//! ```text
//! JSON -> document (the fields that are read) -> view (what is shown, in words) -> template -> HTML or Markdown
//!                                                  |
//!                                                  +-- drawing (SVG)
//! ```

mod document;
mod drawing;
mod evidence;
mod numbers;
mod refute;
mod render;
mod support;
mod verdict;
mod view;

pub(crate) use document::Document;
pub(crate) use render::{html, markdown};
