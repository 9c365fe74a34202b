//! What the templates show, in words and in order.

use serde::Serialize;

use super::document::{Details, Document, Literal, term_text};
use super::drawing;
use super::evidence::{Evidence, evidence};
use super::numbers::interval;
use super::refute::{Refute, refute};
use super::support::{Support, support};
use super::verdict::{Verdict, verdict};

/// Hypotheses that are listed, at most.
const MOST_HYPOTHESES: usize = 100;

/// Columns that are listed, at most: a page of thousands of columns is summarised.
const MOST_COLUMNS: usize = 1000;

/// One page.
#[derive(Debug, Serialize)]
pub(super) struct View<'a> {
    title: String,
    verdict: Verdict,
    hypotheses: Vec<Shown<'a>>,
    /// Hypotheses that are known and not listed.
    more_hypotheses: usize,
    gates: Option<String>,
    evidence: Evidence,
    fall: Option<String>,
    /// How many runs, how many of them positive, and |VS|, as runs came in.
    moments: Vec<(u64, u64, String)>,
    support: Option<Support<'a>>,
    refute: Option<Refute>,
    common: Option<Common<'a>>,
    data: DataView<'a>,
}

#[derive(Debug, Serialize)]
struct Shown<'a> {
    text: &'a str,
    /// Its terms as text, and the number of positive runs that each explains.
    terms: Vec<(String, Option<u64>)>,
}

/// What all hypotheses have in common, and how often a literal stands in the listed ones.
#[derive(Debug, Serialize)]
struct Common<'a> {
    columns: &'a [String],
    literals: &'a [String],
    frequencies: Vec<Frequency>,
}

#[derive(Debug, Serialize)]
struct Frequency {
    literal: String,
    hypotheses: usize,
    percent: usize,
}

#[derive(Debug, Serialize)]
struct DataView<'a> {
    file: Option<&'a str>,
    label: Option<&'a str>,
    sha256: Option<&'a str>,
    version: Option<&'a str>,
    command: Option<String>,
    features: u64,
    positives: u64,
    negatives: u64,
    distinct: u64,
    seconds: String,
    engines: Vec<&'a str>,
    columns: Vec<(&'a str, &'a str)>,
    more_columns: usize,
    same: Vec<String>,
    warnings: &'a [String],
}

impl<'a> View<'a> {
    pub(super) fn new(document: &'a Document) -> View<'a> {
        let details = document.details.as_ref();
        let supports = details.map_or(&[][..], |details| &details.support);
        let first = document.hypotheses.first();
        let gates = first.and_then(|hypothesis| {
            let terms = hypothesis.terms.as_deref().filter(|terms| terms.iter().all(|term| !term.is_empty()))?;
            Some(drawing::gates(terms, supports.first().map_or(&[], Vec::as_slice), &hypothesis.text))
        });
        let hypotheses = document.hypotheses.iter().take(MOST_HYPOTHESES).enumerate().map(|(number, hypothesis)| {
            let terms = hypothesis.terms.iter().flatten().enumerate().map(|(position, term)| {
                let explains = supports.get(number).and_then(|terms| terms.get(position)).map(|term| term.explains);
                (term_text(term), explains)
            });
            Shown { text: &hypothesis.text, terms: terms.collect() }
        });
        View {
            title: details.map_or_else(|| "The cause".to_owned(), |details| format!("The cause of {}", details.label)),
            verdict: verdict(document),
            hypotheses: hypotheses.collect(),
            more_hypotheses: document.hypotheses.len().saturating_sub(MOST_HYPOTHESES),
            gates,
            evidence: evidence(document),
            fall: details.and_then(|details| drawing::fall(&details.history)),
            moments: details.map_or_else(Vec::new, moments),
            support: details.and_then(|details| support(document, details)),
            refute: details.and_then(|details| refute(details.next.as_ref(), details.fragility.as_ref())),
            common: common(document),
            data: data(document, details),
        }
    }
}

fn moments(details: &Details) -> Vec<(u64, u64, String)> {
    details.history.iter().map(|moment| (moment.rows, moment.positives, interval(&moment.cardinality))).collect()
}

/// `None` for a single hypothesis, and where nothing is known.
fn common(document: &Document) -> Option<Common<'_>> {
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
    frequencies.truncate(30);
    let (columns, literals) = document
        .shared
        .as_ref()
        .map_or((&[][..], &[][..]), |shared| (&shared.columns[..], shared.literals.as_deref().unwrap_or_default()));
    let several = all > 1 && !frequencies.is_empty();
    (several || !columns.is_empty()).then(|| Common {
        columns,
        literals,
        frequencies: if several { frequencies } else { Vec::new() },
    })
}

fn data<'a>(document: &'a Document, details: Option<&'a Details>) -> DataView<'a> {
    let seconds: f64 = document.steps.iter().map(|step| step.seconds).sum();
    let mut engines: Vec<&str> = document.steps.iter().map(|step| &*step.engine).collect();
    engines.sort_unstable();
    engines.dedup();
    DataView {
        file: details.map(|details| &*details.file),
        label: details.map(|details| &*details.label),
        sha256: details.and_then(|details| details.sha256.as_deref()),
        version: details.map(|details| &*details.version),
        command: details.map(|details| details.command.join(" ")),
        features: document.data.features,
        positives: document.data.positives,
        negatives: document.data.negatives,
        distinct: document.data.distinct,
        seconds: format!("{seconds:.2}"),
        engines,
        columns: document
            .columns
            .iter()
            .take(MOST_COLUMNS)
            .map(|column| (&*column.name, column.kind.as_deref().unwrap_or("0/1")))
            .collect(),
        more_columns: document.columns.len().saturating_sub(MOST_COLUMNS),
        same: document.same_in_every_run.iter().map(|group| group.join(", ")).collect(),
        warnings: &document.warnings,
    }
}
