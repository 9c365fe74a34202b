//! Terms of one size that are true on some samples and false on all negatives: counted or listed.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use num_bigint::BigUint;
use vesc_col_core::{Literal, Sample, StopReason, Term, TermRules};

use crate::alike::{self, Alike};
use crate::bits::Bits;
use crate::columns::Columns;
use crate::cover_search::{CoverSearch, Wanted};
use crate::crew::Crew;
use crate::hitting::Search;
use crate::interrupt::Interrupt;
use crate::problem::{Count, Problem, common_literals};
use crate::sink::{Counter, Lister, Sink};

/// Fewer literals to go than this are not worth a task of their own.
const SMALLEST_TASK: usize = 4;

/// The run is looked at after so many sets have been made into terms.
const LOOK_AFTER: usize = 4096;

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

/// The terms that are true on given samples and false on all negatives.
pub(crate) trait OneTerm: Debug {
    /// How many terms of this size there are.
    fn count(&self, size: usize, crew: Crew<'_>) -> Found<BigUint>;

    /// The terms of this size in no particular order: all of them, or more than `enough`.
    fn list(&self, size: usize, enough: usize, crew: Crew<'_>) -> Found<Vec<Term>>;

    /// The terms of this size that cover enough of some positives, in no particular order.
    fn list_covering(&self, size: usize, wanted: Wanted<'_>, crew: Crew<'_>) -> Result<Vec<Term>, Interrupt>;

    /// The memory that this takes.
    fn bytes(&self) -> usize;
}

/// Calls `$body` with the constant `$width` the least listed number of words that holds `$count` candidates.
macro_rules! with_width {
    ($count:expr, $width:ident => $body:expr) => {
        with_width!(@ $count, $width, $body, 1 2 4 8 16 32 64 256 1024)
    };
    (@ $count:expr, $width:ident, $body:expr, $($size:literal)*) => {
        match usize::div_ceil($count, 64) {
            $(words if words <= $size => { const $width: usize = $size; Some($body) })*
            _ => None,
        }
    };
}

/// The allowed terms that are true on all `samples`, whatever their size.
///
/// # Errors
///
/// [`Interrupt::TooWide`] if there are more candidates than any kernel is made for (65536), and whatever stops the run.
pub(crate) fn one_term<'s>(
    negatives: &Columns,
    features: usize,
    samples: impl IntoIterator<Item = &'s Sample>,
    rules: &TermRules,
    crew: Crew<'_>,
) -> Result<Box<dyn OneTerm>, Interrupt> {
    let (literals, two_sided) = common_literals(features, samples, |literal| !rules.forbids(literal));
    let classes = if two_sided == 0 { alike::classes(negatives, &literals) } else { None };
    let searched = classes.as_ref().map_or(literals, |classes| alike::representatives(classes));
    let projected = with_width!(searched.len(), W => {
        let rows = negatives.rows::<W>(&searched, crew)?;
        let problem = Problem::<W>::from_rows(searched, two_sided, rows);
        match classes {
            Some(classes) => Box::new(Alike::new(problem, classes)) as Box<dyn OneTerm>,
            None => Box::new(problem),
        }
    });
    projected.ok_or(Interrupt::TooWide)
}

impl<const W: usize> OneTerm for Problem<W> {
    fn count(&self, size: usize, crew: Crew<'_>) -> Found<BigUint> {
        let parts = search(self, size, || Counter::new(None), crew);
        gather(parts, |counter: Counter, sum: &mut BigUint| *sum += counter.tally.total())
    }

    fn list(&self, size: usize, enough: usize, crew: Crew<'_>) -> Found<Vec<Term>> {
        let parts = search(self, size, || Lister::new(enough), crew);
        let found = gather(parts, |lister: Lister, sets: &mut Vec<_>| sets.extend(lister.sets));
        in_terms(found, |set: &[usize]| set.iter().map(|&candidate| self.literals[candidate]).collect(), enough, crew)
    }

    fn list_covering(&self, size: usize, wanted: Wanted<'_>, crew: Crew<'_>) -> Result<Vec<Term>, Interrupt> {
        CoverSearch::new(self, wanted, crew).list(size)
    }

    fn bytes(&self) -> usize {
        // Two tables have a row for each candidate.
        (self.rows.capacity() + 2 * self.literals.len()) * size_of::<Bits<W>>()
    }
}

/// Makes terms of sets, each of which says its literals.
pub(crate) fn in_terms<T>(
    mut found: Found<Vec<Vec<T>>>,
    literals: impl Fn(&[T]) -> Vec<Literal>,
    enough: usize,
    crew: Crew<'_>,
) -> Found<Vec<Term>> {
    let mut terms = Vec::with_capacity(found.terms.len());
    for (i, set) in std::mem::take(&mut found.terms).into_iter().enumerate() {
        if i % LOOK_AFTER == 0
            && let Err(Interrupt::Stopped(reason)) = crew.check()
        {
            (found.complete, found.stopped) = (false, Some(reason));
            break;
        }
        terms.extend(Term::new(literals(&set)));
    }
    found.complete &= terms.len() <= enough;
    Found { terms, complete: found.complete, stopped: found.stopped }
}

/// Puts parts together.
pub(crate) fn gather<S, T: Default>(
    parts: impl IntoIterator<Item = Found<S>>,
    mut add: impl FnMut(S, &mut T),
) -> Found<T> {
    let mut all = Found { terms: T::default(), complete: true, stopped: None };
    for part in parts {
        all.complete &= part.complete;
        all.stopped = all.stopped.or(part.stopped);
        add(part.terms, &mut all.terms);
    }
    all
}

/// Searches on all threads of the current pool; the parts come in the same order for any number of threads.
pub(crate) fn search<const W: usize, S: Sink<W>>(
    problem: &Problem<W>,
    size: usize,
    sink: impl Fn() -> S + Sync,
    crew: Crew<'_>,
) -> Vec<Found<S>> {
    // More literals than features would only be noticed at the end of each path.
    if matches!(problem.free(&problem.candidates(), size), Count::Small(0)) {
        return Vec::new();
    }
    // One thread needs no tasks, of which each would look for its rows among all.
    let tasks = if crew.threads() > 1 { split(problem, size) } else { vec![(Vec::new(), problem.candidates())] };
    // Once one part has enough, or is stopped, the others need not go on.
    let over = AtomicBool::new(false);
    let work = |(chosen, candidates): &(Vec<usize>, Bits<W>)| {
        let check = || {
            // The reason is not a limit of the run and is dropped below.
            if over.load(Ordering::Relaxed) { Err(StopReason::ListLimit) } else { crew.run.check() }
        };
        let mut search = Search::new(problem, sink(), check);
        let flow = search.run(chosen, candidates, size - chosen.len());
        if flow.is_break() {
            over.store(true, Ordering::Relaxed);
        }
        let stopped = search.stopped.filter(|&reason| reason != StopReason::ListLimit);
        Found { terms: search.sink, complete: flow == ControlFlow::Continue(()), stopped }
    };
    crew.map(&tasks, work)
}

/// The first one or two choices of the search, each a task.
fn split<const W: usize>(problem: &Problem<W>, size: usize) -> Vec<(Vec<usize>, Bits<W>)> {
    let mut tasks = vec![(Vec::new(), problem.candidates())];
    for to_go in [size, size.saturating_sub(1)] {
        if to_go <= SMALLEST_TASK {
            break;
        }
        tasks = tasks.into_iter().flat_map(|(chosen, candidates)| branches(problem, chosen, candidates)).collect();
    }
    tasks
}

fn branches<const W: usize>(
    problem: &Problem<W>,
    chosen: Vec<usize>,
    candidates: Bits<W>,
) -> Vec<(Vec<usize>, Bits<W>)> {
    let missed = problem.rows.iter().filter(|row| chosen.iter().all(|&candidate| !row.contains(candidate)));
    let Some(tightest) = missed.min_by_key(|row| row.common(&candidates)) else {
        return vec![(chosen, candidates)];
    };
    let mut rest = candidates;
    let branch = |candidate| {
        let open = rest.and(problem.compatible(candidate));
        rest = rest.and(problem.others(candidate));
        (chosen.iter().copied().chain([candidate]).collect(), open)
    };
    tightest.and(&candidates).iter().map(branch).collect()
}
