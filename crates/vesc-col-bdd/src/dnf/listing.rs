//! The concepts among the consistent formulas.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{Cardinality, Dnf, Hypothesis, LiveVersionSpace, Query, Run, StopReason, SubSpace, VersionSpace};

use crate::NAME;
use crate::dnf::live::LiveDnf;
use crate::run_context::RunContext;

/// After so many formulas in a row without a new concept, it is time to try something else.
const PATIENCE: u64 = 1 << 10;
/// Then so many formulas are drawn at random: together they see more concepts than formulas that stand side by side.
const GLIMPSE: usize = 1 << 11;
/// So many formulas are rather gone through one by one: that takes about a second.
const FEW: u64 = 1 << 14;
/// What it takes to find the concept of a formula, in units of work, ...
const GROUPING: usize = 1 << 14;
/// ... and to take a formula as the concept that it is.
const TAKING: usize = 1 << 8;
/// The concepts may take this part of the memory; the rest is for what they are read from.
const SHARE: u64 = 4;

/// Formulas grouped into concepts, one after the other.
pub(crate) struct Listing {
    live: Arc<LiveDnf>,
    found: BTreeSet<Dnf>,
    /// About how many bytes those take.
    bytes: u64,
    /// The formulas before this one have been looked at.
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
    /// Nothing has been looked at.
    pub(crate) fn new(live: LiveDnf) -> Listing {
        Listing { live: Arc::new(live), found: BTreeSet::new(), bytes: 0, next: BigUint::ZERO }
    }

    /// Looks at formulas until all have been seen, or more concepts than are to be listed, or until nothing new comes for
    /// a while.
    pub(crate) fn begin(mut self, query: &Query, run: &Run) -> Outcome {
        match self.find(query, run, false) {
            Ok(true) => Outcome::Answered(self.answer(query, None)),
            Ok(false) => Outcome::Padded(Box::new(self)),
            Err(reason) => Outcome::Answered(self.answer(query, Some(reason))),
        }
    }

    /// Looks at all the others, new or not.
    pub(crate) fn go_on(mut self, query: &Query, run: &Run) -> VersionSpace {
        let broken = self.find(query, run, true).err();
        self.answer(query, broken)
    }

    /// The version space itself, if it was asked for.
    pub(crate) fn live(&self, query: &Query) -> Option<Arc<dyn LiveVersionSpace>> {
        query.live().then(|| Arc::clone(&self.live) as Arc<dyn LiveVersionSpace>)
    }

    /// Whether all formulas have been seen, or patience ended.
    fn find(&mut self, query: &Query, run: &Run, patient: bool) -> Result<bool, StopReason> {
        let mut context = RunContext::new(run);
        context.begin("grouping formulas into concepts", None);
        let mut stale = 0;
        while let Some(formula) = self.live.dnf(&self.next) {
            let new = self.add(formula, query, run, &mut context)?;
            self.next += 1u32;
            if new {
                stale = 0;
            } else {
                stale += 1;
                if !patient && stale == PATIENCE && self.open() > BigUint::from(FEW) {
                    self.glimpse(query, run, &mut context)?;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn glimpse(&mut self, query: &Query, run: &Run, context: &mut RunContext<'_>) -> Result<(), StopReason> {
        let live: Arc<LiveDnf> = Arc::clone(&self.live);
        let live: &dyn LiveVersionSpace = &*live;
        for seed in 0..GLIMPSE as u64 {
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
            context.spend(TAKING)?;
            formula
        } else {
            context.spend(GROUPING)?;
            space.least(&formula)
        };
        context.step();
        let bytes = bytes(&least);
        let new = self.found.insert(least);
        if new {
            self.bytes += bytes;
            if run.memory().is_some_and(|budget| self.bytes > budget / SHARE) {
                return Err(StopReason::Memory);
            }
        }
        if self.found.len() > query.list_limit() {
            return Err(StopReason::ListLimit);
        }
        Ok(new)
    }

    /// How many formulas have not been looked at.
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
        VersionSpace { hypotheses, stopped, live, ..VersionSpace::new(NAME, concepts, Cardinality::exact(formulas)) }
    }
}

/// About what a formula takes, its place in a set and among the hypotheses included.
fn bytes(formula: &Dnf) -> u64 {
    let terms = formula.terms().iter().map(|term| 48 + 4 * term.literals().len() as u64);
    96 + terms.sum::<u64>()
}
