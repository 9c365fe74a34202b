//! One question to several engines at once.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use vesc_col_core::{Dataset, Engine, EngineError, Fit, Query, Run, Session, Shape, StopReason, VersionSpace};

use super::Portfolio;
use super::shares::Shares;
use super::worker::{EngineAnswer, NumberedAnswer, Worker};
use crate::guard;

/// The session of a portfolio: one worker per engine, started with the first question.
#[derive(Debug)]
pub(super) struct Race {
    engines: Vec<Arc<dyn Engine>>,
    first_for_opaque: Vec<String>,
    alone_for_one_term: Vec<String>,
    leads_dnf: Vec<String>,
    head_start: Duration,
    data: Arc<Dataset>,
    workers: Vec<Option<Worker>>,
    /// The memory that each engine was given with the last question, until it forgets what it knows.
    budgets: Vec<Option<u64>>,
    /// Which engines are at work.
    at_work: Vec<bool>,
    /// Whether some engine has ended for want of memory.
    is_memory_scarce: bool,
    answers: (Sender<NumberedAnswer>, Receiver<NumberedAnswer>),
}

impl Race {
    pub(super) fn new(portfolio: &Portfolio, data: &Arc<Dataset>) -> Race {
        Race {
            engines: portfolio.engines.clone(),
            first_for_opaque: portfolio.first_for_opaque.clone(),
            alone_for_one_term: portfolio.alone_for_one_term.clone(),
            leads_dnf: portfolio.leads_dnf.clone(),
            head_start: portfolio.head_start,
            data: Arc::clone(data),
            workers: portfolio.engines.iter().map(|_| None).collect(),
            budgets: vec![None; portfolio.engines.len()],
            at_work: vec![false; portfolio.engines.len()],
            is_memory_scarce: false,
            answers: channel(),
        }
    }

    /// The engines in the order in which they join. Where formulas are to be counted or the version space handed out, whoever
    /// is quick to find a few of them has no advantage.
    fn order(&self, query: &Query) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.engines.len()).collect();
        if matches!(query.space().shape(), Shape::Opaque) && wants_no_more_than_a_search(query) {
            order.sort_by_key(|&number| {
                !self.first_for_opaque.iter().any(|name| name == guard::name(&*self.engines[number]))
            });
        }
        order
    }

    /// Whether an engine is to have all threads until it comes back.
    fn runs_alone(&self, number: usize, query: &Query) -> bool {
        terms(query) == Some(1) && self.is_preferred(number, &self.alone_for_one_term, query)
    }

    /// Whether the others have but a share of the time while an engine works.
    fn leads(&self, number: usize, query: &Query) -> bool {
        terms(query).is_some() && self.is_preferred(number, &self.leads_dnf, query)
    }

    /// Whether an engine is among those of some names, and the question is one of a search for what fits every row.
    fn is_preferred(&self, number: usize, names: &[String], query: &Query) -> bool {
        *query.fit() == Fit::Exact
            && wants_no_more_than_a_search(query)
            && names.iter().any(|name| name == guard::name(&*self.engines[number]))
    }

    /// Races the waiting engines, one more after each head start. The one that was asked alone is back before the others start.
    fn race(
        &mut self,
        (waiting, alone): (Vec<usize>, bool),
        mut results: Results,
        query: &Query,
        (run, shared): (&Run, &Run),
    ) -> Results {
        let most = run.threads().clamp(1, self.engines.len().max(1));
        let mut waiting = waiting.into_iter();
        let mut running = 0;
        loop {
            let at_once = if alone && results.is_empty() { 1 } else { most };
            if results.answered || waiting.len() == 0 || running == at_once {
                if running == 0 {
                    return results;
                }
                // Every question is answered once and this session holds a sender, so that there is something to receive.
                let Some((number, answer)) = self.next_answer(None) else { return results };
                running -= 1;
                self.note(&mut results, query, number, answer);
            } else if running > 0
                && let Some((number, answer)) = self.next_answer(Some(self.head_start))
            {
                running -= 1;
                self.note(&mut results, query, number, answer);
            } else if let Some(number) = waiting.next() {
                let part = part(shared, (1, at_once as u64));
                match self.start(number, query, shared, part.with_threads(run.threads() / at_once)) {
                    Ok(()) => running += 1,
                    Err(error) => results.add(query, Err(error)),
                }
            }
            if results.answered {
                shared.cancel_token().cancel();
            }
        }
    }

    /// Asks a leader, and the others in their share of the time. If nobody has answered when the leader comes back, the others race.
    fn follow(&mut self, leader: usize, others: Vec<usize>, query: &Query, (run, shared): (&Run, &Run)) -> Results {
        let mut results = Results::default();
        let mut shares = Shares::new(run, self.head_start);
        let mut waiting: VecDeque<(usize, Duration)> =
            others.into_iter().map(|number| (number, Duration::ZERO)).collect();
        let mut followers: Vec<Follower> = Vec::new();
        // How many engines may work behind the leader at once.
        let behind = waiting.len().min(run.threads() - 1);
        let mut is_leading =
            match self.start(leader, query, shared, part(shared, (3, 4)).with_threads(run.threads() - behind)) {
                Ok(()) => true,
                Err(error) => {
                    results.add(query, Err(error));
                    false
                }
            };
        while is_leading || !followers.is_empty() {
            let now = Instant::now();
            let most = if shares.is_late(now) { behind } else { 1 };
            let next = waiting.front().filter(|_| is_leading && !results.answered && followers.len() < most);
            let answer = match next {
                Some(&(_, last)) => self.next_answer(Some(shares.due(last).saturating_duration_since(now))),
                None => match self.next_answer(None) {
                    // This session holds a sender.
                    None => return results,
                    answer => answer,
                },
            };
            let Some((number, answer)) = answer else {
                let Some((number, _)) = waiting.pop_front() else { continue };
                let (start, piece) = (Instant::now(), shares.piece(Instant::now()));
                let run = part(shared, (1, 4 * behind as u64)).with_threads(1);
                let end = piece.and_then(|piece| start.checked_add(piece));
                match self.start(number, query, shared, until(run, end)) {
                    Ok(()) => followers.push(Follower { number, start, piece }),
                    Err(error) => results.add(query, Err(error)),
                }
                continue;
            };
            if number == leader {
                is_leading = false;
                self.note(&mut results, query, number, answer);
            } else if let Some(place) = followers.iter().position(|follower| follower.number == number) {
                let Follower { start, piece, .. } = followers.swap_remove(place);
                shares.spend(start.elapsed());
                let is_whole = answer.as_ref().is_ok_and(|answer| query.is_answered_by(answer));
                match piece.filter(|&piece| answer.is_ok() && !is_whole && start.elapsed() >= piece) {
                    // It had no time for more.
                    Some(piece) => waiting.push_back((number, piece)),
                    None => self.note(&mut results, query, number, answer),
                }
            }
            if results.answered {
                shared.cancel_token().cancel();
            }
        }
        let left = waiting.into_iter().map(|(number, _)| number).collect();
        self.race((left, false), results, query, (run, shared))
    }

    /// Takes note of what an engine that has come back says. One that has ended for want of memory forgets what it knows, so that
    /// the others do not work beside it.
    fn note(&mut self, results: &mut Results, query: &Query, number: usize, answer: EngineAnswer) {
        if answer.as_ref().is_ok_and(|answer| answer.stopped == Some(StopReason::Memory)) {
            results.short_of_memory.push((number, self.budgets[number]));
            self.is_memory_scarce = true;
            self.forget(number);
        }
        results.add(query, answer);
    }

    /// Asks each engine again for which a part of the memory was too little, one after the other with all of it.
    fn ask_with_all_memory(&mut self, mut results: Results, query: &Query, shared: &Run) -> Results {
        for (number, budget) in std::mem::take(&mut results.short_of_memory) {
            if results.answered || shared.stopped().is_some() || budget == shared.memory() {
                continue;
            }
            match self.start(number, query, shared, shared.clone()) {
                Ok(()) => match self.next_answer(None) {
                    Some((number, answer)) => self.note(&mut results, query, number, answer),
                    None => return results,
                },
                Err(error) => results.add(query, Err(error)),
            }
        }
        results
    }

    /// The next answer, if it comes in time.
    fn next_answer(&mut self, within: Option<Duration>) -> Option<NumberedAnswer> {
        let answer = match within {
            Some(time) => self.answers.1.recv_timeout(time).ok(),
            None => self.answers.1.recv().ok(),
        };
        if let Some((number, _)) = answer {
            self.at_work[number] = false;
        }
        answer
    }

    /// Once memory is scarce, engines that are not at work forget what they know, if all engines may hold too much together.
    fn make_room(&mut self, number: usize, budget: Option<u64>, shared: &Run) {
        let (Some(own), Some(all)) = (budget, shared.memory()) else { return };
        let others: Vec<usize> = (0..self.engines.len()).filter(|&other| other != number).collect();
        let held: u64 = others.iter().filter_map(|&other| self.budgets[other]).sum();
        if !self.is_memory_scarce || own.saturating_add(held) <= all {
            return;
        }
        for other in others {
            if !self.at_work[other] {
                self.forget(other);
            }
        }
    }

    fn forget(&mut self, number: usize) {
        self.workers[number].iter().for_each(Worker::forget);
        self.budgets[number] = None;
    }

    /// Sends the question to an engine's worker, which is started if it is not there yet.
    fn start(&mut self, number: usize, query: &Query, shared: &Run, run: Run) -> Result<(), EngineError> {
        self.make_room(number, run.memory(), shared);
        self.budgets[number] = run.memory();
        let engine = &self.engines[number];
        let worker = match &mut self.workers[number] {
            Some(worker) => worker,
            vacant => {
                let data = Arc::clone(&self.data);
                let spawned = Worker::spawn(number, Arc::clone(engine), data, self.answers.0.clone());
                vacant.insert(spawned.map_err(|error| EngineError::failed(guard::name(&**engine), error))?)
            }
        };
        self.at_work[number] = worker.ask(query, run);
        if self.at_work[number] {
            Ok(())
        } else {
            Err(EngineError::failed(guard::name(&**engine), "its thread has ended"))
        }
    }
}

/// An engine behind a leader.
struct Follower {
    number: usize,
    start: Instant,
    /// How long it may work, if that is limited.
    piece: Option<Duration>,
}

/// The same run with a part of its memory.
fn part(run: &Run, (share, of): (u64, u64)) -> Run {
    match run.memory() {
        Some(bytes) => run.clone().with_memory(bytes / of * share),
        None => run.clone(),
    }
}

/// The run with a deadline that is no later than `end`.
fn until(run: Run, end: Option<Instant>) -> Run {
    let Some(end) = end else { return run };
    let deadline = run.deadline().map_or(end, |deadline| deadline.min(end));
    run.with_deadline(deadline)
}

/// How many terms, or clauses, the formulas have, where they are DNF or CNF.
fn terms(query: &Query) -> Option<usize> {
    match query.space().shape() {
        Shape::Dnf(space)
        | Shape::Cnf(space)
        | Shape::RestrictedDnf { space, .. }
        | Shape::CnfPart { space, .. }
        | Shape::RequiringDnf { space, .. } => Some(space.terms()),
        _ => None,
    }
}

/// Whether neither an exact count of formulas is asked for nor the version space itself.
fn wants_no_more_than_a_search(query: &Query) -> bool {
    !query.exact() && !query.live()
}

impl Session for Race {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let shared = run.child();
        let order = self.order(query);
        let results = match order.split_first() {
            Some((&first, others))
                if run.threads() > 1
                    && !others.is_empty()
                    && self.leads(first, query)
                    && !self.runs_alone(first, query) =>
            {
                self.follow(first, others.to_vec(), query, (run, &shared))
            }
            first => {
                let alone = first.is_some_and(|(&first, _)| self.runs_alone(first, query));
                self.race((order, alone), Results::default(), query, (run, &shared))
            }
        };
        self.ask_with_all_memory(results, query, &shared).together()
    }
}

/// What the engines have said so far.
#[derive(Default)]
struct Results {
    /// Some result answers the whole question; it is the last of `partial`.
    answered: bool,
    partial: Vec<VersionSpace>,
    errors: Vec<EngineError>,
    /// The numbers of the engines that ended for want of memory, and how much each of them had.
    short_of_memory: Vec<(usize, Option<u64>)>,
}

impl Results {
    /// Adds what an engine says.
    fn add(&mut self, query: &Query, answer: EngineAnswer) {
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
            best.and(result).ok_or_else(|| {
                EngineError::failed("portfolio", format!("the engines contradict each other: {best:?}, {result:?}"))
            })
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
