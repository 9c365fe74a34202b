//! What becomes of the hitting sets that the search finds.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::bits::Bits;
use crate::problem::Problem;
use crate::tally::Tally;

/// Takes hitting sets in bulk.
pub(crate) trait Sink<const W: usize>: Send + Sync {
    /// Whether sets need only be counted, so that inclusion-exclusion may stand for listing.
    fn counts(&self) -> bool;

    /// `chosen` with any one of `last`.
    fn leaf(&mut self, chosen: &[usize], last: &Bits<W>) -> ControlFlow<()>;

    /// `chosen` with any `size` of `rest` of which no two are complements.
    fn free(&mut self, problem: &Problem<W>, chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()>;

    /// So many sets, found by inclusion-exclusion. Only if it [`counts`](Sink::counts).
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

    fn leaf(&mut self, _chosen: &[usize], last: &Bits<W>) -> ControlFlow<()> {
        self.tally.add(u128::from(last.len()));
        ControlFlow::Continue(())
    }

    fn free(&mut self, problem: &Problem<W>, _chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()> {
        self.tally.add_count(problem.free(rest, size));
        ControlFlow::Continue(())
    }

    fn counted(&mut self, count: u128) -> ControlFlow<()> {
        self.tally.add(count);
        ControlFlow::Continue(())
    }
}

/// Keeps every set, as candidate numbers, until there are more than enough.
#[derive(Clone, Debug)]
pub(crate) struct Lister {
    pub(crate) sets: Vec<Vec<usize>>,
    pub(crate) enough: usize,
}

impl Lister {
    pub(crate) fn new(enough: usize) -> Lister {
        Lister { sets: Vec::new(), enough }
    }

    fn keep(&mut self, set: Vec<usize>) -> ControlFlow<()> {
        self.sets.push(set);
        if self.sets.len() > self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<const W: usize> Sink<W> for Lister {
    fn counts(&self) -> bool {
        false
    }

    fn leaf(&mut self, chosen: &[usize], last: &Bits<W>) -> ControlFlow<()> {
        last.iter().try_for_each(|candidate| self.keep(chosen.iter().copied().chain([candidate]).collect()))
    }

    fn free(&mut self, problem: &Problem<W>, chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()> {
        each_free(problem, chosen, rest, size, &mut |set| self.keep(set.to_vec()))
    }

    fn counted(&mut self, _count: u128) -> ControlFlow<()> {
        unreachable!("a lister is never given mere counts")
    }
}

/// Keeps every set until all parts of a search have more than enough, and counts them all: from then on sets need only be counted.
#[derive(Debug)]
pub(crate) struct ListingCounter<'t> {
    pub(crate) sets: Vec<Vec<usize>>,
    pub(crate) tally: Tally,
    enough: usize,
    /// How many all parts have kept.
    kept: &'t AtomicUsize,
}

impl<'t> ListingCounter<'t> {
    pub(crate) fn new(enough: usize, kept: &'t AtomicUsize) -> ListingCounter<'t> {
        ListingCounter { sets: Vec::new(), tally: Tally::default(), enough, kept }
    }

    fn has_enough(&self) -> bool {
        self.kept.load(Ordering::Relaxed) > self.enough
    }

    fn keep(&mut self, set: Vec<usize>) -> ControlFlow<()> {
        self.sets.push(set);
        if self.kept.fetch_add(1, Ordering::Relaxed) >= self.enough {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl<const W: usize> Sink<W> for ListingCounter<'_> {
    fn counts(&self) -> bool {
        self.has_enough()
    }

    fn leaf(&mut self, chosen: &[usize], last: &Bits<W>) -> ControlFlow<()> {
        self.tally.add(u128::from(last.len()));
        if !self.has_enough() {
            // When there are enough, they are only counted.
            let _ = last.iter().try_for_each(|candidate| self.keep([chosen, &[candidate]].concat()));
        }
        ControlFlow::Continue(())
    }

    fn free(&mut self, problem: &Problem<W>, chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()> {
        self.tally.add_count(problem.free(rest, size));
        if !self.has_enough() {
            let _ = each_free(problem, chosen, rest, size, &mut |set| self.keep(set.to_vec()));
        }
        ControlFlow::Continue(())
    }

    fn counted(&mut self, count: u128) -> ControlFlow<()> {
        self.tally.add(count);
        ControlFlow::Continue(())
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
