//! What a column is, by its cells.

use super::schema::ColumnType;
use super::values::{boolean, is_too_long, rounded};

/// Why the cells of a column do not say what it is.
pub(super) enum Doubt<'a> {
    /// All are numbers, and this one would have to be rounded.
    TooLong(&'a str),
    /// This one is no value like all others, and those are what is said here.
    Odd(&'a str, &'static str),
}

/// What a column with these different cells is.
pub(super) fn infer(cells: &[String]) -> Result<ColumnType, Doubt<'_>> {
    if cells.iter().all(|cell| boolean(cell).is_some()) {
        return Ok(ColumnType::Boolean {});
    }
    if cells.iter().all(|cell| rounded(cell).is_some()) {
        let long = cells.iter().find(|cell| is_too_long(cell));
        return long.map_or(Ok(ColumnType::Numeric { thresholds: None }), |long| Err(Doubt::TooLong(long)));
    }
    let categorical = Ok(ColumnType::Categorical { values: None, closed: false });
    odd_one_out(cells).map_or(categorical, |(cell, expected)| Err(Doubt::Odd(cell, expected)))
}

/// What people and simulators write for a value that is not known.
const UNKNOWN_WORDS: [&str; 9] = ["?", "x", "z", "u", "-", "n/a", "na", "nan", "none"];
/// Number of different numbers beside which any other word is odd.
const SURELY_NUMBERS: usize = 3;

/// A cell that is no value like all others, and what these are: one with a word for what is not known among numbers or Booleans, or
/// the only one that is no number. To take such a column for one of values without an order would lose the order of all others,
/// and learn from what nobody knows.
fn odd_one_out(cells: &[String]) -> Option<(&str, &'static str)> {
    let is_value = |cell: &&String| boolean(cell).is_some() || rounded(cell).is_some();
    let (values, odd): (Vec<&String>, Vec<&String>) = cells.iter().partition(is_value);
    let means_unknown =
        |cell: &&String| cell.is_empty() || UNKNOWN_WORDS.iter().any(|word| word.eq_ignore_ascii_case(cell));
    let is_odd =
        !values.is_empty() && odd.iter().all(means_unknown) || odd.len() == 1 && values.len() >= SURELY_NUMBERS;
    let first = odd.first().filter(|_| is_odd)?;
    let expected = if values.iter().all(|value| boolean(value).is_some()) { "Boolean" } else { "a number" };
    Some((first, expected))
}

/// Thresholds between numbers, each with whether it occurs in a positive row and in a negative one: the upper of two
/// neighbours of which one occurs with a label that the other does not have alone. No more than `most`, evenly chosen.
///
/// A threshold between two neighbours that have one and the same label only would tell no positive from a negative.
pub(super) fn thresholds(numbers: impl IntoIterator<Item = (f64, bool)>, most: usize) -> Vec<f64> {
    let mut numbers: Vec<(f64, bool)> = numbers.into_iter().collect();
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let values: Vec<(f64, [bool; 2])> = numbers
        .chunk_by(|a, b| a.0 == b.0)
        .map(|equal| {
            let has = |label| equal.iter().any(|&(_, positive)| positive == label);
            (equal[0].0, [has(true), has(false)])
        })
        .collect();
    let differ = |pair: &&[(f64, [bool; 2])]| pair[0].1 != pair[1].1 || pair[0].1 == [true, true];
    let found: Vec<f64> = values.windows(2).filter(differ).map(|pair| pair[1].0).collect();
    if found.len() <= most {
        return found;
    }
    (0..most).map(|i| found[(2 * i + 1) * found.len() / (2 * most)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_stand_between_labels() {
        let rows = [(4.0, true), (2.0, false), (1.0, false), (4.0, true), (8.0, true), (9.0, false), (9.0, true)];
        assert_eq!(thresholds(rows, 16), [4.0, 9.0]);
        assert_eq!(thresholds((0..100).map(|i| (f64::from(i), i % 2 == 0)), 4), [13.0, 38.0, 62.0, 87.0]);
        assert!(thresholds([(1.0, true), (2.0, true)], 16).is_empty());
        assert!(thresholds([], 16).is_empty());
    }

    #[test]
    fn one_cell_does_not_make_numbers_values_without_an_order() {
        let odd = |cells: &[&str]| {
            let cells: Vec<String> = cells.iter().map(|&cell| cell.to_owned()).collect();
            odd_one_out(&cells).map(|(cell, expected)| format!("{cell}: {expected}"))
        };
        assert_eq!(odd(&["1", "16", "x", "2"]).as_deref(), Some("x: a number"));
        assert_eq!(odd(&["1", "0", "X", "z"]).as_deref(), Some("X: Boolean"));
        assert_eq!(odd(&["0", ""]).as_deref(), Some(": Boolean"));
        assert_eq!(odd(&["true", "FALSE", "?"]).as_deref(), Some("?: Boolean"));
        assert_eq!(odd(&["1", "2", "4", "many"]).as_deref(), Some("many: a number"));
        assert_eq!(odd(&["1", "2", "many"]), None);
        assert_eq!(odd(&["1", "2", "4", "few", "many"]), None);
        assert_eq!(odd(&["b", "o", "x"]), None);
        assert_eq!(odd(&["x"]), None);
        assert_eq!(odd(&["1", "2.5"]), None);
        assert_eq!(odd(&["9007199254740993", "9007199254740995", "x"]).as_deref(), Some("x: a number"));
    }
}
