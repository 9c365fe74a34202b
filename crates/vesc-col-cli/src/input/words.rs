//! What labels are written as.

/// Positive labels, in any case. `1.0` is what programs make of a column of 1 and 0 with a gap.
pub(super) const POSITIVE: [&str; 6] = ["1", "1.0", "true", "yes", "pos", "positive"];
/// Negative ones.
pub(super) const NEGATIVE: [&str; 6] = ["0", "0.0", "false", "no", "neg", "negative"];

/// The label that is written beside one of the usual ones, in the same case: `No` beside `Yes`.
pub(super) fn opposite(label: &str) -> Option<String> {
    let pairs = POSITIVE.iter().zip(&NEGATIVE).flat_map(|(one, other)| [(one, other), (other, one)]);
    let (_, other) = pairs.into_iter().find(|(one, _)| label.eq_ignore_ascii_case(one))?;
    let is_upper = |letters: &str| letters.chars().all(|letter| !letter.is_lowercase());
    let (first, rest) = other.split_at(1);
    Some(match (is_upper(label), is_upper(&label[..1])) {
        (true, _) => other.to_uppercase(),
        (false, true) => first.to_uppercase() + rest,
        (false, false) => (*other).to_owned(),
    })
}

/// What test benches write into their columns of results.
const VERDICTS: [&str; 10] = ["pass", "passed", "fail", "failed", "failure", "ok", "success", "error", "good", "bad"];

/// Whether a cell looks as if its column was one of labels rather than a feature.
pub(super) fn is_verdict(cell: &str) -> bool {
    let words = POSITIVE.iter().chain(&NEGATIVE).chain(&VERDICTS);
    words.into_iter().any(|word| cell.eq_ignore_ascii_case(word))
}

/// Whether a label may be what is meant by a word: they differ in case only, are the same number, or one is the beginning of the other.
pub(super) fn is_meant(word: &str, label: &str) -> bool {
    let [word, label] = [word, label].map(|text| text.trim().to_lowercase());
    let [one, other] = [&word, &label].map(|text| text.parse::<f64>());
    let is_same_number = one.is_ok() && one == other;
    let is_part =
        word.len().min(label.len()) >= LETTERS_IN_COMMON && (word.starts_with(&label) || label.starts_with(&word));
    word == label || is_same_number || is_part
}

/// Words are alike if one begins with as many letters of the other.
const LETTERS_IN_COMMON: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_labels_are_written_alike() {
        for (label, expected) in
            [("1", Some("0")), ("Yes", Some("No")), ("FALSE", Some("TRUE")), ("neg", Some("pos")), ("fail", None)]
        {
            assert_eq!(opposite(label).as_deref(), expected, "{label}");
        }
    }
}
