//! The only place that talks to a diagram manager.

use std::time::Duration;

use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::error::OutOfMemory;
use oxidd::{BooleanFunction, Manager, ManagerRef, VarNo};
use vesc_col_core::{Run, StopReason};

use crate::operation::ite;

/// Where there are no more nodes than this, an operation of oxidd itself takes no time worth to be stopped.
const SMALL: usize = 1 << 16;

/// A manager's operations, each with one explicit collection and one retry when the node table is full.
///
/// oxidd collects garbage by itself in another thread, but near the limit an operation may fail before that thread
/// gets there; collecting here makes the outcome depend on the live nodes alone. After a second failure
/// the operation gives up with [`StopReason::Memory`].
pub(crate) struct Diagrams {
    manager: BDDManagerRef,
    /// How many nodes the table can hold.
    capacity: usize,
    /// Collect before the next conjunction if there are more nodes than this.
    threshold: usize,
    /// With fewer nodes than this a collection is not worth its time.
    least_threshold: usize,
    peak: usize,
}

impl Diagrams {
    /// Wraps a manager that nobody else uses, with room for `capacity` nodes.
    ///
    /// Garbage is collected when there are twice as many nodes as after the last collection, or half of what was free then
    /// is used, but not below `least_threshold` nodes.
    pub(crate) fn new(manager: BDDManagerRef, capacity: usize, least_threshold: usize) -> Diagrams {
        Diagrams { manager, capacity, threshold: least_threshold, least_threshold, peak: 0 }
    }

    /// Adds variables below the present ones until there are so many.
    pub(crate) fn reserve_levels(&self, levels: VarNo) {
        self.manager.with_manager_exclusive(|manager| {
            let missing = levels.saturating_sub(manager.num_vars());
            if missing > 0 {
                manager.add_vars(missing);
            }
        });
    }

    /// A constant function.
    pub(crate) fn constant(&self, value: bool) -> BDDFunction {
        self.manager
            .with_manager_shared(|manager| if value { BDDFunction::t(manager) } else { BDDFunction::f(manager) })
    }

    /// A variable or its complement.
    pub(crate) fn literal(&self, level: VarNo, positive: bool) -> Result<BDDFunction, StopReason> {
        self.retry(|| {
            self.manager.with_manager_shared(|manager| {
                if positive { BDDFunction::var(manager, level) } else { BDDFunction::not_var(manager, level) }
            })
        })
    }

    /// The conjunction.
    pub(crate) fn and(&self, a: &BDDFunction, b: &BDDFunction, run: &Run) -> Result<BDDFunction, StopReason> {
        match self.nodes() <= SMALL {
            true => self.retry(|| a.and(b)),
            false => self.ite(a, b, &self.constant(false), run),
        }
    }

    /// The complement.
    pub(crate) fn not(&self, a: &BDDFunction, run: &Run) -> Result<BDDFunction, StopReason> {
        match self.nodes() <= SMALL {
            true => self.retry(|| a.not()),
            false => self.ite(a, &self.constant(false), &self.constant(true), run),
        }
    }

    /// `consequence` where `condition` holds, `alternative` elsewhere.
    pub(crate) fn ite(
        &self,
        condition: &BDDFunction,
        consequence: &BDDFunction,
        alternative: &BDDFunction,
        run: &Run,
    ) -> Result<BDDFunction, StopReason> {
        if self.nodes() <= SMALL {
            return self.retry(|| condition.ite(consequence, alternative));
        }
        match ite(condition, consequence, alternative, run) {
            Err(StopReason::Memory) => {
                self.collect();
                ite(condition, consequence, alternative, run)
            }
            result => result,
        }
    }

    /// How many nodes the table holds, dead ones included.
    pub(crate) fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes())
    }

    /// The greatest number of nodes seen by [`Diagrams::tidy`].
    pub(crate) fn peak(&self) -> usize {
        self.peak
    }

    /// Collects garbage if enough of it may have come together.
    pub(crate) fn tidy(&mut self) {
        let nodes = self.nodes();
        self.peak = self.peak.max(nodes);
        if nodes > self.threshold {
            self.collect();
            let live = self.nodes();
            self.threshold = (2 * live).min(live.midpoint(self.capacity)).max(self.least_threshold);
        }
    }

    /// Removes all nodes that no function needs. Takes time in proportion to the node table and the apply cache.
    pub(crate) fn collect(&self) {
        self.manager.with_manager_shared(|manager| {
            let before = manager.gc_count();
            // While oxidd's own collector is at work, ours returns at once: wait until one of ours has run.
            while manager.gc() == 0 && manager.gc_count() == before {
                std::thread::sleep(Duration::from_millis(1));
            }
        });
    }

    /// An operation of oxidd, tried again after a collection if the node table is full.
    pub(crate) fn retry(
        &self,
        operation: impl Fn() -> Result<BDDFunction, OutOfMemory>,
    ) -> Result<BDDFunction, StopReason> {
        operation().or_else(|OutOfMemory| {
            self.collect();
            operation().map_err(|OutOfMemory| StopReason::Memory)
        })
    }
}
