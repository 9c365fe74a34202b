//! What a label means.

use serde::Serialize;

use super::error::Problem;
use super::words::{NEGATIVE, POSITIVE, is_meant};
use crate::text::{OneLine, typed_option};

/// What a label makes of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Role {
    Positive,
    Negative,
    /// The row is no sample.
    LeftOut,
}

impl Role {
    /// What is said of a label with this role.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Role::Positive => "positive",
            Role::Negative => "negative",
            Role::LeftOut => "left out",
        }
    }
}

/// Tells positive labels from negative ones, and from those that are neither.
#[derive(Clone, Debug)]
pub(super) enum LabelRule {
    /// The usual words, in any case; any other label is refused.
    Words,
    /// The labels that were chosen. If none of one kind was, all others are of it; if some of both were, all others are left out.
    Chosen {
        /// The positive ones.
        positive: Vec<String>,
        /// The negative ones.
        negative: Vec<String>,
    },
}

impl LabelRule {
    /// The usual words if no label is named.
    pub(super) fn new(positive: &[String], negative: &[String]) -> LabelRule {
        if positive.is_empty() && negative.is_empty() {
            return LabelRule::Words;
        }
        let trimmed = |labels: &[String]| labels.iter().map(|label| label.trim().to_owned()).collect();
        LabelRule::Chosen { positive: trimmed(positive), negative: trimmed(negative) }
    }

    /// The role of a row with this label, surrounding blanks ignored; `None` if it is not a label.
    ///
    /// A label that is a list, such as `a;b`, is positive if one of its items is, and negative if all of them are. But
    /// the whole may be one of the chosen labels.
    pub(super) fn role(&self, label: &str) -> Option<Role> {
        let label = label.trim();
        let is_one_of = |words: &[&str]| words.iter().any(|word| label.eq_ignore_ascii_case(word));
        match self {
            LabelRule::Words if is_one_of(&POSITIVE) => Some(Role::Positive),
            LabelRule::Words if is_one_of(&NEGATIVE) => Some(Role::Negative),
            LabelRule::Words => None,
            LabelRule::Chosen { positive, negative } => {
                let chosen = |item: &str| {
                    let is_in = |labels: &[String]| labels.iter().any(|known| known == item);
                    if is_in(positive) { Some(Role::Positive) } else { is_in(negative).then_some(Role::Negative) }
                };
                let other = match (positive.is_empty(), negative.is_empty()) {
                    (false, true) => Role::Negative,
                    // A row without a label did not fail in any way.
                    (true, _) if !label.is_empty() => Role::Positive,
                    _ => Role::LeftOut,
                };
                let items = items(label);
                let roles = || items.iter().map(|item| chosen(item).unwrap_or(other));
                let of_items = match () {
                    () if items.is_empty() => other,
                    () if roles().any(|role| role == Role::Positive) => Role::Positive,
                    () if roles().all(|role| role == Role::Negative) => Role::Negative,
                    () => Role::LeftOut,
                };
                Some(chosen(label).unwrap_or(of_items))
            }
        }
    }
}

/// The items of a label that is a list: separated by semicolons, or in brackets, separated by commas and perhaps quoted. None if
/// it is no list.
fn items(label: &str) -> Vec<&str> {
    let (inside, separator) = match label.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inside) => (inside, ','),
        None if label.contains(';') => (label, ';'),
        None => return Vec::new(),
    };
    inside
        .split(separator)
        .map(|item| item.trim().trim_matches(['"', '\'']).trim())
        .filter(|item| !item.is_empty())
        .collect()
}

/// The labels of rows as long as one that the user chose has not been seen, for the message if no row has it.
#[derive(Clone, Debug, Default)]
pub(super) struct OtherLabels {
    /// The chosen ones that have not been seen.
    missing: Vec<String>,
    /// The first different ones.
    first: Vec<String>,
    has_more: bool,
    /// Those that may be meant by a missing one.
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
        let items = items(label);
        self.missing.retain(|missing| missing != label && !items.contains(&missing.as_str()));
        if self.missing.iter().any(|missing| is_meant(missing, label)) && self.similar.len() < LABELS_IN_MESSAGE {
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
        let shown = self.first.iter().map(|label| match label.as_str() {
            "" => "empty cells".to_owned(),
            label => format!("`{}`", OneLine(label)),
        });
        let shown: Vec<String> = shown.collect();
        let more = if self.has_more { " and more" } else { "" };
        let similar = self.similar.iter().find(|similar| is_meant(&label, similar));
        let parts: Vec<&str> = label.split(',').map(str::trim).collect();
        let is_list = parts.len() > 1 && parts.iter().all(|part| self.first.iter().any(|known| known == part));
        let similar = similar.filter(|_| !is_list).map(|label| format!("; did you mean `{}`?", OneLine(label)));
        let similar = similar.unwrap_or_default();
        let several: Vec<String> = parts.iter().map(|part| typed_option("--positive", part)).collect();
        let several = if is_list { format!("; for several of them: {}", several.join(" ")) } else { String::new() };
        let hint = format!("the labels are {}{more}{similar}{several}", shown.join(", "));
        Some(Problem::NoSuchLabel { label, column: column.to_owned(), hint })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(positive: &[&str], negative: &[&str]) -> LabelRule {
        let owned = |labels: &[&str]| labels.iter().map(ToString::to_string).collect::<Vec<_>>();
        LabelRule::new(&owned(positive), &owned(negative))
    }

    #[test]
    fn an_item_of_a_list_is_a_label_that_a_row_has() {
        let mut labels = OtherLabels::new(&["E1".to_owned(), "E9".to_owned()]);
        labels.push("E1;E2");
        assert_eq!(labels.missing, ["E9"]);
    }

    #[test]
    fn words() {
        let rule = chosen(&[], &[]);
        for label in ["1", "TRUE", "Yes", " pos\r", "positive"] {
            assert_eq!(rule.role(label), Some(Role::Positive), "{label}");
        }
        for label in ["0", "False", "NO", "neg ", "Negative"] {
            assert_eq!(rule.role(label), Some(Role::Negative), "{label}");
        }
        for label in ["", "2", "y", "n", "-1", "fail", "1.00", "true false", "1;0"] {
            assert_eq!(rule.role(label), None, "{label}");
        }
    }

    #[test]
    fn chosen_labels() {
        let roles = |rule: &LabelRule| {
            let labels = [" FAIL ", "TIMEOUT", "fail", "ok", "", "FAIL;ok", "ok;other", "ok;ok", "[\"FAIL\", \"x\"]"];
            let short = |label| match rule.role(label) {
                Some(Role::Positive) => '+',
                Some(Role::Negative) => '-',
                Some(Role::LeftOut) => '.',
                None => '?',
            };
            labels.into_iter().map(short).collect::<String>()
        };
        assert_eq!(roles(&chosen(&["FAIL", "TIMEOUT"], &[])), "++---+--+");
        assert_eq!(roles(&chosen(&["FAIL"], &["ok"])), "+..-.+.-+");
        assert_eq!(roles(&chosen(&[], &["ok"])), "+++-.++-+");
        assert_eq!(roles(&chosen(&["FAIL", "ok;other"], &["ok", ""])), "+..--++-+");
    }
}
