//! Looking at the run while there is work to do.

use vesc_col_core::{Run, StopReason};

use crate::progress::Progress;

/// After so many units of work the run is looked at; a unit is a nanosecond or a few.
const PERIOD: u64 = 1 << 20;

/// Keeps count of the work done, looks at the run every millisecond or so, and tells the observer.
#[derive(Debug)]
pub(crate) struct Pulse<'a> {
    run: &'a Run,
    work: u64,
    progress: Progress<'a>,
    activity: &'static str,
    done: usize,
    total: Option<usize>,
}

impl<'a> Pulse<'a> {
    pub(crate) fn new(run: &'a Run) -> Pulse<'a> {
        Pulse { run, work: 0, progress: Progress::new(run), activity: "finding terms", done: 0, total: None }
    }

    /// What the observer is to be told from now on.
    pub(crate) fn begin(&mut self, activity: &'static str, total: Option<usize>) {
        (self.activity, self.done, self.total) = (activity, 0, total);
    }

    /// One part of what was begun is done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
    }

    /// So many units of work are about to be done.
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
        self.progress.report(self.activity, self.done, self.total);
        self.run.check()
    }
}
