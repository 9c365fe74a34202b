//! Terms of one size that are true on some samples and false on all negatives: counted or listed.

use std::fmt::Debug;

use num_bigint::BigUint;
use vesc_col_core::Term;

use crate::cover_search::{CoverSearch, Wanted};
use crate::crew::Crew;
use crate::found::{Found, gather, in_terms};
use crate::interrupt::Interrupt;
use crate::problem::Problem;
use crate::sink::{Counter, Lister};
use crate::tasks::search;

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

impl<const W: usize> OneTerm for Problem<W> {
    fn count(&self, size: usize, crew: Crew<'_>) -> Found<BigUint> {
        let parts = search(self, size, Counter::default, crew);
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
        self.bytes()
    }
}
