//! What can be asked about the terms of one size that are true on some samples and false on all negatives.

use std::fmt::Debug;
use std::sync::atomic::AtomicUsize;

use num_bigint::BigUint;
use vesc_col_core::{Literal, Term};

use crate::context::RunContext;
use crate::term::hitting::search;
use crate::term::problem::Problem;
use crate::term::sink::{Counter, Found, Lister, ListingCounter, gather, in_terms};

/// The terms that are true on given samples and false on all negatives.
pub(crate) trait OneTerm: Debug {
    /// How many terms of this size there are.
    fn count(&self, size: usize, context: RunContext<'_>) -> Found<BigUint>;

    /// The terms of this size in no particular order: all of them, or more than `enough`.
    fn list(&self, size: usize, enough: usize, context: RunContext<'_>) -> Found<Vec<Term>>;

    /// The terms of this size as [`list`](OneTerm::list) has them, and how many there are in any case.
    fn list_and_count(
        &self,
        size: usize,
        enough: usize,
        context: RunContext<'_>,
    ) -> (Found<Vec<Term>>, Found<BigUint>) {
        self.list(size, enough, context).or_count(|| self.count(size, context))
    }

    /// The memory that this takes.
    fn bytes(&self) -> usize;
}

impl<const W: usize> OneTerm for Problem<W> {
    fn count(&self, size: usize, context: RunContext<'_>) -> Found<BigUint> {
        let parts = search(self, size, Counter::default, context);
        gather(parts, |counter: Counter, sum: &mut BigUint| *sum += counter.tally.total())
    }

    fn list(&self, size: usize, enough: usize, context: RunContext<'_>) -> Found<Vec<Term>> {
        let kept = AtomicUsize::new(0);
        let parts = search(self, size, || Lister::new(enough, &kept), context);
        let found = gather(parts, |lister: Lister<'_>, sets: &mut Vec<_>| sets.extend(lister.sets));
        in_terms(found, |set| self.literals_of(set), enough, context)
    }

    /// One search does both.
    fn list_and_count(
        &self,
        size: usize,
        enough: usize,
        context: RunContext<'_>,
    ) -> (Found<Vec<Term>>, Found<BigUint>) {
        let kept = AtomicUsize::new(0);
        let parts = search(self, size, || ListingCounter::new(enough, &kept), context);
        let Found { terms: (sets, count), complete, stopped } =
            gather(parts, |part: ListingCounter<'_>, (sets, count): &mut (Vec<_>, BigUint)| {
                sets.extend(part.lister.sets);
                *count += part.counter.tally.total();
            });
        let listed = in_terms(Found { terms: sets, complete, stopped }, |set| self.literals_of(set), enough, context);
        (listed, Found { terms: count, complete, stopped })
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}

impl<const W: usize> Problem<W> {
    fn literals_of(&self, set: &[usize]) -> Vec<Literal> {
        set.iter().map(|&candidate| self.literals[candidate]).collect()
    }
}
