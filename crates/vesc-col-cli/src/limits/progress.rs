//! What a run is doing, on one line of the terminal.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use vesc_col::run::{Event, Observer};

/// Redraws one line on standard error while a run lasts, and removes it when this is dropped.
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
    /// Engines that reported progress on it, each with its last activity.
    activities: Vec<(String, String)>,
}

/// How often the line is redrawn. Shorter runs show nothing.
const INTERVAL: Duration = Duration::from_millis(200);

impl Progress {
    /// Shows progress if standard error is a terminal and the user did not ask for quiet.
    pub(super) fn start(quiet: bool) -> Option<Progress> {
        if quiet || !io::stderr().is_terminal() {
            return None;
        }
        let style = ProgressStyle::with_template("{elapsed}  {wide_msg}").expect("the template is well-formed");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style);
        let state = Arc::new(Mutex::new(State::default()));
        let (end, ended) = mpsc::channel();
        let (shown, painted) = (Arc::clone(&state), bar.clone());
        let paint = move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let line = shown.lock().unwrap_or_else(PoisonError::into_inner).line();
                painted.set_message(line);
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
                *self = State { space: complexity.to_string(), activities: Vec::new() };
            }
            Event::Progress { engine, activity, done, total } => {
                let amount = total.map_or_else(|| done.to_string(), |total| format!("{done}/{total}"));
                let activity = format!("{activity} {amount}");
                match self.activities.iter_mut().find(|(known, _)| known == engine) {
                    Some((_, known)) => *known = activity,
                    None => self.activities.push(((*engine).to_owned(), activity)),
                }
            }
            _ => {}
        }
    }

    /// `5 literals, 2 terms  bdd: negatives 340/2790`.
    fn line(&self) -> String {
        let activities = self.activities.iter().map(|(engine, activity)| format!("{engine}: {activity}"));
        [self.space.clone()].into_iter().chain(activities).collect::<Vec<_>>().join("  ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vesc_col::sub_space::Complexity;

    #[test]
    fn line_shows_the_space_and_each_engine() {
        let mut state = State::default();
        let complexity = Complexity::new([("literals", 5), ("terms", 2)]);
        state.update(&Event::StepStarted { step: 0, complexity: &complexity });
        for done in [1, 2] {
            state.update(&Event::Progress { engine: "bdd", activity: "negatives", done, total: Some(9) });
        }
        state.update(&Event::Progress { engine: "sat", activity: "concepts", done: 3, total: None });
        assert_eq!(state.line(), "5 literals, 2 terms  bdd: negatives 2/9  sat: concepts 3");
        let complexity = Complexity::new([("literals", 6), ("terms", 1)]);
        state.update(&Event::StepStarted { step: 1, complexity: &complexity });
        assert_eq!(state.line(), "6 literals, 1 term");
    }
}
