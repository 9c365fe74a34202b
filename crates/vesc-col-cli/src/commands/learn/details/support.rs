//! The rows that a term explains, and those that one of its literals alone keeps out.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use vesc_col::data::Samples;
use vesc_col::explain::{SampleId, exclusions_within};
use vesc_col::formula::{Literal, Term};
use vesc_col::{Dnf, Hypothesis};

use super::{first_lines, is_zero};
use crate::commands::question::Answer;
use crate::input::Loaded;
use crate::language::as_dnf;

#[derive(Serialize)]
pub(super) struct TermSupport {
    /// The number of positive rows on which it is true.
    explains: usize,
    /// Which of the listed positive rows these are, by position.
    runs: Vec<usize>,
    /// The number of positive rows of which unknown cells decide.
    #[serde(skip_serializing_if = "is_zero")]
    open: usize,
    /// Which of the listed positive rows these are, by position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    open_runs: Vec<usize>,
    pub(super) literals: Vec<LiteralSupport>,
}

#[derive(Clone, Default, Serialize)]
pub(super) struct LiteralSupport {
    /// The number of positive rows on which the literal is true.
    positives: usize,
    /// The number of negative rows that only this literal of the term rejects, and that no other term accepts.
    near_misses: usize,
    /// The first lines of them, each once, and how many more there are.
    pub(super) lines: Vec<u64>,
    #[serde(skip_serializing_if = "is_zero")]
    more_lines: usize,
}

/// Counts the rows of a term of a hypothesis. `runs` are the listed positive rows, each with the position of its sample. Where an unknown cell decides
/// whether a literal is true, nothing is said of the literal.
pub(super) fn support(
    term: &Term,
    (hypothesis, answer): (&dyn Hypothesis, &Answer<'_>),
    runs: &[(usize, usize)],
) -> TermSupport {
    let Loaded { data, lines, .. } = answer.loaded;
    let (positives, negatives) = (data.positives(), data.negatives());
    let truth = truth(term, answer);
    let with = |is_true: Option<bool>| (0..runs.len()).filter(|&run| truth(runs[run].1) == is_true).collect();
    let mut support = TermSupport {
        explains: 0,
        runs: with(Some(true)),
        open: 0,
        open_runs: with(None),
        literals: vec![LiteralSupport::default(); term.literals().len()],
    };
    for index in 0..positives.distinct() {
        let weight = positives.weight(index) as usize;
        match truth(index) {
            Some(true) => support.explains += weight,
            Some(false) => {}
            None => support.open += weight,
        }
        for (&literal, known) in term.literals().iter().zip(&mut support.literals) {
            known.positives += if holds(literal, positives, index) == Some(true) { weight } else { 0 };
        }
    }
    let accepted = accepted(hypothesis, answer);
    for index in (0..negatives.distinct()).filter(|index| !accepted.contains(index)) {
        let says = |&literal: &usize| holds(term.literals()[literal], negatives, index) != Some(true);
        let mut others = (0..term.literals().len()).filter(says);
        let (Some(literal), None) = (others.next(), others.next()) else { continue };
        if holds(term.literals()[literal], negatives, index) == Some(false) {
            let known = &mut support.literals[literal];
            known.near_misses += negatives.weight(index) as usize;
            known.lines.extend(negatives.sources(index).iter().map(|&row| lines[row]));
        }
    }
    for known in &mut support.literals {
        (known.lines, known.more_lines) = first_lines(std::mem::take(&mut known.lines));
    }
    support
}

/// The negative samples on which a hypothesis is or may be true.
fn accepted(hypothesis: &dyn Hypothesis, answer: &Answer<'_>) -> HashSet<usize> {
    let Loaded { data, domain, .. } = answer.loaded;
    let is_partial = data.unknown_cells() > 0;
    // All are right on all rows, or to find out would take long.
    if answer.report.errors_allowed().is_none() && !is_partial || is_partial && as_dnf(hypothesis).is_none() {
        return HashSet::new();
    }
    let wrong = exclusions_within(hypothesis, data, domain.clone()).map(|one| one.sample);
    wrong.filter(|sample| !sample.is_positive()).map(SampleId::index).collect()
}

/// Whether a term is true on a positive sample; `None` if unknown cells decide.
fn truth(term: &Term, answer: &Answer<'_>) -> impl Fn(usize) -> Option<bool> {
    let Loaded { data, domain, .. } = answer.loaded;
    let alone = Dnf::new([term.clone()]).expect("one term is a formula");
    // Where it is no entry, it is true.
    let excluded: HashMap<usize, bool> = exclusions_within(&alone, data, domain.clone())
        .filter(|one| one.sample.is_positive())
        .map(|one| (one.sample.index(), one.is_certain))
        .collect();
    move |index| match excluded.get(&index) {
        None => Some(true),
        Some(true) => Some(false),
        Some(false) => None,
    }
}

/// Whether a literal is true on a sample; `None` if its cell is not known.
fn holds(literal: Literal, samples: &Samples, index: usize) -> Option<bool> {
    let feature = literal.feature();
    let is_unknown = samples.unknown(index).is_some_and(|unknown| unknown[feature / 64] >> (feature % 64) & 1 == 1);
    (!is_unknown).then(|| literal.accepts(samples.get(index)))
}
