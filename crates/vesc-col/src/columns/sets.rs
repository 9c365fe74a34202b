//! Sets of items in a cell.

use std::collections::{BTreeMap, BTreeSet};

/// What separates items where no brackets surround them.
const SEPARATORS: [char; 3] = [';', '|', ','];
const BRACKETS: [(char, char); 3] = [('[', ']'), ('{', '}'), ('(', ')')];

/// The items of a cell: `a;c`, `a|c`, `a, c`, `["a", "c"]`, `{a,c}`. An empty cell and empty brackets are the empty set.
pub(super) fn items(cell: &str) -> BTreeSet<&str> {
    let inner = BRACKETS.iter().find_map(|&(open, close)| cell.strip_prefix(open)?.strip_suffix(close));
    let separators: &[char] = if inner.is_some() { &[','] } else { &SEPARATORS };
    let items = inner.unwrap_or(cell).split(separators).map(|item| unquoted(item.trim()));
    items.filter(|item| !item.is_empty()).collect()
}

fn unquoted(item: &str) -> &str {
    ['"', '\''].iter().find_map(|&quote| item.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(item)
}

/// A cell with these items, as cells without brackets are written.
pub(super) fn cell<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    items.into_iter().collect::<Vec<_>>().join(&SEPARATORS[0].to_string())
}

/// Whether the different cells of a column are sets. They must look like sets, or be lists as JSON writes them. They
/// must not be rows of as many numbers, such as coordinates, whose order matters.
pub(super) fn are_sets(cells: &[String]) -> bool {
    let size = cells.first().map_or(0, |first| items(first).len());
    let is_tuple = |row: BTreeSet<&str>| row.len() == size && row.iter().all(|item| item.parse::<f64>().is_ok());
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
    let mut by_items: BTreeMap<BTreeSet<&str>, usize> = BTreeMap::new();
    for cell in cells {
        *by_items.entry(items(cell)).or_default() += 1;
    }
    let several = by_items.keys().filter(|items| items.len() > 1).count();
    let all: BTreeSet<&str> = by_items.keys().flatten().copied().collect();
    several > 0 && (by_items.values().any(|&spellings| spellings > 1) || several > 1 && all.len() < by_items.len())
}

/// Whether all cells are lists without lists in them, as JSON writes them: one has quotes or several items.
fn are_lists(cells: &[String]) -> bool {
    let inner = |cell: &String| {
        let inner = cell.strip_prefix('[')?.strip_suffix(']')?;
        (!inner.contains(['[', '{'])).then(|| inner.contains(['"', ',']))
    };
    let lists: Option<Vec<bool>> = cells.iter().map(inner).collect();
    lists.is_some_and(|lists| lists.contains(&true))
}

/// Whether an item of a cell of several items stands in another cell.
fn has_shared_item(cells: &[String]) -> bool {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
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
            assert_eq!(items(text), BTreeSet::from(["a", "c"]), "{text}");
        }
        assert!(items("").is_empty() && items("[]").is_empty());
        assert_eq!(items("one word"), BTreeSet::from(["one word"]));
    }

    #[test]
    fn sets_are_recognised() {
        let texts = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let are = |cells: &[&str]| are_sets(&texts(cells));
        assert!(are(&["a;b", "b;a", "c"]) && are(&["a;b", "b;c", "a;c", "a;b;c"]) && are(&["1;2", "2;1", "2"]));
        assert!(!are(&["a", "b"]) && !are(&["x;y", "z"]) && !are(&["one, two", "three, four"]));
        // As JSON writes lists.
        assert!(are(&["[\"x\",\"z\"]", "[\"z\"]", "[\"x\"]"]) && are(&["[\"x\"]", "[]"]) && are(&["[1,2]", "[2]"]));
        assert!(!are(&["[0-5]", "[5-9]"]) && !are(&["[\"x\"]", "x"]) && !are(&["[[1,2],[3]]", "[[1]]"]));
        // So few could be anything.
        let may_be = |cells: &[&str]| may_be_sets(&texts(cells));
        assert!(!are(&["x;z", "z", "x"]) && may_be(&["x;z", "z", "x"]));
        assert!(!may_be(&["one, two", "three, four"]) && !may_be(&["a", "b"]));
        // Coordinates: their order matters.
        assert!(!are(&["1,2", "2,1", "0,3"]) && may_be_sets(&texts(&["1,2", "2,1", "0,3"])));
    }
}
