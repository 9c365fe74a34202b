//! What a column is, by its cells.

/// Whether a cell is Boolean, and which value it is.
pub(super) fn boolean(cell: &str) -> Option<bool> {
    match cell {
        "0" => Some(false),
        "1" => Some(true),
        word if word.eq_ignore_ascii_case("false") => Some(false),
        word if word.eq_ignore_ascii_case("true") => Some(true),
        _ => None,
    }
}

/// The number that a cell is.
pub(super) fn number(cell: &str) -> Option<f64> {
    // A negative zero is the other zero.
    cell.parse().ok().filter(|number: &f64| number.is_finite()).map(|number| number + 0.0)
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
    fn cells_are_read() {
        assert_eq!((boolean("TRUE"), boolean("0"), boolean("yes")), (Some(true), Some(false), None));
        assert_eq!((number("-2.5"), number("1e3"), number("inf"), number("")), (Some(-2.5), Some(1000.0), None, None));
    }
}
