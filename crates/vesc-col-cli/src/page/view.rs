//! What the templates show, in words and in order.

use serde::Serialize;

use super::data::{DataView, data};
use super::document::{Details, Document, Literal, Moment, NextCertain, term_text};
use super::drawing;
use super::evidence::{Evidence, evidence, size};
use super::numbers::{interval, percent};
use super::picture::{Picture, picture};
use super::refute::{Refute, refute};
use super::support::{Support, WrongView, support, wrong};
use super::verdict::{Verdict, verdict};

/// Hypotheses that are listed, at most.
const MOST_HYPOTHESES: usize = 100;

/// Literals whose frequency is shown, at most.
const MOST_LITERALS: usize = 30;

/// One page.
#[derive(Debug, Serialize)]
pub(super) struct View<'a> {
    title: String,
    verdict: Verdict,
    hypotheses: Vec<Shown<'a>>,
    /// Hypotheses that are known and not listed.
    more_hypotheses: usize,
    /// What may fit where nothing certainly does, how many others there are, and what certainly fits at a larger size.
    possible: Vec<&'a str>,
    more_possible: usize,
    next_certain: Option<String>,
    picture: Option<Picture>,
    evidence: Evidence,
    fall: Option<String>,
    /// How many runs, how many of them positive, and |VS|, as runs came in.
    moments: Vec<(u64, u64, String)>,
    support: Option<Support<'a>>,
    wrong: Vec<WrongView<'a>>,
    wrong_title: &'static str,
    wrong_caption: &'static str,
    refute: Option<Refute<'a>>,
    common: Option<Common>,
    data: DataView<'a>,
}

#[derive(Debug, Serialize)]
struct Shown<'a> {
    text: &'a str,
    /// The probability that it is right, as `31 %`.
    chance: Option<String>,
    /// Its terms as text, the number of positive runs that each explains, and of those of which unknown cells decide.
    terms: Vec<(String, Option<u64>, u64)>,
}

/// What all hypotheses have in common, and how often a literal stands in the listed ones.
#[derive(Debug, Serialize)]
struct Common {
    /// Columns that each of them uses, in different ways.
    columns: Vec<String>,
    literals: Vec<String>,
    frequencies: Vec<Frequency>,
}

#[derive(Debug, Serialize)]
struct Frequency {
    literal: String,
    hypotheses: usize,
    percent: usize,
}

impl<'a> View<'a> {
    pub(super) fn new(document: &'a Document) -> View<'a> {
        let details = document.details.as_ref();
        let supports = details.map_or(&[][..], |details| &details.support);
        let first = document.hypotheses.first();
        let picture = first.and_then(|first| picture(first, details));
        let hypotheses = document.hypotheses.iter().take(MOST_HYPOTHESES).enumerate().map(|(number, hypothesis)| {
            let terms = hypothesis.terms.iter().flatten().enumerate().map(|(position, term)| {
                let known = supports.get(number).and_then(|terms| terms.get(position));
                (term_text(term), known.map(|known| known.explains), known.map_or(0, |known| known.open))
            });
            let chance = hypothesis.confidence.as_ref().map(|confidence| match confidence.certain {
                true => "100 %".to_owned(),
                false => percent(confidence.correct),
            });
            Shown { text: &hypothesis.text, chance, terms: terms.collect() }
        });
        let is_wrong = details.and_then(|details| details.wrong.as_ref());
        let is_wrong = is_wrong.is_none_or(|wrong| wrong.accepted + wrong.rejected > 0);
        View {
            title: details.map_or_else(|| "The cause".to_owned(), |details| format!("The cause of {}", details.label)),
            verdict: verdict(document),
            hypotheses: hypotheses.collect(),
            more_hypotheses: document.hypotheses.len().saturating_sub(MOST_HYPOTHESES),
            possible: document.possible.iter().take(MOST_HYPOTHESES).map(|one| &*one.text).collect(),
            more_possible: document.possible.len().saturating_sub(MOST_HYPOTHESES),
            next_certain: document.next_certain.as_ref().map(next_certain),
            picture,
            evidence: evidence(document),
            fall: details.and_then(fall),
            moments: details.map_or_else(Vec::new, moments),
            support: details.and_then(|details| support(document, details)),
            wrong: details.map_or_else(Vec::new, wrong),
            wrong_title: if is_wrong {
                "The runs on which it is wrong"
            } else {
                "The runs of which unknown cells decide"
            },
            wrong_caption: match is_wrong {
                true => {
                    "The errors that are allowed. If the label of one of these runs is right, the answer is wrong, or not the whole cause."
                }
                false => {
                    "Whether the first formula is right on one of these runs is open until its unknown cells are known."
                }
            },
            refute: details.and_then(|details| refute(document, details)),
            common: common(document),
            data: data(document, details),
        }
    }
}

/// The next size at which something certainly fits, in a sentence.
fn next_certain(next: &NextCertain) -> String {
    let whatever = "whatever the unknown cells are";
    match (&next.complexity, &next.cardinality, &next.stopped) {
        (Some(at), _, Some(reason)) => {
            format!("No concept simpler than {} explains the data {whatever}; stopped there ({reason}).", size(at))
        }
        (Some(at), Some(count), None) => {
            let concepts = if interval(count) == "1" { "concept" } else { "concepts" };
            format!(
                "The first size at which something explains the data {whatever}: {}, {} {concepts}.",
                size(at),
                interval(count)
            )
        }
        _ => format!("Up to the cap no concept explains the data {whatever}."),
    }
}

fn fall(details: &Details) -> Option<String> {
    let points = details.history.iter().map(|Moment { rows, positives, cardinality }| {
        let title = format!("after {rows} runs, {positives} of them positive: {}", interval(cardinality));
        drawing::Point { count: cardinality, name: rows.to_string(), title }
    });
    let description = "Concepts of the answer's size that fitted the first runs of the file";
    drawing::fall(&points.collect::<Vec<_>>(), "|VS| as runs came in", description)
}

fn moments(details: &Details) -> Vec<(u64, u64, String)> {
    details.history.iter().map(|moment| (moment.rows, moment.positives, interval(&moment.cardinality))).collect()
}

/// `None` for a single hypothesis, and where nothing is known.
fn common(document: &Document) -> Option<Common> {
    let mut counts: indexmap::IndexMap<String, usize> = indexmap::IndexMap::new();
    for hypothesis in &document.hypotheses {
        let mut literals: Vec<String> = hypothesis.terms.iter().flatten().flatten().map(Literal::text).collect();
        literals.sort();
        literals.dedup();
        literals.into_iter().for_each(|literal| *counts.entry(literal).or_default() += 1);
    }
    let all = document.hypotheses.len();
    let mut frequencies: Vec<Frequency> = counts
        .into_iter()
        .map(|(literal, hypotheses)| Frequency { literal, hypotheses, percent: 100 * hypotheses / all })
        .collect();
    frequencies.sort_by(|a, b| b.hypotheses.cmp(&a.hypotheses).then_with(|| a.literal.cmp(&b.literal)));
    if all < 2 {
        frequencies.clear();
    }
    // Where all formulas are listed, what each of them has is known. Of a family the narrow form alone is.
    let are_all = document.cardinality.exact() == Some(&all.to_string());
    let in_each = frequencies.iter().filter(|frequency| are_all && frequency.hypotheses == all);
    let in_each: Vec<String> = in_each.map(|frequency| frequency.literal.clone()).collect();
    frequencies.truncate(MOST_LITERALS);
    let (columns, literals) = match &document.shared {
        Some(shared) => (&shared.columns[..], shared.literals.clone().unwrap_or_default()),
        None => (&[][..], in_each),
    };
    let is_said = |column: &&String| {
        literals.iter().any(|literal| {
            let rest = literal.trim_start_matches('!').trim_matches('"').strip_prefix(column.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['=', '!', '<', '>']))
        })
    };
    let columns: Vec<String> = columns.iter().filter(|column| !is_said(column)).cloned().collect();
    let is_known = !frequencies.is_empty() || !columns.is_empty() || !literals.is_empty();
    is_known.then_some(Common { columns, literals, frequencies })
}
