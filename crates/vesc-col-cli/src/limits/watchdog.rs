//! The memory budget, kept from outside.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use vesc_col::run::{CancelToken, StopReason};

use super::memory;

/// A thread that looks at the process's resident size and stops the run when it is above the budget. It ends when this
/// is dropped. Engines keep to the budget by their own accounts; this is for what those do not see.
#[derive(Debug)]
pub(crate) struct Watchdog {
    /// Dropped first, which tells the thread to end.
    leash: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// How often to look. One look costs some microseconds, and until the next one a program can fill some ten megabytes.
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
