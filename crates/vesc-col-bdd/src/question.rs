//! From a question to its answer: the paper's section on obtaining the version space.

use std::sync::Arc;

use num_bigint::BigUint;
use oxidd::BooleanFunction;
use oxidd::bdd::BDDFunction;
use vesc_col_core::{
    Cardinality, Circuit, Dataset, Fit, LiveVersionSpace, Query, Run, Samples, Shape, StopReason, SubSpace,
    VersionSpace,
};

use crate::NAME;
use crate::capacity::Capacity;
use crate::concepts::Concepts;
use crate::count::count_models;
use crate::diagrams::Diagrams;
use crate::layout::Layout;
use crate::live::LiveModels;
use crate::lower::lower;
use crate::options::SampleOrder;
use crate::snapshot::Snapshot;
use crate::states::States;
use crate::tuning::Tuning;

/// The number of terms up to which the paper takes positive samples first. No tuning: it defines [`SampleOrder::Paper`].
const PAPER_TERMS: u64 = 2;

/// A question, and all that it takes to answer it but the diagrams.
#[derive(Debug)]
pub(crate) struct Question<'a> {
    query: &'a Query,
    space: &'a dyn SubSpace,
    data: &'a Dataset,
    sample_order: SampleOrder,
    capacity: Capacity,
    run: &'a Run,
    layout: &'a Layout,
    tuning: &'static Tuning,
}

/// A distinct sample with its label.
struct Row<'a> {
    samples: &'a Samples,
    index: usize,
    positive: bool,
}

impl Row<'_> {
    /// What its rows weigh.
    fn weight(&self) -> u64 {
        self.samples.weight(self.index)
    }
}

impl<'a> Question<'a> {
    pub(crate) fn new(
        query: &'a Query,
        data: &'a Dataset,
        sample_order: SampleOrder,
        capacity: Capacity,
        layout: &'a Layout,
        tuning: &'static Tuning,
        run: &'a Run,
    ) -> Question<'a> {
        Question { query, space: &**query.space(), data, sample_order, capacity, run, layout, tuning }
    }

    /// Builds the diagram of all consistent formulas, counts its models and lists its concepts.
    pub(crate) fn answer(&self, diagrams: &mut Diagrams) -> VersionSpace {
        let mut supersets = Vec::new();
        let counted = self.conjoin(diagrams, &mut supersets).and_then(|consistent| {
            let formulas = self.count(&consistent, diagrams)?;
            Ok((consistent, formulas))
        });
        match counted {
            Ok((consistent, formulas)) => {
                let counted = (consistent.clone(), formulas);
                let answer = Concepts::answer(self.query, self.layout, self.tuning, self.run, counted, diagrams);
                answer.with_live(self.live(&consistent))
            }
            Err(reason) => self.stopped(reason, &supersets),
        }
    }

    /// The sub-space conjoined with one sample after the other. All the time, `supersets` has the sub-space, and what
    /// fits the samples so far.
    fn conjoin(&self, diagrams: &mut Diagrams, supersets: &mut Vec<BDDFunction>) -> Result<BDDFunction, StopReason> {
        let member = self.member(diagrams)?;
        supersets.push(member.clone());
        let mut states = States::new(self.query.fit(), self.data, member);
        let samples = self.samples();
        for (done, row) in samples.iter().enumerate() {
            if !states.within().satisfiable() {
                break;
            }
            self.run.doing("conjoining samples", done as u64, Some(samples.len() as u64));
            self.run.check()?;
            let right = self.constraint(row, diagrams)?;
            states.take(&right, row.weight(), row.positive, diagrams, self.run)?;
            supersets.truncate(1);
            supersets.push(states.within().clone());
            drop(right);
            diagrams.tidy(self.run)?;
        }
        Ok(states.into_within())
    }

    fn member(&self, diagrams: &Diagrams) -> Result<BDDFunction, StopReason> {
        let mut circuit = Circuit::new();
        let h = circuit.inputs(self.layout.bits.len());
        let member = self.space.member(&mut circuit, &h);
        lower(diagrams, &circuit, member, &self.layout.bits, self.run)
    }

    /// All hypotheses that are right on one sample.
    fn constraint(&self, row: &Row<'_>, diagrams: &Diagrams) -> Result<BDDFunction, StopReason> {
        let mut circuit = Circuit::new();
        let h = circuit.inputs(self.layout.bits.len());
        let right = self.query.right_on(&mut circuit, &h, row.samples, row.index, row.positive);
        lower(diagrams, &circuit, right, &self.layout.bits, self.run)
    }

    /// The distinct samples, in the order in which they are conjoined.
    fn samples(&self) -> Vec<Row<'a>> {
        let rows =
            |samples: &'a Samples, positive| (0..samples.distinct()).map(move |index| Row { samples, index, positive });
        let (positives, negatives) = (rows(self.data.positives(), true), rows(self.data.negatives(), false));
        if self.takes_positives_first() {
            positives.chain(negatives).collect()
        } else {
            negatives.chain(positives).collect()
        }
    }

    fn takes_positives_first(&self) -> bool {
        match self.sample_order {
            SampleOrder::PositivesFirst => true,
            SampleOrder::NegativesFirst => false,
            SampleOrder::Paper => {
                let complexity = self.space.complexity();
                !complexity.measures().iter().any(|&(name, count)| name == "terms" && count > PAPER_TERMS)
            }
        }
    }

    fn count(&self, function: &BDDFunction, diagrams: &Diagrams) -> Result<BigUint, StopReason> {
        let max_nodes = self.capacity.nodes_countable_beside(diagrams.peak(), self.tuning);
        count_models(function, &self.layout.bits, max_nodes, self.run)
    }

    /// The version space to be handed out, if it was asked for and there are means to. That of a DNF is made of
    /// families.
    fn live(&self, consistent: &BDDFunction) -> Option<Arc<dyn LiveVersionSpace>> {
        if !self.query.live() || *self.query.fit() != Fit::Exact || matches!(self.space.shape(), Shape::Dnf(_)) {
            return None;
        }
        let memory = self.capacity.bytes() / self.tuning.snapshot_share;
        let formulas = Snapshot::of(consistent, &self.layout.bits, memory, self.run).ok()?;
        Some(Arc::new(LiveModels::new(Arc::clone(self.query.space()), formulas, self.tuning)?))
    }

    /// The answer when a limit is reached: at most the formulas that fit the samples conjoined before it are
    /// consistent.
    fn stopped(&self, reason: StopReason, supersets: &[BDDFunction]) -> VersionSpace {
        // The run is over, and must not stop this last piece of work as well.
        let grace = Run::new();
        let most_nodes = self.tuning.nodes_counted_when_stopped;
        let count = |all| count_models(all, &self.layout.bits, most_nodes, &grace).ok();
        let mut answer = VersionSpace::unknown(NAME, reason);
        if let Some(upper) = supersets.iter().rev().find_map(count) {
            answer.formulas = Cardinality::between(0u32, upper);
            answer.concepts = answer.formulas.clone();
        }
        answer
    }
}
