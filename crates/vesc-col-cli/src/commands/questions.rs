//! The questions about an answer, and the time that each may take.

use std::time::{Duration, Instant};

use serde::Serialize;
use vesc_col::Run;
use vesc_col::run::{Event, StopReason};

use crate::limits::within;
use crate::status;

/// How many times as long as the search, and how much longer, the questions about its answer may take by default.
const TIMES: u32 = 10;
const MORE: Duration = Duration::from_secs(10);

/// The time for all questions, and what was cut off.
pub(super) struct Questions {
    run: Run,
    patience: Duration,
    /// Whether the patience ends before the run does.
    is_impatient: bool,
    /// What is typed to allow more, before the time, and how many times as much.
    option: String,
    times: u32,
    /// How many questions are still to be asked.
    left: u32,
    pub(super) cut: Vec<Cut>,
}

/// A question whose answer is not whole.
#[derive(Debug, Serialize)]
pub(super) struct Cut {
    question: &'static str,
    stopped: StopReason,
    /// Whether there was time left for other questions.
    #[serde(skip)]
    is_share: bool,
}

impl Questions {
    /// The time begins now. The search began at `start`.
    pub(super) fn new(run: &Run, patience: Option<Duration>, start: Instant, questions: u32) -> Questions {
        let patience = patience.unwrap_or_else(|| start.elapsed().saturating_mul(TIMES).saturating_add(MORE));
        Questions { times: 2, ..Questions::within(run, patience, questions, "--patience".to_owned()) }
    }

    /// For questions that may take all the time that is left.
    pub(super) fn unlimited(run: &Run) -> Questions {
        Questions {
            run: run.clone(),
            patience: Duration::MAX,
            is_impatient: false,
            option: String::new(),
            times: 2,
            left: 1,
            cut: Vec::new(),
        }
    }

    /// The time begins now, and no option of this command allows more: `option` has that of another one.
    pub(super) fn within(run: &Run, patience: Duration, questions: u32, option: String) -> Questions {
        let within = within(run, patience);
        let is_impatient = within.deadline() != run.deadline();
        // The other command asks more questions in that time.
        let times = 6;
        Questions { run: within, patience, is_impatient, option, times, left: questions, cut: Vec::new() }
    }

    /// The run for all questions.
    pub(super) fn run(&self) -> &Run {
        &self.run
    }

    /// The run for the next questions, which are `parts` of all that are left. They may take as large a part of the time, and at least half
    /// of it. `activity` is shown while they are asked.
    pub(super) fn next(&mut self, parts: u32, activity: &str) -> Run {
        self.run.report(&Event::Progress { engine: "", activity, done: 0, total: None });
        let now = Instant::now();
        let left = self.run.deadline().map(|deadline| deadline.saturating_duration_since(now));
        let share = left.map(|left| (left * parts / self.left.max(parts)).max(left / 2));
        self.left = self.left.saturating_sub(parts);
        share.map_or(self.run.clone(), |share| self.run.clone().with_deadline(now + share))
    }

    /// Notes that a question was cut off, if it was.
    pub(super) fn note(&mut self, question: &'static str, stopped: Option<StopReason>) {
        let is_share = self.run.stopped().is_none();
        self.cut.extend(stopped.map(|stopped| Cut { question, stopped, is_share }));
    }

    /// The exit status of an answer with this one, if no question about it was cut off.
    pub(super) fn status(&self, answer: u8) -> u8 {
        if self.cut.is_empty() { answer } else { status::UNDECIDED }
    }

    /// Whether the patience alone cut questions off, and not the run.
    pub(super) fn are_late(&self) -> bool {
        self.cut.iter().all(|cut| self.is_late(cut))
    }

    fn is_late(&self, cut: &Cut) -> bool {
        // More time does not help a run that was ended otherwise.
        self.is_impatient && !self.is_ended() && cut.stopped == StopReason::Deadline
    }

    fn is_ended(&self) -> bool {
        self.run.stopped().is_some_and(|reason| reason != StopReason::Deadline)
    }

    /// Why a question that has just been asked was cut off.
    pub(super) fn reason(&self, stopped: StopReason) -> String {
        match stopped {
            StopReason::Deadline if self.run.stopped().is_none() => "its share of the time was over".to_owned(),
            _ => stopped.to_string(),
        }
    }

    /// What was cut off, and what to do about it; empty if nothing was.
    pub(super) fn text(&self) -> String {
        let (late, others): (Vec<&Cut>, Vec<&Cut>) = self.cut.iter().partition(|cut| self.is_late(cut));
        let mut text = String::new();
        if !late.is_empty() {
            let patience = rounded(self.patience);
            // To double a few milliseconds helps nobody.
            let more = rounded(self.patience.saturating_mul(self.times).max(Duration::from_secs(1)));
            let [patience, more] = [patience, more].map(humantime::format_duration);
            text += &format!(
                "\nnot finished within their shares of the {patience} that all questions may take: {}\n    allow more: {} '{more}'\n",
                named(&late),
                self.option
            );
        }
        let is_share = |cut: &&Cut| cut.is_share && !self.is_ended() && cut.stopped == StopReason::Deadline;
        let (shares, others): (Vec<&Cut>, Vec<&Cut>) = others.into_iter().partition(is_share);
        if !shares.is_empty() {
            text += &format!("\nnot finished within their shares of --timeout, so allow more: {}\n", named(&shares));
        }
        for others in others.chunk_by(|one, other| one.stopped == other.stopped) {
            text += &format!("\ncut off ({}): {}\n", others[0].stopped, named(others));
        }
        text
    }
}

/// A second or more in whole seconds, and less in whole milliseconds.
fn rounded(time: Duration) -> Duration {
    match time.as_secs() {
        0 => Duration::from_millis(time.as_millis().max(1).try_into().unwrap_or(u64::MAX)),
        seconds => Duration::from_secs(seconds),
    }
}

fn named(cut: &[&Cut]) -> String {
    cut.iter().map(|cut| cut.question).collect::<Vec<_>>().join(", ")
}
