//! The concepts among the consistent formulas.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{Cardinality, Dnf, Hypothesis, LiveVersionSpace, Query, Run, StopReason, SubSpace, VersionSpace};

use crate::NAME;
use crate::dnf::live::LiveDnf;
use crate::run_context::RunContext;

/// Units of work to find the concept of a formula of at least two terms.
const GROUPING_COST: usize = 1 << 14;
/// Units of work to list a formula that is a concept of its own.
const LISTING_COST: usize = 1 << 8;

/// Formulas grouped into concepts, one after the other.
pub(crate) struct Listing {
    live: Arc<LiveDnf>,
    found: BTreeSet<Dnf>,
    /// About how many bytes those take.
    bytes: u64,
    /// The number of the first formula that is still unread.
    next: BigUint,
}

/// An answer, or the beginning of one.
pub(crate) enum Outcome {
    /// That is it.
    Answered(VersionSpace),
    /// There are very many formulas of few concepts: it may be better to take out whole concepts. What is known so far.
    Padded(Box<Listing>),
}

impl Listing {
    /// Makes a listing whose formulas are all unread.
    pub(crate) fn new(live: LiveDnf) -> Listing {
        Listing { live: Arc::new(live), found: BTreeSet::new(), bytes: 0, next: BigUint::ZERO }
    }

    /// Reads formulas until all are read, or the list limit is reached, or no new concept comes for
    /// a while.
    pub(crate) fn begin(mut self, query: &Query, run: &Run) -> Outcome {
        match self.find(query, run, false) {
            Ok(true) => Outcome::Answered(self.answer(query, None)),
            Ok(false) => Outcome::Padded(Box::new(self)),
            Err(reason) => Outcome::Answered(self.answer(query, Some(reason))),
        }
    }

    /// Reads all further formulas, new or not.
    pub(crate) fn go_on(mut self, query: &Query, run: &Run) -> VersionSpace {
        let broken = self.find(query, run, true).err();
        self.answer(query, broken)
    }

    /// The version space itself, if it was asked for.
    pub(crate) fn live(&self, query: &Query) -> Option<Arc<dyn LiveVersionSpace>> {
        query.live().then(|| Arc::clone(&self.live) as Arc<dyn LiveVersionSpace>)
    }

    /// Reads formulas; returns whether all are read. Only a reader that is not `patient` gives up before.
    fn find(&mut self, query: &Query, run: &Run, patient: bool) -> Result<bool, StopReason> {
        let tuning = self.live.tuning;
        let mut context = RunContext::new(run, tuning);
        let total = usize::try_from(self.live.formula_count()).unwrap_or(usize::MAX);
        context.begin("grouping formulas into concepts", total);
        // Those before were read earlier.
        context.at(usize::try_from(&self.next).unwrap_or(total).min(total), total);
        let mut stale = 0;
        while let Some(formula) = self.live.dnf(&self.next) {
            let new = self.add(formula, query, run, &mut context)?;
            self.next += 1u32;
            if new {
                stale = 0;
            } else {
                stale += 1;
                let is_stale = !patient && stale == tuning.formulas_before_probe;
                if is_stale && self.open() > BigUint::from(tuning.formulas_without_probe) {
                    self.probe(query, run, &mut context)?;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Lists the concepts of formulas drawn at random.
    fn probe(&mut self, query: &Query, run: &Run, context: &mut RunContext<'_>) -> Result<(), StopReason> {
        let live: Arc<LiveDnf> = Arc::clone(&self.live);
        let live: &dyn LiveVersionSpace = &*live;
        for seed in 0..context.tuning.probed_formulas {
            for formula in live.sample_formulas(1, seed) {
                if let Ok(formula) = (formula as Box<dyn std::any::Any>).downcast::<Dnf>() {
                    self.add(*formula, query, run, context)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a formula's concept is new.
    fn add(
        &mut self,
        formula: Dnf,
        query: &Query,
        run: &Run,
        context: &mut RunContext<'_>,
    ) -> Result<bool, StopReason> {
        let space = &self.live.space;
        let least = if space.formulas_are_concepts() {
            context.spend(LISTING_COST)?;
            formula
        } else {
            context.spend(GROUPING_COST)?;
            space.least_within(&formula, run)?
        };
        context.step();
        let bytes = bytes(&least);
        let new = self.found.insert(least);
        if new {
            self.bytes += bytes;
            if run.memory().is_some_and(|budget| self.bytes > budget / context.tuning.listing_share) {
                return Err(StopReason::Memory);
            }
        }
        if self.found.len() > query.list_limit() {
            return Err(StopReason::ListLimit);
        }
        Ok(new)
    }

    /// The number of unread formulas.
    fn open(&self) -> BigUint {
        self.live.formula_count() - &self.next
    }

    fn answer(self, query: &Query, broken: Option<StopReason>) -> VersionSpace {
        let found = BigUint::from(self.found.len());
        let formulas = self.live.formula_count().clone();
        let concepts = match broken {
            None => Cardinality::exact(found),
            Some(_) if self.live.space.formulas_are_concepts() => Cardinality::exact(formulas.clone()),
            Some(_) => {
                // Those seen at random may come again.
                let upper = (&found + self.open()).min(formulas.clone());
                Cardinality::between(found, upper)
            }
        };
        // A search that asked for no more than the bound has its answer.
        let asked_for_more = query.exact() || query.list_limit() > query.bound();
        let stopped = match broken {
            Some(StopReason::ListLimit) if concepts.is_exact() || !asked_for_more => None,
            reason => reason,
        };
        let live = self.live(query);
        let hypotheses = self.found.into_iter().take(query.list_limit());
        let hypotheses = hypotheses.map(|dnf| Arc::new(dnf) as Arc<dyn Hypothesis>).collect();
        VersionSpace::new(NAME, concepts, Cardinality::exact(formulas))
            .with_hypotheses(hypotheses)
            .with_stopped(stopped)
            .with_live(live)
    }
}

/// About what a formula takes, its place in a set and among the hypotheses included.
fn bytes(formula: &Dnf) -> u64 {
    let terms = formula.terms().iter().map(|term| 48 + 4 * term.literals().len() as u64);
    96 + terms.sum::<u64>()
}
