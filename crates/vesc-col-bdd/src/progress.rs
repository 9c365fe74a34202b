//! Telling the observer, a few times a second.

use std::time::{Duration, Instant};

use vesc_col_core::{Event, Run};

use crate::NAME;

const INTERVAL: Duration = Duration::from_millis(250);

/// When the observer was told last.
#[derive(Debug)]
pub(crate) struct Progress<'a> {
    run: &'a Run,
    last: Instant,
}

impl<'a> Progress<'a> {
    /// The first report comes when an interval has passed.
    pub(crate) fn new(run: &'a Run) -> Progress<'a> {
        Progress { run, last: Instant::now() }
    }

    /// Reports, unless the last report was less than a quarter of a second ago.
    pub(crate) fn report(&mut self, activity: &str, done: usize, total: Option<usize>) {
        if self.last.elapsed() >= INTERVAL {
            self.last = Instant::now();
            let (done, total) = (done as u64, total.map(|total| total as u64));
            self.run.report(&Event::Progress { engine: NAME, activity, done, total });
        }
    }
}
