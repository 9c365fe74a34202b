//! Runs that are stopped: whatever the engine returns must be true.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use vesc_col_core::{DnfSpace, Engine, Event, Query, Run, StopReason};

use crate::examination::{Examination, Failure, Settle, Verdict, everything, moderate};
use crate::strategies::planted;
use crate::{Instance, Truth};

/// How long an engine may work on after a run has ended before that counts as not stopping at all.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs cancelled before they begin, by their observer, and from another thread after 0 to 20 ms. Some questions are
/// quick, and some list thousands of concepts. The engine must return what is true, with the reason or complete, and
/// the same session must answer the next question rightly. About 100 questions.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::cancelled_runs_tell_the_truth(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly.
#[track_caller]
pub fn cancelled_runs_tell_the_truth(engine: &dyn Engine) {
    for (instance, space) in questions() {
        let mut case = Case::new(engine, &instance, space);
        let run = Run::new();
        run.cancel_token().cancel();
        case.ask(&run, StopReason::Cancelled).settle();

        let run = Run::new();
        let token = run.cancel_token().clone();
        let run = run.with_observer(move |_: &Event<'_>| token.cancel());
        case.ask(&run, StopReason::Cancelled).settle();

        for millis in [0, 1, 5, 20] {
            let run = Run::new();
            let token = run.cancel_token().clone();
            thread::scope(|scope| {
                scope.spawn(move || {
                    thread::sleep(Duration::from_millis(millis));
                    token.cancel();
                });
                case.ask(&run, StopReason::Cancelled)
            })
            .settle();
        }
        let parent = Run::new();
        let child = parent.child();
        parent.cancel_token().cancel();
        case.ask(&child, StopReason::Cancelled).settle();
    }
}

/// Runs with deadlines of 0 to 20 ms, memory budgets of 64 KiB to 16 MiB, one thread, and listing limits from 1 on. The
/// engine must return what is true, and the same session must answer the next question rightly. About 150 questions.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::limited_runs_tell_the_truth(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly.
#[track_caller]
pub fn limited_runs_tell_the_truth(engine: &dyn Engine) {
    for (instance, space) in questions() {
        let mut case = Case::new(engine, &instance, space);
        for millis in [0, 1, 5, 20] {
            case.ask(&Run::new().with_timeout(Duration::from_millis(millis)), StopReason::Deadline).settle();
        }
        for kibibytes in [0, 64, 1 << 10, 16 << 10] {
            // The deadline only bounds how long a question takes that fits into the memory.
            let run = Run::new().with_memory(kibibytes << 10).with_threads(1).with_timeout(Duration::from_secs(1));
            case.ask(&run, StopReason::Memory).settle();
        }
        case.list(&[1, 2, 3, 7]).settle();
    }
}

/// A question that no engine answers is stopped by a deadline, and by another thread. It asks for all formulas of 10
/// literals in 3 terms over 30 features. The engine must return within half a minute, and must not claim what is wrong
/// about the hidden formula.
///
/// The half minute is not a goal. It tells an engine that stops from one that does not.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::endless_questions_can_be_stopped(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly or late.
#[track_caller]
pub fn endless_questions_can_be_stopped(engine: &dyn Engine) {
    let space = DnfSpace::new(30, 10, 3);
    let instance = hidden(space, 40);
    let limit = Duration::from_millis(200);

    endless(engine, &instance, space, &Run::new().with_timeout(limit)).settle();

    let run = Run::new();
    let token = run.cancel_token().clone();
    thread::scope(|scope| {
        scope.spawn(move || {
            thread::sleep(limit);
            token.cancel();
        });
        endless(engine, &instance, space, &run)
    })
    .settle();
}

fn endless(engine: &dyn Engine, instance: &Instance, space: DnfSpace, run: &Run) -> Verdict {
    let query = everything(space);
    let mut session = Examination::open(engine, instance);
    let start = Instant::now();
    let Some(answer) = session.ask(&query, run)? else { return Ok(()) };
    let seconds = start.elapsed();
    if seconds > PATIENCE {
        return Err(session.failure(&query, run, "an end", format_args!("an answer after {seconds:?}")));
    }
    if answer.concepts.is_zero() || answer.formulas.is_zero() {
        return Err(session.failure(&query, run, "at least the hidden formula", format_args!("{answer:?}")));
    }
    Ok(())
}

/// Questions with a known truth: quick ones, and some with thousands of concepts.
fn questions() -> Vec<(Instance, DnfSpace)> {
    let sizes = [(3, 3, 2, 2), (4, 4, 2, 0), (6, 3, 2, 6), (10, 4, 2, 30), (12, 4, 2, 8), (8, 4, 2, 0), (40, 3, 1, 4)];
    let question = |(features, literals, terms, rows)| {
        let space = DnfSpace::new(features, literals, terms);
        (hidden(space, rows), space)
    };
    sizes.map(question).into()
}

/// Returns an instance of `rows` rows with a hidden formula of the sub-space.
fn hidden(space: DnfSpace, rows: usize) -> Instance {
    let config = Config { failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = planted(space, rows..=rows, rows.min(2)..=rows.min(2));
    strategy.new_tree(&mut runner).expect("formulas are easily found").current().instance
}

/// A question that is asked under one limit after another, in one session.
struct Case<'a> {
    session: Examination<'a>,
    instance: &'a Instance,
    space: DnfSpace,
    truth: Truth,
    asked: usize,
}

impl<'a> Case<'a> {
    fn new(engine: &'a dyn Engine, instance: &'a Instance, space: DnfSpace) -> Case<'a> {
        let truth = Truth::of_dnf(instance, space);
        Case { session: Examination::open(engine, instance), instance, space, truth, asked: 0 }
    }

    /// Asks the question within the run, and another one without limits.
    fn ask(&mut self, run: &Run, reason: StopReason) -> Verdict {
        self.asked += 1;
        let query = if self.asked.is_multiple_of(2) { moderate(self.space) } else { everything(self.space) };
        let reasons = [reason, StopReason::Deadline];
        let reasons = if run.deadline().is_some() { &reasons[..] } else { &reasons[..1] };
        self.session.expect_within(&query, run, reasons, &self.truth)?;
        self.recover()
    }

    /// Asks the question with these listing limits, which do not stop a run for good.
    fn list(&mut self, limits: &[usize]) -> Verdict {
        for &limit in limits {
            let query = Query::new(Arc::new(self.space)).with_bound(limit).with_list_limit(limit);
            self.session.expect(&query, &self.truth)?;
        }
        self.recover()
    }

    /// After a limit was reached, the session still answers a quick question.
    fn recover(&mut self) -> Verdict {
        let features = self.instance.features();
        let space = DnfSpace::new(features, 1 + self.asked % 2, 1);
        let query = moderate(space);
        let answer = self.session.expect(&query, &Truth::of_dnf(self.instance, space));
        answer.map(drop).map_err(|failure| Failure::new(format_args!("after a stopped run, {failure}")))
    }
}
