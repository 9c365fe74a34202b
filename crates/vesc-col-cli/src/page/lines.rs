//! Lines of the file, as links where the page has their addresses.

use serde::Serialize;

use super::document::Details;

/// Some lines, and whether there are more of them.
#[derive(Debug, Serialize)]
pub(super) struct Lines<'a> {
    /// Each line, and its address.
    shown: Vec<(u64, Option<&'a str>)>,
    more: bool,
}

impl<'a> Lines<'a> {
    /// The first `most` of these lines; `all` is how many there are.
    pub(super) fn new(details: &'a Details, lines: &[u64], (most, all): (usize, usize)) -> Lines<'a> {
        let shown = lines.iter().take(most).map(|&line| (line, details.links.get(&line).map(String::as_str)));
        Lines { shown: shown.collect(), more: all > lines.len().min(most) }
    }
}
