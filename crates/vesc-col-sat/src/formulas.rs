//! Listing the formulas and concepts of a k-term DNF sub-space.

use std::sync::Arc;
use std::time::{Duration, Instant};

use vesc_col_core::{Dataset, Dnf, DnfSpace, Event, Hypothesis, LegalDnfSpace, Query, StopReason, SubSpace};

use crate::NAME;
use crate::dnf::{Covers, Desk, Library};
use crate::findings::Findings;
use crate::halt::Halt;
use crate::search::{FORMULAS_COUNTED, Search};
use crate::seen::Seen;

/// The work on one question about k-term DNF.
///
/// Formulas are found one after the other, and their concepts are told apart by their prime implicants. Where a few concepts have
/// very many formulas, a [`Search`] by circuits, which blocks whole concepts, says whether there are others.
pub(crate) struct Formulas<'a> {
    desk: &'a Desk<'a>,
    data: &'a Dataset,
    query: &'a Query,
    space: LegalDnfSpace,
    /// The formulas found, where one may be found twice.
    seen: Seen,
    told_apart: Seen,
    reported: Instant,
}

/// Estimated memory of a concept that is listed: in all, for a term, and for a number of its key.
const CONCEPT_BYTES: u64 = 96;
const TERM_BYTES: u64 = 32;
const NUMBER_BYTES: u64 = 4;

impl<'a> Formulas<'a> {
    pub(crate) fn new(desk: &'a Desk<'a>, data: &'a Dataset, query: &'a Query, space: &'a DnfSpace) -> Formulas<'a> {
        let (seen, told_apart) = Default::default();
        let space = space.within(query.space().domain());
        Formulas { desk, data, query, space, seen, told_apart, reported: Instant::now() }
    }

    /// Works until the question is answered, or gives the reason why a part of it is not.
    pub(crate) fn answer(
        &mut self,
        library: &'a mut Library,
        findings: &mut Findings,
    ) -> Result<Option<StopReason>, Halt> {
        let (exact, list_limit) = (self.query.exact(), self.query.list_limit());
        let enough = (list_limit.max(FORMULAS_COUNTED) as u64).saturating_add(1);
        let mut covers = Covers::new(&self.space, self.data, library, self.desk);
        while let Some(formula) = covers.next()? {
            self.report(findings.formulas);
            self.record(formula, findings)?;
            if !exact && findings.too_many(self.query) {
                return Ok(None);
            }
            if findings.formulas == enough && !findings.too_many(self.query) {
                // Whether there are more concepts than the bound is to be known soon, all formulas perhaps never.
                let limit = if exact { self.query.bound() } else { list_limit };
                if findings.concepts.len() <= limit {
                    self.list_concepts(limit, findings)?;
                }
                if !exact {
                    return Ok(findings.all_concepts.then_some(StopReason::ListLimit));
                }
            }
        }
        findings.all_concepts = true;
        findings.all_formulas = true;
        Ok(findings.too_many(self.query).then_some(StopReason::ListLimit))
    }

    /// Takes note of a formula, and of its concept.
    fn record(&mut self, formula: Dnf, findings: &mut Findings) -> Result<(), Halt> {
        let terms = formula.terms().len();
        if terms > 1 {
            let key = formula.order_key();
            if !self.seen.insert(&key) {
                return Ok(());
            }
            self.desk.charge(Seen::bytes(key.len()))?;
        }
        findings.formulas += 1;
        if !findings.too_many(self.query) && !findings.all_concepts {
            let least = if self.space.formulas_are_concepts() {
                Some(formula)
            } else {
                let concept = self.space.concept(&formula);
                let key = concept.code();
                let is_new = self.told_apart.insert(&key);
                self.desk.charge(if is_new { Seen::bytes(key.len()) } else { 0 })?;
                is_new.then(|| concept.least_formula(self.space.unconstrained())).flatten()
            };
            if let Some(least) = least {
                let key = least.order_key();
                self.desk.charge(CONCEPT_BYTES + TERM_BYTES * terms as u64 + 2 * NUMBER_BYTES * key.len() as u64)?;
                findings.concepts.insert(key, Arc::new(least));
            }
        }
        Ok(())
    }

    /// Finds concepts until there is none left, or more than `limit` are known. The formulas that come with them are not
    /// counted: they will be found again.
    fn list_concepts(&mut self, limit: usize, findings: &mut Findings) -> Result<(), Halt> {
        let counted = findings.formulas;
        let mut search = Search::new(self.desk, self.data, self.query, findings)?;
        let listed = search.encode().and_then(|()| search.list_concepts(limit));
        findings.formulas = counted;
        listed
    }

    fn report(&mut self, done: u64) {
        if self.reported.elapsed() >= Duration::from_millis(250) {
            self.reported = Instant::now();
            let event = Event::Progress { engine: NAME, activity: "listing formulas", done, total: None };
            self.desk.run().report(&event);
        }
    }
}
