//! From a finished diagram to the concepts in it.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use num_bigint::BigUint;
use oxidd::VarNo;
use oxidd::bdd::BDDFunction;
use vesc_col_core::{Cardinality, Circuit, Hypothesis, Query, Run, Signal, StopReason, SubSpace, VersionSpace};

use crate::NAME;
use crate::count::count_models;
use crate::diagrams::Diagrams;
use crate::layout::Layout;
use crate::lower::lower;
use crate::models::each_model;
use crate::tuning::Tuning;

/// Models read between two checks of the run.
const CHECK_INTERVAL: usize = 256;

/// What a concept takes beside a byte for each of its bits, in a set and as a hypothesis in order.
const CONCEPT_BYTES: usize = 250;

/// Finds the concepts among the formulas of a diagram.
///
/// Models are grouped by their canonical form, one after the other, until all have been seen, or more concepts than are
/// to be listed. In sub-spaces deeper than the data needs, a concept has very many formulas. There all of them are
/// taken out of the diagram at once.
pub(crate) struct Concepts<'a> {
    query: &'a Query,
    space: &'a dyn SubSpace,
    layout: &'a Layout,
    tuning: &'static Tuning,
    run: &'a Run,
    /// The canonical forms found.
    found: HashSet<Vec<bool>>,
    /// The same as hypotheses, by their order: nothing is left to be done for them when the run is stopped.
    hypotheses: BTreeMap<Vec<u32>, Arc<dyn Hypothesis>>,
    /// No more formulas than this belong to concepts not yet found.
    open: BigUint,
}

impl<'a> Concepts<'a> {
    /// The answer to a question whose consistent formulas are the models of a diagram, as many as given.
    pub(crate) fn answer(
        query: &'a Query,
        layout: &'a Layout,
        tuning: &'static Tuning,
        run: &'a Run,
        (consistent, formulas): (BDDFunction, BigUint),
        diagrams: &Diagrams,
    ) -> VersionSpace {
        let mut concepts = Concepts::new(query, layout, tuning, run, formulas.clone());
        let broken = concepts.find(consistent, diagrams).err();
        let found = BigUint::from(concepts.found.len());
        let cardinality = match broken {
            None => Cardinality::exact(found),
            Some(_) if concepts.space.formulas_are_concepts() => Cardinality::exact(formulas.clone()),
            Some(_) => Cardinality::between(found.clone(), found + &concepts.open),
        };
        // A search that asked for no more than the bound has its answer.
        let asked_for_more = query.exact() || query.list_limit() > query.bound();
        let stopped = match broken {
            Some(StopReason::ListLimit) if cardinality.is_exact() || !asked_for_more => None,
            reason => reason,
        };
        // The least formula of each concept found, but no more than are to be listed.
        let hypotheses = concepts.hypotheses.into_values().take(query.list_limit()).collect();
        VersionSpace::new(NAME, cardinality, Cardinality::exact(formulas))
            .with_hypotheses(hypotheses)
            .with_stopped(stopped)
    }

    fn new(query: &'a Query, layout: &'a Layout, tuning: &'static Tuning, run: &'a Run, open: BigUint) -> Concepts<'a> {
        let space = &**query.space();
        Concepts { query, space, layout, tuning, run, found: HashSet::new(), hypotheses: BTreeMap::new(), open }
    }

    /// Finds all concepts, or stops for a reason.
    fn find(&mut self, mut rest: BDDFunction, diagrams: &Diagrams) -> Result<(), StopReason> {
        let mut last = None;
        let mut patience = self.tuning.models_before_removal;
        while let Some(concept) = self.enumerate(&rest, &mut last, patience)? {
            match self.without(&rest, &concept, diagrams) {
                Ok((less, count)) => {
                    rest = less;
                    self.open = count.min(std::mem::take(&mut self.open));
                }
                // It was worth a try: go on one by one.
                Err(StopReason::Memory) => patience = usize::MAX,
                Err(reason) => return Err(reason),
            }
        }
        Ok(())
    }

    /// Looks at the models after `last` until all have been seen, or until patience ends with the concept given back.
    fn enumerate(
        &mut self,
        rest: &BDDFunction,
        last: &mut Option<Vec<bool>>,
        patience: usize,
    ) -> Result<Option<Vec<bool>>, StopReason> {
        let (mut seen, mut stale) = (0usize, 0usize);
        let after = last.take();
        let broken = each_model(rest, &self.layout.bits, after.as_deref(), |bits| {
            if seen.is_multiple_of(CHECK_INTERVAL) {
                // With one more than are listed it ends.
                let most = self.query.list_limit().saturating_add(1).max(self.found.len());
                self.run.doing("grouping formulas into concepts", self.found.len() as u64, Some(most as u64));
                if let Err(reason) = self.run.check() {
                    return ControlFlow::Break(Err(reason));
                }
            }
            seen += 1;
            let concept = match self.space.canonical_within(bits, self.run) {
                Ok(concept) => concept,
                Err(reason) => return ControlFlow::Break(Err(reason)),
            };
            self.open -= 1u32;
            if self.found.contains(&concept) {
                stale += 1;
                if stale >= patience {
                    *last = Some(bits.to_vec());
                    return ControlFlow::Break(Ok(concept));
                }
            } else {
                stale = 0;
                let hypothesis: Arc<dyn Hypothesis> = self.space.decode(&concept).into();
                self.hypotheses.insert(hypothesis.order_key(), hypothesis);
                self.found.insert(concept);
                if self.found.len() > self.query.list_limit() {
                    return ControlFlow::Break(Err(StopReason::ListLimit));
                }
                let taken = (self.found.len() * (bits.len() + CONCEPT_BYTES)) as u64;
                if self.run.memory().is_some_and(|budget| taken > budget / self.tuning.concept_share) {
                    return ControlFlow::Break(Err(StopReason::Memory));
                }
            }
            ControlFlow::Continue(())
        });
        broken.transpose()
    }

    /// The formulas that are not this concept: those `h` that differ from it on some legal input, `predict(h, x) !=
    /// f(x)`; and how many they are.
    fn without(
        &self,
        rest: &BDDFunction,
        concept: &[bool],
        diagrams: &Diagrams,
    ) -> Result<(BDDFunction, BigUint), StopReason> {
        let mut circuit = Circuit::new();
        let h = circuit.inputs(self.layout.bits.len());
        let x = circuit.inputs(self.layout.features.len());
        let f: Vec<Signal> = concept.iter().copied().map(Signal::from).collect();
        let theirs = self.space.predict(&mut circuit, &h, &x);
        let ours = self.space.predict(&mut circuit, &f, &x);
        let differ = circuit.xor(theirs, ours);
        let legal = self.space.domain().legal(&mut circuit, &x);
        let differ = circuit.and([differ, legal]);
        let levels: Vec<VarNo> = self.layout.bits.iter().chain(&self.layout.features).copied().collect();
        let differ = lower(diagrams, &circuit, differ, &levels, self.run)?;
        let less = diagrams.and_exists(rest, &differ, &self.layout.features, self.run)?;
        let count = count_models(&less, &self.layout.bits, self.tuning.nodes_recounted, self.run)?;
        Ok((less, count))
    }
}
