//! The limits of a run as the search itself keeps them: between two steps no engine looks at the run.

use vesc_col_core::{EngineError, Run, StopReason, SubSpace};

use crate::guard::ask_space;
use crate::report::Step;

/// Parts of the memory budget by which the engines' share shrinks while the report grows. An engine may set itself up anew
/// for another budget, so that it is to see few of them.
const MEMORY_PARTS: u64 = 16;

/// Bytes that a kept sub-space takes beside itself. These are two counters and up to three pointers of two words, in a
/// list that doubles when it grows.
const SHARED_SPACE: usize = usize::BITS as usize;

/// A run, and the memory that the steps of its reports occupy.
#[derive(Debug)]
pub(crate) struct DriverLimits<'a> {
    run: &'a Run,
    held: u64,
    /// The report may hold the memory budget divided by this.
    parts: u64,
}

impl<'a> DriverLimits<'a> {
    pub(crate) fn new(run: &'a Run) -> DriverLimits<'a> {
        DriverLimits { run, held: 0, parts: 1 }
    }

    /// The same for a search that leaves half of the memory to the report of another one.
    pub(super) fn with_half_of_the_memory(self) -> DriverLimits<'a> {
        DriverLimits { parts: 2, ..self }
    }

    /// What another search's report holds is held too.
    pub(super) fn hold_too(&mut self, other: &DriverLimits<'_>) {
        self.held = self.held.saturating_add(other.held);
    }

    pub(super) fn run(&self) -> &'a Run {
        self.run
    }

    /// Whether the next step must not begin, and why.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        let is_full = self.run.memory().is_some_and(|budget| self.held > budget / self.parts);
        self.run.stopped().or(is_full.then_some(StopReason::Memory))
    }

    /// The run for the next question: the same with the memory that the report leaves, in whole sixteenths.
    pub(super) fn for_engine(&self) -> Run {
        let run = self.run.clone();
        match self.run.memory() {
            Some(budget) if budget >= MEMORY_PARTS => {
                let part = budget / MEMORY_PARTS;
                run.with_memory(budget - (self.held / part * part).min(budget))
            }
            _ => run,
        }
    }

    /// The report has one more step, of this sub-space, which may be kept as well.
    ///
    /// # Errors
    ///
    /// [`EngineError::SubSpace`] if its hypotheses cannot say how they are ordered.
    pub(super) fn hold(&mut self, step: &Step, space: &dyn SubSpace) -> Result<(), EngineError> {
        let kept = size_of_val(space) + SHARED_SPACE;
        let bytes = ask_space(space, |_| step.bytes())?;
        self.held = self.held.saturating_add((bytes + kept) as u64);
        Ok(())
    }
}
