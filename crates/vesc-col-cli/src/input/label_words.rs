//! Which column the labels come from, and which of them are positive, for people.

use std::collections::HashMap;

use indexmap::IndexSet;
use serde::Serialize;

use super::label::Role;
use super::words::{is_meant, opposite};
use crate::args::InputArgs;
use crate::text::{OneLine, counted, first_of, typed_option};

/// What stands for the labels beyond those that are kept.
const OTHERS: &str = "(others)";

/// The label's column, what its labels make of their rows, and what else is to be known about the rows.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    /// The name of the column.
    pub(crate) name: String,
    /// The positive labels as they are written in the file, or as they were chosen; the first ones.
    positive: Vec<String>,
    /// Another column whose name looks like a label's, if this one was taken because it is the last.
    rival: Option<String>,
    /// Whether labels were chosen.
    is_chosen: bool,
    /// The positive and the negative labels that were chosen.
    chosen: (Vec<String>, Vec<String>),
    /// The column that says how many runs a row stands for.
    counts: Option<String>,
    /// How many rows stand for no run.
    without_runs: usize,
    /// Whether columns were left out by an option.
    is_ignoring: bool,
    /// The different labels, in the order of their first rows.
    seen: Vec<Seen>,
    /// Where a label stands there.
    places: HashMap<String, usize>,
    /// What else may be wrong with the file.
    notes: Vec<String>,
    /// What was done to the rows, a sentence each, without its end.
    pub(crate) done: Vec<String>,
}

/// One label of the file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Seen {
    /// As it is written; empty for rows without one.
    label: String,
    role: Role,
    rows: u64,
    /// How many runs these rows stand for, if a column says that.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<u64>,
}

/// How many different positive labels a message names.
const MOST_LABELS_NAMED: usize = 5;

/// How many different labels are kept; the rows of others are counted together.
const MOST_LABELS: usize = 1000;

impl Label {
    pub(super) fn new(name: &str, rival: Option<&str>, args: &InputArgs) -> Label {
        let trimmed = |labels: &[String]| -> Vec<String> {
            let labels: IndexSet<&str> = labels.iter().map(|label| label.trim()).collect();
            labels.into_iter().map(str::to_owned).collect()
        };
        Label {
            name: name.to_owned(),
            positive: trimmed(&args.positive),
            rival: rival.map(str::to_owned),
            is_chosen: !args.positive.is_empty() || !args.negative.is_empty(),
            chosen: (trimmed(&args.positive), trimmed(&args.negative)),
            counts: args.count_column.clone(),
            without_runs: 0,
            is_ignoring: !args.ignore.is_empty(),
            seen: Vec::new(),
            places: HashMap::new(),
            notes: Vec::new(),
            done: Vec::new(),
        }
    }

    /// What may be the true reason where rows of both labels have equal values.
    pub(super) fn hint_of_equal_rows(&self) -> Option<String> {
        let ignored = "columns that --ignore leaves out may tell them apart";
        let ignored = self.is_ignoring.then(|| ignored.to_owned());
        let hints: Vec<String> = self.doubts().into_iter().chain(self.taken_as_negative()).chain(ignored).collect();
        (!hints.is_empty()).then(|| hints.join("; "))
    }

    /// What was taken for negative, if the positive labels alone were chosen and there are several others.
    fn taken_as_negative(&self) -> Option<String> {
        if self.chosen.0.is_empty() || !self.chosen.1.is_empty() {
            return None;
        }
        let others: Vec<&Seen> = self.seen.iter().filter(|seen| seen.role == Role::Negative).collect();
        if others.len() < 2 {
            return None;
        }
        let passes = others.iter().find(|seen| is_name_of_passes(&seen.label));
        let typed = passes.map(|seen| typed_option("--negative", &seen.label));
        let shown = others.iter().map(|seen| match seen.label.as_str() {
            "" => "those without a label".to_owned(),
            label => format!("`{}`", OneLine(label)),
        });
        Some(format!(
            "negative are {}: {} alone leaves the others out",
            first_of(shown),
            typed.as_deref().unwrap_or("--negative LABEL")
        ))
    }

    /// Notes the label of a row that stands for some number of runs.
    pub(super) fn saw(&mut self, label: &str, role: Role, runs: u64) {
        let label = label.trim();
        if role == Role::Positive
            && self.positive.len() <= MOST_LABELS_NAMED
            && !self.is_chosen
            && !self.positive.iter().any(|known| known == label)
        {
            self.positive.push(label.to_owned());
        }
        let place = match self.places.get(label) {
            Some(&place) => place,
            None => {
                let is_full = self.seen.len() >= MOST_LABELS;
                let shown = if is_full { OTHERS } else { label };
                let known = self.seen.iter().position(|seen| is_full && seen.label == shown && seen.role == role);
                let place = known.unwrap_or(self.seen.len());
                if known.is_none() {
                    let runs = self.counts.as_ref().map(|_| 0);
                    self.seen.push(Seen { label: shown.to_owned(), role, rows: 0, runs });
                }
                if !is_full {
                    self.places.insert(label.to_owned(), place);
                }
                place
            }
        };
        self.without_runs += usize::from(runs == 0);
        let seen = &mut self.seen[place];
        seen.rows += 1;
        seen.runs = seen.runs.map(|before| before + runs);
    }

    /// The column and its positive labels, as in ``label `fail`, `1` is positive``.
    pub(crate) fn in_words(&self) -> String {
        let shown = |words: &[String]| -> Vec<String> {
            words.iter().take(MOST_LABELS_NAMED).map(|word| format!("`{}`", OneLine(word))).collect()
        };
        let negative = &self.chosen.1;
        if self.positive.is_empty() && !negative.is_empty() {
            let more = if negative.len() > MOST_LABELS_NAMED { " and some more" } else { "" };
            let but = shown(negative).join(", ");
            return format!("label `{}`, all but {but}{more} are positive", OneLine(&self.name));
        }
        let words = shown(&self.positive);
        let more = if self.positive.len() > MOST_LABELS_NAMED { " and others" } else { "" };
        let positive = match &words[..] {
            [] => "no row is positive".to_owned(),
            [word] if more.is_empty() => format!("{word} is positive"),
            [first, last] if more.is_empty() => format!("{first} and {last} are positive"),
            words => format!("{}{more} are positive", words.join(", ")),
        };
        format!("label `{}`, {positive}", OneLine(&self.name))
    }

    /// What to type for another label, if some were chosen as positive and no row has any of them.
    pub(crate) fn missing(&self) -> Option<String> {
        let chosen = &self.chosen.0;
        if chosen.is_empty() || self.seen.iter().any(|seen| seen.role == Role::Positive) {
            return None;
        }
        let typed = |label: &str| typed_option("--positive", label);
        let is_seen = |label: &&str| self.seen.iter().any(|seen| seen.label == **label);
        // Several labels behind one option are no list.
        let parts: Vec<&str> = chosen.iter().flat_map(|label| label.split(',')).map(str::trim).collect();
        let parts: Vec<String> = parts.iter().filter(|part| is_seen(part)).map(|part| typed(part)).collect();
        if !parts.is_empty() {
            return Some(parts.join(" "));
        }
        let meant = self.seen.iter().find(|seen| chosen.iter().any(|label| is_meant(label, &seen.label)));
        if let Some(seen) = meant {
            return Some(typed(&seen.label));
        }
        // What was said to be negative cannot be positive, too.
        let is_open = |seen: &&Seen| !self.chosen.1.contains(&seen.label);
        let others: Vec<String> =
            self.seen.iter().filter(is_open).take(MOST_LABELS_NAMED).map(|seen| typed(&seen.label)).collect();
        (!others.is_empty()).then(|| others.join(" or "))
    }

    /// What is typed to name a positive and a negative label, as the rows so far write them.
    pub(super) fn both_typed(&self) -> String {
        let of_role = |role| self.seen.iter().find(|seen| seen.role == role).map(|seen| seen.label.clone());
        let [positive, negative] = [Role::Positive, Role::Negative].map(of_role);
        let positive = positive.or_else(|| negative.as_deref().and_then(opposite)).unwrap_or("1".to_owned());
        let negative = negative.or_else(|| opposite(&positive)).unwrap_or("0".to_owned());
        format!("{} {}", typed_option("--positive", &positive), typed_option("--negative", &negative))
    }

    /// Adds what may be wrong with the file.
    pub(super) fn note(&mut self, warning: String) {
        self.notes.push(warning);
    }

    /// What may be wrong with the file, and with the choice of the label.
    pub(crate) fn warnings(&self) -> Vec<String> {
        self.notes.iter().cloned().chain(self.doubts()).collect()
    }

    /// Whether this is the label that was meant, and these the labels, in one line; none if nothing speaks against it.
    pub(crate) fn hint(&self) -> Option<String> {
        let doubts = self.doubts();
        (!doubts.is_empty()).then(|| doubts.join("; "))
    }

    fn doubts(&self) -> Vec<String> {
        self.warning().into_iter().chain(self.differing_in_case()).collect()
    }

    /// A warning for each label that was chosen, if others are the same in another case and have another role.
    fn differing_in_case(&self) -> Vec<String> {
        let chosen = [(Role::Positive, "positive", &self.chosen.0), (Role::Negative, "negative", &self.chosen.1)];
        let chosen =
            chosen.into_iter().flat_map(|(role, word, labels)| labels.iter().map(move |label| (role, word, label)));
        chosen
            // That no row has a label is said in another warning.
            .filter(|(role, _, label)| self.seen.iter().any(|seen| seen.role == *role && seen.label == **label))
            .filter_map(|(role, word, label)| {
                let is_alike = |seen: &&Seen| seen.role != role && seen.label.to_lowercase() == label.to_lowercase();
                let alike: Vec<&Seen> = self.seen.iter().filter(is_alike).collect();
                let (verb, differs, pronoun) = match alike.len() {
                    1 => ("is", "it differs", "it"),
                    _ => ("are", "they differ", "them"),
                };
                let names: Vec<String> = alike.iter().map(|seen| format!("`{}`", OneLine(&seen.label))).collect();
                let typed: Vec<String> =
                    alike.iter().map(|seen| typed_option(&format!("--{word}"), &seen.label)).collect();
                let what = alike.first()?.role.in_words();
                Some(format!(
                    "{} {verb} {what}, though {differs} from `{}` in case only; to make {pronoun} {word}, too, type {}",
                    names.join(" and "),
                    OneLine(label),
                    typed.join(" ")
                ))
            })
            .collect()
    }

    /// All of that, and what was done to the rows, for programs.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = String> {
        self.done.iter().cloned().chain(self.warnings())
    }

    /// What each label makes of its rows, if the first line alone does not say it. So it is with more than two labels,
    /// and where rows are left out.
    pub(crate) fn roles(&self) -> Option<&[Seen]> {
        let is_plain = self.seen.len() <= 2 && self.seen.iter().all(|seen| seen.role != Role::LeftOut);
        (self.is_chosen && !is_plain).then_some(&self.seen)
    }

    /// Whether rows are left out for their labels.
    pub(super) fn leaves_rows_out(&self) -> bool {
        self.seen.iter().any(|seen| seen.role == Role::LeftOut)
    }

    /// The same in words: ``labels: positive `E1` (3 rows); negative `ok` (8 rows); left out `E2` (4 rows)``.
    fn roles_in_words(&self) -> Option<String> {
        let seen = self.roles()?;
        let roles = [Role::Positive, Role::Negative, Role::LeftOut];
        let parts = roles.iter().filter_map(|role| {
            let word = role.in_words();
            let of_role: Vec<&Seen> = seen.iter().filter(|seen| seen.role == *role).collect();
            let shown: Vec<String> = of_role.iter().take(MOST_LABELS_NAMED).map(|seen| seen.in_words()).collect();
            let more = of_role.len().saturating_sub(MOST_LABELS_NAMED);
            let rest: u64 = of_role.iter().skip(MOST_LABELS_NAMED).map(|seen| seen.rows).sum();
            let rest =
                if more > 0 { format!(" and {more} more ({})", counted(rest as usize, "row")) } else { String::new() };
            (!shown.is_empty()).then(|| format!("{word} {}{rest}", shown.join(", ")))
        });
        Some(format!("labels: {}", parts.collect::<Vec<_>>().join("; ")))
    }

    /// What each label makes of its row, where that is not plain, and what a row stands for, a line each.
    pub(crate) fn about(&self) -> Vec<String> {
        self.roles_in_words().into_iter().chain(self.counts_in_words()).collect()
    }

    /// The labels that are positive and those that are negative, as they were chosen. Where none was, the positive ones are those of the
    /// file.
    pub(crate) fn values(&self) -> (&[String], &[String]) {
        (&self.positive, &self.chosen.1)
    }

    /// Whether labels were chosen.
    pub(crate) fn is_chosen(&self) -> bool {
        self.is_chosen
    }

    /// What stands below the first line: the roles of the labels, what the rows stand for, and what was done to them.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.about().into_iter().chain(self.done.iter().cloned())
    }

    /// What the rows stand for, if a column says so.
    fn counts_in_words(&self) -> Option<String> {
        let name = self.counts.as_deref()?;
        let none = match self.without_runs {
            0 => String::new(),
            1 => ", and 1 row stands for none".to_owned(),
            rows => format!(", and {rows} rows stand for none"),
        };
        Some(format!("column `{}` says how many runs a row stands for: samples are runs{none}", OneLine(name)))
    }

    /// A warning if the label may be another column, or the other way round.
    fn warning(&self) -> Option<String> {
        let name = OneLine(&self.name);
        let Some(rival) = self.rival.as_deref() else {
            let negative = self.seen.iter().find(|seen| seen.role == Role::Negative);
            let negative = negative.filter(|_| !self.is_chosen && is_name_of_passes(&self.name))?;
            return Some(format!(
                "by its name, `{name}` is positive where a run passes; for what makes runs fail, type {}",
                typed_option("--positive", &negative.label)
            ));
        };
        Some(format!(
            "the last column, `{name}`, is taken for the label; if it is `{}`, type {}",
            OneLine(rival),
            typed_option("--label", rival)
        ))
    }
}

impl Seen {
    fn in_words(&self) -> String {
        let runs = self.runs.map(|runs| format!(", {}", counted(runs as usize, "run"))).unwrap_or_default();
        let rows = counted(self.rows as usize, "row");
        match self.label.as_str() {
            "" => format!("those without a label ({rows}{runs})"),
            label => format!("`{}` ({rows}{runs})", OneLine(label)),
        }
    }
}

/// Names that only a column of labels has.
const NAMES_OF_LABELS: [&str; 12] =
    ["y", "class", "status", "error", "result", "results", "outcome", "target", "positive", "hit", "bug", "pass_fail"];
/// Words in names of columns of labels.
const WORDS_OF_LABELS: [&str; 12] = [
    "label", "labels", "fail", "failed", "fails", "failing", "failure", "verdict", "pass", "passed", "crash", "crashed",
];

/// Whether a column's name says that it is one of labels.
pub(super) fn is_name_of_label(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    NAMES_OF_LABELS.contains(&name.as_str()) || words.any(|word| WORDS_OF_LABELS.contains(&word))
}

/// Words in names that leave no doubt that the column says how a run ended.
const SURE_WORDS: [&str; 12] = [
    "label", "labels", "fail", "failed", "fails", "failing", "failure", "failures", "errors", "verdict", "crash",
    "crashed",
];

/// Names that say it as a whole; as a word in another name they may say something else.
const SURE_NAMES: [&str; 16] = [
    "pass",
    "passed",
    "is_pass",
    "success",
    "status",
    "test_status",
    "result",
    "results",
    "test_result",
    "outcome",
    "exit",
    "exit_code",
    "exitcode",
    "return_code",
    "returncode",
    "rc",
];

/// Whether a column's name leaves no doubt that it says how a run ended.
pub(super) fn is_name_of_verdict(name: &str) -> bool {
    let name = name.to_lowercase().replace(['-', ' '], "_");
    SURE_NAMES.contains(&name.as_str())
        || name.split(|c: char| !c.is_alphanumeric()).any(|word| SURE_WORDS.contains(&word))
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
        for (name, expected) in [
            ("fail_code", true),
            ("Errors", true),
            ("y", false),
            ("pass_count", false),
            ("Passed", true),
            ("Exit-Code", true),
            ("irq_status", false),
        ] {
            assert_eq!(is_name_of_verdict(name), expected, "{name}");
        }
    }

    fn args(positive: &[&str], negative: &[&str]) -> InputArgs {
        #[derive(clap::Parser)]
        struct Only {
            #[command(flatten)]
            input: InputArgs,
        }
        let options = |name: &'static str, labels: &[&str]| {
            labels.iter().map(|label| format!("{name}={label}")).collect::<Vec<_>>()
        };
        let words = ["program".to_owned(), "runs.csv".to_owned()].into_iter();
        let words = words.chain(options("--positive", positive)).chain(options("--negative", negative));
        <Only as clap::Parser>::parse_from(words).input
    }

    #[test]
    fn positive_labels_are_named() {
        let mut label = Label::new("fail", None, &args(&[], &[]));
        assert_eq!(label.in_words(), "label `fail`, no row is positive");
        label.saw(" 1 ", Role::Positive, 1);
        label.saw("1", Role::Positive, 1);
        assert_eq!(label.in_words(), "label `fail`, `1` is positive");
        label.saw("yes", Role::Positive, 1);
        assert_eq!(label.in_words(), "label `fail`, `1` and `yes` are positive");
        assert_eq!((label.warning(), label.roles_in_words()), (None, None));
        for (name, chosen, is_warned) in
            [("PASS", None, true), ("test_passed", None, true), ("pass_fail", None, false), ("pass", Some("0"), false)]
        {
            let mut label = Label::new(name, None, &args(&chosen.into_iter().collect::<Vec<_>>(), &[]));
            label.saw("0", Role::Negative, 1);
            assert_eq!(label.warning().is_some(), is_warned, "{name}");
        }
        let label = Label::new("c", Some("test failed"), &args(&[], &[]));
        assert!(label.warnings()[0].ends_with("--label 'test failed'"));
    }

    #[test]
    fn roles_are_named() {
        let mut label = Label::new("result", None, &args(&["E1"], &["ok"]));
        for (text, role) in [("E1", Role::Positive), ("ok", Role::Negative), ("ok", Role::Negative)] {
            label.saw(text, role, 1);
        }
        assert_eq!(label.roles_in_words(), None);
        label.saw("E2", Role::LeftOut, 1);
        label.saw("", Role::LeftOut, 1);
        let words = "labels: positive `E1` (1 row); negative `ok` (2 rows); left out `E2` (1 row), those without a label (1 row)";
        assert_eq!(label.roles_in_words().as_deref(), Some(words));
    }

    #[test]
    fn labels_that_differ_in_case_only_are_named() {
        let mut label = Label::new("verdict", None, &args(&["FAIL"], &[]));
        for (text, role) in
            [("FAIL", Role::Positive), ("fail", Role::Negative), ("Fail", Role::Negative), ("pass", Role::Negative)]
        {
            label.saw(text, role, 1);
        }
        let warning = "`fail` and `Fail` are negative, though they differ from `FAIL` in case only; \
                       to make them positive, too, type --positive fail --positive Fail";
        assert_eq!(label.hint().as_deref(), Some(warning));
        let mut label = Label::new("verdict", None, &args(&["FAIL"], &["PASS"]));
        label.saw("fail", Role::LeftOut, 1);
        label.saw("PASS", Role::Negative, 1);
        label.saw("pass", Role::LeftOut, 1);
        let warning = "`pass` is left out, though it differs from `PASS` in case only; to make it negative, too, type --negative pass";
        assert_eq!(label.warnings(), [warning]);
    }

    #[test]
    fn very_many_labels_are_counted_together() {
        let mut label = Label::new("result", None, &args(&["E1"], &[]));
        for number in 0..3000 {
            label.saw(&number.to_string(), Role::Negative, 1);
        }
        let words =
            "labels: negative `0` (1 row), `1` (1 row), `2` (1 row), `3` (1 row), `4` (1 row) and 996 more (2995 rows)";
        assert_eq!(label.roles_in_words().as_deref(), Some(words));
    }
}
