//! Which column the labels come from, and which of them are positive, for people.

use crate::text::{OneLine, shell_word};

/// The label's column and its positive labels.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    /// The name of the column.
    pub(crate) name: String,
    /// The positive labels as they are written in the file, or as they were chosen; the first ones.
    positive: Vec<String>,
    /// Another column whose name looks like a label's, if this one was taken because it is the last.
    rival: Option<String>,
    /// The first negative label of the file.
    negative: Option<String>,
    /// Whether nobody said which labels are positive.
    is_by_words: bool,
    /// What else may be wrong with the file.
    notes: Vec<String>,
}

/// How many different positive labels a message names.
const MOST_WORDS: usize = 5;

impl Label {
    pub(super) fn new(name: &str, rival: Option<&str>, chosen: &[String]) -> Label {
        let positive = chosen.iter().map(|label| label.trim().to_owned()).collect();
        Label {
            name: name.to_owned(),
            positive,
            rival: rival.map(str::to_owned),
            negative: None,
            is_by_words: chosen.is_empty(),
            notes: Vec::new(),
        }
    }

    /// Notes a positive label of the file.
    pub(super) fn saw_positive(&mut self, label: &str) {
        let label = label.trim();
        if self.positive.len() <= MOST_WORDS && !self.positive.iter().any(|known| known == label) {
            self.positive.push(label.to_owned());
        }
    }

    /// Notes a negative label of the file.
    pub(super) fn saw_negative(&mut self, label: &str) {
        self.negative.get_or_insert_with(|| label.trim().to_owned());
    }

    /// The column and its positive labels, as in ``label `fail`, `1` is positive``.
    pub(crate) fn in_words(&self) -> String {
        let words: Vec<String> =
            self.positive.iter().take(MOST_WORDS).map(|word| format!("`{}`", OneLine(word))).collect();
        let more = if self.positive.len() > MOST_WORDS { " and others" } else { "" };
        let positive = match &words[..] {
            [] => "no row is positive".to_owned(),
            [word] if more.is_empty() => format!("{word} is positive"),
            [first, last] if more.is_empty() => format!("{first} and {last} are positive"),
            words => format!("{}{more} are positive", words.join(", ")),
        };
        format!("label `{}`, {positive}", OneLine(&self.name))
    }

    /// Adds what may be wrong with the file.
    pub(super) fn note(&mut self, warning: String) {
        self.notes.push(warning);
    }

    /// What may be wrong with the file, and with the choice of the label.
    pub(crate) fn warnings(&self) -> Vec<String> {
        self.notes.iter().cloned().chain(self.warning()).collect()
    }

    /// A warning if the label may be another column, or the other way round.
    pub(crate) fn warning(&self) -> Option<String> {
        let name = OneLine(&self.name);
        let Some(rival) = self.rival.as_deref() else {
            let negative = self.negative.as_deref().filter(|_| self.is_by_words && is_name_of_passes(&self.name))?;
            return Some(format!(
                "by its name, `{name}` is positive where a run passes; for what makes runs fail, type --positive {}",
                shell_word(negative)
            ));
        };
        Some(format!(
            "the last column, `{name}`, is taken for the label; if it is `{}`, type --label {}",
            OneLine(rival),
            shell_word(rival)
        ))
    }
}

/// Names that only a column of labels has.
const NAMES: [&str; 12] =
    ["y", "class", "status", "error", "result", "results", "outcome", "target", "positive", "hit", "bug", "pass_fail"];
/// Words in names of columns of labels.
const WORDS: [&str; 12] = [
    "label", "labels", "fail", "failed", "fails", "failing", "failure", "verdict", "pass", "passed", "crash", "crashed",
];

/// Whether a column's name says that it is one of labels.
pub(super) fn is_name_of_label(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    NAMES.contains(&name.as_str()) || words.any(|word| WORDS.contains(&word))
}

/// Whether a column of labels says by its name which runs are good.
fn is_name_of_passes(name: &str) -> bool {
    let name = name.to_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    has(&["pass", "passed", "passes", "success", "ok"]) && !has(&["fail", "failed", "fails", "not"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_labels() {
        for name in ["y", "Fail", "test_failed", "Verdict", "is-pass", "outcome"] {
            assert!(is_name_of_label(name), "{name}");
        }
        for name in ["c", "failsafe_mode", "irq_status", "bypass", "error_inject", "hit_rate", "y2"] {
            assert!(!is_name_of_label(name), "{name}");
        }
    }

    #[test]
    fn positive_labels_are_named() {
        let mut label = Label::new("fail", None, &[]);
        assert_eq!(label.in_words(), "label `fail`, no row is positive");
        label.saw_positive(" 1 ");
        label.saw_positive("1");
        assert_eq!(label.in_words(), "label `fail`, `1` is positive");
        label.saw_positive("yes");
        assert_eq!(label.in_words(), "label `fail`, `1` and `yes` are positive");
        assert_eq!(label.warning(), None);
        for (name, chosen, is_warned) in
            [("PASS", None, true), ("test_passed", None, true), ("pass_fail", None, false), ("pass", Some("0"), false)]
        {
            let mut label = Label::new(name, None, &chosen.map(str::to_owned).into_iter().collect::<Vec<_>>());
            label.saw_negative("0");
            assert_eq!(label.warning().is_some(), is_warned, "{name}");
        }
        let label = Label::new("c", Some("test failed"), &[]);
        assert!(label.warnings()[0].ends_with("--label 'test failed'"));
    }
}
