//! What becomes of the hitting sets that the search finds, and what a search came to.

pub(crate) mod expander;
pub(crate) mod weigher;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigUint;
use vesc_col_core::{Literal, StopReason, Term};

use crate::bits::counting::Tally;
use crate::bits::words::Bits;
use crate::context::{Interrupt, RunContext};
use crate::term::problem::Problem;

/// Takes hitting sets in bulk.
pub(crate) trait Sink<const W: usize>: Send + Sync {
    /// Whether sets need only be counted, so that inclusion-exclusion may stand for listing.
    fn counts(&self) -> bool;

    /// Takes the sets of `chosen` and one of `last`.
    fn one_more(&mut self, chosen: &[usize], last: &Bits<W>) -> ControlFlow<()>;

    /// Takes the sets of `chosen` and `size` of `rest`, no two of which are complements.
    fn any_more(&mut self, problem: &Problem<W>, chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()>;

    /// Takes `count` sets that were counted and not listed. Only if the sink [`counts`](Sink::counts).
    fn counted(&mut self, count: u128) -> ControlFlow<()>;
}

/// Counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter {
    pub(crate) tally: Tally,
}

impl<const W: usize> Sink<W> for Counter {
    fn counts(&self) -> bool {
        true
    }

    fn one_more(&mut self, _chosen: &[usize], last: &Bits<W>) -> ControlFlow<()> {
        self.tally.add(u128::from(last.len()));
        ControlFlow::Continue(())
    }

    fn any_more(&mut self, problem: &Problem<W>, _chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()> {
        self.tally.add_count(problem.count_sets(rest, size));
        ControlFlow::Continue(())
    }

    fn counted(&mut self, count: u128) -> ControlFlow<()> {
        self.tally.add(count);
        ControlFlow::Continue(())
    }
}

/// Keeps every set, as candidate numbers, until all parts of a search have more than enough.
#[derive(Debug)]
pub(crate) struct Lister<'t> {
    pub(crate) sets: Vec<Vec<usize>>,
    enough: usize,
    /// How many all parts have kept.
    kept: &'t AtomicUsize,
}

impl<'t> Lister<'t> {
    pub(crate) fn new(enough: usize, kept: &'t AtomicUsize) -> Lister<'t> {
        Lister { sets: Vec::new(), enough, kept }
    }

    fn has_enough(&self) -> bool {
        self.kept.load(Ordering::Relaxed) > self.enough
    }

    fn keep(&mut self, set: Vec<usize>) -> ControlFlow<()> {
        self.sets.push(set);
        self.kept.fetch_add(1, Ordering::Relaxed);
        if self.has_enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<const W: usize> Sink<W> for Lister<'_> {
    fn counts(&self) -> bool {
        false
    }

    fn one_more(&mut self, chosen: &[usize], last: &Bits<W>) -> ControlFlow<()> {
        last.iter().try_for_each(|candidate| self.keep(chosen.iter().copied().chain([candidate]).collect()))
    }

    fn any_more(&mut self, problem: &Problem<W>, chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()> {
        each_free(problem, chosen, rest, size, &mut |set| self.keep(set.to_vec()))
    }

    fn counted(&mut self, _count: u128) -> ControlFlow<()> {
        unreachable!("a lister is never given mere counts")
    }
}

/// Counts all, and keeps sets until there are enough: from then on they need only be counted.
#[derive(Debug)]
pub(crate) struct ListingCounter<'t> {
    pub(crate) counter: Counter,
    pub(crate) lister: Lister<'t>,
}

impl<'t> ListingCounter<'t> {
    pub(crate) fn new(enough: usize, kept: &'t AtomicUsize) -> ListingCounter<'t> {
        ListingCounter { counter: Counter::default(), lister: Lister::new(enough, kept) }
    }
}

impl<const W: usize> Sink<W> for ListingCounter<'_> {
    fn counts(&self) -> bool {
        self.lister.has_enough()
    }

    fn one_more(&mut self, chosen: &[usize], last: &Bits<W>) -> ControlFlow<()> {
        if !self.lister.has_enough() {
            // That there are enough is no reason to stop.
            let _ = self.lister.one_more(chosen, last);
        }
        self.counter.one_more(chosen, last)
    }

    fn any_more(&mut self, problem: &Problem<W>, chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()> {
        if !self.lister.has_enough() {
            let _ = self.lister.any_more(problem, chosen, rest, size);
        }
        self.counter.any_more(problem, chosen, rest, size)
    }

    fn counted(&mut self, count: u128) -> ControlFlow<()> {
        Sink::<W>::counted(&mut self.counter, count)
    }
}

/// Each set of `chosen` and `size` more of `rest` of which no two are complements.
pub(crate) fn each_free<const W: usize>(
    problem: &Problem<W>,
    chosen: &[usize],
    rest: &Bits<W>,
    size: usize,
    keep: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if size == 0 {
        return keep(chosen);
    }
    let mut rest = *rest;
    for candidate in rest.iter() {
        rest.remove(candidate);
        let mut longer = chosen.to_vec();
        longer.push(candidate);
        each_free(problem, &longer, &problem.beside(&rest, candidate), size - 1, keep)?;
    }
    ControlFlow::Continue(())
}

/// Sets made into terms between two checks of the run. Set: a check reads the clock.
const SETS_BETWEEN_CHECKS: usize = 4096;

/// What a search through the terms of one size came to.
#[derive(Clone, Debug)]
pub(crate) struct Found<T> {
    /// The terms, or their number.
    pub(crate) terms: T,
    /// Whether nothing was left out: neither was the search stopped nor were there more than enough.
    pub(crate) complete: bool,
    /// The limit that stopped the search, if one did.
    pub(crate) stopped: Option<StopReason>,
}

#[cfg(test)]
impl Found<Vec<vesc_col_core::Term>> {
    /// The terms in order, all of which were found.
    pub(crate) fn sorted(mut self) -> Vec<vesc_col_core::Term> {
        assert!(self.complete && self.stopped.is_none());
        self.terms.sort_unstable();
        self.terms
    }
}

impl<T: Default> Found<T> {
    /// There is nothing to be found.
    pub(crate) fn nothing() -> Found<T> {
        Found { terms: T::default(), complete: true, stopped: None }
    }
}

impl Found<Vec<Term>> {
    /// With the number of all terms, which are counted if there were too many to list.
    pub(crate) fn or_count(self, count: impl FnOnce() -> Found<BigUint>) -> (Found<Vec<Term>>, Found<BigUint>) {
        let Found { complete, stopped, .. } = self;
        let counted = match complete || stopped.is_some() {
            true => Found { terms: self.terms.len().into(), complete, stopped },
            false => count(),
        };
        (self, counted)
    }
}

/// Puts parts together.
pub(crate) fn gather<S, T: Default>(
    parts: impl IntoIterator<Item = Found<S>>,
    mut add: impl FnMut(S, &mut T),
) -> Found<T> {
    let mut all = Found::nothing();
    for part in parts {
        all.complete &= part.complete;
        all.stopped = all.stopped.or(part.stopped);
        add(part.terms, &mut all.terms);
    }
    all
}

/// Makes terms of sets, each of which says its literals.
pub(crate) fn in_terms<T>(
    mut found: Found<Vec<Vec<T>>>,
    literals: impl Fn(&[T]) -> Vec<Literal>,
    enough: usize,
    context: RunContext<'_>,
) -> Found<Vec<Term>> {
    let mut terms = Vec::with_capacity(found.terms.len());
    for (i, set) in std::mem::take(&mut found.terms).into_iter().enumerate() {
        if i % SETS_BETWEEN_CHECKS == 0
            && let Err(Interrupt::Stopped(reason)) = context.check()
        {
            (found.complete, found.stopped) = (false, Some(reason));
            break;
        }
        terms.extend(Term::new(literals(&set)));
    }
    found.complete &= terms.len() <= enough;
    Found { terms, complete: found.complete, stopped: found.stopped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_together_is_complete_if_all_parts_are() {
        let part = |complete, stopped| Found { terms: 1, complete, stopped };
        let whole = |parts: [Found<usize>; 3]| gather(parts, |terms, sum: &mut usize| *sum += terms);
        let all = whole([part(true, None), part(true, None), part(true, None)]);
        assert_eq!((all.terms, all.complete, all.stopped), (3, true, None));
        let all = whole([part(true, None), part(false, Some(StopReason::Memory)), part(true, None)]);
        assert_eq!((all.terms, all.complete, all.stopped), (3, false, Some(StopReason::Memory)));
    }
}
