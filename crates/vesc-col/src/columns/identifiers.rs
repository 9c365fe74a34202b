//! Columns that name rows and cause nothing.

use super::column::Why;
use super::scale::Reading;

/// Columns of these names are identifiers, in any case, with `_`, `-` or a blank between the words.
const NAMES: [&str; 16] = [
    "id",
    "index",
    "unnamed: 0",
    "run id",
    "runid",
    "job id",
    "jobid",
    "test id",
    "build id",
    "uuid",
    "guid",
    "seed",
    "random seed",
    "rng seed",
    "log file",
    "logfile",
];

/// In fewer rows a different value in each of them is no surprise.
const LEAST_ROWS: usize = 5;

/// Why a column is an identifier, if it is one: by its name, or because each row has a value of its own.
///
/// `texts` are the different cells of `rows` rows, and `reading` is how they are read if they are on a scale. Whole numbers are
/// identifiers if they are consecutive once sorted. Other values on a scale are none for being distinct.
pub(super) fn identifier(name: &str, texts: &[String], rows: usize, reading: Option<Reading>) -> Option<Why> {
    let plain: String = name.to_lowercase().replace(['_', '-'], " ");
    if NAMES.contains(&plain.as_str()) {
        return Some(Why::Name);
    }
    if rows < LEAST_ROWS || texts.len() != rows {
        return None;
    }
    match reading {
        None => Some(Why::Distinct),
        Some(Reading::Number) if are_consecutive(texts) => Some(Why::Consecutive),
        Some(_) => None,
    }
}

/// Whether these are whole numbers, each one more than the one before once they are sorted.
fn are_consecutive(texts: &[String]) -> bool {
    let numbers: Option<Vec<i128>> = texts.iter().map(|text| text.parse().ok()).collect();
    let Some(mut numbers) = numbers else { return false };
    numbers.sort_unstable();
    numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(name: &str, cells: &[&str], rows: usize) -> Option<Why> {
        let texts: Vec<String> = cells.iter().map(|&cell| cell.to_owned()).collect();
        let reading = Reading::inferred(cells.iter().copied());
        identifier(name, &texts, rows, reading)
    }

    #[test]
    fn identifiers_are_told_from_causes() {
        assert_eq!(why("Run-ID", &["3", "3.5"], 9), Some(Why::Name));
        assert_eq!(why("job", &["j-1", "j-2", "j-3", "j-4", "j-5"], 5), Some(Why::Distinct));
        assert_eq!(why("job", &["j-1", "j-2", "j-3", "j-4", "j-5"], 6), None);
        assert_eq!(why("job", &["j-1", "j-2", "j-3", "j-4"], 4), None);
        assert_eq!(why("n", &["104", "101", "103", "102", "105"], 5), Some(Why::Consecutive));
        assert_eq!(why("len", &["1", "2", "4", "8", "16"], 5), None);
        assert_eq!(why("when", &["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"], 5), None);
        assert_eq!(why("size", &["1KiB", "2KiB", "3KiB", "4KiB", "5KiB"], 5), None);
    }
}
