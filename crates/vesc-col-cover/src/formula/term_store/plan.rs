//! What a list will cost, and the cheapest way to list it.

use super::TermStore;
use crate::bits::positive_set::PositiveSet;
use crate::context::Interrupt;
use crate::context::RunContext;
use crate::formula::term_store::cost;
use crate::term::covers::Covers;
use crate::tuning::Tuning;

/// How to list a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// All terms of the size, whatever they cover.
    Everywhere,
    /// The terms true on all of a set, for each set of the least number of positives that a term must cover.
    SetBySet,
}

/// What a list costs and how many members it has, as far as can be told.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Estimate {
    pub(crate) cost: f64,
    pub(crate) members: f64,
}

impl TermStore {
    /// What [`covering`](TermStore::covering) will cost and bring.
    pub(crate) fn estimate(
        &mut self,
        residual: &PositiveSet,
        least: usize,
        size: usize,
        context: RunContext<'_>,
    ) -> Result<Estimate, Interrupt> {
        if self.is_too_long(size) {
            return Ok(Estimate::default());
        }
        if let Some(known) = self.everywhere.get(size) {
            // A sample does.
            let step = 1 + known.len() / context.tuning.sampled_terms;
            let sample = known.iter().step_by(step);
            let members = step * sample.filter(|member| member.cover.common(residual) >= least).count();
            return Ok(Estimate { cost: 0.0, members: members as f64 });
        }
        if let Some(known) = self.lists.get(&(residual.clone(), least, size)) {
            return Ok(Estimate { cost: 0.0, members: known.len() as f64 });
        }
        let covers = self.covers(context)?;
        Ok(self.plan(residual, least, size, &covers, context.tuning).1)
    }

    /// The cheapest way.
    pub(super) fn plan(
        &self,
        residual: &PositiveSet,
        least: usize,
        size: usize,
        covers: &Covers,
        tuning: &Tuning,
    ) -> (Method, Estimate) {
        let rows = self.data.negatives().distinct();
        let estimate = |searches: usize, candidates: usize, each: f64| {
            let members = cost::members(candidates, rows, size);
            let cost = searches as f64 * (each + tuning.cost_of_listed_term * members);
            Estimate { cost, members: searches as f64 * members }
        };
        let searching = |on: &PositiveSet, candidates: usize| {
            let required = covers.required(on).len();
            let (rows, size) = (rows >> required.min(63), size.saturating_sub(required));
            cost::searching(candidates, rows, size, self.projections.contains(on))
        };
        let none = PositiveSet::none(self.positives());
        let sets = cost::combinations(residual.len(), least);
        let first = residual.iter().take(least).fold(none.clone(), PositiveSet::with);
        let shared = covers.shared(&first);
        // If the first set and the last one have been searched, all of them have, most likely.
        let last = residual.iter().skip(residual.len().saturating_sub(least)).fold(none.clone(), PositiveSet::with);
        let kept = [&first, &last].into_iter().all(|set| self.lists.contains(&(set.clone(), least, size)));
        let search = if kept { 0.0 } else { searching(&first, shared) };
        let by_set = estimate(sets, shared, search.min(cost::trying(shared, rows, size)));
        let all = 2 * self.data.features().len();
        let everywhere = estimate(1, all, searching(&none, all));
        let is_short = everywhere.members < tuning.longest_list as f64 / 4.0 && !self.everywhere.is_endless(size);
        if is_short && everywhere.cost < by_set.cost {
            let members = everywhere.members.min(by_set.members);
            return (Method::Everywhere, Estimate { members, ..everywhere });
        }
        (Method::SetBySet, by_set)
    }
}
