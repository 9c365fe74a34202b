//! A run with its watchdog, its progress and its handler of interrupts.

use std::time::{Duration, Instant};

use vesc_col::Run;
use vesc_col::run::{CancelToken, Event, StopReason};

use super::interrupt::{Caught, catch_interrupts};
use super::memory::{budget, resident};
use super::progress::Progress;
use super::watchdog::Watchdog;
use crate::args::LimitArgs;
use crate::error::CliError;

/// A run within its limits, while it lasts.
pub(crate) struct Running {
    pub(crate) run: Run,
    token: CancelToken,
    progress: Option<Progress>,
    /// Bytes that the whole program may take, and that it took before the file was read.
    budget: u64,
    empty: u64,
    _watchdog: Watchdog,
    _caught: Caught,
}

impl Running {
    /// Starts to watch, before the file is read. The time counts from the program's start, as a job slot's does.
    pub(crate) fn start(limits: &LimitArgs, start: Instant) -> Result<Running, CliError> {
        let token = CancelToken::new();
        let caught = catch_interrupts(token.clone())?;
        let budget = budget(limits.memory);
        let watchdog = Watchdog::start(budget, token.clone());
        let empty = resident().unwrap_or(0);
        stop_beyond(budget, empty, &token);
        let progress = Progress::start(limits.quiet, start);
        let mut run = Run::new().with_cancel(token.clone()).with_memory(without_the_program(budget));
        // A deadline beyond the clock's range is none.
        if let Some(deadline) = limits.timeout.and_then(|timeout| start.checked_add(timeout)) {
            run = run.with_deadline(deadline);
        }
        if let Some(threads) = limits.threads {
            run = run.with_threads(threads);
        }
        if let Some(progress) = &progress {
            run = run.with_observer(progress.listener());
        }
        Ok(Running { run, token, progress, budget, empty, _watchdog: watchdog, _caught: caught })
    }

    /// Leaves to the engines only the memory that the data do not take, now that these have been read. Otherwise the watchdog
    /// would stop engines that believe themselves within their budget.
    pub(crate) fn set_data_apart(&mut self) {
        let resident = resident().unwrap_or(0);
        stop_beyond(self.budget, resident, &self.token);
        let taken = resident.saturating_sub(self.empty);
        self.run = self.run.clone().with_memory(beside_data(self.budget, taken));
    }

    /// Calls `show`, which writes to the terminal, while the line of progress is out of the way.
    pub(crate) fn beside_progress<T>(&self, show: impl FnOnce() -> T) -> T {
        match &self.progress {
            Some(progress) => progress.suspend(show),
            None => show(),
        }
    }

    /// Shows what the program does now, if it shows progress.
    pub(crate) fn show_activity(&self, activity: &str) {
        self.run.report(&Event::Progress { engine: "", activity, done: 0, total: None });
    }

    /// Removes the line of progress, so that the report stands on one of its own.
    pub(crate) fn end_progress(&mut self) {
        self.progress = None;
    }
}

/// Stops the run if more was taken than it may take: between two looks of the watchdog a short run may be over.
fn stop_beyond(budget: u64, resident: u64, token: &CancelToken) {
    if resident > budget {
        token.stop(StopReason::Memory);
    }
}

/// The engines have at least this part of the budget, however much was taken while the data were read. Part of that is free again: the
/// allocator keeps it for whoever comes next. Where it is not, the watchdog stops the run.
const LEAST_PART: u64 = 8;

/// What the engines may take of a budget of which the data took so much.
fn beside_data(budget: u64, taken: u64) -> u64 {
    without_the_program(budget.saturating_sub(taken).max(budget / LEAST_PART))
}

/// What the engines may take of these bytes: the program takes some memory too, and accounts are estimates.
fn without_the_program(bytes: u64) -> u64 {
    bytes - bytes / 4
}

/// Returns the same run with a deadline after at most `patience`.
pub(crate) fn within(run: &Run, patience: Duration) -> Run {
    let end = Instant::now().checked_add(patience).into_iter().chain(run.deadline()).min();
    end.map_or(run.clone(), |end| run.clone().with_deadline(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_what_the_data_leave() {
        let budget = 256 << 20;
        assert_eq!(beside_data(budget, 0), without_the_program(budget));
        let shares: Vec<u64> = (0..=20).map(|part| beside_data(budget, budget / 16 * part)).collect();
        assert!(shares.is_sorted_by(|more, less| more >= less), "{shares:?}");
        for (part, share) in (0..).zip(shares) {
            let taken = budget / 16 * part;
            // An eighth is left for what the allocator keeps.
            assert!(taken > budget / 8 * 7 || taken + share <= budget, "{taken} and {share}");
            assert!(share >= without_the_program(budget / 8));
        }
        assert_eq!(beside_data(budget, u64::MAX), without_the_program(budget / 8));
        assert_eq!(beside_data(0, 0), 0);
    }
}
