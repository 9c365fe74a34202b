//! A run with its watchdog, its progress and its handler of interrupts.

use std::time::{Duration, Instant};

use vesc_col::Run;
use vesc_col::run::{CancelToken, Event};

use super::interrupt::{Caught, catch_interrupts};
use super::memory::budget;
use super::progress::Progress;
use super::watchdog::Watchdog;
use crate::args::LimitArgs;
use crate::error::CliError;

/// A run within its limits, while it lasts.
pub(crate) struct Running {
    pub(crate) run: Run,
    progress: Option<Progress>,
    quiet: bool,
    start: Instant,
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
        let progress = Progress::start(limits.quiet, start);
        // The program takes some memory too, and accounts are estimates.
        let mut run = Run::new().with_cancel(token).with_memory(budget - budget / 4);
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
        Ok(Running { run, progress, quiet: limits.quiet, start, _watchdog: watchdog, _caught: caught })
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

    /// Shows progress again, for work after the report.
    pub(crate) fn show_progress(&mut self) {
        self.progress = Progress::start(self.quiet, self.start);
        if let Some(progress) = &self.progress {
            self.run = self.run.clone().with_observer(progress.listener());
        }
    }
}

/// Returns the same run with a deadline after at most `patience`.
pub(crate) fn within(run: &Run, patience: Duration) -> Run {
    let end = Instant::now().checked_add(patience).into_iter().chain(run.deadline()).min();
    end.map_or(run.clone(), |end| run.clone().with_deadline(end))
}
