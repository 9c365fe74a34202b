//! What a run is doing, on one line of the terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use vesc_col::run::{Event, Observer};

/// Redraws one line on standard error while a run lasts, and removes it when this is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    state: Arc<Mutex<State>>,
    /// Dropped first, which tells the painter to end.
    end: Option<Sender<()>>,
    painter: Option<JoinHandle<()>>,
}

/// Takes the events of a run; it never waits for the terminal.
#[derive(Debug)]
pub(crate) struct Listener {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The sub-space that is being measured.
    space: String,
    /// What each engine that has spoken about it does.
    activities: Vec<(String, String)>,
}

/// How often the line is redrawn. Runs that are shorter show nothing.
const INTERVAL: Duration = Duration::from_millis(200);
/// Wider text would wrap on a usual terminal, and a wrapped line cannot be redrawn.
const WIDTH: usize = 79;
/// To the start of the line, and clear it.
const CLEAR: &str = "\r\x1b[K";

impl Progress {
    /// Shows progress if standard error is a terminal and the user did not ask for quiet.
    pub(crate) fn start(quiet: bool) -> Option<Progress> {
        if quiet || !io::stderr().is_terminal() {
            return None;
        }
        let state = Arc::new(Mutex::new(State::default()));
        let (end, ended) = mpsc::channel();
        let shown = Arc::clone(&state);
        let paint = move || {
            let start = Instant::now();
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let line = shown.lock().unwrap_or_else(PoisonError::into_inner).line(start.elapsed());
                draw(&format!("{CLEAR}{line}"));
            }
            draw(CLEAR);
        };
        let painter = thread::Builder::new().name("progress".to_owned()).spawn(paint).ok();
        Some(Progress { state, end: Some(end), painter })
    }

    /// What a run should tell its events to.
    pub(crate) fn listener(&self) -> Listener {
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

    /// `12 s  5 literals, 2 terms  bdd: negatives 340/2790`.
    fn line(&self, elapsed: Duration) -> String {
        let mut parts = vec![format!("{} s", elapsed.as_secs()), self.space.clone()];
        parts.extend(self.activities.iter().map(|(engine, activity)| format!("{engine}: {activity}")));
        parts.join("  ").chars().take(WIDTH).collect()
    }
}

fn draw(text: &str) {
    let mut stderr = io::stderr().lock();
    // A terminal that is gone needs no progress.
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
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
        let line = state.line(Duration::from_millis(12_300));
        assert_eq!(line, "12 s  5 literals, 2 terms  bdd: negatives 2/9  sat: concepts 3");
        state.activities[0].1 = "é".repeat(200);
        assert_eq!(state.line(Duration::ZERO).chars().count(), WIDTH);
    }
}
