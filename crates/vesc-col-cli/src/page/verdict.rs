//! The verdict in one sentence, and what to do next.

use serde::Serialize;

use super::document::{Confidence, Document, Interval};
use super::evidence::size as size_in_words;
use super::numbers::{counted, interval};

#[derive(Debug, Serialize)]
pub(super) struct Verdict {
    /// The outcome as one word, for the style sheet.
    outcome: String,
    sentence: String,
    /// The cause, if there is one.
    formula: Option<String>,
    /// The probabilities in words; `None` without them.
    chance: Option<String>,
    /// What to do next, before and after the command that does it.
    next: (&'static str, &'static str, &'static str),
    /// How many inputs the page proposes to simulate.
    tests: Option<String>,
    /// The size up to which the cause is the only one, where that is known beyond its own size.
    only_up_to: Option<String>,
}

pub(super) fn verdict(document: &Document) -> Verdict {
    let runs = counted(document.data.positives, "positive run");
    let size = document.complexity.as_ref().map(size_in_words).unwrap_or_default();
    let number = interval(number(document));
    let (sentence, next) = match document.outcome.as_str() {
        "learned" | "counted" if number == "1" => (
            format!("One cause of {size} explains all {runs} and no negative one."),
            ("To test it, simulate the runs that", "vesc-col next", "proposes."),
        ),
        "learned" => (
            format!("{number} causes of {size} explain all {runs} and no negative one. The data cannot tell which."),
            ("To tell them apart, simulate the runs that", "vesc-col next", "proposes."),
        ),
        "overfit" => (
            format!("No cause was learned: {number} formulas of {size} fit the data, more than a person can review."),
            ("Simulate more runs:", "vesc-col next", "proposes those that tell most."),
        ),
        "underfit" => (
            "No cause was learned: no formula of the sizes searched fits the data.".to_owned(),
            ("Check labels and columns first. A larger size may fit, but large formulas fit by chance.", "", ""),
        ),
        "one-class" => (
            "Nothing can be learned from one class: all rows have the same label.".to_owned(),
            ("Add runs of the other label.", "", ""),
        ),
        "counted" => (format!("{number} formulas of {size} fit the data."), ("", "", "")),
        _ => (
            format!("Undecided: the search was stopped at {size}. So far {number} causes are known there."),
            ("Run it again with more time or memory.", "", ""),
        ),
    };
    let formula = (number == "1").then(|| document.hypotheses.first()).flatten().map(|first| first.text.clone());
    let plan = document.details.as_ref().and_then(|details| details.next.as_ref());
    let tests = plan.map(|plan| plan.proposals.len()).filter(|&tests| tests > 0);
    let only_up_to = plan.filter(|plan| plan.outcome == "unique").map(|plan| size_in_words(&plan.up_to));
    let tests = tests.map(|tests| counted(tests as u64, "run"));
    Verdict { outcome: document.outcome.clone(), sentence, formula, chance: chance(document), next, tests, only_up_to }
}

/// The number that decides: that of families where there are ordered columns, otherwise of concepts.
pub(super) fn number(document: &Document) -> &Interval {
    document.families.as_ref().unwrap_or(&document.cardinality)
}

fn chance(document: &Document) -> Option<String> {
    let Confidence { correct, low, high, terms, complete, extrapolated_from } = document.confidence.as_ref()?;
    let percent = |share: f64| format!("{:.0} %", 100.0 * share.clamp(0.0, 1.0));
    let tried = extrapolated_from.as_ref().map(|trials| format!(", extrapolated from {trials}")).unwrap_or_default();
    Some(format!(
        "It is right with a probability of {} ({} to {}){tried}. The terms shown are causes: {}. If they are, a cause that no run has shown \
         exists: {}.",
        percent(*correct),
        percent(*low),
        percent(*high),
        percent(*terms),
        percent(1.0 - complete)
    ))
}
