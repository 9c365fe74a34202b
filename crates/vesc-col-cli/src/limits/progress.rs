//! What a run is doing, on one line of the terminal.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use vesc_col::run::{Event, Observer};

use super::memory;

/// Redraws one line on standard error while a run lasts, and removes it when this is dropped.
///
/// The line has a bar with the share that is done, where that is known. It also has the time and the memory that the
/// process has taken so far, and what is going on.
#[derive(Debug)]
pub(super) struct Progress {
    state: Arc<Mutex<State>>,
    bar: ProgressBar,
    /// Dropped first, which tells the painter to end.
    end: Option<Sender<()>>,
    painter: Option<JoinHandle<()>>,
}

/// Takes the events of a run. It never waits for the terminal: only the painter writes to it.
#[derive(Debug)]
pub(super) struct Listener {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The complexity of the sub-space that is being measured.
    space: String,
    /// Those who reported progress on it, each with its last report.
    workers: Vec<Worker>,
}

#[derive(Debug)]
struct Worker {
    name: String,
    activity: String,
    done: u64,
    total: Option<u64>,
}

/// How often the line is redrawn. Shorter runs show nothing.
const INTERVAL: Duration = Duration::from_millis(200);

/// The bar's length: shares are shown in thousandths.
const LENGTH: u64 = 1000;

const WITH_SHARE: &str = "{bar:20} {percent:>3} %  {wide_msg}";
const WITHOUT_SHARE: &str = "{spinner}  {wide_msg}";

impl Progress {
    /// Shows progress if standard error is a terminal and the user did not ask for quiet. `start` is when the time began to
    /// count.
    pub(super) fn start(quiet: bool, start: Instant) -> Option<Progress> {
        if quiet || !io::stderr().is_terminal() {
            return None;
        }
        let style = |template| ProgressStyle::with_template(template).expect("the template is well-formed");
        let bar = ProgressBar::with_draw_target(Some(LENGTH), ProgressDrawTarget::stderr());
        let state = Arc::new(Mutex::new(State::default()));
        let (end, ended) = mpsc::channel();
        let (shown, painted) = (Arc::clone(&state), bar.clone());
        let paint = move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let (share, activity) = {
                    let state = shown.lock().unwrap_or_else(PoisonError::into_inner);
                    (state.share(), state.activity())
                };
                painted.set_style(style(if share.is_some() { WITH_SHARE } else { WITHOUT_SHARE }));
                painted.set_message(line(start.elapsed(), memory::resident(), &activity));
                match share {
                    Some(share) => painted.set_position((share * LENGTH as f64) as u64),
                    None => painted.tick(),
                }
            }
        };
        // The ticker of `indicatif` panics without a thread to spare. Without this one there is no progress.
        let painter = thread::Builder::new().name("progress".to_owned()).spawn(paint).ok();
        Some(Progress { state, bar, end: Some(end), painter })
    }

    /// Calls `show` while the line is off the terminal.
    pub(super) fn suspend<T>(&self, show: impl FnOnce() -> T) -> T {
        self.bar.suspend(show)
    }

    /// Returns the observer for the run's events.
    pub(super) fn listener(&self) -> Listener {
        Listener { state: Arc::clone(&self.state) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(painter) = self.painter.take() {
            // It cannot panic, and if it did, the report would still be worth printing.
            let _ = painter.join();
        }
        self.bar.finish_and_clear();
    }
}

impl Observer for Listener {
    fn observe(&self, event: &Event<'_>) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).update(event);
    }
}

impl State {
    fn update(&mut self, event: &Event<'_>) {
        match event {
            Event::StepStarted { complexity, .. } => {
                *self = State { space: complexity.to_string(), workers: Vec::new() };
            }
            Event::StepFinished { .. } => *self = State::default(),
            Event::Progress { engine, activity, done, total } => {
                let (activity, done, total) = ((*activity).to_owned(), *done, *total);
                if engine.is_empty() {
                    // The program itself does one thing at a time.
                    self.workers.clear();
                } else {
                    // Engines work when the file has been read, and for a question that was named.
                    self.workers.retain(|known| !known.name.is_empty() || known.total.is_none());
                }
                match self.workers.iter_mut().find(|known| known.name == *engine) {
                    Some(known) => (known.activity, known.done, known.total) = (activity, done, total),
                    None => self.workers.push(Worker { name: (*engine).to_owned(), activity, done, total }),
                }
            }
            _ => {}
        }
    }

    /// The share that is done, between 0 and 1, of whoever has done most: the first answer counts.
    fn share(&self) -> Option<f64> {
        self.workers.iter().filter_map(Worker::share).max_by(f64::total_cmp)
    }

    /// `5 literals, 2 terms: conjoining samples (bdd), listing concepts, 3 so far (sat)`.
    fn activity(&self) -> String {
        let workers: Vec<String> = self.workers.iter().map(Worker::words).collect();
        let workers = workers.join(", ");
        match (self.space.is_empty(), workers.is_empty()) {
            (true, _) => workers,
            (false, true) => self.space.clone(),
            (false, false) => format!("{}: {workers}", self.space),
        }
    }
}

impl Worker {
    fn share(&self) -> Option<f64> {
        let total = self.total.filter(|&total| total > 0)?;
        Some(self.done.min(total) as f64 / total as f64)
    }

    fn words(&self) -> String {
        let amount = match self.total {
            None if self.done > 0 => format!(", {} so far", self.done),
            _ => String::new(),
        };
        let name = if self.name.is_empty() { String::new() } else { format!(" ({})", self.name) };
        format!("{}{amount}{name}", self.activity)
    }
}

/// `12 seconds, 340.2 MiB  5 literals, 2 terms: finding terms`.
fn line(elapsed: Duration, memory: Option<u64>, activity: &str) -> String {
    let memory = memory.map(|bytes| format!(", {}", bytesize::ByteSize(bytes))).unwrap_or_default();
    format!("{}{memory}  {activity}", HumanDuration(elapsed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vesc_col::sub_space::Complexity;

    fn report(state: &mut State, engine: &str, activity: &str, done: u64, total: Option<u64>) {
        state.update(&Event::Progress { engine, activity, done, total });
    }

    #[test]
    fn line_shows_the_space_and_each_engine() {
        let mut state = State::default();
        let complexity = Complexity::new([("literals", 5), ("terms", 2)]);
        state.update(&Event::StepStarted { step: 0, complexity: &complexity });
        assert_eq!((state.activity().as_str(), state.share()), ("5 literals, 2 terms", None));
        for done in [1, 3] {
            report(&mut state, "bdd", "conjoining samples", done, Some(12));
        }
        report(&mut state, "sat", "listing concepts", 3, None);
        report(&mut state, "cover", "finding terms", 0, None);
        let expected =
            "5 literals, 2 terms: conjoining samples (bdd), listing concepts, 3 so far (sat), finding terms (cover)";
        assert_eq!((state.activity().as_str(), state.share()), (expected, Some(0.25)));
        let complexity = Complexity::new([("literals", 6), ("terms", 1)]);
        state.update(&Event::StepStarted { step: 1, complexity: &complexity });
        assert_eq!((state.activity().as_str(), state.share()), ("6 literals, 1 term", None));
    }

    #[test]
    fn work_without_an_engine_is_shown_as_it_is() {
        let mut state = State::default();
        report(&mut state, "", "reading runs.csv", 30, Some(40));
        assert_eq!((state.activity().as_str(), state.share()), ("reading runs.csv", Some(0.75)));
        report(&mut state, "", "reading runs.csv", 50, Some(40));
        assert_eq!(state.share(), Some(1.0));
        report(&mut state, "bdd", "conjoining samples", 1, Some(4));
        assert_eq!((state.activity().as_str(), state.share()), ("conjoining samples (bdd)", Some(0.25)));
        report(&mut state, "", "comparing inputs", 0, None);
        assert_eq!((state.activity().as_str(), state.share()), ("comparing inputs", None));
        report(&mut state, "cover", "finding terms", 0, None);
        assert_eq!(state.activity(), "comparing inputs, finding terms (cover)");
        assert_eq!(line(Duration::from_secs(12), Some(3 << 20), "reading"), "12 seconds, 3.0 MiB  reading");
        assert_eq!(line(Duration::from_secs(1), None, "reading"), "1 second  reading");
    }
}
