//! Words for values that are not known.

/// In lower case.
const UNKNOWN_WORDS: [&str; 21] = [
    "?", "x", "z", "u", "-", "nan", "na", "n/a", "<na>", "nil", "none", "null", "unknown", "undef", "#n/a", "#ref!",
    "#value!", "#div/0!", "#name?", "#null!", "#num!",
];

/// Whether a cell looks as if its value was not known: what people, simulators and spreadsheets write then, in any case. Nothing
/// follows from it: a column may have such a word as one of its values.
///
/// ```
/// use vesc_col::columns::means_unknown;
///
/// assert!(["X", "n/a", "#REF!"].into_iter().all(means_unknown));
/// assert!(!means_unknown("0") && !means_unknown(""));
/// ```
#[must_use]
pub fn means_unknown(cell: &str) -> bool {
    UNKNOWN_WORDS.iter().any(|word| cell.eq_ignore_ascii_case(word))
}
