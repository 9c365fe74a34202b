//! What would refute the answer: inputs to simulate, and what it rests on.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;

use super::document::{Details, Document, Fragility, Hole, KeptOut, Place, Proposal, Separated, Values};
use super::evidence::size;
use super::lines::Lines;
use super::numbers::{counted, interval, short};
use super::verdict::number;

/// Sentences of a kind that are shown, at most.
const MOST_SENTENCES: usize = 10;

/// Values of an input that are shown at once, at most.
const MOST_VALUES: usize = 8;

/// Terms and lines that are named in a sentence, at most.
const MOST_NAMED: usize = 5;

/// Negative runs that alone keep out rivals, at most, and rivals of each.
const MOST_KEPT_OUT: usize = 50;
const MOST_RIVALS: usize = 3;

#[derive(Debug, Serialize)]
pub(super) struct Refute<'a> {
    rivals: Vec<RivalView>,
    /// Whether there are more of them, and what they are.
    are_all: bool,
    of: String,
    /// Which candidates the inputs tell apart.
    candidates: String,
    tests: Vec<Test>,
    /// Whether there is one answer, which says something of each input.
    has_leader: bool,
    rests_on: Vec<Sentence<'a>>,
    kept_out: Vec<KeptOutView<'a>>,
}

/// A rival of the answer, and an input that tells them apart.
#[derive(Debug, Serialize)]
struct RivalView {
    text: String,
    /// Empty if none was found.
    input: InputInWords,
    says: &'static str,
    /// Whether the input breaks what is so in every row.
    is_unlikely: bool,
}

/// Something that the answer rests on: a text, the lines of a run and the text behind them, and the formulas that it ends with.
#[derive(Debug, Serialize)]
struct Sentence<'a> {
    text: String,
    lines: Option<Lines<'a>>,
    rest: String,
    formulas: Vec<String>,
}

/// A negative run, and the rivals that it alone keeps out.
#[derive(Debug, Serialize)]
struct KeptOutView<'a> {
    lines: Lines<'a>,
    rivals: Vec<String>,
    more: usize,
}

/// Columns and their values in words, the first ones apart.
#[derive(Debug, Default, Serialize)]
struct InputInWords {
    first: String,
    others: String,
    more: usize,
}

/// An input to simulate.
#[derive(Debug, Serialize)]
struct Test {
    input: InputInWords,
    as_good: String,
    says: &'static str,
    if_positive: String,
    if_negative: String,
}

/// Returns `None` where nothing is known.
pub(super) fn refute<'a>(document: &Document, details: &'a Details) -> Option<Refute<'a>> {
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
    let fragility = details.fragility.as_ref();
    let rests_on = fragility.map(|fragility| rests_on(details, fragility, !is_only)).unwrap_or_default();
    let kept_out = fragility.map(|fragility| kept_out(details, fragility)).unwrap_or_default();
    let is_known = !tests.is_empty() || !rests_on.is_empty() || !kept_out.is_empty() || !rivals.is_empty();
    let has_leader = tests.iter().any(|test| !test.says.is_empty());
    is_known.then_some(Refute { rivals, are_all, of, candidates, tests, has_leader, rests_on, kept_out })
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

fn input(values: &Values) -> InputInWords {
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
    InputInWords { first: first.join(", "), others: others.join(", "), more: others.len() }
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

fn rests_on<'a>(details: &'a Details, fragility: &Fragility, are_several: bool) -> Vec<Sentence<'a>> {
    let deciding = fragility.deciding.iter().take(MOST_SENTENCES).map(|deciding| Sentence {
        text: format!("Without the positive run on {}", line(&deciding.sample)),
        lines: Some(lines(details, &deciding.sample)),
        rest: format!(", {} would do.", size(&deciding.complexity_without)),
        formulas: Vec::new(),
    });
    // What rests on one run is said once.
    let mut resting: IndexMap<&[u64], (&Place, Vec<String>)> = IndexMap::new();
    for one in &fragility.resting {
        let terms = &mut resting.entry(&one.sample.lines).or_insert_with(|| (&one.sample, Vec::new())).1;
        if !terms.contains(&one.term) {
            terms.push(one.term.clone());
        }
    }
    let resting = resting.into_values().take(MOST_SENTENCES).map(|(sample, mut terms)| {
        let more = terms.len().saturating_sub(MOST_NAMED);
        terms.truncate(MOST_NAMED);
        let rests = if terms.len() == 1 { "rests" } else { "rest" };
        let such_as = if more > 0 { format!(" {} terms, such as", more + terms.len()) } else { String::new() };
        Sentence {
            text: format!("On the run of {}", line(sample)),
            lines: Some(lines(details, sample)),
            rest: format!(" alone {rests}{such_as}"),
            formulas: terms,
        }
    });
    deciding.chain(resting).chain(fragility.hole.iter().map(|found| hole(found, are_several))).collect()
}

fn kept_out<'a>(details: &'a Details, fragility: &Fragility) -> Vec<KeptOutView<'a>> {
    let view = |miss: &KeptOut| KeptOutView {
        lines: lines(details, &miss.sample),
        rivals: miss.rivals.iter().take(MOST_RIVALS).map(|rival| rival.text.clone()).collect(),
        more: miss.rivals.len().saturating_sub(MOST_RIVALS),
    };
    fragility.near_misses.iter().take(MOST_KEPT_OUT).map(view).collect()
}

/// Regions that one of several answers covers are open beside the first one.
fn hole<'a>(hole: &Hole, are_several: bool) -> Sentence<'a> {
    let regions = match hole.regions.exact() {
        Some("1") => "1 region".to_owned(),
        _ => format!("{} regions", interval(&hole.regions)),
    };
    let beside = if are_several { " beside the first answer" } else { "" };
    let text = format!("No negative run has been in {regions} of {}{beside}", counted(hole.literals, "literal"));
    let respecting = match hole.likely.as_ref().map(Vec::len) {
        Some(0) => "; none of them respects what is so in every run".to_owned(),
        Some(1) if hole.terms.len() > 1 => "; only 1 of them respects what is so in every run".to_owned(),
        Some(count) if count < hole.terms.len() => {
            format!("; only {count} of them respect what is so in every run")
        }
        _ => String::new(),
    };
    let named = hole.likely.as_ref().filter(|likely| !likely.is_empty()).unwrap_or(&hole.terms);
    let formulas: Vec<String> = named.iter().take(MOST_NAMED).cloned().collect();
    let such_as = if formulas.is_empty() { "." } else { ", such as" };
    Sentence { text, lines: None, rest: format!("{respecting}{such_as}"), formulas }
}

fn line(place: &Place) -> &'static str {
    if place.lines.len() == 1 { "line" } else { "lines" }
}

fn lines<'a>(details: &'a Details, place: &Place) -> Lines<'a> {
    Lines::new(details, &place.lines, (MOST_NAMED, place.lines.len()))
}
