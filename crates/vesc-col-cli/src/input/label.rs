//! What a label means.

const POSITIVE: [&str; 5] = ["1", "true", "yes", "pos", "positive"];
const NEGATIVE: [&str; 5] = ["0", "false", "no", "neg", "negative"];

/// Tells positive labels from negative ones.
#[derive(Clone, Debug)]
pub(super) enum LabelRule {
    /// The usual words, in any case; any other label is refused.
    Words,
    /// This value is positive, and all others are negative.
    Positive(String),
}

impl LabelRule {
    pub(super) fn new(positive: Option<&str>) -> LabelRule {
        positive.map_or(LabelRule::Words, |value| LabelRule::Positive(value.trim().to_owned()))
    }

    /// Whether a label is positive, surrounding blanks ignored; `None` if it is no label.
    pub(super) fn is_positive(&self, label: &str) -> Option<bool> {
        let label = label.trim();
        let is_one_of = |words: &[&str]| words.iter().any(|word| label.eq_ignore_ascii_case(word));
        match self {
            LabelRule::Positive(value) => Some(label == value),
            LabelRule::Words if is_one_of(&POSITIVE) => Some(true),
            LabelRule::Words if is_one_of(&NEGATIVE) => Some(false),
            LabelRule::Words => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let rule = LabelRule::new(None);
        for label in ["1", "TRUE", "Yes", " pos\r", "positive"] {
            assert_eq!(rule.is_positive(label), Some(true), "{label}");
        }
        for label in ["0", "False", "NO", "neg ", "Negative"] {
            assert_eq!(rule.is_positive(label), Some(false), "{label}");
        }
        for label in ["", "2", "y", "n", "-1", "fail", "1.0", "true false"] {
            assert_eq!(rule.is_positive(label), None, "{label}");
        }
    }

    #[test]
    fn chosen_value() {
        let rule = LabelRule::new(Some("FAIL"));
        assert_eq!(rule.is_positive(" FAIL "), Some(true));
        assert_eq!(rule.is_positive("fail"), Some(false));
        assert_eq!(rule.is_positive("1"), Some(false));
    }
}
