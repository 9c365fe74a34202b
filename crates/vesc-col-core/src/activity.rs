//! What an engine is doing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two reports. They come with looks at the run, some milliseconds late: there are more than ten in a second.
const INTERVAL: Duration = Duration::from_millis(50);

/// What an engine is doing: the activity, the parts that are done, and all parts if their number is known.
pub(crate) type Doing = (&'static str, u64, Option<u64>);

/// What an engine is doing now, and when it is to be reported.
#[derive(Debug)]
pub(crate) struct Activity {
    engine: &'static str,
    start: Instant,
    /// The earliest time of the next report, in milliseconds from the start.
    due: AtomicU64,
    doing: Mutex<Doing>,
}

impl Activity {
    /// The first report is due after an interval.
    pub(crate) fn new(engine: &'static str) -> Activity {
        let due = AtomicU64::new(INTERVAL.as_millis() as u64);
        Activity { engine, start: Instant::now(), due, doing: Mutex::new(("preparing", 0, Some(1))) }
    }

    pub(crate) fn set(&self, activity: &'static str, done: u64, total: Option<u64>) {
        *self.doing.lock().unwrap_or_else(PoisonError::into_inner) = (activity, done, total);
    }

    /// The engine and what it is doing, to one caller in each interval.
    pub(crate) fn if_due(&self) -> Option<(&'static str, Doing)> {
        let now = self.start.elapsed().as_millis() as u64;
        let expected = self.due.load(Ordering::Relaxed);
        let next = now + INTERVAL.as_millis() as u64;
        // The thread that moves the time on reports.
        let is_due =
            now >= expected && self.due.compare_exchange(expected, next, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        is_due.then(|| (self.engine, *self.doing.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
