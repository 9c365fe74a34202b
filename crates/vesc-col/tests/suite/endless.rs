//! Lists of sub-spaces without an end: the search itself keeps the limits of its run.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::common::{data, in_time};
use vesc_col::engine::{EngineError, Query, Session, VersionSpace};
use vesc_col::next::Candidates;
use vesc_col::run::{CancelToken, StopReason};
use vesc_col::search::{EmptySpaces, LeastErrors, NextCertain, least_errors, next_certain, search_beyond};
use vesc_col::{Dataset, DnfSpace, Engine, Features, Learner, Outcome, Portfolio, Report, Run, Settings};

/// Says of every sub-space that it is empty, never looks at the run, and cancels it in one of its questions.
#[derive(Clone, Debug, Default)]
struct Hasty {
    cancels_at: Option<usize>,
    asked: Arc<AtomicUsize>,
    token: CancelToken,
    least_memory: Arc<AtomicUsize>,
}

impl Engine for Hasty {
    fn name(&self) -> &str {
        "hasty"
    }

    fn open(&self, _data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(self.clone())
    }
}

impl Session for Hasty {
    fn measure(&mut self, _query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        if Some(asked) == self.cancels_at {
            self.token.cancel();
        }
        self.least_memory.store(run.memory().unwrap_or(0) as usize, Ordering::Relaxed);
        Ok(VersionSpace::empty("hasty"))
    }
}

fn endless() -> impl Iterator<Item = DnfSpace> {
    DnfSpace::up_to(16, usize::MAX, 1)
}

fn search(engine: &Hasty, settings: &Settings, run: Run) -> Report {
    engine.search(&data(), endless(), settings, &run.with_cancel(engine.token.clone())).expect("it answers")
}

#[test]
fn no_step_begins_after_a_cancel() {
    let engine = Hasty { cancels_at: Some(1000), ..Hasty::default() };
    let report = search(&engine, &Settings::default(), Run::new());
    assert_eq!((report.outcome(), engine.asked.load(Ordering::Relaxed)), (Outcome::Undecided, 1000));
    let (last, before) = report.steps().split_last().expect("1000 steps, and the one that did not begin");
    assert_eq!((before.len(), last.result().stopped), (1000, Some(StopReason::Cancelled)));
    assert_eq!(report.deciding_step().map(|step| step.complexity().measures()[0].1), Some(1001));
}

#[test]
fn no_step_begins_after_the_deadline() {
    let engine = Hasty::default();
    let report = search(&engine, &Settings::default(), Run::new().with_timeout(Duration::from_millis(20)));
    assert_eq!(report.outcome(), Outcome::Undecided);
    assert_eq!(report.steps().last().and_then(|step| step.result().stopped), Some(StopReason::Deadline));
}

#[test]
fn a_search_with_an_error_budget_and_the_one_without_both_end() {
    let engine = Hasty { cancels_at: Some(10), ..Hasty::default() };
    let report = search(&engine, &Settings::default().with_error_budget(1, 0), Run::new());
    let strict = report.zero_errors().expect("asked for");
    assert_eq!((report.outcome(), strict.outcome()), (Outcome::Undecided, Outcome::Undecided));
    // The search without errors comes first.
    assert_eq!((report.steps().len(), strict.steps().len()), (1, 11));
}

#[test]
fn real_engines_do_not_go_on_either() {
    let token = CancelToken::new();
    let run = Run::new().with_cancel(token.clone()).with_observer(move |event: &vesc_col::run::Event<'_>| {
        if matches!(event, vesc_col::run::Event::StepFinished { step: 500, .. }) {
            token.cancel();
        }
    });
    // Every sub-space is empty, those with more literals than features trivially so.
    let data = contradicting();
    let report = Portfolio::default()
        .search(&data, DnfSpace::up_to(4, usize::MAX, 1), &Settings::default(), &run)
        .expect("it is DNF");
    assert_eq!((report.outcome(), report.steps().len()), (Outcome::Undecided, 502));
}

/// They cost nothing, and a list of them has an end only by the run.
#[test]
fn sub_spaces_that_are_known_to_be_empty_end_with_the_run() {
    let (token, mut known) = (CancelToken::new(), EmptySpaces::default());
    let space = || std::iter::repeat(DnfSpace::new(4, 1, 1));
    let settings = Settings::default();
    let ask = |spaces: Box<dyn Iterator<Item = DnfSpace>>, known: &mut EmptySpaces, run: &Run| {
        search_beyond(&Portfolio::default(), &contradicting(), spaces, &settings, known, run).expect("it is DNF")
    };
    assert_eq!(ask(Box::new(space().take(1)), &mut known, &Run::new()).outcome(), Outcome::Underfit);
    token.cancel();
    let report = ask(Box::new(space()), &mut known, &Run::new().with_cancel(token));
    assert_eq!(report.outcome(), Outcome::Undecided);
    assert_eq!(report.steps().last().and_then(|step| step.result().stopped), Some(StopReason::Cancelled));
}

#[test]
fn the_memory_budget_counts_the_report() {
    for settings in [Settings::default(), Settings::default().with_error_budget(0, 1)] {
        let engine = Hasty::default();
        let data = data();
        let budget = 1 << 21;
        let mut steps = 0;
        let held = allocation_counter::measure(|| {
            let run = Run::new().with_memory(budget);
            let report = engine.search(&data, endless(), &settings, &run).expect("it answers");
            assert_eq!(report.steps().last().and_then(|step| step.result().stopped), Some(StopReason::Memory));
            steps = report.steps().len() + report.zero_errors().map_or(0, |strict| strict.steps().len());
        });
        println!("{steps} steps, {} bytes at most", held.bytes_max);
        assert!(steps > 1000 && held.bytes_max > budget / 2 && held.bytes_max <= budget * 6 / 5, "{held:?}");
        assert!(engine.least_memory.load(Ordering::Relaxed) <= 1 << 17, "the engine's share shrinks");
    }
}

/// Both labels on equal rows.
fn contradicting() -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(4)).with_contradictions();
    for label in [true, false] {
        builder.push(label, [true; 4]).expect("four cells");
    }
    Arc::new(builder.build().expect("contradictions are allowed"))
}

/// The engine, a run that it cancels at its hundredth question, and how often it was asked.
fn hasty() -> (Hasty, Run, Arc<AtomicUsize>) {
    let engine = Hasty { cancels_at: Some(100), ..Hasty::default() };
    let (run, asked) = (Run::new().with_cancel(engine.token.clone()), Arc::clone(&engine.asked));
    (engine, run, asked)
}

#[test]
fn candidates_are_measured_until_a_cancel() {
    let (engine, run, asked) = hasty();
    let found = in_time(move || Candidates::measure(&engine, &data(), endless(), &run)).expect("it answers");
    assert_eq!((found.stopped().map(|(_, reason)| reason), found.layers().len()), (Some(StopReason::Cancelled), 0));
    assert_eq!(asked.load(Ordering::Relaxed), 100);
    let (engine, run, asked) = hasty();
    let settings = Settings::default().with_error_budget(1, 0);
    let found = in_time(move || Candidates::measure_within(&engine, &data(), endless(), &settings, &run));
    let found = found.expect("it answers");
    assert_eq!((found.stopped().map(|(_, reason)| reason), found.layers().len()), (Some(StopReason::Cancelled), 0));
    assert_eq!(asked.load(Ordering::Relaxed), 100);
}

#[test]
fn the_next_certain_size_is_looked_for_until_a_cancel() {
    let (engine, run, asked) = hasty();
    let found = in_time(move || next_certain(&engine, &data(), endless(), &Settings::default(), &run));
    assert!(matches!(found, Ok(NextCertain::Stopped(_, StopReason::Cancelled))), "{found:?}");
    assert_eq!(asked.load(Ordering::Relaxed), 100);
}

/// No engine is asked where equal rows force more errors than the budget has.
#[test]
fn a_budget_that_is_too_tight_ends_endless_lists() {
    let settings = Settings::default().with_error_budget(0, 0);
    let (same, run) = (settings.clone(), Run::new().with_timeout(Duration::from_millis(20)));
    let lists = || DnfSpace::up_to(4, usize::MAX, 1);
    let found = in_time(move || next_certain(&Hasty::default(), &contradicting(), lists(), &same, &run));
    assert!(matches!(found, Ok(NextCertain::Stopped(_, StopReason::Deadline))), "{found:?}");
    let found = in_time(move || {
        Candidates::measure_within(&Hasty::default(), &contradicting(), lists(), &settings, &Run::new())
    });
    let found = found.expect("there is nothing to measure");
    assert_eq!((found.stopped(), found.layers().len()), (None, 0));
}

#[test]
fn the_least_errors_are_not_looked_for_after_a_cancel() {
    let run = Run::new();
    run.cancel_token().cancel();
    let none = std::iter::empty::<DnfSpace>;
    let found = least_errors(&Hasty::default(), &data(), none, &Settings::default(), &run);
    assert_eq!(found.expect("nobody is asked"), LeastErrors::Stopped { at_least: 0, reason: StopReason::Cancelled });
}
