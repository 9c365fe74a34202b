//! What a label means.

use super::error::Problem;
use super::words::{NEGATIVE, POSITIVE};
use crate::text::OneLine;

/// Tells positive labels from negative ones.
#[derive(Clone, Debug)]
pub(super) enum LabelRule {
    /// The usual words, in any case; any other label is refused.
    Words,
    /// These values are positive, and all others are negative.
    Positive(Vec<String>),
}

impl LabelRule {
    /// The usual words if no label is named.
    pub(super) fn new(positive: &[String]) -> LabelRule {
        match positive {
            [] => LabelRule::Words,
            named => LabelRule::Positive(named.iter().map(|value| value.trim().to_owned()).collect()),
        }
    }

    /// Whether a label is positive, surrounding blanks ignored; `None` if it is not a label.
    pub(super) fn is_positive(&self, label: &str) -> Option<bool> {
        let label = label.trim();
        let is_one_of = |words: &[&str]| words.iter().any(|word| label.eq_ignore_ascii_case(word));
        match self {
            LabelRule::Positive(values) => Some(values.iter().any(|value| value == label)),
            LabelRule::Words if is_one_of(&POSITIVE) => Some(true),
            LabelRule::Words if is_one_of(&NEGATIVE) => Some(false),
            LabelRule::Words => None,
        }
    }
}

/// The labels of rows as long as one that the user chose has not been seen, for the message if no row has it.
#[derive(Clone, Debug, Default)]
pub(super) struct OtherLabels {
    /// The chosen ones that have not been seen.
    missing: Vec<String>,
    /// The first different ones.
    first: Vec<String>,
    has_more: bool,
    /// Those that differ from a missing one in case only.
    similar: Vec<String>,
}

/// How many labels a message lists before it says that there are more.
const LABELS_IN_MESSAGE: usize = 5;

impl OtherLabels {
    pub(super) fn new(chosen: &[String]) -> OtherLabels {
        let missing = chosen.iter().map(|label| label.trim().to_owned()).collect();
        OtherLabels { missing, ..OtherLabels::default() }
    }

    /// Adds the label of a row.
    pub(super) fn push(&mut self, label: &str) {
        let label = label.trim();
        if self.missing.is_empty() || self.first.iter().any(|known| known == label) {
            return;
        }
        self.missing.retain(|missing| missing != label);
        if self.missing.iter().any(|missing| missing.eq_ignore_ascii_case(label))
            && self.similar.len() < LABELS_IN_MESSAGE
        {
            self.similar.push(label.to_owned());
        }
        if self.first.len() < LABELS_IN_MESSAGE {
            self.first.push(label.to_owned());
        } else {
            self.has_more = true;
        }
    }

    /// What to say if there was no other row; `None` if all have been seen.
    pub(super) fn problem(&self, column: &str) -> Option<Problem> {
        let label = self.missing.first()?.clone();
        let shown: Vec<String> = self.first.iter().map(|label| format!("`{}`", OneLine(label))).collect();
        let more = if self.has_more { " and more" } else { "" };
        let similar = self.similar.iter().find(|similar| similar.eq_ignore_ascii_case(&label));
        let similar = similar.map(|label| format!("; did you mean `{}`?", OneLine(label))).unwrap_or_default();
        let hint = format!("the labels are {}{more}{similar}", shown.join(", "));
        Some(Problem::NoSuchLabel { label, column: column.to_owned(), hint })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let rule = LabelRule::new(&[]);
        for label in ["1", "TRUE", "Yes", " pos\r", "positive"] {
            assert_eq!(rule.is_positive(label), Some(true), "{label}");
        }
        for label in ["0", "False", "NO", "neg ", "Negative"] {
            assert_eq!(rule.is_positive(label), Some(false), "{label}");
        }
        for label in ["", "2", "y", "n", "-1", "fail", "1.00", "true false"] {
            assert_eq!(rule.is_positive(label), None, "{label}");
        }
    }

    #[test]
    fn chosen_value() {
        let rule = LabelRule::new(&["FAIL".to_owned(), "TIMEOUT".to_owned()]);
        assert_eq!(rule.is_positive(" FAIL "), Some(true));
        assert_eq!(rule.is_positive("TIMEOUT"), Some(true));
        assert_eq!(rule.is_positive("fail"), Some(false));
        assert_eq!(rule.is_positive("1"), Some(false));
    }
}
