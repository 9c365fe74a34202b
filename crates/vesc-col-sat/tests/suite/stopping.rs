//! Limits: every stop is an answer, and never a lie.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use vesc_col_core::{
    CancelToken, Cardinality, Dataset, DnfSpace, Engine, EngineError, Features, Query, Run, StopReason,
};
use vesc_col_sat::SatEngine;

/// Random labels over random rows: far too hard for the sub-space asked about.
fn hard() -> (Arc<Dataset>, Query) {
    let mut state = 7u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 63 == 1
    };
    let mut builder = Dataset::builder(Features::numbered(60));
    for row in 0..240 {
        let cells: Vec<bool> = (0..60).map(|_| next()).collect();
        builder.push(row % 2 == 0, cells).unwrap();
    }
    (Arc::new(builder.build().unwrap()), Query::new(Arc::new(DnfSpace::new(60, 120, 20))))
}

fn stopped_with(run: &Run) -> Option<StopReason> {
    let (data, query) = hard();
    let answer = SatEngine::default().open(data).measure(&query, run).unwrap();
    assert!(!answer.concepts.is_exact() && !answer.formulas.is_exact());
    answer.stopped
}

#[test]
fn a_search_is_cancelled_from_another_thread() {
    let token = CancelToken::new();
    let run = Run::new().with_cancel(token.clone());
    let searching = thread::spawn(move || stopped_with(&run));
    thread::sleep(Duration::from_millis(300));
    token.cancel();
    assert_eq!(searching.join().unwrap(), Some(StopReason::Cancelled));
}

#[test]
fn a_deadline_ends_a_search() {
    assert_eq!(stopped_with(&Run::new().with_timeout(Duration::from_millis(300))), Some(StopReason::Deadline));
}

#[test]
fn a_deadline_in_the_past_ends_it_at_once() {
    assert_eq!(stopped_with(&Run::new().with_deadline(Instant::now())), Some(StopReason::Deadline));
}

#[test]
fn a_small_memory_budget_ends_it() {
    let (data, query) = hard();
    for budget in [0, 1_000, 100_000, 1_000_000] {
        let run = Run::new().with_memory(budget);
        let answer = SatEngine::default().open(data.clone()).measure(&query, &run).unwrap();
        assert_eq!(answer.stopped, Some(StopReason::Memory));
    }
}

#[test]
fn a_small_memory_budget_ends_the_listing_of_formulas() {
    let mut builder = Dataset::builder(Features::numbered(60));
    builder.push(true, [true; 60]).unwrap();
    builder.push(false, [false; 60]).unwrap();
    let data = Arc::new(builder.build().unwrap());
    let query = Query::new(Arc::new(DnfSpace::new(60, 6, 2))).with_exact(true);
    for budget in [0, 1_000, 100_000, 1_000_000] {
        let run = Run::new().with_memory(budget);
        let answer = SatEngine::default().open(data.clone()).measure(&query, &run).unwrap();
        assert_eq!(answer.stopped, Some(StopReason::Memory));
        assert!(!answer.concepts.is_exact() && !answer.formulas.is_exact());
    }
}

#[test]
fn a_session_answers_after_a_stop() {
    let mut builder = Dataset::builder(Features::numbered(2));
    builder.push(true, [true, true]).unwrap();
    builder.push(false, [false, true]).unwrap();
    let mut session = SatEngine::default().open(Arc::new(builder.build().unwrap()));
    let query = Query::new(Arc::new(DnfSpace::new(2, 1, 1)));
    assert!(session.measure(&query, &Run::new().with_deadline(Instant::now())).unwrap().stopped.is_some());
    assert_eq!(session.measure(&query, &Run::new()).unwrap().hypotheses[0].to_string(), "x0");
}

#[test]
fn terms_beyond_the_listing_limit_are_counted() {
    let mut builder = Dataset::builder(Features::numbered(40));
    builder.push(true, [true; 40]).unwrap();
    let session = &mut SatEngine::default().open(Arc::new(builder.build().unwrap()));
    // C(40, 4) = 91390 terms fit, and each is a concept of its own.
    let query = Query::new(Arc::new(DnfSpace::new(40, 4, 1))).with_exact(true);
    let answer = session.measure(&query, &Run::new()).unwrap();
    assert_eq!(answer.formulas, Cardinality::exact(91_390u32));
    assert_eq!(answer.concepts, answer.formulas);
    assert_eq!(answer.stopped, None, "all that is not listed is counted");
    assert!(query.is_answered_by(&answer) && !answer.is_listed());
}

#[test]
fn concepts_beyond_the_listing_limit_are_an_interval() {
    let mut builder = Dataset::builder(Features::numbered(12));
    builder.push(true, [true; 12]).unwrap();
    let session = &mut SatEngine::default().open(Arc::new(builder.build().unwrap()));
    let query = Query::new(Arc::new(DnfSpace::new(12, 3, 2))).with_exact(true);
    let answer = session.measure(&query, &Run::new()).unwrap();
    assert_eq!(answer.stopped, Some(StopReason::ListLimit));
    assert!(!answer.concepts.is_exact() && answer.concepts.exceeds(query.list_limit()));
}

#[test]
fn other_questions_are_refused() {
    let (data, _) = hard();
    let mut session = SatEngine::default().open(data);
    let refused = session.measure(&Query::new(Arc::new(DnfSpace::new(3, 1, 1))), &Run::new());
    assert!(matches!(refused, Err(EngineError::FeatureMismatch { .. })));
}

#[test]
fn what_crosses_threads_may() {
    fn check<T: Send + Sync>() {}
    check::<SatEngine>();
    check::<vesc_col_sat::Varisat>();
    check::<vesc_col_sat::Lit>();
    check::<vesc_col_sat::SolverOutcome>();
    check::<Box<dyn vesc_col_sat::Backend>>();
}
