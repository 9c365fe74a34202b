//! What would refute the answer: inputs to simulate, and what it rests on.

use serde::Serialize;
use serde_json::Value;

use super::document::{Details, Document, Fragility, Hole, Place, Proposal, Separated, Values};
use super::evidence::size;
use super::numbers::{counted, interval, short};
use super::verdict::number;

/// Sentences of a kind that are shown, at most.
const MOST: usize = 10;

/// Values of an input that are shown at once, at most.
const MOST_VALUES: usize = 8;

/// Terms and rivals that are named in a sentence, at most.
const MOST_NAMED: usize = 5;

#[derive(Debug, Serialize)]
pub(super) struct Refute {
    rivals: Vec<RivalView>,
    /// Whether there are more of them, and what they are.
    are_all: bool,
    of: String,
    /// Which candidates the inputs tell apart.
    candidates: String,
    tests: Vec<Test>,
    /// Whether there is one answer, which says something of each input.
    has_leader: bool,
    /// What the answer rests on: a text and the formulas that it ends with.
    rests_on: Vec<(String, Vec<String>)>,
}

/// A rival of the answer, and an input that tells them apart.
#[derive(Debug, Serialize)]
struct RivalView {
    text: String,
    /// Empty if none was found.
    input: Input,
    says: &'static str,
    /// Whether the input breaks what is so in every row.
    is_unlikely: bool,
}

/// Columns and their values in words, the first ones apart.
#[derive(Debug, Default, Serialize)]
struct Input {
    first: String,
    others: String,
    more: usize,
}

/// An input to simulate.
#[derive(Debug, Serialize)]
struct Test {
    input: Input,
    as_good: String,
    says: &'static str,
    if_positive: String,
    if_negative: String,
}

/// Returns `None` where nothing is known.
pub(super) fn refute(document: &Document, details: &Details) -> Option<Refute> {
    let next = details.next.as_ref();
    let tests: Vec<Test> = next.iter().flat_map(|next| &next.proposals).map(test).collect();
    let candidates = next.map_or_else(String::new, |next| {
        format!("{} candidates up to {}", interval(&next.cardinality), size(&next.up_to))
    });
    let rivals: Vec<RivalView> = details.rivals.iter().map(rival).collect();
    let is_only = document.hypotheses.len() == 1;
    let all = match next.filter(|_| is_only) {
        Some(next) => next.cardinality.exact().map(str::to_owned),
        None => number(document).exact().map(str::to_owned),
    };
    let are_all = all == Some((rivals.len() + 1).to_string());
    let of = match next.filter(|_| is_only) {
        Some(next) => format!("explain the data with up to {}", size(&next.up_to)),
        None => "fit as well".to_owned(),
    };
    let rests_on = details.fragility.as_ref().map(rests_on).unwrap_or_default();
    let is_known = !tests.is_empty() || !rests_on.is_empty() || !rivals.is_empty();
    let has_leader = tests.iter().any(|test| !test.says.is_empty());
    is_known.then_some(Refute { rivals, are_all, of, candidates, tests, has_leader, rests_on })
}

fn rival(rival: &Separated) -> RivalView {
    RivalView {
        text: rival.text.clone(),
        input: rival.matters.as_ref().map(input).unwrap_or_default(),
        says: says(rival.answer),
        is_unlikely: rival.respects_suggestions == Some(false),
    }
}

fn says(answer: Option<bool>) -> &'static str {
    match answer {
        Some(true) => "positive",
        Some(false) => "negative",
        None => "",
    }
}

fn input(values: &Values) -> Input {
    let value = |(name, value): (&String, &Value)| match value {
        Value::Bool(true) => name.clone(),
        Value::Bool(false) => format!("not {name}"),
        Value::String(text) => format!("{name} = {text}"),
        number => format!("{name} = {number}"),
    };
    // What is to be true says more than what is not.
    let (others, first): (Vec<_>, Vec<_>) = values.iter().partition(|(_, value)| **value == Value::Bool(false));
    let values: Vec<String> = first.into_iter().chain(others).map(value).collect();
    let (first, others) = values.split_at(values.len().min(MOST_VALUES));
    Input { first: first.join(", "), others: others.join(", "), more: others.len() }
}

fn test(proposal: &Proposal) -> Test {
    let leaves = |count: &Option<String>| count.as_deref().map_or_else(|| "unknown".to_owned(), short);
    Test {
        input: input(&proposal.matters),
        as_good: short(&proposal.as_good),
        says: says(proposal.leader),
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
