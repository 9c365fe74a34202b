//! The concepts of one sub-space that are wrong on few rows.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use vesc_col_core::{Cardinality, Complexity, Dataset, Hypothesis, StopReason, VersionSpace};

use super::wrong_samples::Judge;
use crate::explain::sample_id::SampleId;

/// The concepts of one sub-space that are wrong on few rows, by the samples that they are wrong on.
pub(super) struct Listing {
    pub(super) complexity: Complexity,
    /// Up to how many wrong rows all concepts are listed; `None` if not even those without are.
    pub(super) complete: Option<u64>,
    /// How many of the concepts that are listed completely are wrong on these samples, and the first one of them.
    listed: HashMap<Wrong, SameErrors>,
    /// What concepts beyond these are wrong on: those that were found before a limit was reached.
    found: HashSet<Wrong>,
    /// The list that a limit cut off: how many rows its concepts may be wrong on, and how many there are at least.
    cut: Option<(u64, Cardinality)>,
}

/// Concepts that are wrong on the same samples.
struct SameErrors {
    count: u64,
    first: Arc<dyn Hypothesis>,
}

/// The samples that a concept is wrong on, in order, all their rows counted.
pub(super) type Wrong = Vec<SampleId>;

/// A concept with the samples that it is wrong on.
pub(super) type Judged = (Arc<dyn Hypothesis>, Wrong);

impl Listing {
    /// Nothing is listed. Whether nothing fits all rows may be known already.
    pub(super) fn new(complexity: Complexity, is_empty: bool) -> Listing {
        let complete = is_empty.then_some(0);
        Listing { complexity, complete, listed: HashMap::new(), found: HashSet::new(), cut: None }
    }

    /// Takes the concepts that are wrong on at most `errors` rows, and returns them with what they are wrong on. If
    /// they are not all known, returns none, and the reason.
    pub(super) fn take(
        &mut self,
        errors: u64,
        answer: VersionSpace,
        (judge, data): (&Judge<'_>, &Dataset),
    ) -> Result<Vec<Judged>, StopReason> {
        if answer.is_listed() {
            let judged = answer.hypotheses.into_iter().map(|hypothesis| {
                let wrong = judge.wrong(&*hypothesis);
                (hypothesis, wrong)
            });
            let judged: Vec<Judged> = judged.collect();
            self.listed.clear();
            for (hypothesis, wrong) in &judged {
                let alike = || SameErrors { count: 0, first: Arc::clone(hypothesis) };
                self.listed.entry(wrong.clone()).or_insert_with(alike).count += 1;
            }
            self.complete = Some(errors);
            return Ok(judged);
        }
        let wrong = answer.hypotheses.iter().map(|hypothesis| judge.wrong(&**hypothesis));
        self.found.extend(wrong.filter(|wrong| rows(wrong, data) == errors));
        self.cut = Some((errors, Cardinality::at_least(answer.concepts.lower().clone())));
        Err(answer.stopped.unwrap_or(StopReason::ListLimit))
    }

    /// The concepts that are wrong on at most a number of rows.
    pub(super) fn within(&self, errors: u64, data: &Dataset) -> Fitting {
        let listed = self.listed.iter().filter(|(wrong, _)| rows(wrong, data) <= errors);
        let (count, example) = all_of(listed);
        if self.complete >= Some(errors) {
            return (Cardinality::exact(count), example);
        }
        let cut = self.cut.iter().filter(|(most, _)| *most <= errors).map(|(_, least)| least.lower().clone()).max();
        (Cardinality::at_least(cut.unwrap_or_default().max(count.into())), None)
    }

    /// The concepts that are wrong on no other rows than those of these samples, at most two.
    pub(super) fn without(&self, left_out: &[SampleId], data: &Dataset) -> Fitting {
        let parts = parts(left_out);
        let (count, example) = all_of(parts.iter().filter_map(|part| self.listed.get_key_value(part)));
        if self.complete >= Some(rows(left_out, data)) {
            return (Cardinality::exact(count), example);
        }
        (Cardinality::at_least(count.max(parts.iter().any(|part| self.found.contains(part)).into())), None)
    }

    /// What the known concepts are wrong on.
    pub(super) fn wrong(&self) -> impl Iterator<Item = &Wrong> {
        self.listed.keys().chain(&self.found)
    }
}

/// How many concepts fit, and one of them if all are known.
pub(super) type Fitting = (Cardinality, Option<Arc<dyn Hypothesis>>);

/// How many concepts these are, and the first one of those that are wrong on some row, or of all if none is.
fn all_of<'a>(listed: impl Iterator<Item = (&'a Wrong, &'a SameErrors)>) -> (u64, Option<Arc<dyn Hypothesis>>) {
    let mut count = 0;
    let counted = listed.inspect(|(_, alike)| count += alike.count);
    let least = counted.min_by_key(|(wrong, alike)| (wrong.is_empty(), alike.first.order_key()));
    let example = least.map(|(_, alike)| Arc::clone(&alike.first));
    (count, example)
}

/// How many rows these samples are.
pub(super) fn rows(samples: &[SampleId], data: &Dataset) -> u64 {
    samples.iter().map(|sample| sample.weight(data)).sum()
}

/// All parts of a list of at most two samples, itself among them.
pub(super) fn parts(samples: &[SampleId]) -> Vec<Wrong> {
    let single = samples.iter().map(|&sample| vec![sample]);
    let whole = (samples.len() > 1).then(|| samples.to_vec());
    std::iter::once(Vec::new()).chain(single).chain(whole).collect()
}
