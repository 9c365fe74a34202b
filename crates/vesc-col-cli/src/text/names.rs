//! Lists of names in options.

use std::borrow::Cow;

use csv::ReaderBuilder;

/// The names in a list, which is a CSV row of its own, so that a name with a comma can be quoted.
pub(crate) fn names_in(list: &str) -> Vec<String> {
    let list = without_leading_blanks(list);
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(list.as_bytes());
    // Text in memory has no read errors, and it is UTF-8.
    let rows = reader.records().filter_map(Result::ok);
    rows.flat_map(|row| row.iter().map(|name| name.trim().to_owned()).collect::<Vec<String>>()).collect()
}

/// The list without the blanks before a name, behind which a quote would not begin one.
fn without_leading_blanks(list: &str) -> String {
    let (mut is_start, mut is_quoted) = (true, false);
    let is_kept = |c: &char| {
        let is_blank = is_start && *c == ' ';
        is_quoted ^= *c == '"';
        is_start = is_blank || *c == ',' && !is_quoted;
        !is_blank
    };
    list.chars().filter(is_kept).collect()
}

/// A name as it stands in such a list: in quotes if it has a comma, a quote or a line break, or is empty.
pub(crate) fn as_typed(name: &str) -> Cow<'_, str> {
    let is_plain = !name.is_empty() && !name.contains([',', '"', '\n', '\r']);
    if is_plain { Cow::Borrowed(name) } else { Cow::Owned(format!("\"{}\"", name.replace('"', "\"\""))) }
}

/// What stands in brackets behind the name of a column, if the name is that of one of its items or bits.
pub(crate) fn item_of<'a>(name: &'a str, column: &str) -> Option<&'a str> {
    name.strip_prefix(column)?.strip_prefix('[')?.strip_suffix(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_typed_as_they_are_shown() {
        for (name, typed) in [("a", "a"), ("a, first", "\"a, first\""), ("c \"q\"", "\"c \"\"q\"\"\""), ("", "\"\"")] {
            assert_eq!(as_typed(name), typed);
            assert_eq!(names_in(typed), [name]);
        }
        assert_eq!(names_in(" \"c,  d\", b c , \"e\""), ["c,  d", "b c", "e"]);
    }
}
