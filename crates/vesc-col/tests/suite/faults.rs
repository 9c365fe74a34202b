//! Whatever goes wrong, a run comes back, and what it says then is true.

#![cfg(all(feature = "bdd", feature = "cover", feature = "sat"))]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Act, Scripted, data, spaces};
use vesc_col::bdd::Lowering;
use vesc_col::engine::{BddEngine, CoverEngine, Query, SatEngine, VersionSpace};
use vesc_col::run::{Event, StopReason};
use vesc_col::{Dataset, DnfSpace, Engine, Learner, Outcome, Portfolio, Run, Settings};
use vesc_col_testkit::random_dataset;

fn engines() -> Vec<(&'static str, Arc<dyn Engine>)> {
    vec![
        ("cover", Arc::new(CoverEngine::default())),
        ("bdd", Arc::new(BddEngine::default())),
        ("bdd by circuits", Arc::new(BddEngine::default().with_lowering(Lowering::Circuit))),
        ("sat", Arc::new(SatEngine::default())),
        ("portfolio", Arc::new(Portfolio::default())),
    ]
}

/// A question whose answer is known.
struct Case {
    data: Arc<Dataset>,
    query: Query,
    truth: VersionSpace,
}

impl Case {
    fn new(data: Arc<Dataset>, literals: usize, terms: usize) -> Case {
        let space = DnfSpace::new(data.features().len(), literals, terms);
        let query = Query::new(Arc::new(space)).with_exact(true).with_list_limit(10_000);
        let mut session = BddEngine::default().open(Arc::clone(&data));
        let truth = session.measure(&query, &Run::new()).expect("it is DNF");
        assert!(truth.is_listed() && truth.formulas.is_exact(), "{truth:?}");
        Case { data, query, truth }
    }

    /// Asks within the run, and holds the answer to the truth.
    fn ask(&self, name: &str, engine: &dyn Engine, run: &Run) -> VersionSpace {
        let start = Instant::now();
        let answer = engine.open(Arc::clone(&self.data)).measure(&self.query, run).expect("limits are no errors");
        let took = start.elapsed();
        let told = format!("{name}, {run:?}: {answer:?} after {took:?}");
        assert!(answer.concepts.contains(self.truth.concepts.lower()), "{told}");
        assert!(answer.formulas.contains(self.truth.formulas.lower()), "{told}");
        let texts = |answer: &VersionSpace| answer.hypotheses.iter().map(ToString::to_string).collect::<Vec<_>>();
        let known = texts(&self.truth);
        assert!(texts(&answer).iter().all(|text| known.contains(text)), "{told}");
        if answer.stopped.is_none() {
            assert_eq!((&answer.concepts, texts(&answer)), (&self.truth.concepts, known), "{told}");
        }
        answer
    }
}

fn cases() -> Vec<Case> {
    vec![
        Case::new(random_dataset(12, 2, 20, 1), 4, 2),
        Case::new(random_dataset(33, 3, 30, 1), 3, 2),
        Case::new(random_dataset(65, 2, 40, 1), 3, 1),
    ]
}

#[test]
fn any_limit_leaves_the_truth() {
    let cases = cases();
    for (name, engine) in engines() {
        for case in &cases {
            // The last budget has room for about a thousand nodes.
            for memory in [64 << 20, 1 << 20, 64 << 10, 0] {
                // By circuits some of these take longer than anybody waits.
                case.ask(name, &*engine, &Run::new().with_memory(memory).with_timeout(Duration::from_secs(1)));
            }
            for millis in [0, 1, 100] {
                let run = Run::new().with_timeout(Duration::from_millis(millis));
                let answer = case.ask(name, &*engine, &run);
                assert!(millis > 0 || answer.stopped == Some(StopReason::Deadline), "{name}: {answer:?}");
            }
        }
    }
}

/// Cancels each run at a moment that nobody foresees, most of them while the engine is at work.
fn cancel_at_random(times: u64) {
    let cases = cases();
    let engines = engines();
    let mut state = 1u64;
    let mut stopped = 0;
    for time in 0..times as usize {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (name, engine) = &engines[time % engines.len()];
        let case = &cases[time / engines.len() % cases.len()];
        // From no time at all to about what the slower engines take, short times as often as long ones.
        let wait = Duration::from_micros(1 << ((state >> 33) % 15));
        let run = Run::new().with_threads(1 + time % 3);
        let token = run.cancel_token().clone();
        let canceller = thread::spawn(move || {
            thread::sleep(wait);
            token.cancel();
        });
        let answer = case.ask(name, &**engine, &run);
        canceller.join().expect("it only sleeps");
        stopped += usize::from(answer.stopped == Some(StopReason::Cancelled));
    }
    println!("{stopped} of {times} runs were cancelled at work");
    assert!(stopped > 0);
}

#[test]
fn cancelled_at_random_moments() {
    cancel_at_random(60);
}

#[test]
#[ignore = "takes a minute"]
fn cancelled_at_a_thousand_random_moments() {
    cancel_at_random(1000);
}

#[test]
fn a_search_that_is_stopped_reports_the_steps_before() {
    let data = random_dataset(60, 6, 60, 1);
    for (name, engine) in engines() {
        let spaces = || DnfSpace::up_to(60, 24, 8);
        for run in [Run::new().with_timeout(Duration::from_millis(300)), Run::new().with_memory(2 << 20)] {
            let run = if run.deadline().is_none() { run.with_timeout(Duration::from_secs(3)) } else { run };
            let report = search(&*engine, &data, spaces(), &run);
            if report.outcome() == Outcome::Undecided {
                let (last, before) = report.steps().split_last().expect("the step that was not decided");
                assert!(last.result().stopped.is_some(), "{name}: {report}");
                assert!(before.iter().all(|step| step.result().concepts.is_zero()), "{name}: {report}");
            }
        }
    }
}

fn search(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    spaces: impl Iterator<Item = DnfSpace>,
    run: &Run,
) -> vesc_col::Report {
    vesc_col::search(engine, data, spaces, &Settings::default(), run).expect("limits are no errors")
}

#[test]
fn an_observer_that_panics_is_not_heard_again_and_nothing_is_lost() {
    let expected = Portfolio::default().search(
        &random_dataset(12, 2, 20, 1),
        DnfSpace::up_to(12, 4, 2),
        &Settings::default(),
        &Run::new(),
    );
    let expected = expected.expect("it is DNF");
    for (name, engine) in engines() {
        let heard = Arc::new(AtomicUsize::new(0));
        let ear = Arc::clone(&heard);
        let run = Run::new().with_observer(move |_: &Event<'_>| {
            ear.fetch_add(1, Ordering::SeqCst);
            panic!("as told");
        });
        let report = search(&*engine, &random_dataset(12, 2, 20, 1), DnfSpace::up_to(12, 4, 2), &run);
        assert_eq!((report.outcome(), report.cardinality()), (expected.outcome(), expected.cardinality()), "{name}");
        assert_eq!(heard.load(Ordering::SeqCst), 1, "{name}");
    }
}

#[test]
fn engines_that_panic_hide_no_answer() {
    let lame = Scripted::new("lame", [Act::Answer(0), Act::Panic, Act::Panic]);
    let sound = Scripted::new("sound", [Act::Answer(0), Act::Answer(0), Act::Answer(2)]);
    for threads in [1, 2] {
        let engines = [&lame, &sound]
            .map(|engine| Arc::new(Scripted::new(engine.name, engine.acts.iter().cloned())) as Arc<dyn Engine>);
        let run = Run::new().with_threads(threads);
        let report =
            Portfolio::new(engines).search(&data(), spaces(3), &Settings::default(), &run).expect("sound answers");
        assert_eq!((report.outcome(), report.steps().len()), (Outcome::Learned, 3));
    }
}
