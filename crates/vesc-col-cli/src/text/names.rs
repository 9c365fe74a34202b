//! Lists of names in options.

use csv::ReaderBuilder;

/// The names in a list, which is a CSV row of its own, so that a name with a comma can be quoted.
pub(crate) fn names_in(list: &str) -> Vec<String> {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(list.as_bytes());
    // Text in memory has no read errors, and it is UTF-8.
    let rows = reader.records().filter_map(Result::ok);
    rows.flat_map(|row| row.iter().map(|name| name.trim().to_owned()).collect::<Vec<String>>()).collect()
}
