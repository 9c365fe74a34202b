//! Lists of sub-spaces without an end: the search itself keeps the limits of its run.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::common::data;
use vesc_col::engine::{EngineError, Query, Session, VersionSpace};
use vesc_col::run::{CancelToken, StopReason};
use vesc_col::{Dataset, DnfSpace, Engine, Learner, Outcome, Portfolio, Report, Run, Settings};

/// Says of every sub-space that it is empty, never looks at the run, and cancels it in one of its questions.
#[derive(Debug, Default)]
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
        let (asked, least_memory) = (Arc::clone(&self.asked), Arc::clone(&self.least_memory));
        Box::new(Hasty { cancels_at: self.cancels_at, asked, token: self.token.clone(), least_memory })
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
    // Both labels on equal rows: every sub-space is empty, those with more literals than features trivially so.
    let mut builder = Dataset::builder(vesc_col::Features::numbered(4)).with_contradictions();
    for label in [true, false] {
        builder.push(label, [true; 4]).expect("four cells");
    }
    let data = Arc::new(builder.build().expect("contradictions are allowed"));
    let report = Portfolio::default()
        .search(&data, DnfSpace::up_to(4, usize::MAX, 1), &Settings::default(), &run)
        .expect("it is DNF");
    assert_eq!((report.outcome(), report.steps().len()), (Outcome::Undecided, 502));
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
