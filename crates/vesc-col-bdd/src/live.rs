//! The consistent formulas of a sub-space of any kind, detached from the session that found them.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use oxidd::bdd::BDDFunction;
use oxidd::{HasWorkers, VarNo, WorkerPool};
use vesc_col_core::{Hypothesis, Literal, LiveVersionSpace, Run, Sample, StopReason, SubSpace};

use crate::capacity::Capacity;
use crate::count::count_models;
use crate::diagrams::Diagrams;
use crate::lower::lower_sample;
use crate::manager::new_manager;
use crate::snapshot::Snapshot;
use crate::tuning::Tuning;

/// The models of a diagram, each the bits of a formula.
///
/// What is asked about the formulas themselves is answered from the snapshot. A sample's constraint is conjoined with
/// it in a manager of its own, opened for the question.
pub(crate) struct LiveModels {
    space: Arc<dyn SubSpace>,
    formulas: Snapshot,
    tuning: &'static Tuning,
}

impl LiveModels {
    /// The formulas of a snapshot; `None` if the sub-space cannot tell the bits of its own hypotheses.
    pub(crate) fn new(space: Arc<dyn SubSpace>, formulas: Snapshot, tuning: &'static Tuning) -> Option<LiveModels> {
        let known = |bits: Vec<bool>| space.bits_of(&*space.decode(&bits)) == Some(bits);
        formulas.model(&BigUint::ZERO).is_none_or(known).then_some(LiveModels { space, formulas, tuning })
    }

    /// What `finish` makes of the formulas that are right on a sample, as a function of these variables.
    fn right_on<R: Send>(
        &self,
        sample: &Sample,
        positive: bool,
        run: &Run,
        finish: impl FnOnce(&BDDFunction, &[VarNo], Capacity) -> Result<R, StopReason> + Send,
    ) -> Result<R, StopReason> {
        assert_eq!(sample.len(), self.space.features(), "a sample has a value for each feature");
        run.check()?;
        // The engine has numbered more variables than these.
        let levels: Vec<VarNo> = (0..self.formulas.width() as VarNo).collect();
        let capacity = Capacity::within(run.memory(), levels.len() as VarNo, self.tuning).ok_or(StopReason::Memory)?;
        let manager = new_manager(capacity).ok_or(StopReason::Memory)?;
        let diagrams = Diagrams::new(manager.clone(), capacity.nodes, capacity.nodes, self.tuning);
        diagrams.reserve_levels(levels.len() as VarNo);
        manager.workers().install(|| {
            let formulas = self.formulas.restore(&diagrams, &levels, run)?;
            let right = lower_sample(&diagrams, &*self.space, sample, positive, &levels, run)?;
            finish(&diagrams.and(&formulas, &right, run)?, &levels, capacity)
        })
    }
}

/// Formulas are numbered in ascending order of their bits.
impl LiveVersionSpace for LiveModels {
    fn formula_count(&self) -> &BigUint {
        self.formulas.count()
    }

    fn formula(&self, index: &BigUint) -> Option<Box<dyn Hypothesis>> {
        self.formulas.model(index).map(|bits| self.space.decode(&bits))
    }

    fn contains(&self, formula: &dyn Hypothesis) -> bool {
        self.space.bits_of(formula).is_some_and(|bits| self.formulas.contains(&bits))
    }

    fn is_least(&self, formula: &dyn Hypothesis) -> bool {
        let bits = self.space.bits_of(formula).filter(|bits| self.formulas.contains(bits));
        bits.is_some_and(|bits| self.space.canonical(&bits) == bits)
    }

    fn accepting(&self, sample: &Sample, run: &Run) -> Result<BigUint, StopReason> {
        self.right_on(sample, true, run, |accepting, levels, capacity| {
            count_models(accepting, levels, capacity.nodes, run)
        })
    }

    /// The hypotheses of an opaque sub-space say nothing about literals.
    fn literal_frequencies(&self, run: &Run) -> Result<Vec<(Literal, BigUint)>, StopReason> {
        run.check()?;
        Ok(Vec::new())
    }

    fn with_sample(&self, sample: &Sample, positive: bool, run: &Run) -> Result<Arc<dyn LiveVersionSpace>, StopReason> {
        // The manager of the question takes memory beside it.
        let memory = self.tuning.memory_of(run) / 2;
        let formulas =
            self.right_on(sample, positive, run, |right, levels, _| Snapshot::of(right, levels, memory, run))?;
        Ok(Arc::new(LiveModels { space: Arc::clone(&self.space), formulas, tuning: self.tuning }))
    }
}

impl fmt::Debug for LiveModels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LiveModels({} formulas of {:?})", self.formulas.count(), self.space)
    }
}
