//! The rows that a term explains, and those that one of its literals alone keeps out.

use std::collections::HashMap;

use serde::Serialize;
use vesc_col::Dnf;
use vesc_col::data::Samples;
use vesc_col::explain::exclusions_within;
use vesc_col::formula::{Literal, Term};

use super::MOST_LINES;
use crate::commands::question::Answer;
use crate::input::Loaded;

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
    /// The number of negative rows that only this literal of the term rejects.
    near_misses: usize,
    /// The lines of the first of them.
    pub(super) lines: Vec<u64>,
}

/// Counts the rows of a term. `runs` are the listed positive rows, each with the position of its sample. Where an unknown cell decides
/// whether a literal is true, nothing is said of the literal.
pub(super) fn support(term: &Term, answer: &Answer<'_>, runs: &[(usize, usize)]) -> TermSupport {
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
        let weight = positives.sources(index).len();
        match truth(index) {
            Some(true) => support.explains += weight,
            Some(false) => {}
            None => support.open += weight,
        }
        for (&literal, known) in term.literals().iter().zip(&mut support.literals) {
            known.positives += if holds(literal, positives, index) == Some(true) { weight } else { 0 };
        }
    }
    for index in 0..negatives.distinct() {
        let says = |&literal: &usize| holds(term.literals()[literal], negatives, index) != Some(true);
        let mut others = (0..term.literals().len()).filter(says);
        let (Some(literal), None) = (others.next(), others.next()) else { continue };
        if holds(term.literals()[literal], negatives, index) == Some(false) {
            let known = &mut support.literals[literal];
            known.near_misses += negatives.sources(index).len();
            known.lines.extend(negatives.sources(index).iter().map(|&row| lines[row]));
            known.lines.sort_unstable();
            known.lines.truncate(MOST_LINES);
        }
    }
    support
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

fn is_zero(number: &usize) -> bool {
    *number == 0
}
