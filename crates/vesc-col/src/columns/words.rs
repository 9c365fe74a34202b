//! Columns of two words, which are opposites.

/// Words that people write for what holds, each with its opposite.
const OPPOSITES: [(&str, &[&str]); 13] = [
    ("on", &["off"]),
    ("yes", &["no"]),
    ("y", &["n"]),
    ("t", &["f"]),
    ("true", &["false"]),
    ("pass", &["fail", "failed", "failure"]),
    ("passed", &["fail", "failed", "failure"]),
    ("success", &["fail", "failed", "failure", "error"]),
    ("enabled", &["disabled"]),
    ("enable", &["disable"]),
    ("with", &["without"]),
    ("high", &["low"]),
    ("up", &["down"]),
];

/// Two words in the order in which they are shown. The first is the one for what holds, or else the one that is last in
/// the alphabet.
pub(super) fn in_order(one: &str, other: &str) -> [String; 2] {
    let is_first = holds(one, other) || !holds(other, one) && one > other;
    let (this, opposite) = if is_first { (one, other) } else { (other, one) };
    [this.to_owned(), opposite.to_owned()]
}

/// Whether a word is one for what holds, such as `ON` or `yes`, and the other one its opposite. Of `gcc` and `clang` neither is.
///
/// ```
/// use vesc_col::columns::holds;
///
/// assert!(holds("ON", "OFF") && !holds("OFF", "ON"));
/// assert!(!holds("gcc", "clang") && !holds("clang", "gcc"));
/// ```
#[must_use]
pub fn holds(word: &str, opposite: &str) -> bool {
    let (word, opposite) = (word.to_lowercase(), opposite.to_lowercase());
    OPPOSITES.iter().any(|(known, opposites)| *known == word && opposites.contains(&opposite.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_comes_first() {
        for (one, other) in [("ON", "OFF"), ("yes", "no"), ("T", "F"), ("PASS", "FAIL"), ("windows", "ubuntu")] {
            assert_eq!(in_order(one, other), [one, other]);
            assert_eq!(in_order(other, one), [one, other]);
        }
    }
}
