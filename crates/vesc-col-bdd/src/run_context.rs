//! An engine's view of the run: checks the limits and reports progress while it works.

use vesc_col_core::{Run, StopReason};

use crate::tuning::Tuning;

/// Units of work between two checks of the run. A unit takes a nanosecond or a few, so a period takes about 1 ms.
const PERIOD: u64 = 1 << 20;

/// Counts the work done, checks the run once in [`PERIOD`] units of it, and tells the observer then.
#[derive(Debug)]
pub(crate) struct RunContext<'a> {
    run: &'a Run,
    pub(crate) tuning: &'static Tuning,
    /// Units of work since the last check.
    work: u64,
    activity: &'static str,
    done: usize,
    /// As many parts as there can be at most.
    total: usize,
}

impl<'a> RunContext<'a> {
    pub(crate) fn new(run: &'a Run, tuning: &'static Tuning) -> RunContext<'a> {
        RunContext { run, tuning, work: 0, activity: "finding terms", done: 0, total: 1 }
    }

    /// Names the activity that the observer is told from now on, with as many parts as it can have at most.
    pub(crate) fn begin(&mut self, activity: &'static str, total: usize) {
        (self.activity, self.done, self.total) = (activity, 0, total);
    }

    /// Counts one part of the activity as done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
    }

    /// Says that `done` of `total` parts of the activity are done.
    pub(crate) fn at(&mut self, done: usize, total: usize) {
        (self.done, self.total) = (done, total);
    }

    /// Announces `units` of work, and checks the run if enough have come together.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    pub(crate) fn spend(&mut self, units: usize) -> Result<(), StopReason> {
        self.work += units as u64;
        if self.work < PERIOD {
            return Ok(());
        }
        self.work = 0;
        self.run.doing(self.activity, self.done as u64, Some(self.total as u64));
        self.run.check()
    }
}
