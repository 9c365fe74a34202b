//! What a label means.

use super::error::Problem;
use super::words::{NEGATIVE, POSITIVE};
use crate::one_line::OneLine;

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

/// The labels of rows that do not have the one that the user chose, for the message if no row has it.
#[derive(Clone, Debug)]
pub(super) struct OtherLabels {
    wanted: String,
    /// The first different ones.
    first: Vec<String>,
    has_more: bool,
    /// One that differs from the wanted one in case only.
    similar: Option<String>,
}

/// How many labels a message lists before it says that there are more.
const LABELS_IN_MESSAGE: usize = 5;

impl OtherLabels {
    pub(super) fn new(wanted: &str) -> OtherLabels {
        OtherLabels { wanted: wanted.trim().to_owned(), first: Vec::new(), has_more: false, similar: None }
    }

    /// Adds the label of a row.
    pub(super) fn push(&mut self, label: &str) {
        let label = label.trim();
        if self.first.iter().any(|known| known == label) {
            return;
        }
        if self.similar.is_none() && label.eq_ignore_ascii_case(&self.wanted) {
            self.similar = Some(label.to_owned());
        }
        if self.first.len() < LABELS_IN_MESSAGE {
            self.first.push(label.to_owned());
        } else {
            self.has_more = true;
        }
    }

    /// What to say if there was no other row.
    pub(super) fn problem(self, column: &str) -> Problem {
        let shown: Vec<String> = self.first.iter().map(|label| format!("`{}`", OneLine(label))).collect();
        let more = if self.has_more { " and more" } else { "" };
        let similar = self.similar.map(|label| format!("; did you mean `{}`?", OneLine(&label))).unwrap_or_default();
        let hint = format!("the labels are {}{more}{similar}", shown.join(", "));
        Problem::NoSuchLabel { label: self.wanted, column: column.to_owned(), hint }
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
