//! The run of one question: its limits, its threads, its progress, why it ended early; and a bounded cache. Every stage
//! uses these.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use vesc_col_core::{Run, StopReason};

use crate::tuning::Tuning;

/// The number of cores that the process may use. Asking the system takes longer than many a question.
static CORES: LazyLock<usize> = LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// What every stage of a search gets: the run with its limits, the threads, and the memory that is held.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunContext<'a> {
    pub(crate) run: &'a Run,
    pub(crate) tuning: &'a Tuning,
    pool: Option<&'a ThreadPool>,
    held_memory: &'a HeldMemory,
}

/// The threads of a session, kept from one question to the next.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    pool: Option<ThreadPool>,
}

/// The memory that a session holds during one question, counted for all its threads.
#[derive(Debug, Default)]
pub(crate) struct HeldMemory {
    bytes: AtomicUsize,
}

impl HeldMemory {
    pub(crate) fn new() -> HeldMemory {
        HeldMemory::default()
    }
}

impl Threads {
    /// Returns the context of a run. It has as many threads as the run allows and the machine has cores.
    ///
    /// If the machine refuses more threads, the caller's thread does all the work.
    pub(crate) fn context<'a>(&'a mut self, run: &'a Run, held_memory: &'a HeldMemory) -> RunContext<'a> {
        let wanted = run.threads().min(*CORES);
        let present = self.pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        if wanted != present {
            self.pool = if wanted > 1 { ThreadPoolBuilder::new().num_threads(wanted).build().ok() } else { None };
        }
        RunContext { run, tuning: &Tuning::DEFAULT, pool: self.pool.as_ref(), held_memory }
    }
}

#[cfg(test)]
impl<'a> RunContext<'a> {
    /// Replaces the tuning numbers.
    pub(crate) fn with_tuning(self, tuning: &'a Tuning) -> RunContext<'a> {
        RunContext { tuning, ..self }
    }
}

impl RunContext<'_> {
    /// Applies `work` to each task, on several threads if there are any. The results come in the order of the tasks.
    pub(crate) fn map<T: Sync, R: Send + Sync>(&self, tasks: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
        match self.pool {
            Some(pool) if tasks.len() > 1 => {
                let results: Vec<OnceLock<R>> = tasks.iter().map(|_| OnceLock::new()).collect();
                let done = AtomicUsize::new(0);
                for_each(pool, tasks.len(), &|task| {
                    drop(results[task].set(work(&tasks[task])));
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    self.progress("finding terms", done, tasks.len());
                });
                results.into_iter().filter_map(OnceLock::into_inner).collect()
            }
            _ => tasks.iter().map(work).collect(),
        }
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.pool.map_or(1, ThreadPool::current_num_threads)
    }

    /// Returns an error if the run was cancelled or is past its deadline.
    pub(crate) fn check(&self) -> Result<(), Interrupt> {
        self.run.check().map_err(Interrupt::Stopped)
    }

    /// Records the bytes that the session holds.
    pub(crate) fn record_held(&self, bytes: usize) {
        self.held_memory.bytes.store(bytes, Ordering::Relaxed);
    }

    /// The memory budget of the run in bytes, if it has one.
    pub(crate) fn memory_budget(&self) -> Option<usize> {
        self.run.memory().map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    /// The bytes of the budget that the session does not hold.
    pub(crate) fn free_memory(&self) -> usize {
        let held = self.held_memory.bytes.load(Ordering::Relaxed);
        let budget = self.memory_budget().unwrap_or(usize::MAX);
        budget.saturating_sub(held)
    }

    /// Returns an error if the budget has no room for this many bytes more.
    pub(crate) fn check_memory(&self, bytes: usize) -> Result<(), Interrupt> {
        if bytes <= self.free_memory() { Ok(()) } else { Err(Interrupt::Stopped(StopReason::Memory)) }
    }

    /// Returns the context for work that takes `bytes` on each thread.
    ///
    /// It has all threads, or the caller's alone if the budget has no room for more.
    pub(crate) fn with_room_for(self, bytes: usize) -> Result<Self, Interrupt> {
        if self.check_memory(bytes.saturating_mul(self.threads())).is_ok() {
            return Ok(self);
        }
        self.check_memory(bytes).map(|()| RunContext { pool: None, ..self })
    }

    /// Says what the engine is doing, with as many parts in all as there can be at most; the run's observer is told at the next look
    /// at the run.
    pub(crate) fn progress(&self, activity: &'static str, done: usize, total: usize) {
        self.run.doing(activity, done as u64, Some(total as u64));
    }
}

/// Calls `work` for each number below `tasks`. Its type is erased, so that rayon's code is compiled once.
fn for_each(pool: &ThreadPool, tasks: usize, work: &(dyn Fn(usize) + Sync)) {
    // One by one: the first tasks take longest, and a quarter of them would be one piece of work.
    pool.install(|| (0..tasks).into_par_iter().with_max_len(1).for_each(work));
}

/// Why a piece of work was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// A limit of the run was reached.
    Stopped(StopReason),
    /// There are more candidates than the widest kernel has bits.
    TooWide,
    /// A list, a search for bounds or covers, or a count one by one exceeds its limit. The caller goes on in another way, or answers
    /// with an interval.
    TooLong,
    /// The caller needs no more formulas.
    Enough,
    /// Counts contradict each other, which is a defect of the engine.
    Contradiction,
}

/// A map that drops what was not asked for lately, once it holds more bytes than its limit.
///
/// It keeps two generations instead of an order of use. What is asked for moves to the young one. When that has grown
/// to half of the limit, it becomes the old one, and what was left of the old one is dropped.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    young: HashMap<K, (V, usize)>,
    old: HashMap<K, (V, usize)>,
    young_bytes: usize,
    old_bytes: usize,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Cache<K, V> {
        Cache { young: HashMap::new(), old: HashMap::new(), young_bytes: 0, old_bytes: 0 }
    }
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// The value kept for a key.
    pub(crate) fn get(&mut self, key: &K) -> Option<V> {
        if let Some((value, _)) = self.young.get(key) {
            return Some(value.clone());
        }
        let (key, (value, bytes)) = self.old.remove_entry(key)?;
        self.old_bytes -= bytes;
        self.young_bytes += bytes;
        self.young.insert(key, (value.clone(), bytes));
        Some(value)
    }

    /// Keeps a value of `bytes` bytes; drops others if all together hold more than `limit` bytes.
    pub(crate) fn insert(&mut self, key: K, value: V, bytes: usize, limit: usize) {
        // The tables have entries of their own.
        let bytes = bytes + size_of::<(K, V)>() + 32;
        if let Some((_, before)) = self.young.insert(key, (value, bytes)) {
            self.young_bytes -= before;
        }
        self.young_bytes += bytes;
        if self.young_bytes > limit / 2 {
            self.old = std::mem::take(&mut self.young);
            self.old_bytes = std::mem::take(&mut self.young_bytes);
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.young_bytes + self.old_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays() {
        let mut cache = Cache::default();
        for key in 0..1000 {
            cache.insert(key, key, 1000, 20_000);
            assert_eq!(cache.get(&0), Some(0), "after {key}");
            assert_eq!(cache.get(&key), Some(key));
            assert!(cache.bytes() <= 21_000 + 2000);
        }
        assert_eq!((cache.get(&500), cache.get(&999)), (None, Some(999)));
    }
}
