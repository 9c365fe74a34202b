//! One engine at work on one data set.

use std::sync::Arc;

use oxidd::bdd::{self, BDDFunction, BDDManagerRef};
use oxidd::{HasWorkers, VarNo, WorkerPool};
use vesc_col_core::{Dataset, EngineError, Query, Run, Session, StopReason, VersionSpace};

use crate::capacity::Capacity;
use crate::diagrams::Diagrams;
use crate::layout::Layout;
use crate::question::Question;
use crate::{NAME, SampleOrder};

/// A manager that held more nodes than this is given up after the question, because a node table keeps its memory.
const KEPT_NODES: usize = 1 << 20;

/// Keeps a manager from one question to the next, so that most questions cost no set-up.
pub(crate) struct BddSession {
    data: Arc<Dataset>,
    sample_order: SampleOrder,
    kept: Option<Kept>,
}

struct Kept {
    capacity: Capacity,
    manager: BDDManagerRef,
    diagrams: Diagrams<BDDFunction>,
}

impl BddSession {
    pub(crate) fn new(data: Arc<Dataset>, sample_order: SampleOrder) -> BddSession {
        BddSession { data, sample_order, kept: None }
    }

    /// Diagrams over so many variables; `None` if the budget does not suffice for them.
    fn take_manager(&mut self, levels: VarNo, run: &Run) -> Option<Kept> {
        let capacity = Capacity::within(run.memory(), levels)?;
        let kept = self.kept.take().filter(|kept| {
            // A larger cache than necessary does no harm; a larger node table could break the budget.
            kept.capacity.nodes <= capacity.nodes && kept.capacity.cache_entries >= capacity.cache_entries
        });
        let kept = kept.unwrap_or_else(|| {
            let manager = bdd::new_manager(capacity.nodes, capacity.cache_entries, 1);
            let diagrams = Diagrams::new(manager.clone(), capacity.nodes, KEPT_NODES.min(capacity.nodes / 2));
            Kept { capacity, manager, diagrams }
        });
        kept.diagrams.reserve_levels(levels);
        Some(kept)
    }
}

impl Session for BddSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        query.require_plain(NAME, &self.data)?;
        if let Some(reason) = run.stopped() {
            return Ok(VersionSpace::unknown(NAME, reason));
        }
        let layout =
            Layout::new(&**query.space()).ok_or_else(|| EngineError::failed(NAME, "too many decision bits"))?;
        let Some(mut kept) = self.take_manager(layout.len(), run) else {
            return Ok(VersionSpace::unknown(NAME, StopReason::Memory));
        };
        let question = Question::new(query, &self.data, self.sample_order, kept.capacity, &layout, run);
        // Operations recurse once per variable: only a worker's stack is made for that.
        let answer = kept.manager.workers().install(|| question.answer(&mut kept.diagrams));
        if kept.diagrams.peak() <= KEPT_NODES {
            kept.diagrams.collect();
            self.kept = Some(kept);
        }
        Ok(answer)
    }
}
