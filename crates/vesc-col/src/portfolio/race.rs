//! One question to several engines at once.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use vesc_col_core::{Dataset, Engine, EngineError, Fit, Query, Run, Session, Shape, VersionSpace};

use super::Portfolio;
use super::worker::{Answer, NumberedAnswer, Worker};

/// The session of a portfolio: one worker per engine, started with the first question.
#[derive(Debug)]
pub(super) struct Race {
    engines: Vec<Arc<dyn Engine>>,
    first_for_opaque: Vec<String>,
    alone_for_one_term: Vec<String>,
    head_start: Duration,
    data: Arc<Dataset>,
    workers: Vec<Option<Worker>>,
    answers: (Sender<NumberedAnswer>, Receiver<NumberedAnswer>),
}

impl Race {
    pub(super) fn new(portfolio: &Portfolio, data: &Arc<Dataset>) -> Race {
        Race {
            engines: portfolio.engines.clone(),
            first_for_opaque: portfolio.first_for_opaque.clone(),
            alone_for_one_term: portfolio.alone_for_one_term.clone(),
            head_start: portfolio.head_start,
            data: Arc::clone(data),
            workers: portfolio.engines.iter().map(|_| None).collect(),
            answers: channel(),
        }
    }

    /// The engines in the order in which they join. Where formulas are to be counted or the version space handed out, whoever
    /// is quick to find a few of them has no advantage.
    fn order(&self, query: &Query) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.engines.len()).collect();
        if matches!(query.space().shape(), Shape::Opaque) && wants_no_more_than_a_search(query) {
            order.sort_by_key(|&number| !self.first_for_opaque.iter().any(|name| name == self.engines[number].name()));
        }
        order
    }

    /// Whether an engine is to have all threads until it comes back.
    fn runs_alone(&self, number: usize, query: &Query) -> bool {
        let is_one_term = match query.space().shape() {
            Shape::Dnf(space) | Shape::Cnf(space) | Shape::RestrictedDnf { space, .. } => space.terms() == 1,
            _ => false,
        };
        is_one_term
            && *query.fit() == Fit::Exact
            && wants_no_more_than_a_search(query)
            && self.alone_for_one_term.iter().any(|name| name == self.engines[number].name())
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

/// Whether neither an exact count of formulas is asked for nor the version space itself.
fn wants_no_more_than_a_search(query: &Query) -> bool {
    !query.exact() && !query.live()
}

impl Session for Race {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let most = run.threads().clamp(1, self.engines.len().max(1));
        let shared = run.child();
        let share = |at_once: usize| {
            let share = shared.clone().with_threads(run.threads() / at_once);
            match run.memory() {
                Some(bytes) => share.with_memory(bytes / at_once as u64),
                None => share,
            }
        };
        let order = self.order(query);
        let alone = order.first().is_some_and(|&first| self.runs_alone(first, query));
        let mut waiting = order.into_iter();
        let mut running = 0;
        let mut results = Results::default();
        loop {
            let at_once = if alone && results.is_empty() { 1 } else { most };
            if results.answered || waiting.len() == 0 || running == at_once {
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
                match self.start(number, query, share(at_once)) {
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

    /// Whether no engine has come back.
    fn is_empty(&self) -> bool {
        self.partial.is_empty() && self.errors.is_empty()
    }

    /// The winner's result; without a winner what all results say together; without results why there is none.
    fn together(mut self) -> Result<VersionSpace, EngineError> {
        if self.answered
            && let Some(winner) = self.partial.pop()
        {
            return Ok(winner);
        }
        let rank = |result: &&VersionSpace| (result.stopped.is_none(), result.hypotheses.len());
        let Some(best) = self.partial.iter().max_by_key(rank).cloned() else {
            return Err(self.why_none());
        };
        self.partial.iter().try_fold(best, |best, result| {
            let (concepts, formulas) =
                (best.concepts.intersect(&result.concepts), best.formulas.intersect(&result.formulas));
            match (concepts, formulas) {
                (Some(concepts), Some(formulas)) => {
                    let live = best.live.clone().or_else(|| result.live.clone());
                    Ok(VersionSpace { concepts, formulas, live, ..best })
                }
                _ => Err(EngineError::failed(
                    "portfolio",
                    format!("the engines contradict each other: {best:?}, {result:?}"),
                )),
            }
        })
    }

    /// The error that says most: a sub-space's own before an engine's failure, and that before a refusal.
    fn why_none(self) -> EngineError {
        let rank = |error: &EngineError| match error {
            EngineError::SubSpace { .. } => 0,
            EngineError::Inconsistent { .. } => 1,
            EngineError::Failed { .. } => 2,
            _ => 3,
        };
        let first = self.errors.into_iter().min_by_key(rank);
        first.unwrap_or_else(|| EngineError::unsupported("portfolio", "anything: it has no engines"))
    }
}
