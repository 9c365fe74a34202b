//! One run: what may stop it and who watches it.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::activity::Activity;
use crate::{Complexity, StopReason, VersionSpace};

/// Stops a run from outside: from another thread, a signal handler, a watchdog.
///
/// Clones share their state. A [child](CancelToken::child) stops with its parent, but not the other way round.
///
/// ```
/// use vesc_col_core::{CancelToken, StopReason};
///
/// let token = CancelToken::new();
/// let child = token.child();
/// child.cancel();
/// assert_eq!(token.stopped(), None);
/// token.stop(StopReason::Memory);
/// assert_eq!(token.child().stopped(), Some(StopReason::Memory));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    state: Arc<TokenState>,
}

#[derive(Default)]
struct TokenState {
    /// 0 while running, else one of the codes below.
    stopped: AtomicU8,
    parent: Option<CancelToken>,
}

/// Without its parents, who may be very many.
impl fmt::Debug for TokenState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenState")
            .field("stopped", &stop_reason(self.stopped.load(Ordering::Relaxed)))
            .field("is_child", &self.parent.is_some())
            .finish()
    }
}

/// One parent after the other: dropped by recursion, a long chain of children would overflow the stack.
impl Drop for TokenState {
    fn drop(&mut self) {
        let mut parent = self.parent.take();
        while let Some(mut state) = parent.and_then(|token| Arc::into_inner(token.state)) {
            parent = state.parent.take();
        }
    }
}

const STOP_CODES: [StopReason; 6] = [
    StopReason::Cancelled,
    StopReason::Deadline,
    StopReason::Memory,
    StopReason::ListLimit,
    StopReason::EngineLimit,
    StopReason::MissingParts,
];

impl CancelToken {
    /// A token that nobody has stopped.
    #[must_use]
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// A token that stops when this one does, and can be stopped alone. Whoever asks it asks its parents as well, one
    /// after the other.
    #[must_use]
    pub fn child(&self) -> CancelToken {
        CancelToken { state: Arc::new(TokenState { stopped: AtomicU8::new(0), parent: Some(self.clone()) }) }
    }

    /// Stops the run with [`StopReason::Cancelled`].
    pub fn cancel(&self) {
        self.stop(StopReason::Cancelled);
    }

    /// Stops the run with the given reason; the first reason stays.
    pub fn stop(&self, reason: StopReason) {
        let code = STOP_CODES.iter().position(|&known| known == reason).map_or(1, |position| position as u8 + 1);
        // Whoever comes second finds the token stopped already, which is all that was wanted.
        let _ = self.state.stopped.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Why the run was stopped, if it was.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        let family = std::iter::successors(Some(self), |token| token.state.parent.as_ref());
        family.map(|token| token.state.stopped.load(Ordering::Relaxed)).find_map(stop_reason)
    }
}

/// The reason behind a code; `None` for 0, which means running.
fn stop_reason(code: u8) -> Option<StopReason> {
    STOP_CODES.get(usize::from(code).checked_sub(1)?).copied()
}

/// Something that happened in a run.
///
/// ```
/// use vesc_col_core::{Event, Run};
///
/// let run = Run::new().with_observer(|event: &Event| {
///     if let Event::Progress { engine, activity, done, .. } = event {
///         println!("{engine}: {activity}, {done} done");
///     }
/// });
/// run.report(&Event::Progress { engine: "mine", activity: "counting", done: 3, total: None });
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A search begins to measure a sub-space.
    StepStarted {
        /// Position in the list of sub-spaces.
        step: usize,
        /// The sub-space's complexity.
        complexity: &'a Complexity,
    },
    /// An engine is at work. Sent up to twenty times a second, possibly from several threads.
    Progress {
        /// The engine's name.
        engine: &'a str,
        /// What it is doing, in a few words.
        activity: &'a str,
        /// Parts done so far.
        done: u64,
        /// Parts in all, if that is known.
        total: Option<u64>,
    },
    /// A search has measured a sub-space, or stopped in it.
    StepFinished {
        /// Position in the list of sub-spaces.
        step: usize,
        /// The sub-space's complexity.
        complexity: &'a Complexity,
        /// What is known about it.
        result: &'a VersionSpace,
    },
}

/// Watches a run. Any `Fn(&Event) + Send + Sync` is one.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use vesc_col_core::{Event, Observer, Run};
///
/// /// Counts what happens.
/// #[derive(Default)]
/// struct Tally(AtomicU64);
///
/// impl Observer for Tally {
///     fn observe(&self, _event: &Event<'_>) {
///         self.0.fetch_add(1, Ordering::Relaxed);
///     }
/// }
///
/// let run = Run::new().with_observer(Tally::default());
/// run.report(&Event::Progress { engine: "mine", activity: "counting", done: 3, total: None });
/// ```
pub trait Observer: Send + Sync {
    /// Called when something happened; the run waits until it returns. If it panics, it is not called again in this
    /// run, and the run goes on.
    fn observe(&self, event: &Event<'_>);
}

impl<F: Fn(&Event<'_>) + Send + Sync> Observer for F {
    fn observe(&self, event: &Event<'_>) {
        self(event);
    }
}

/// The limits and the audience of one run; the default has neither.
///
/// ```
/// use std::time::Duration;
/// use vesc_col_core::Run;
///
/// let run = Run::new().with_timeout(Duration::from_secs(60)).with_memory(4 << 30).with_threads(2);
/// let token = run.cancel_token().clone(); // cancel it from another thread
/// assert_eq!(run.stopped(), None);
/// token.cancel();
/// assert!(run.stopped().is_some());
/// ```
#[derive(Clone, Default)]
pub struct Run {
    cancel: CancelToken,
    deadline: Option<Instant>,
    memory: Option<u64>,
    threads: Option<usize>,
    observer: Option<Arc<Audience>>,
    probe: Option<Arc<dyn Fn() + Send + Sync>>,
    activity: Option<Arc<Activity>>,
}

/// An observer, as long as it does not panic.
struct Audience {
    observer: Box<dyn Observer>,
    has_left: AtomicBool,
}

impl Run {
    /// A run without limits that nobody watches.
    #[must_use]
    pub fn new() -> Run {
        Run::default()
    }

    /// The same run, stopped by this token.
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Run {
        Run { cancel, ..self }
    }

    /// The same run, to end this long from now.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Run {
        // A deadline beyond the clock's range is none.
        Run { deadline: Instant::now().checked_add(timeout), ..self }
    }

    /// The same run, to end at this moment.
    #[must_use]
    pub fn with_deadline(self, deadline: Instant) -> Run {
        Run { deadline: Some(deadline), ..self }
    }

    /// The same run for the next of the `questions` that are left. It may take an equal part of the time until the
    /// deadline. Without a deadline it is the run itself.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use vesc_col_core::Run;
    ///
    /// let run = Run::new().with_timeout(Duration::from_secs(60));
    /// let end = run.share(3).deadline().expect("the run has one");
    /// assert!(end <= Instant::now() + Duration::from_secs(20));
    /// assert_eq!(Run::new().share(3).deadline(), None);
    /// ```
    #[must_use]
    pub fn share(&self, questions: u32) -> Run {
        let Some(end) = self.deadline() else { return self.clone() };
        let now = Instant::now();
        self.clone().with_deadline(now + end.saturating_duration_since(now) / questions.max(1))
    }

    /// The same run, in which all engines together use at most `bytes` bytes. [default: no budget]
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Run {
        Run { memory: Some(bytes), ..self }
    }

    /// The same run with the memory that `bytes` bytes leave of its budget.
    ///
    /// ```
    /// use vesc_col_core::{Run, StopReason};
    ///
    /// let run = Run::new().with_memory(1000);
    /// assert_eq!(run.charged(300).map(|run| run.memory()), Ok(Some(700)));
    /// assert_eq!(run.charged(1001).err(), Some(StopReason::Memory));
    /// assert_eq!(Run::new().charged(1001).map(|run| run.memory()), Ok(None));
    /// ```
    ///
    /// # Errors
    ///
    /// [`StopReason::Memory`] if that is more than the budget.
    pub fn charged(&self, bytes: u64) -> Result<Run, StopReason> {
        let Some(budget) = self.memory else { return Ok(self.clone()) };
        let left = budget.checked_sub(bytes).ok_or(StopReason::Memory)?;
        Ok(self.clone().with_memory(left))
    }

    /// The same run with at most `threads` working threads, at least 1. [default: all cores]
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Run {
        Run { threads: Some(threads.max(1)), ..self }
    }

    /// The same run, watched by this observer.
    #[must_use]
    pub fn with_observer(self, observer: impl Observer + 'static) -> Run {
        let audience = Audience { observer: Box::new(observer), has_left: AtomicBool::new(false) };
        Run { observer: Some(Arc::new(audience)), ..self }
    }

    /// The same run, which calls `probe` whenever somebody looks whether it must end, before it tells.
    ///
    /// For tests of engines: they count there how much work is done between two looks, and cancel at one of them.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use vesc_col_core::Run;
    ///
    /// let looks = Arc::new(AtomicU64::new(0));
    /// let counter = Arc::clone(&looks);
    /// let run = Run::new().with_probe(move || {
    ///     counter.fetch_add(1, Ordering::Relaxed);
    /// });
    /// assert!(run.check().is_ok() && run.child().stopped().is_none());
    /// assert_eq!(looks.load(Ordering::Relaxed), 2);
    /// ```
    #[must_use]
    pub fn with_probe(self, probe: impl Fn() + Send + Sync + 'static) -> Run {
        Run { probe: Some(Arc::new(probe)), ..self }
    }

    /// The same run, on which this engine says what it is [doing](Run::doing).
    #[must_use]
    pub fn reporting_as(self, engine: &'static str) -> Run {
        Run { activity: Some(Arc::new(Activity::new(engine))), ..self }
    }

    /// Says what the engine is doing: `done` parts of `total`. Where it is not known how many parts there are, the most that there can
    /// be will do: the share that is done is a lower bound. The observer is told more than ten times a second, when the engine looks whether the run must end.
    ///
    /// Costs some ten nanoseconds. Without [`reporting_as`](Run::reporting_as), or without an observer, it does
    /// nothing.
    ///
    /// ```
    /// use vesc_col_core::{Run, StopReason};
    ///
    /// fn count(run: &Run) -> Result<u64, StopReason> {
    ///     let run = run.clone().reporting_as("mine");
    ///     for done in 0..1000 {
    ///         run.doing("counting", done, Some(1000));
    ///         run.check()?;
    ///     }
    ///     Ok(1000)
    /// }
    /// assert_eq!(count(&Run::new()), Ok(1000));
    /// ```
    pub fn doing(&self, activity: &'static str, done: u64, total: Option<u64>) {
        if self.observer.is_some()
            && let Some(shown) = &self.activity
        {
            shown.set(activity, done, total);
        }
    }

    /// A part of this run that can be stopped alone.
    ///
    /// ```
    /// use vesc_col_core::{CancelToken, Run, StopReason};
    ///
    /// let token = CancelToken::new();
    /// let run = Run::new().with_cancel(token.clone());
    /// let part = run.child();
    /// part.cancel_token().cancel();
    /// assert!(part.stopped().is_some() && run.stopped().is_none());
    /// token.cancel();
    /// assert_eq!(run.check(), Err(StopReason::Cancelled));
    /// ```
    #[must_use]
    pub fn child(&self) -> Run {
        Run { cancel: self.cancel.child(), ..self.clone() }
    }

    /// The token that stops this run.
    #[must_use]
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// The moment at which the run ends, if there is one.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use vesc_col_core::{Run, StopReason};
    ///
    /// let in_a_minute = Instant::now() + Duration::from_secs(60);
    /// let run = Run::new().with_deadline(in_a_minute).with_memory(1 << 30).with_threads(0);
    /// assert!(run.deadline().is_some_and(|end| end > Instant::now()));
    /// assert_eq!((run.memory(), run.threads()), (Some(1 << 30), 1));
    /// assert_eq!(run.with_timeout(Duration::ZERO).stopped(), Some(StopReason::Deadline));
    /// ```
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The memory budget in bytes, if there is one.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// How many threads may work at once.
    #[must_use]
    pub fn threads(&self) -> usize {
        // To find out reads files of the system: every sub-space would.
        static AVAILABLE: OnceLock<usize> = OnceLock::new();
        let available = || *AVAILABLE.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from));
        self.threads.unwrap_or_else(available)
    }

    /// Whether the run must end, and why. Costs a few atomic loads and, with a deadline, a look at the clock (about
    /// 50 ns): engines ask at least every few milliseconds.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        if let Some(probe) = &self.probe {
            probe();
        }
        if self.observer.is_some()
            && let Some((engine, (activity, done, total))) = self.activity.as_ref().and_then(|shown| shown.if_due())
        {
            self.report(&Event::Progress { engine, activity, done, total });
        }
        self.cancel
            .stopped()
            .or_else(|| self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| StopReason::Deadline))
    }

    /// [`Run::stopped`] for use with `?`: a [`StopReason`] is an error, too.
    ///
    /// ```
    /// use std::error::Error;
    /// use vesc_col_core::Run;
    ///
    /// fn work(run: &Run) -> Result<(), Box<dyn Error>> {
    ///     run.check()?;
    ///     Ok(())
    /// }
    /// assert!(work(&Run::new()).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// The reason to stop.
    pub fn check(&self) -> Result<(), StopReason> {
        self.stopped().map_or(Ok(()), Err)
    }

    /// Tells the observer, if there is one that has not panicked.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicU64, Ordering};
    /// use vesc_col_core::{Event, Run};
    ///
    /// let seen = Arc::new(AtomicU64::new(0));
    /// let counter = seen.clone();
    /// let run = Run::new().with_observer(move |event: &Event| {
    ///     if let Event::Progress { done, .. } = event {
    ///         counter.store(*done, Ordering::Relaxed);
    ///     }
    /// });
    /// run.report(&Event::Progress { engine: "mine", activity: "counting", done: 3, total: Some(9) });
    /// assert_eq!(seen.load(Ordering::Relaxed), 3);
    /// ```
    pub fn report(&self, event: &Event<'_>) {
        let Some(audience) = self.observer.as_ref().filter(|audience| !audience.has_left.load(Ordering::Relaxed))
        else {
            return;
        };
        // Nothing of the observer is used after a panic, and an answer is worth more than who watches its making.
        if catch_unwind(AssertUnwindSafe(|| audience.observer.observe(event))).is_err() {
            audience.has_left.store(true, Ordering::Relaxed);
        }
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("cancel", &self.cancel)
            .field("deadline", &self.deadline)
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .field("observed", &self.observer.is_some())
            .finish()
    }
}
