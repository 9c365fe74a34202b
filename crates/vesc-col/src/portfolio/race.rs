//! One question to several engines at once.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use vesc_col_core::{Dataset, Engine, EngineError, Query, Run, Session, VersionSpace};

use super::worker::{Answer, NumberedAnswer, Worker};

/// The session of a portfolio: one worker per engine, started with the first question.
#[derive(Debug)]
pub(super) struct Race {
    engines: Vec<Arc<dyn Engine>>,
    head_start: Duration,
    data: Arc<Dataset>,
    workers: Vec<Option<Worker>>,
    answers: (Sender<NumberedAnswer>, Receiver<NumberedAnswer>),
}

impl Race {
    pub(super) fn new(engines: &[Arc<dyn Engine>], head_start: Duration, data: &Arc<Dataset>) -> Race {
        Race {
            engines: engines.to_vec(),
            head_start,
            data: Arc::clone(data),
            workers: engines.iter().map(|_| None).collect(),
            answers: channel(),
        }
    }

    /// Sends the question to an engine's worker, which is started if it is not there yet.
    fn start(&mut self, number: usize, query: &Query, run: Run) -> Result<(), EngineError> {
        let engine = &self.engines[number];
        let worker = match &mut self.workers[number] {
            Some(worker) => worker,
            vacant => {
                let data = Arc::clone(&self.data);
                let spawned = Worker::spawn(number, Arc::clone(engine), data, self.answers.0.clone());
                vacant.insert(spawned.map_err(|error| EngineError::failed(engine.name(), error))?)
            }
        };
        if worker.ask(query, run) { Ok(()) } else { Err(EngineError::failed(engine.name(), "its thread has ended")) }
    }
}

impl Session for Race {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let at_once = run.threads().clamp(1, self.engines.len().max(1));
        let shared = run.child();
        let share = || {
            let share = shared.clone().with_threads(run.threads() / at_once);
            match run.memory() {
                Some(bytes) => share.with_memory(bytes / at_once as u64),
                None => share,
            }
        };
        let mut waiting = 0..self.engines.len();
        let mut running = 0;
        let mut results = Results::default();
        loop {
            if results.answered || waiting.is_empty() || running == at_once {
                if running == 0 {
                    return results.together();
                }
                // Every question is answered once and this session holds a sender, so that there is something to receive.
                let Ok((_, answer)) = self.answers.1.recv() else { return results.together() };
                running -= 1;
                results.add(query, answer);
            } else if running > 0
                && let Ok((_, answer)) = self.answers.1.recv_timeout(self.head_start)
            {
                running -= 1;
                results.add(query, answer);
            } else if let Some(number) = waiting.next() {
                match self.start(number, query, share()) {
                    Ok(()) => running += 1,
                    Err(error) => results.add(query, Err(error)),
                }
            }
            if results.answered {
                shared.cancel_token().cancel();
            }
        }
    }
}

/// What the engines have said so far.
#[derive(Default)]
struct Results {
    /// Some result answers the whole question; it is the last of `partial`.
    answered: bool,
    partial: Vec<VersionSpace>,
    errors: Vec<EngineError>,
}

impl Results {
    fn add(&mut self, query: &Query, answer: Answer) {
        match answer {
            // Whoever comes after the winner was cancelled.
            Ok(_) if self.answered => {}
            Ok(result) => {
                self.answered = query.is_answered_by(&result);
                self.partial.push(result);
            }
            Err(error) => self.errors.push(error),
        }
    }

    /// The winner's result; without a winner what all results say together; without results why there is none.
    fn together(mut self) -> Result<VersionSpace, EngineError> {
        if self.answered
            && let Some(winner) = self.partial.pop()
        {
            return Ok(winner);
        }
        let Some(best) = self.partial.iter().max_by_key(|result| result.hypotheses.len()).cloned() else {
            return Err(self.why_none());
        };
        self.partial.iter().try_fold(best, |best, result| {
            let (concepts, formulas) =
                (best.concepts.intersect(&result.concepts), best.formulas.intersect(&result.formulas));
            match (concepts, formulas) {
                (Some(concepts), Some(formulas)) => Ok(VersionSpace { concepts, formulas, ..best }),
                _ => Err(EngineError::failed(
                    "portfolio",
                    format!("the engines contradict each other: {best:?}, {result:?}"),
                )),
            }
        })
    }

    /// A failure says more than a refusal.
    fn why_none(mut self) -> EngineError {
        let failure = self.errors.iter().position(|error| matches!(error, EngineError::Failed { .. })).unwrap_or(0);
        match self.errors.len() {
            0 => EngineError::unsupported("portfolio", "anything: it has no engines"),
            _ => self.errors.swap_remove(failure),
        }
    }
}
