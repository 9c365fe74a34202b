//! One engine at work on one data set.

use std::fmt;
use std::sync::Arc;

use oxidd::bdd::BDDManagerRef;
use oxidd::{HasWorkers, VarNo, WorkerPool};
use vesc_col_core::{
    Dataset, EngineError, Fit, LegalDnfSpace, MirrorSession, Query, Run, Session, Shape, StopReason, VersionSpace,
};

use crate::NAME;
use crate::capacity::Capacity;
use crate::diagrams::Diagrams;
use crate::dnf::{DnfQuestion, Families, Outcome};
use crate::layout::Layout;
use crate::manager::new_manager;
use crate::options::{Lowering, SampleOrder};
use crate::question::Question;
use crate::states;
use crate::tuning::Tuning;

/// The engine at work on one data set.
///
/// It keeps the families of terms that it has made, and the manager of its diagrams if that is not large. So most
/// questions cost no set-up.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_bdd::BddEngine;
/// use vesc_col_core::{Dataset, DnfSpace, Features, Query, Run, Session};
///
/// let data = Arc::new(Dataset::builder(Features::numbered(9)).build()?);
/// let mut session = BddEngine::default().session(data);
/// session.measure(&Query::new(Arc::new(DnfSpace::new(9, 2, 1))), &Run::new())?;
/// assert!(session.peak_nodes() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BddSession {
    data: Arc<Dataset>,
    sample_order: SampleOrder,
    lowering: Lowering,
    tuning: &'static Tuning,
    families: Families,
    kept: Option<Kept>,
    peak: usize,
    /// For CNF, on the mirrored data.
    mirror: MirrorSession<BddSession>,
}

struct Kept {
    capacity: Capacity,
    manager: BDDManagerRef,
    diagrams: Diagrams,
}

impl BddSession {
    pub(crate) fn new(data: Arc<Dataset>, sample_order: SampleOrder, lowering: Lowering) -> BddSession {
        let families = Families::new(Arc::clone(&data));
        let (tuning, mirror) = (&Tuning::DEFAULT, MirrorSession::default());
        BddSession { data, sample_order, lowering, tuning, families, kept: None, peak: 0, mirror }
    }

    /// Replaces the tuning numbers.
    #[cfg(test)]
    pub(crate) fn with_tuning(self, tuning: &'static Tuning) -> BddSession {
        BddSession { tuning, ..self }
    }

    /// The most nodes that the diagrams of the last question had at a time, those no longer needed included.
    #[must_use]
    pub fn peak_nodes(&self) -> usize {
        self.peak
    }

    /// Answers by families of terms; goes on by circuits where that may be better.
    fn measure_dnf(&mut self, space: LegalDnfSpace, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let memory = self.tuning.memory_of(run);
        let outcome = DnfQuestion { query, space, run, tuning: self.tuning }.answer(&mut self.families, memory);
        self.peak = self.families.store.peak();
        let listing = match outcome {
            Outcome::Answered(answer) => return Ok(answer),
            Outcome::Padded(listing) => listing,
        };
        let answer = self.measure_circuit(query, run)?;
        Ok(match answer.stopped {
            None => answer.with_live(listing.live(query)),
            Some(_) => listing.go_on(query, run),
        })
    }

    /// Answers about CNF by DNF in a mirror.
    fn measure_mirrored(&mut self, mirrored: &Query, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        if run.memory().is_some() && !self.mirror.is_open() {
            (self.families, self.kept) = (Families::new(Arc::clone(&self.data)), None);
        }
        let open = |data| BddSession::new(data, self.sample_order, self.lowering);
        let (mirror, run) = match self.mirror.within(&self.data, run, open) {
            Ok(opened) => opened,
            Err(reason) => return Ok(VersionSpace::unknown(NAME, reason)),
        };
        let answer = mirror.measure(mirrored, &run);
        self.peak = mirror.peak;
        Ok(query.unmirrored(answer?))
    }

    /// Answers by the sub-space's circuits.
    fn measure_circuit(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let Some(layout) = Layout::new(&**query.space(), self.tuning.most_variables) else {
            return Ok(VersionSpace::unknown(NAME, StopReason::EngineLimit));
        };
        let Some(mut kept) = self.take_manager(layout.len(), run) else {
            return Ok(VersionSpace::unknown(NAME, StopReason::Memory));
        };
        let question = Question::new(query, &self.data, self.sample_order, kept.capacity, &layout, self.tuning, run);
        // Operations recurse once per variable: only a worker's stack is made for that.
        let answer = kept.manager.workers().install(|| question.answer(&mut kept.diagrams));
        self.peak = self.peak.max(kept.diagrams.peak());
        // After a stop nobody waits for a collection, and to give all back is faster.
        if answer.stopped.is_none() && kept.diagrams.peak() <= self.tuning.kept_nodes {
            kept.diagrams.collect();
            self.kept = Some(kept);
        }
        Ok(answer)
    }

    /// Diagrams over `levels` variables, or `None` if the budget or the machine does not suffice.
    fn take_manager(&mut self, levels: VarNo, run: &Run) -> Option<Kept> {
        let memory = run.memory().map(|budget| Capacity::beside(budget, self.data.distinct()));
        let capacity = Capacity::within(memory, levels, self.tuning)?;
        let kept = self.kept.take().filter(|kept| {
            // A larger cache than necessary does no harm; a larger node table could break the budget.
            kept.capacity.nodes <= capacity.nodes && kept.capacity.cache_entries >= capacity.cache_entries
        });
        let kept = match kept {
            Some(kept) => kept,
            None => {
                let manager = new_manager(capacity)?;
                let least_threshold = self.tuning.kept_nodes.min(capacity.nodes / 2);
                let diagrams = Diagrams::new(manager.clone(), capacity.nodes, least_threshold, self.tuning);
                Kept { capacity, manager, diagrams }
            }
        };
        kept.diagrams.reserve_levels(levels);
        Some(kept)
    }
}

impl Session for BddSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        query.require_few_completions(NAME, &self.data)?;
        if !states::is_bearable(query.fit(), &self.data, self.tuning.most_states) {
            return Err(EngineError::unsupported(NAME, "so large an error budget"));
        }
        self.peak = 0;
        let run = &run.clone().reporting_as(NAME);
        if let Some(reason) = run.stopped() {
            return Ok(VersionSpace::unknown(NAME, reason));
        }
        if self.lowering == Lowering::Auto
            && let Some(mirrored) = query.mirrored()
        {
            return self.measure_mirrored(&mirrored, query, run);
        }
        if run.memory().is_some() {
            self.mirror = MirrorSession::default();
        }
        match query.space().shape() {
            // Families of terms reject every negative sample.
            Shape::Dnf(&space) if self.lowering == Lowering::Auto && *query.fit() == Fit::Exact => {
                self.measure_dnf(space.within(query.space().domain()), query, run)
            }
            _ => self.measure_circuit(query, run),
        }
    }
}

impl fmt::Debug for BddSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BddSession")
            .field("sample_order", &self.sample_order)
            .field("lowering", &self.lowering)
            .finish_non_exhaustive()
    }
}
