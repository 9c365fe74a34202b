//! Sets of items in a cell.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// What separates items where no brackets surround them.
const SEPARATORS: [char; 3] = [';', '|', ','];
const QUOTES: [char; 2] = ['"', '\''];
const BRACKETS: [(char, char); 3] = [('[', ']'), ('{', '}'), ('(', ')')];

/// The items of a cell: `a;c`, `a|c`, `a, c`, `["a", "c"]`, `{a,c}`. An empty cell and empty brackets are the empty set.
pub(super) fn items(cell: &str) -> BTreeSet<Cow<'_, str>> {
    written(cell).into_iter().map(unquoted).filter(|item| !item.is_empty()).collect()
}

/// A cell with these items. Brackets surround them if there are none, as an empty cell may be unknown, or if an item would fall
/// apart without.
pub(super) fn cell<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    let given: Vec<&str> = items.into_iter().collect();
    if given.is_empty() {
        return "[]".to_owned();
    }
    let plain = given.join(&SEPARATORS[0].to_string());
    if self::items(&plain) == given.iter().map(|&item| item.into()).collect() {
        return plain;
    }
    let quoted = given.iter().map(|item| format!("\"{}\"", item.replace('\\', r"\\").replace('"', "\\\"")));
    format!("[{}]", quoted.collect::<Vec<_>>().join(","))
}

/// The items of a cell with their quotes, as they are written.
fn written(cell: &str) -> Vec<&str> {
    let inner = BRACKETS.iter().find_map(|&(open, close)| cell.strip_prefix(open)?.strip_suffix(close));
    let separators: &[char] = if inner.is_some() { &[','] } else { &SEPARATORS };
    let (mut items, mut rest) = (Vec::new(), Some(inner.unwrap_or(cell)));
    while let Some(text) = rest.map(str::trim_start) {
        // Between quotes nothing separates.
        let begin = quoted(text, separators).unwrap_or(0);
        let end = text[begin..].find(separators).map(|end| begin + end);
        items.push(text[..end.unwrap_or(text.len())].trim_end());
        // All separators have one byte.
        rest = end.map(|end| &text[end + 1..]);
    }
    items
}

/// How many bytes the quoted item takes that a text begins with, if it begins with one.
fn quoted(text: &str, separators: &[char]) -> Option<usize> {
    let quote = text.chars().next().filter(|first| QUOTES.contains(first))?;
    let mut is_escaped = false;
    let mut ends = text.char_indices().skip(1).filter(|&(_, char)| {
        let ends = char == quote && !is_escaped;
        is_escaped = char == '\\' && !is_escaped;
        ends
    });
    let is_end = |end: usize| text[end..].trim_start().chars().next().is_none_or(|next| separators.contains(&next));
    ends.find_map(|(at, _)| is_end(at + 1).then_some(at + 1))
}

fn unquoted(item: &str) -> Cow<'_, str> {
    let Some(inner) = QUOTES.iter().find_map(|&quote| item.strip_prefix(quote)?.strip_suffix(quote)) else {
        return Cow::Borrowed(item);
    };
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let (mut plain, mut rest) = (String::with_capacity(inner.len()), inner.chars().peekable());
    while let Some(char) = rest.next() {
        // A backslash protects a quote or another backslash.
        let protected = rest.next_if(|&next| char == '\\' && (next == '\\' || QUOTES.contains(&next)));
        plain.push(protected.unwrap_or(char));
    }
    Cow::Owned(plain)
}

/// Whether the different cells of a column are sets. They must look like sets, or be lists as JSON writes them. They
/// must not be rows of as many numbers, such as coordinates, whose order matters.
pub(super) fn are_sets(cells: &[String]) -> bool {
    let size = cells.first().map_or(0, |first| items(first).len());
    let is_tuple =
        |row: BTreeSet<Cow<'_, str>>| row.len() == size && row.iter().all(|item| item.parse::<f64>().is_ok());
    (look_like_sets(cells) || are_lists(cells)) && !cells.iter().all(|cell| is_tuple(items(cell)))
}

/// Whether the different cells of a column may be sets. They look like sets, or an item of a cell of several stands in
/// another one.
pub(super) fn may_be_sets(cells: &[String]) -> bool {
    look_like_sets(cells) || has_shared_item(cells)
}

/// Whether the different cells look like sets. Either two of them have the same items in another order, or there are
/// fewer items than cells.
fn look_like_sets(cells: &[String]) -> bool {
    let mut by_items: BTreeMap<BTreeSet<Cow<'_, str>>, usize> = BTreeMap::new();
    for cell in cells {
        *by_items.entry(items(cell)).or_default() += 1;
    }
    let several = by_items.keys().filter(|items| items.len() > 1).count();
    let all: BTreeSet<&Cow<'_, str>> = by_items.keys().flatten().collect();
    several > 0 && (by_items.values().any(|&cells| cells > 1) || several > 1 && all.len() < by_items.len())
}

/// Whether all cells are lists without lists in them, as JSON writes them: one has quotes or several items.
fn are_lists(cells: &[String]) -> bool {
    let inner = |cell: &String| {
        let inner = cell.strip_prefix('[')?.strip_suffix(']')?;
        let is_flat = written(cell).iter().all(|item| item.starts_with(QUOTES) || !item.contains(['[', '{']));
        is_flat.then(|| inner.contains(['"', ',']))
    };
    let lists: Option<Vec<bool>> = cells.iter().map(inner).collect();
    lists.is_some_and(|lists| lists.contains(&true))
}

/// Whether an item of a cell of several items stands in another cell.
fn has_shared_item(cells: &[String]) -> bool {
    let mut counts: BTreeMap<Cow<'_, str>, usize> = BTreeMap::new();
    cells.iter().flat_map(|cell| items(cell)).for_each(|item| *counts.entry(item).or_default() += 1);
    let is_shared = |cell: &String| {
        let items = items(cell);
        items.len() > 1 && items.iter().any(|item| counts[item] > 1)
    };
    cells.iter().any(is_shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_items() {
        for text in ["a;c", "c;a", "c | a", "a,c", "[\"a\", \"c\"]", "{'c','a'}", "(a, c,)"] {
            assert_eq!(items(text), BTreeSet::from(["a", "c"].map(Cow::Borrowed)), "{text}");
        }
        assert!(items("").is_empty() && items("[]").is_empty());
        assert_eq!(items("one word"), BTreeSet::from([Cow::Borrowed("one word")]));
    }

    #[test]
    fn quotes_hold_an_item_together() {
        for (text, expected) in [
            ("[\"x,y\", \"z\"]", ["x,y", "z"]),
            ("\"x;y\" ; z", ["x;y", "z"]),
            ("['it''s', 5\"]", ["5\"", "it''s"]),
            (r#"["\"x\",", "a\\"]"#, ["\"x\",", "a\\"]),
            ("5\" or 6\", \"c", ["5\" or 6\"", "\"c"]),
        ] {
            let expected = BTreeSet::from(expected.map(Cow::Borrowed));
            assert_eq!(items(text), expected, "{text}");
            assert_eq!(items(&cell(expected.iter().map(AsRef::as_ref))), expected, "{text}");
        }
        assert_eq!(cell(["x", "y z"]), "x;y z");
        assert_eq!(cell(["x,y", "z"]), "[\"x,y\",\"z\"]");
    }

    #[test]
    fn sets_are_recognised() {
        let texts = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let are = |cells: &[&str]| are_sets(&texts(cells));
        assert!(are(&["a;b", "b;a", "c"]) && are(&["a;b", "b;c", "a;c", "a;b;c"]) && are(&["1;2", "2;1", "2"]));
        assert!(!are(&["a", "b"]) && !are(&["x;y", "z"]) && !are(&["one, two", "three, four"]));
        // As JSON writes lists.
        assert!(are(&["[\"x\",\"z\"]", "[\"z\"]", "[\"x\"]"]) && are(&["[\"x\"]", "[]"]) && are(&["[1,2]", "[2]"]));
        assert!(are(&["[\"bus[0]\"]", "[\"bus[1]\", \"bus[0]\"]"]));
        assert!(!are(&["[0-5]", "[5-9]"]) && !are(&["[\"x\"]", "x"]) && !are(&["[[1,2],[3]]", "[[1]]"]));
        // So few could be anything.
        let may_be = |cells: &[&str]| may_be_sets(&texts(cells));
        assert!(!are(&["x;z", "z", "x"]) && may_be(&["x;z", "z", "x"]));
        assert!(!may_be(&["one, two", "three, four"]) && !may_be(&["a", "b"]));
        // Coordinates: their order matters.
        assert!(!are(&["1,2", "2,1", "0,3"]) && may_be_sets(&texts(&["1,2", "2,1", "0,3"])));
    }
}
