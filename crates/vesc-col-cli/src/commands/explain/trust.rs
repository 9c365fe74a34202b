//! How much a learned answer rests on single runs.

use std::fmt::Write;

use serde_json::{Value, json};
use vesc_col::confidence::{Confidence, Reason};
use vesc_col::explain::{CoverageHole, Fragility, FragilityQuestion as Question, NearMiss, Shuffles};
use vesc_col::formula::Term;
use vesc_col::report::short_count;
use vesc_col::sub_space::Complexity;
use vesc_col::{Cardinality, Outcome, Report};

use crate::commands::questions::Questions;
use crate::commands::rows::Rows;
use crate::text::counted;

/// How many of a kind the text lists.
const SHOWN_OF_A_KIND: usize = 5;

/// Whether there is something to say: something was learned from rows of both labels.
pub(super) fn has_trust(report: &Report) -> bool {
    report.outcome() == Outcome::Learned && report.data().positives > 0 && report.data().negatives > 0
}

/// Where every input is in the data, what random choices of runs would give says nothing of the answer. Neither does it
/// where many different positive runs have few different features.
pub(super) fn without_chance(found: &mut Fragility, report: &Report) {
    let Some(confidence) = report.confidence() else { return };
    let positives = confidence.beliefs().iter().map(|belief| belief.evidence.positives).max();
    if confidence.is_certain() || positives.is_some_and(|positives| positives > Shuffles::MOST_POSITIVES) {
        found.shuffles = None;
    }
}

/// What moves the probability that the answer is right.
pub(super) fn fmt_reasons(reasons: &[Reason]) -> String {
    let lines: String = reasons.iter().map(|reason| format!("    {reason}\n")).collect();
    if lines.is_empty() { lines } else { format!("what moves this probability:\n{lines}") }
}

/// What the only answer is expected to miss on further runs; empty if there are several, or if nothing is known.
pub(super) fn fmt_missed(confidence: Option<&Confidence>) -> String {
    let only = confidence.filter(|confidence| !confidence.is_certain()).map(Confidence::beliefs);
    let Some([belief]) = only else { return String::new() };
    format!(
        "expected on further runs like these: it holds on {} of the events, and {} of the runs on which it holds are events\n",
        belief.recall, belief.precision
    )
}

/// What an answer rests on.
pub(super) fn fmt_fragility(
    text: &mut String,
    found: &Fragility,
    (report, questions): (&Report, &Questions),
    rows: &Rows<'_>,
) {
    let features = rows.data.features();
    let _ = writeln!(text, "\n{}", heading(found, questions));
    if found.is_single_positive {
        text.push_str("    one run alone is positive: its label may be an accident\n");
    }
    if let Some(Shuffles { tried, explained, .. }) = found.shuffles {
        let _ = writeln!(
            text,
            "    a formula as small explains {explained} of {tried} random choices of as many runs{}",
            if found.is_chance() { ": that it is so small is no evidence" } else { "" }
        );
    }
    let is_asked = found.open.iter().all(|(question, _)| *question != Question::Deciding);
    if is_asked && !found.is_single_positive && !found.rests_on_single_runs() {
        text.push_str("    no single positive sample decides it\n");
    }
    for (sample, complexity) in found.deciding.iter().take(SHOWN_OF_A_KIND) {
        let would_do = match found.possibly_deciding.contains(sample) {
            true => "might do, as the unknown cells are",
            false => "would do",
        };
        let _ = writeln!(text, "    without {} (positive) {complexity} {would_do}", rows.text([sample]));
    }
    let _ = fmt_more(text, found.deciding.len());
    for resting in found.resting.iter().take(SHOWN_OF_A_KIND) {
        let _ =
            writeln!(text, "    `{}` rests on {} alone", resting.term.display(features), rows.text([&resting.sample]));
    }
    let _ = fmt_more(text, found.resting.len());
    text.push_str(no_hole(found));
    if let Some(hole) = &found.hole {
        let _ = fmt_hole(text, hole, report, rows);
    }
    for miss in found.near_misses.iter().take(SHOWN_OF_A_KIND) {
        let _ = fmt_near_miss(text, miss, rows);
    }
    let _ = fmt_more(text, found.near_misses.len());
}

/// What the lines below say, and whether that is all.
fn heading(found: &Fragility, questions: &Questions) -> String {
    let Some((question, reason)) = found.open.first() else { return "what the answer rests on:".to_owned() };
    let open = match question {
        Question::Hole => "where a further cause could hide",
        _ => "what the answer rests on",
    };
    format!("{open} is not all known ({})", questions.reason(*reason))
}

/// Where no further cause can hide, or why nobody looked; empty if there is a hole, or if that is not known.
fn no_hole(found: &Fragility) -> &'static str {
    let is_open = found.open.iter().any(|(question, _)| *question == Question::Hole);
    match (found.has_room, &found.hole) {
        (false, _) => "    no further cause was looked for: the cap leaves no room for one\n",
        (true, None) if !is_open => "    negative runs have been wherever a further cause up to the cap could hide\n",
        (true, _) => "",
    }
}

/// The regions of a coverage hole, and how many of them could occur.
fn fmt_hole(text: &mut String, hole: &CoverageHole, report: &Report, rows: &Rows<'_>) -> std::fmt::Result {
    let features = rows.data.features();
    let likely = likely(hole, report, rows);
    // What could not happen says less than what could.
    let terms = likely.clone().filter(|terms| !terms.is_empty()).unwrap_or_else(|| hole.terms.iter().collect());
    let shown: Vec<String> =
        terms.iter().take(SHOWN_OF_A_KIND).map(|term| format!("`{}`", term.display(features))).collect();
    let of = if shown.is_empty() { String::new() } else { format!(", such as {}", shown.join(", ")) };
    // The others cover some of these regions, perhaps.
    let beside = if report.hypotheses().len() > 1 { " beside the first answer" } else { "" };
    let noun = if hole.count == Cardinality::exact(1u32) { "region" } else { "regions" };
    writeln!(
        text,
        "    no negative run has been in {} {noun} of {}, where a further cause could hide{beside}{of}",
        short_count(&hole.count),
        counted(hole.literals, "literal")
    )?;
    match likely.map(|terms| terms.len()) {
        Some(0) => writeln!(
            text,
            "    none of them respects what could be declared (above): declare it, if it is always so, to look further"
        ),
        Some(count) if count < hole.terms.len() => {
            let respect = if count == 1 { "respects" } else { "respect" };
            writeln!(text, "    only {count} of them {respect} what could be declared (above)")
        }
        _ => Ok(()),
    }
}

/// A negative sample that alone keeps rivals out, with two of them.
fn fmt_near_miss(text: &mut String, miss: &NearMiss, rows: &Rows<'_>) -> std::fmt::Result {
    let features = rows.data.features();
    let rivals: Vec<String> =
        miss.rivals.iter().take(2).map(|rival| format!("`{}`", rival.display(features))).collect();
    let more = match (miss.is_complete, miss.rivals.len().saturating_sub(2)) {
        (true, 0) => String::new(),
        (true, more) => format!(" and {more} more"),
        (false, _) => " and many more".to_owned(),
    };
    let lines = rows.text([&miss.sample]);
    let keep = if lines.starts_with("line ") { "alone keeps" } else { "alone keep" };
    writeln!(text, "    {lines} (negative) {keep} out {}{more}", rivals.join(", "))
}

fn fmt_more(text: &mut String, count: usize) -> std::fmt::Result {
    if count > SHOWN_OF_A_KIND { writeln!(text, "    and {} more", count - SHOWN_OF_A_KIND) } else { Ok(()) }
}

/// Those regions that an input can be in which respects the suggestions; `None` if nothing of the kind is suspected, or no region is listed.
fn likely<'a>(hole: &'a CoverageHole, report: &Report, rows: &Rows<'_>) -> Option<Vec<&'a Term>> {
    let domain = report.suggestions().tighten(rows.domain, rows.data.features().len())?;
    let likely = hole.terms.iter().filter(|term| domain.allows(term.literals())).collect();
    (!hole.terms.is_empty()).then_some(likely)
}

/// Null if nothing was learned, or all rows have one label.
pub(super) fn fragility_json(found: &Fragility, report: &Report, rows: &Rows<'_>) -> Value {
    if !has_trust(report) {
        return Value::Null;
    }
    let features = rows.data.features();
    let texts = |terms: &[&Term]| terms.iter().map(|term| term.display(features).to_string()).collect::<Vec<_>>();
    let deciding = |(sample, complexity): &(_, Complexity)| {
        let mut json = json!({"sample": rows.place(*sample), "complexity_without": complexity});
        if rows.data.unknown_cells() > 0 {
            json["certain"] = json!(!found.possibly_deciding.contains(sample));
        }
        json
    };
    json!({
        "single_positive": found.is_single_positive,
        "has_room": found.has_room,
        "shuffles": found.shuffles,
        "deciding": found.deciding.iter().map(deciding).collect::<Vec<_>>(),
        "resting": found.resting.iter().map(|resting| json!({
            "hypothesis": {"text": resting.formula.display(features).to_string()},
            "term": resting.term.display(features).to_string(),
            "sample": rows.place(resting.sample),
        })).collect::<Vec<_>>(),
        "hole": found.hole.as_ref().map(|hole| json!({
            "beside": report.hypotheses().first().map(|first| first.display(features).to_string()),
            "literals": hole.literals,
            "count": if hole.count.is_exact() { json!(hole.count.lower().to_string()) } else { Value::Null },
            "regions": hole.count,
            "terms": texts(&hole.terms.iter().collect::<Vec<_>>()),
            "likely": likely(hole, report, rows).map(|terms| texts(&terms)),
        })),
        "near_misses": found.near_misses.iter().map(|miss| json!({
            "sample": rows.place(miss.sample),
            "complete": miss.is_complete,
            "rivals": miss.rivals.iter().map(|rival| json!({"text": rival.display(features).to_string()})).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "stopped": found.open.first().map(|(_, reason)| reason),
        "open": found.open.iter().map(|(question, _)| question).collect::<Vec<_>>(),
    })
}
