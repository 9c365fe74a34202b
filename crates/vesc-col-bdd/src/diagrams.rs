//! The only place that talks to a diagram manager.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::error::OutOfMemory;
use oxidd::{BooleanFunction, Manager, ManagerRef, VarNo};
use vesc_col_core::{Run, StopReason};

use crate::operation;
use crate::tuning::Tuning;

/// Time between two checks of the run during a collection on a thread of its own.
const CHECK_PERIOD: Duration = Duration::from_millis(5);

/// A manager's operations, each with one explicit collection and one retry when the node table is full.
///
/// oxidd collects garbage by itself in another thread. But near the limit an operation may fail before that thread gets
/// there. Collecting here makes the outcome depend on the live nodes alone. After a second failure the operation gives
/// up with [`StopReason::Memory`].
pub(crate) struct Diagrams {
    manager: BDDManagerRef,
    /// How many nodes the table can hold.
    capacity: usize,
    /// Collect before the next conjunction if there are more nodes than this.
    threshold: usize,
    /// With fewer nodes than this a collection is not worth its time.
    least_threshold: usize,
    peak: usize,
    tuning: &'static Tuning,
}

impl Diagrams {
    /// Wraps a manager that nobody else uses, with room for `capacity` nodes.
    ///
    /// Garbage is collected when there are twice as many nodes as after the last collection, or half of what was free
    /// then is used. It is not collected below `least_threshold` nodes.
    pub(crate) fn new(
        manager: BDDManagerRef,
        capacity: usize,
        least_threshold: usize,
        tuning: &'static Tuning,
    ) -> Diagrams {
        Diagrams { manager, capacity, threshold: least_threshold, least_threshold, peak: 0, tuning }
    }

    /// Adds variables below the present ones until there are `levels` of them.
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
        match self.are_small() {
            true => self.retry(|| a.and(b)),
            false => self.ite(a, b, &self.constant(false), run),
        }
    }

    /// The complement.
    pub(crate) fn not(&self, a: &BDDFunction, run: &Run) -> Result<BDDFunction, StopReason> {
        match self.are_small() {
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
        if self.are_small() {
            return self.retry(|| condition.ite(consequence, alternative));
        }
        let remembered = self.tuning.remembered_results;
        self.retry_unless_stopped(|| operation::ite(condition, consequence, alternative, remembered, run), run)
    }

    /// Where `part` holds, and `relation` for some values of the quantified variables, which are in ascending order and
    /// none of which `part` speaks of.
    pub(crate) fn and_exists(
        &self,
        part: &BDDFunction,
        relation: &BDDFunction,
        quantified: &[VarNo],
        run: &Run,
    ) -> Result<BDDFunction, StopReason> {
        // Small diagrams may have a large product: no operation of oxidd.
        let remembered = self.tuning.remembered_results;
        self.retry_unless_stopped(|| operation::and_exists(part, relation, quantified, remembered, run), run)
    }

    /// Whether operations of oxidd itself end soon enough. Asked before each of them, so it must cost nothing: the
    /// exact number of nodes takes a lock for every level.
    fn are_small(&self) -> bool {
        self.manager.with_manager_shared(|manager| manager.approx_num_inner_nodes()) <= self.tuning.nodes_for_oxidd
    }

    /// How many nodes the table holds, dead ones included. Costs a lock for every level.
    pub(crate) fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes())
    }

    /// The greatest number of nodes seen by [`Diagrams::tidy`].
    pub(crate) fn peak(&self) -> usize {
        self.peak
    }

    /// Collects garbage if enough of it may have come together.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    pub(crate) fn tidy(&mut self, run: &Run) -> Result<(), StopReason> {
        let nodes = self.nodes();
        self.peak = self.peak.max(nodes);
        if nodes > self.threshold {
            self.collect_unless_stopped(run)?;
            let live = self.nodes();
            self.threshold = (2 * live).min(live.midpoint(self.capacity)).max(self.least_threshold);
        }
        Ok(())
    }

    /// Removes all nodes that no function needs. Takes time in proportion to the node table and the apply cache.
    pub(crate) fn collect(&self) {
        collect(&self.manager);
    }

    /// The same, but a stop does not wait for its end, which nothing can hasten. The thread on which it goes on gives
    /// the manager back as soon as it has ended.
    fn collect_unless_stopped(&self, run: &Run) -> Result<(), StopReason> {
        if self.nodes() <= self.tuning.nodes_collected_at_once {
            self.collect();
            return Ok(());
        }
        let (manager, (ended, end)) = (self.manager.clone(), channel());
        let collector = thread::Builder::new().name("vesc-col collection".to_owned()).spawn(move || {
            collect(&manager);
            drop(manager);
            // Whoever waited may have been stopped.
            let _ = ended.send(());
        });
        if collector.is_err() {
            self.collect();
            return Ok(());
        }
        while let Err(RecvTimeoutError::Timeout) = end.recv_timeout(CHECK_PERIOD) {
            run.check()?;
        }
        Ok(())
    }

    /// An operation of ours, tried again after a collection if the node table is full.
    fn retry_unless_stopped(
        &self,
        operation: impl Fn() -> Result<BDDFunction, StopReason>,
        run: &Run,
    ) -> Result<BDDFunction, StopReason> {
        match operation() {
            Err(StopReason::Memory) => {
                self.collect_unless_stopped(run)?;
                operation()
            }
            result => result,
        }
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

fn collect(manager: &BDDManagerRef) {
    manager.with_manager_shared(|manager| {
        let before = manager.gc_count();
        // While oxidd's own collector is at work, ours returns at once: wait until one of ours has run.
        while manager.gc() == 0 && manager.gc_count() == before {
            thread::sleep(Duration::from_millis(1));
        }
    });
}
