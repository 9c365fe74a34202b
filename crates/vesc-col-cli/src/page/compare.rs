//! What changed from one report to the next.

mod questions;

use std::collections::BTreeSet;

use indexmap::IndexSet;
use serde::Serialize;

use super::concepts::{self, capitalised, that};
use super::document::{Document, Hypothesis, Literal, term_text};
use super::drawing;
use super::evidence::size;
use super::numbers::interval;
use super::verdict::number;
use questions::{are_of_one_label, are_of_one_language, differences};

/// Formulas of a kind, and terms, that are listed, at most.
const MOST_LISTED: usize = 20;

/// A report, and the name by which it is called.
pub(crate) struct Night {
    pub(crate) name: String,
    pub(crate) document: Document,
}

/// All reports and the changes between them.
#[derive(Debug, Serialize)]
pub(super) struct Comparison<'a> {
    title: String,
    nights: Vec<ReportRow<'a>>,
    fall: Option<String>,
    /// Which terms stood in which report.
    terms: Vec<TermRow>,
    changes: Vec<Change<'a>>,
    /// Why the reports may not be about the same question.
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ReportRow<'a> {
    name: &'a str,
    outcome: &'a str,
    size: String,
    count: String,
    positives: u64,
    negatives: u64,
    /// The cause, if there is one.
    formula: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct Change<'a> {
    from: &'a str,
    to: &'a str,
    sentence: String,
    /// Formulas that only the later report lists, that only the earlier one lists, and how many both do.
    found: Vec<&'a str>,
    more_found: usize,
    gone: Vec<&'a str>,
    more_gone: usize,
    kept: usize,
    /// Whether one of the reports does not list all that fits, so that formulas may be missing above.
    is_partial: bool,
    terms: Vec<TermChange>,
}

/// What became of a term, where both reports have one formula.
#[derive(Debug, Serialize)]
struct TermChange {
    word: &'static str,
    before: String,
    after: String,
}

pub(super) fn comparison(nights: &[Night]) -> Comparison<'_> {
    let label = |night: &Night| night.document.details.as_ref().map(|details| details.label.clone());
    let labels: BTreeSet<String> = nights.iter().filter_map(label).collect();
    let title = match labels.first().filter(|_| labels.len() == 1) {
        Some(label) => format!("What changed about {label}"),
        None => "What changed".to_owned(),
    };
    let mut warnings = Vec::new();
    if labels.len() > 1 {
        let labels: Vec<String> = labels.into_iter().collect();
        warnings.push(format!("The reports are about different labels: {}.", labels.join(", ")));
    }
    for pair in nights.windows(2) {
        let (before, after) = (&pair[0].document.data, &pair[1].document.data);
        if before.features != after.features {
            warnings.push(format!(
                "{} has {} features, and {} has {}.",
                pair[0].name, before.features, pair[1].name, after.features
            ));
        }
    }
    warnings.extend(differences(nights));
    Comparison {
        title,
        nights: nights.iter().map(row).collect(),
        fall: fall(nights),
        terms: terms_of_all(nights),
        changes: nights.windows(2).map(|pair| change(&pair[0], &pair[1])).collect(),
        warnings,
    }
}

fn row(night: &Night) -> ReportRow<'_> {
    let document = &night.document;
    ReportRow {
        name: &night.name,
        outcome: &document.outcome,
        size: document.complexity.as_ref().map(size).unwrap_or_default(),
        count: concepts::number(&document.cardinality, document.families.as_ref()),
        positives: document.data.positives,
        negatives: document.data.negatives,
        formula: only(document).map(|formula| &*formula.text),
    }
}

/// The formula of a report that has just one.
fn only(document: &Document) -> Option<&Hypothesis> {
    let one = document.hypotheses.first().filter(|_| document.outcome == "learned")?;
    (number(document).exact() == Some("1")).then_some(one)
}

/// |VS| over the reports, each at the size where its search ended.
fn fall(nights: &[Night]) -> Option<String> {
    let point = |night: &'_ Night| {
        let size = night.document.complexity.as_ref().map(|complexity| format!(" at {}", size(complexity)));
        let document = &night.document;
        let number = concepts::number(&document.cardinality, document.families.as_ref());
        format!("{}: {number}{}", night.name, size.unwrap_or_default())
    };
    let points = nights.iter().map(|night| drawing::Point {
        count: &night.document.cardinality,
        name: night.name.clone(),
        title: point(night),
    });
    let description: Vec<String> = nights.iter().map(point).collect();
    drawing::fall(&points.collect::<Vec<_>>(), "|VS| over the reports", &description.join("; "))
}

/// Which terms stood in the formulas of each report.
#[derive(Debug, Serialize)]
struct TermRow {
    term: String,
    /// In which formulas of each report it stands.
    nights: Vec<String>,
}

/// The terms of all reports whose formulas are known, in the order in which they came up.
fn terms_of_all(nights: &[Night]) -> Vec<TermRow> {
    let terms = |hypothesis: &Hypothesis| -> Vec<String> {
        hypothesis.terms.iter().flatten().map(|term| term_text(term)).collect()
    };
    let of_night = |night: &Night| -> Vec<Vec<String>> { night.document.hypotheses.iter().map(terms).collect() };
    let known: Vec<Vec<Vec<String>>> = nights.iter().map(of_night).collect();
    let all: IndexSet<&String> = known.iter().flatten().flatten().collect();
    let is_dnf = |night: &Night| night.document.hypotheses.iter().all(|hypothesis| hypothesis.terms.is_some());
    let stands = |term: &String, formulas: &Vec<Vec<String>>, night: &Night| match formulas
        .iter()
        .filter(|all| all.contains(term))
        .count()
    {
        _ if !is_dnf(night) => "no DNF".to_owned(),
        0 if formulas.is_empty() && !lists_all(&night.document) => "not listed".to_owned(),
        0 => "no".to_owned(),
        found if found == formulas.len() => "yes".to_owned(),
        found => format!("in {found} of {}", formulas.len()),
    };
    let row = |term: &&String| TermRow {
        term: (*term).clone(),
        nights: known.iter().zip(nights).map(|(formulas, night)| stands(term, formulas, night)).collect(),
    };
    all.iter().take(MOST_LISTED).map(row).collect()
}

fn change<'a>(before: &'a Night, after: &'a Night) -> Change<'a> {
    let texts = |night: &'a Night| -> BTreeSet<&'a str> {
        night.document.hypotheses.iter().map(|formula| &*formula.text).collect()
    };
    let (old, new) = (texts(before), texts(after));
    let (mut found, mut gone): (Vec<&str>, Vec<&str>) =
        (new.difference(&old).copied().collect(), old.difference(&new).copied().collect());
    let question = Comparability::of(&before.document, &after.document);
    let is_comparable = question == Comparability::Same;
    // What a report does not list may fit all the same.
    if !lists_all(&after.document) || !is_comparable {
        gone.clear();
    }
    // A text means another concept in another language.
    if !is_comparable {
        found.clear();
    }
    let (more_found, more_gone) = (found.len().saturating_sub(MOST_LISTED), gone.len().saturating_sub(MOST_LISTED));
    found.truncate(MOST_LISTED);
    gone.truncate(MOST_LISTED);
    Change {
        from: &before.name,
        to: &after.name,
        sentence: sentence(&before.document, &after.document, question, old == new),
        found,
        more_found,
        gone,
        more_gone,
        kept: if is_comparable { old.intersection(&new).count() } else { 0 },
        is_partial: is_comparable && (!lists_all(&before.document) || !lists_all(&after.document)),
        terms: terms(&before.document, &after.document),
    }
}

/// Whether a report lists all formulas of its answer.
fn lists_all(document: &Document) -> bool {
    let many = document.hypotheses.len().to_string();
    let is_empty = document.complexity.is_none() && document.outcome != "undecided";
    is_empty || number(document).exact() == Some(&many)
}

/// How two reports can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparability {
    Same,
    /// A text means another concept in another language.
    OtherLanguage,
    /// The causes of different things.
    OtherLabel,
    /// One searched for the simplest cause, and the other counted one size.
    SearchAndCount,
    /// Both counted, each another size.
    OtherSize,
}

impl Comparability {
    fn of(before: &Document, after: &Document) -> Comparability {
        match [before, after].map(is_count) {
            _ if !are_of_one_label(before, after) => Comparability::OtherLabel,
            _ if !are_of_one_language(before, after) => Comparability::OtherLanguage,
            [one, other] if one != other => Comparability::SearchAndCount,
            [true, true] if before.complexity != after.complexity => Comparability::OtherSize,
            _ => Comparability::Same,
        }
    }
}

/// Whether one size was counted, and nothing searched.
fn is_count(document: &Document) -> bool {
    document.outcome == "counted"
}

/// `is_same` says whether both list the same formulas.
fn sentence(before: &Document, after: &Document, question: Comparability, is_same: bool) -> String {
    let is_learned = |document: &Document| document.outcome == "learned";
    let words = |document: &Document| document.complexity.as_ref().map(size).unwrap_or_default();
    let concepts = |document: &Document| concepts::number(&document.cardinality, document.families.as_ref());
    let counts = || format!("|VS| was {}, and is {} now, at the same size.", concepts(before), concepts(after));
    match question {
        Comparability::OtherLabel => {
            return "They ask for the causes of different things, so nothing follows.".to_owned();
        }
        Comparability::SearchAndCount => {
            let (searched, counted) = if is_count(after) { ("before", after) } else { ("now", before) };
            return format!(
                "A cause was searched for {searched} only. The other report counts {}, so nothing follows for the cause.",
                words(counted)
            );
        }
        Comparability::OtherSize => {
            return format!("The reports count different sizes: {} before, {} now.", words(before), words(after));
        }
        Comparability::Same if is_count(before) => return counts(),
        Comparability::Same | Comparability::OtherLanguage => {}
    }
    match (is_learned(before), is_learned(after)) {
        (false, true) if after.cardinality.exact() == Some("1") => "A cause is learned now.".to_owned(),
        (false, true) => {
            let is_family = interval(number(after)) == "1";
            let which = if is_family { "They differ in thresholds only." } else { "The data cannot tell which." };
            format!("{} now. {which}", capitalised(&that(after, "", "fit")))
        }
        (true, false) => format!("No cause is learned any more: the search ended {}.", in_words(&after.outcome)),
        (false, false) if before.outcome == after.outcome => {
            format!("No cause is learned, as before: the search ended {}.", in_words(&after.outcome))
        }
        (false, false) => format!(
            "No cause is learned: the search ended {} instead of {}.",
            in_words(&after.outcome),
            in_words(&before.outcome)
        ),
        (true, true) if question == Comparability::OtherLanguage => {
            format!("Both reports learned, in different languages: {} before, {} now.", words(before), words(after))
        }
        (true, true) if before.complexity != after.complexity => {
            format!("The simplest hypotheses have {} now, and had {} before.", words(after), words(before))
        }
        (true, true) if is_same && lists_all(before) && lists_all(after) => "The formulas are the same.".to_owned(),
        (true, true) => counts(),
    }
}

fn in_words(outcome: &str) -> &str {
    match outcome {
        "overfit" => "with too many formulas",
        "underfit" => "without a formula that fits",
        "one-class" => "with one class only",
        "undecided" => "without a decision",
        other => other,
    }
}

/// What became of each term; nothing where one of the reports has several formulas, or none.
fn terms(before: &Document, after: &Document) -> Vec<TermChange> {
    let of = |document| only(document).and_then(|formula| formula.terms.as_deref());
    let (Some(old), Some(new)) = (of(before), of(after)) else { return Vec::new() };
    let literals = |term: &[Literal]| -> BTreeSet<String> { term.iter().map(Literal::text).collect() };
    let (old, new): (Vec<_>, Vec<_>) = (
        old.iter().map(|term| (literals(term), term_text(term))).collect(),
        new.iter().map(|term| (literals(term), term_text(term))).collect(),
    );
    let mut changes = Vec::new();
    let mut matched = BTreeSet::new();
    for (term, text) in &old {
        // A term becomes the same one, then one with more conditions, then one with fewer.
        let with = |fits: &dyn Fn(&BTreeSet<String>) -> bool| new.iter().position(|(other, _)| fits(other));
        let found = [
            ("same", with(&|other| other == term)),
            ("narrowed", with(&|other| other != term && term.is_subset(other))),
            ("widened", with(&|other| other != term && term.is_superset(other))),
        ];
        match found.into_iter().find_map(|(word, at)| Some((word, at?))) {
            Some((word, at)) => {
                matched.insert(at);
                changes.push(TermChange { word, before: text.clone(), after: new[at].1.clone() });
            }
            None => changes.push(TermChange { word: "gone", before: text.clone(), after: String::new() }),
        }
    }
    for (_, (_, text)) in new.iter().enumerate().filter(|(at, _)| !matched.contains(at)) {
        changes.push(TermChange { word: "found", before: String::new(), after: text.clone() });
    }
    changes
}
