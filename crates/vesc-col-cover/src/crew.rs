//! The run, and the threads that work for it.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use vesc_col_core::Run;

/// The run of one question with the threads that it may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crew<'a> {
    pub(crate) run: &'a Run,
    pool: Option<&'a ThreadPool>,
}

/// The threads of a session, kept from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    pool: Option<ThreadPool>,
}

impl Threads {
    /// As many threads as the run allows; one, the caller's, if the machine refuses more.
    pub(crate) fn crew<'a>(&'a mut self, run: &'a Run) -> Crew<'a> {
        let wanted = run.threads();
        let present = self.pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        if wanted != present {
            self.pool = if wanted > 1 { ThreadPoolBuilder::new().num_threads(wanted).build().ok() } else { None };
        }
        Crew { run, pool: self.pool.as_ref() }
    }
}

impl Crew<'_> {
    /// Does all tasks, on several threads if there are any; the results come in the order of the tasks.
    pub(crate) fn map<T: Sync, R: Send>(&self, tasks: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
        match self.pool {
            Some(pool) if tasks.len() > 1 => pool.install(|| tasks.par_iter().map(work).collect()),
            _ => tasks.iter().map(work).collect(),
        }
    }
}
