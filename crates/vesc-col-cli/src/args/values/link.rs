//! Addresses of runs.

use std::collections::BTreeMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// An address in which names of columns stand in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// Each text, and the column whose cell follows it.
    parts: Vec<(String, Option<String>)>,
}

/// What a cell keeps in an address; all else is encoded, so that a cell cannot lead elsewhere.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

impl Link {
    /// Reads an address of the web with columns in braces.
    pub(crate) fn parse(text: &str) -> Result<Link, String> {
        let address = text.trim();
        let rest = ["https://", "http://"].into_iter().find_map(|scheme| address.strip_prefix(scheme));
        // Columns stand behind the host: no cell chooses that.
        let host_end = rest.and_then(|rest| rest.find('/'));
        let is_safe = rest.zip(host_end).is_some_and(|(rest, end)| !rest[..end].contains(['{', '}']));
        let mut parts = Vec::new();
        let mut left = address;
        while let Some((before, behind)) = left.split_once('{') {
            let Some((column, behind)) = behind.split_once('}') else { return Err(EXPECTED.to_owned()) };
            parts.push((before.to_owned(), Some(column.trim().to_owned())));
            left = behind;
        }
        if !is_safe || parts.is_empty() || parts.iter().any(|part| part.1.as_deref() == Some("")) {
            return Err(EXPECTED.to_owned());
        }
        parts.push((left.to_owned(), None));
        Ok(Link { parts })
    }

    /// The columns whose cells it needs.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|(_, column)| column.as_deref())
    }

    /// The address with these cells; columns without one leave nothing.
    pub(crate) fn with(&self, cells: &BTreeMap<String, String>) -> String {
        let cell = |column: &Option<String>| column.as_ref().and_then(|column| cells.get(column));
        let part = |(text, column): &(String, Option<String>)| {
            let cell = cell(column).map(|cell| utf8_percent_encode(cell, PLAIN).to_string());
            text.clone() + &cell.unwrap_or_default()
        };
        self.parts.iter().map(part).collect()
    }
}

const EXPECTED: &str = "expected an address that begins with https:// or http:// and a host, with columns in braces behind it, such as \
                        https://farm.example/runs/{run_id}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_encoded() {
        let link = Link::parse("https://farm.example/{suite}/runs/{run id}#top").unwrap();
        assert_eq!(link.columns().collect::<Vec<_>>(), ["suite", "run id"]);
        let cells = [("suite", "a/../b"), ("run id", "7\"><&é")].map(|(name, cell)| (name.to_owned(), cell.to_owned()));
        assert_eq!(link.with(&cells.into()), "https://farm.example/a%2F..%2Fb/runs/7%22%3E%3C%26%C3%A9#top");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "javascript:alert({a})",
            "https://{host}/runs",
            "https://farm.example/",
            "farm/{a}",
            "https://f/{a",
            "https://f/{}",
        ] {
            assert!(Link::parse(text).is_err(), "{text}");
        }
    }
}
