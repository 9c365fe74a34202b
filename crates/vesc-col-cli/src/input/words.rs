//! What labels are written as.

/// Positive labels, in any case. `1.0` is what programs make of a column of 1 and 0 with a gap.
pub(super) const POSITIVE: [&str; 6] = ["1", "1.0", "true", "yes", "pos", "positive"];
/// Negative ones.
pub(super) const NEGATIVE: [&str; 6] = ["0", "0.0", "false", "no", "neg", "negative"];

/// What test benches write into their columns of results.
const VERDICTS: [&str; 10] = ["pass", "passed", "fail", "failed", "failure", "ok", "success", "error", "good", "bad"];

/// Whether a cell looks as if its column was one of labels rather than a feature.
pub(super) fn is_verdict(cell: &str) -> bool {
    let words = POSITIVE.iter().chain(&NEGATIVE).chain(&VERDICTS);
    words.into_iter().any(|word| cell.eq_ignore_ascii_case(word))
}
