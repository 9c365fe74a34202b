//! What a question has brought to light so far.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{Cardinality, Concept, Dnf, DnfSpace, Hypothesis, Query, StopReason, Term, VersionSpace};

/// The formulas found so far, and the concepts behind them as long as they are few enough to list.
#[derive(Debug)]
pub(crate) struct Collected<'q> {
    space: &'q DnfSpace,
    query: &'q Query,
    formulas: BigUint,
    concepts: HashSet<Concept>,
}

impl<'q> Collected<'q> {
    pub(crate) fn new(space: &'q DnfSpace, query: &'q Query) -> Collected<'q> {
        Collected { space, query, formulas: BigUint::ZERO, concepts: HashSet::new() }
    }

    /// Takes a formula; a break means that the question is answered.
    pub(crate) fn add<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>) -> ControlFlow<()> {
        self.formulas += 1u32;
        if !self.too_many()
            && let Ok(dnf) = Dnf::new(terms.into_iter().cloned())
        {
            self.concepts.insert(Concept::of(&dnf));
        }
        if self.too_many() && !self.query.exact() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether there are more concepts than are to be listed.
    pub(crate) fn too_many(&self) -> bool {
        self.concepts.len() > self.query.list_limit()
    }

    /// The answer. `formulas` is the exact number of formulas if it is known; `complete` says that all were added.
    pub(crate) fn answer(
        self,
        engine: &str,
        formulas: Option<BigUint>,
        complete: bool,
        stopped: Option<StopReason>,
    ) -> VersionSpace {
        let found = self.concepts.len();
        let too_many = self.too_many();
        let formulas = match formulas {
            Some(count) => Cardinality::exact(count),
            None if complete => Cardinality::exact(self.formulas.clone()),
            None => Cardinality::at_least(self.formulas.clone()),
        };
        let concepts = if complete && !too_many {
            Cardinality::exact(found)
        } else {
            formulas.upper().map_or(Cardinality::at_least(found), |upper| Cardinality::between(found, upper.clone()))
        };
        let mut answer = VersionSpace::new(engine, concepts, formulas);
        answer.stopped = match stopped {
            None if too_many && self.query.list_limit() > self.query.bound() => Some(StopReason::ListLimit),
            reason => reason,
        };
        if !too_many {
            let mut shown: Vec<Dnf> =
                self.concepts.iter().filter_map(|concept| concept.least_formula(self.space)).collect();
            shown.sort_unstable();
            answer.hypotheses = shown.into_iter().map(|dnf| Arc::new(dnf) as Arc<dyn Hypothesis>).collect();
        }
        answer
    }
}
