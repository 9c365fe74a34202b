//! The memory budget, checked from outside of the engines.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use vesc_col::run::{CancelToken, StopReason};

use super::memory;

/// A thread that stops the run when the resident size of the process exceeds the budget. It ends when this is dropped.
///
/// Engines account for their own memory. The watchdog also sees what these accounts miss.
#[derive(Debug)]
pub(crate) struct Watchdog {
    /// Dropped first, which tells the thread to end.
    leash: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Time between two checks. A check costs some microseconds. Between two checks a program can fill some ten megabytes.
const INTERVAL: Duration = Duration::from_millis(10);

impl Watchdog {
    /// Watches from now on; where the resident size cannot be found out, nothing is watched.
    pub(crate) fn start(budget: u64, token: CancelToken) -> Watchdog {
        let (leash, end) = mpsc::channel();
        let watch = move || {
            while end.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                match memory::resident() {
                    Some(bytes) if bytes > budget => return token.stop(StopReason::Memory),
                    Some(_) => {}
                    None => return,
                }
            }
        };
        // Without a thread to spare, the engines' own accounts must do.
        let thread = thread::Builder::new().name("watchdog".to_owned()).spawn(watch).ok();
        Watchdog { leash: Some(leash), thread }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        drop(self.leash.take());
        if let Some(thread) = self.thread.take() {
            // It cannot panic, and if it did, there would be nobody to tell.
            let _ = thread.join();
        }
    }
}
