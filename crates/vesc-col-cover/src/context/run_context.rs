//! The run, its limits, and the threads that work for it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use vesc_col_core::{Event, Run, StopReason};

use crate::context::interrupt::Interrupt;

/// Progress is told no more often than this.
const PACE: Duration = Duration::from_millis(250);

/// How many cores the process may use. To ask costs more than many a question.
static CORES: LazyLock<usize> = LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// The run of one question with the threads that it may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunContext<'a> {
    pub(crate) run: &'a Run,
    pool: Option<&'a ThreadPool>,
    watch: &'a Watch,
}

/// The threads of a session, kept from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    pool: Option<ThreadPool>,
}

/// What is known about a question while it is worked on.
#[derive(Debug)]
pub(crate) struct Watch {
    start: Instant,
    /// When progress may be told again, in milliseconds from the start.
    due: AtomicU64,
    /// The bytes that the session holds.
    held: AtomicUsize,
}

impl Watch {
    pub(crate) fn new() -> Watch {
        Watch { start: Instant::now(), due: AtomicU64::new(PACE.as_millis() as u64), held: AtomicUsize::new(0) }
    }
}

impl Threads {
    /// As many threads as the run allows and the machine has cores; one, the caller's, if the machine refuses more.
    pub(crate) fn context<'a>(&'a mut self, run: &'a Run, watch: &'a Watch) -> RunContext<'a> {
        // More threads than cores would only wait for each other.
        let wanted = run.threads().min(*CORES);
        let present = self.pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        if wanted != present {
            self.pool = if wanted > 1 { ThreadPoolBuilder::new().num_threads(wanted).build().ok() } else { None };
        }
        RunContext { run, pool: self.pool.as_ref(), watch }
    }
}

impl RunContext<'_> {
    /// Does all tasks, on several threads if there are any; the results come in the order of the tasks.
    pub(crate) fn map<T: Sync, R: Send + Sync>(&self, tasks: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
        match self.pool {
            Some(pool) if tasks.len() > 1 => {
                let results: Vec<OnceLock<R>> = tasks.iter().map(|_| OnceLock::new()).collect();
                // Each is set once, and there is nobody else.
                for_each(pool, tasks.len(), &|task| drop(results[task].set(work(&tasks[task]))));
                results.into_iter().filter_map(OnceLock::into_inner).collect()
            }
            _ => tasks.iter().map(work).collect(),
        }
    }

    /// How many threads there are.
    pub(crate) fn threads(&self) -> usize {
        self.pool.map_or(1, ThreadPool::current_num_threads)
    }

    /// Whether the run goes on.
    pub(crate) fn check(&self) -> Result<(), Interrupt> {
        self.run.check().map_err(Interrupt::Stopped)
    }

    /// Notes how many bytes the session holds.
    pub(crate) fn hold(&self, bytes: usize) {
        self.watch.held.store(bytes, Ordering::Relaxed);
    }

    pub(crate) fn budget(&self) -> Option<usize> {
        self.run.memory().map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    /// How many bytes the budget leaves beside those held.
    pub(crate) fn left(&self) -> usize {
        let held = self.watch.held.load(Ordering::Relaxed);
        let budget = self.budget().unwrap_or(usize::MAX);
        budget.saturating_sub(held)
    }

    /// Whether so many bytes more are within the budget.
    pub(crate) fn afford(&self, bytes: usize) -> Result<(), Interrupt> {
        if bytes <= self.left() { Ok(()) } else { Err(Interrupt::Stopped(StopReason::Memory)) }
    }

    /// Tells how far the work has come, a few times a second at most.
    pub(crate) fn tell(&self, activity: &str, done: usize, total: Option<usize>) {
        let now = self.watch.start.elapsed().as_millis() as u64;
        let due = self.watch.due.load(Ordering::Relaxed);
        let next = now + PACE.as_millis() as u64;
        // Of several threads the one that moves the time on tells.
        if now >= due && self.watch.due.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            let (done, total) = (done as u64, total.map(|total| total as u64));
            self.run.report(&Event::Progress { engine: crate::NAME, activity, done, total });
        }
    }
}

/// Does so many tasks. All kinds of work share this one, as the code behind it is long.
fn for_each(pool: &ThreadPool, tasks: usize, work: &(dyn Fn(usize) + Sync)) {
    // One by one: the first tasks take longest, and a quarter of them would be one piece of work.
    pool.install(|| (0..tasks).into_par_iter().with_max_len(1).for_each(work));
}
