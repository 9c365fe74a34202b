//! What would refute the answer: inputs to simulate, and what it rests on.

use serde::Serialize;
use serde_json::Value;

use super::document::{Fragility, Hole, Next, Place, Proposal};
use super::evidence::size;
use super::numbers::{counted, interval, short};

/// Sentences of a kind that are shown, at most.
const MOST: usize = 10;

/// Values of an input that are shown at once, at most.
const MOST_VALUES: usize = 8;

/// Terms and rivals that are named in a sentence, at most.
const MOST_NAMED: usize = 5;

#[derive(Debug, Serialize)]
pub(super) struct Refute {
    /// Which candidates the inputs tell apart.
    candidates: String,
    tests: Vec<Test>,
    /// What the answer rests on: a text and the formulas that it ends with.
    rests_on: Vec<(String, Vec<String>)>,
}

/// An input to simulate.
#[derive(Debug, Serialize)]
struct Test {
    /// The first values that matter, and the others.
    input: String,
    others: String,
    more: usize,
    as_good: String,
    says: &'static str,
    if_positive: String,
    if_negative: String,
}

/// Returns `None` where nothing is known.
pub(super) fn refute(next: Option<&Next>, fragility: Option<&Fragility>) -> Option<Refute> {
    let tests: Vec<Test> = next.iter().flat_map(|next| &next.proposals).map(test).collect();
    let candidates = next.map_or_else(String::new, |next| {
        format!("{} candidates up to {}", interval(&next.cardinality), size(&next.up_to))
    });
    let rests_on = fragility.map(rests_on).unwrap_or_default();
    (!tests.is_empty() || !rests_on.is_empty()).then_some(Refute { candidates, tests, rests_on })
}

fn test(proposal: &Proposal) -> Test {
    let value = |(name, value): (&String, &Value)| match value {
        Value::Bool(true) => name.clone(),
        Value::Bool(false) => format!("not {name}"),
        Value::String(text) => format!("{name} = {text}"),
        number => format!("{name} = {number}"),
    };
    // What is to be true says more than what is not.
    let (others, first): (Vec<_>, Vec<_>) =
        proposal.matters.iter().partition(|(_, value)| **value == Value::Bool(false));
    let values: Vec<String> = first.into_iter().chain(others).map(value).collect();
    let (shown, others) = values.split_at(values.len().min(MOST_VALUES));
    let leaves = |count: &Option<String>| count.as_deref().map_or_else(|| "unknown".to_owned(), short);
    Test {
        input: shown.join(", "),
        others: others.join(", "),
        more: others.len(),
        as_good: short(&proposal.as_good),
        says: match proposal.leader {
            Some(true) => "positive",
            Some(false) => "negative",
            None => "",
        },
        if_positive: leaves(&proposal.if_positive),
        if_negative: leaves(&proposal.if_negative),
    }
}

fn rests_on(fragility: &Fragility) -> Vec<(String, Vec<String>)> {
    let deciding = fragility.deciding.iter().take(MOST).map(|deciding| {
        let text = format!(
            "Without the positive run on {}, {} would do.",
            lines(&deciding.sample),
            size(&deciding.complexity_without)
        );
        (text, Vec::new())
    });
    let resting =
        fragility.resting.iter().take(MOST).map(|resting| {
            (format!("On the run of {} alone rests", lines(&resting.sample)), vec![resting.term.clone()])
        });
    let kept_out = fragility.near_misses.iter().take(MOST).map(|miss| {
        let rivals = miss.rivals.iter().take(MOST_NAMED).map(|rival| rival.text.clone());
        (format!("The negative run on {} alone keeps out rivals such as", lines(&miss.sample)), rivals.collect())
    });
    let hole = fragility.hole.iter().map(hole);
    deciding.chain(resting).chain(hole).chain(kept_out).collect()
}

fn hole(hole: &Hole) -> (String, Vec<String>) {
    let regions = match hole.regions.exact() {
        Some("1") => "1 region".to_owned(),
        _ => format!("{} regions", interval(&hole.regions)),
    };
    let text = format!("No negative run has been in {regions} of {}", counted(hole.literals, "literal"));
    match hole.terms.is_empty() {
        true => (text + ".", Vec::new()),
        false => (text + ", such as", hole.terms.iter().take(MOST_NAMED).cloned().collect()),
    }
}

fn lines(place: &Place) -> String {
    let lines: Vec<String> = place.lines.iter().take(MOST_NAMED).map(u64::to_string).collect();
    let more = if place.lines.len() > MOST_NAMED { ", …" } else { "" };
    format!("{} {}{more}", if place.lines.len() == 1 { "line" } else { "lines" }, lines.join(", "))
}
