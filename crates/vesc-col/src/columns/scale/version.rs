//! Versions of programs.

use std::cmp::Ordering;

use super::date;

/// The numbers of a version, and what follows them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct Version {
    /// Without zeros at the end: 3.9 is 3.9.0.
    numbers: Vec<u64>,
    suffix: Suffix,
}

/// What follows the numbers, from the earliest to the latest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Suffix {
    /// `-rc1`, `.dev3`, `a2`: before the release.
    Before(Vec<Part>),
    /// The release itself.
    None,
    /// `.post1`, `p2`, `k`: after it.
    After(Vec<Part>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    Number(u64),
    Word(String),
}

/// Words for what comes before a release.
const BEFORE: [&str; 13] =
    ["a", "alpha", "b", "beta", "c", "rc", "dev", "pre", "preview", "snapshot", "m", "milestone", "nightly"];

impl Ord for Part {
    fn cmp(&self, other: &Part) -> Ordering {
        match (self, other) {
            (Part::Number(one), Part::Number(other)) => one.cmp(other),
            (Part::Word(one), Part::Word(other)) => one.cmp(other),
            // As in semantic versioning.
            (Part::Number(_), Part::Word(_)) => Ordering::Less,
            (Part::Word(_), Part::Number(_)) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Part) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Reads a version: numbers joined by dots, perhaps after a `v`, and perhaps a suffix. What follows a `+` does not count.
pub(super) fn parse(text: &str) -> Option<Version> {
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let text = text.split_once('+').map_or(text, |(version, _)| version);
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (numbers, suffix) = text.split_at(end);
    // The dot before a suffix such as `.dev1` belongs to neither.
    let numbers = if suffix.is_empty() { numbers } else { numbers.strip_suffix('.').unwrap_or(numbers) };
    let mut numbers: Vec<u64> = numbers.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    while numbers.len() > 1 && numbers.last() == Some(&0) {
        numbers.pop();
    }
    Some(Version { numbers, suffix: parse_suffix(suffix)? })
}

fn parse_suffix(text: &str) -> Option<Suffix> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if text.is_empty() {
        return Some(Suffix::None);
    }
    if !text.chars().all(is_allowed) {
        return None;
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let length =
            rest.find(|c: char| c.is_ascii_digit() != is_digit || !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (part, after) = rest.split_at(length.max(1));
        rest = after;
        if is_digit {
            parts.push(Part::Number(part.parse().ok()?));
        } else if first.is_ascii_alphabetic() {
            parts.push(Part::Word(part.to_ascii_lowercase()));
        }
    }
    let is_before = match parts.first()? {
        Part::Word(word) => BEFORE.contains(&word.as_str()),
        // `1.0-2` is a revision, and `1.0-3-gabc` comes three commits later.
        Part::Number(_) => false,
    };
    Some(if is_before { Suffix::Before(parts) } else { Suffix::After(parts) })
}

/// Whether the cells are versions and cannot be mere numbers. One of them has two dots, a `v` in front, or what marks a
/// release candidate. Or they are decimals with fractions of differing lengths, the longest of which ends in 0. The
/// last is never so for numbers that a program wrote. A column with a date has no versions: as such, `05.02.2024` would
/// stand behind `04.03.2024`. The order of the cells plays no part.
pub(super) fn are_versions<'a>(cells: impl Iterator<Item = &'a str> + Clone) -> bool {
    let mut cells_of_column = cells.clone();
    if cells_of_column.next().is_none() || !cells.clone().all(|cell| parse(cell).is_some()) {
        return false;
    }
    if cells.clone().any(|cell| date::has_day_or_month_first(cell) || date::civil(cell).is_some()) {
        return false;
    }
    let is_marked = |cell: &str| {
        let has_v = cell.starts_with(['v', 'V']);
        let suffix = parse(cell).map(|version| version.suffix);
        let core = cell.split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap_or_default();
        let dots = core.trim_end_matches('.').matches('.').count();
        has_v || dots >= 2 || dots == 1 && matches!(suffix, Some(Suffix::Before(_)))
    };
    if cells.clone().any(is_marked) {
        return true;
    }
    let fraction = |cell: &'a str| cell.split_once('.').map(|(_, fraction)| fraction);
    let are_plain = cells.clone().all(|cell| cell.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
    let fractions = || cells.clone().filter_map(fraction);
    // `0.05` and `22.04` are no versions whose second number is 5 or 4.
    let is_padded = |fraction: &str| fraction.len() > 1 && fraction.starts_with('0');
    let lengths = || fractions().map(str::len);
    let differ = lengths().min() != lengths().max();
    are_plain && differ && !fractions().any(is_padded) && fractions().any(|f| f.len() > 1 && f.ends_with('0'))
}

/// Second numbers of versions are mostly below this, where they have two digits at all.
const MOST_SECOND: u32 = 40;

/// Whether decimals may as well be versions, in another order: `3.9` stands before `3.12`. Their fractions have one
/// digit or two, a single one is 0, as in `4.0`, and some two of them change places.
pub(in super::super) fn may_be_versions<'a>(cells: impl Iterator<Item = &'a str> + Clone) -> bool {
    let decimal = |cell: &'a str| {
        let (whole, fraction) = cell.split_once('.').unwrap_or((cell, ""));
        let are_digits = [whole, fraction].into_iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        let is_padded = fraction.len() > 1 && fraction.starts_with('0');
        let second = fraction.parse::<u32>().unwrap_or_default();
        let is_fine = !whole.is_empty() && are_digits && !is_padded && fraction.len() <= 2 && second < MOST_SECOND;
        is_fine.then_some((whole, fraction, second))
    };
    let Some(decimals) = cells.map(decimal).collect::<Option<Vec<_>>>() else { return false };
    let has_zero = decimals.iter().any(|(_, fraction, _)| *fraction == "0");
    let changes_places = |(whole, fraction, second): &(&str, &str, u32)| {
        let is_before =
            |(other, shorter, first): &(&str, &str, u32)| other == whole && shorter.len() == 1 && 10 * first > *second;
        fraction.len() == 2 && decimals.iter().any(is_before)
    };
    has_zero && decimals.iter().any(changes_places)
}

#[cfg(test)]
mod tests {
    use super::{are_versions, may_be_versions};

    #[test]
    fn decimals_may_be_versions() {
        let may = |cells: &[&str]| may_be_versions(cells.iter().copied());
        assert!(may(&["3.9", "3.12", "4.0", "3.8"]) && may(&["1.21", "2.0", "1.9", "2"]));
        for cells in [
            // In the same order as versions.
            ["3.1", "3.12", "4.0"],
            ["0.0", "0.25", "0.75"],
            ["0.5", "0.125", "1.0"],
            ["0.5", "0.05", "1.0"],
            ["-0.5", "0.12", "1.0"],
            ["3.9", "3.12", "4.1"],
        ] {
            assert!(!may(&cells), "{cells:?}");
        }
    }

    #[test]
    fn dates_are_no_versions() {
        let have = |cells: &[&str]| are_versions(cells.iter().copied());
        assert!(have(&["1.2.3", "1.10.0"]) && have(&["2024.1.2", "2023.3.1"]) && have(&["v1", "v2"]));
        for cells in [["05.01.2024", "04.02.2024"], ["2024-01-05", "05.01.2024"], ["1.2.1999", "1.10.0"]] {
            assert!(!have(&cells), "{cells:?}");
        }
        // No day has the number 0 or 32, and no date has two numbers beyond 12.
        for cell in ["1.0.2024", "32.1.2024", "13.14.2024"] {
            assert!(have(&[cell]), "{cell}");
        }
    }
}
