//! Limits strike cleanly, and what is known then is true.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use vesc_col_bdd::{BddEngine, SampleOrder};
use vesc_col_core::{Cardinality, Dataset, DnfSpace, Engine, Event, Features, Query, Run, StopReason, VersionSpace};

/// Row `i` has the bits of a fixed pseudo-random sequence.
fn data(features: usize, positives: usize, negatives: usize) -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(features));
    let mut state = 1u64;
    for row in 0..positives + negatives {
        let cells = (0..features).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 63 == 1
        });
        builder.push(row < positives, cells.collect::<Vec<bool>>()).unwrap();
    }
    Arc::new(builder.build().unwrap())
}

fn measure(data: &Arc<Dataset>, literals: usize, terms: usize, run: &Run) -> VersionSpace {
    let query = Query::new(Arc::new(DnfSpace::new(data.features().len(), literals, terms)));
    BddEngine::default().open(data.clone()).measure(&query, run).unwrap()
}

#[test]
fn every_memory_budget_gives_an_answer_that_contains_the_truth() {
    let data = data(12, 1, 20);
    let truth = measure(&data, 4, 2, &Run::new());
    assert!(truth.formulas.is_exact() && truth.stopped.is_none());
    let mut stopped = 0;
    for kibibytes in [0, 1, 2, 8, 16, 20, 24, 32, 48, 64, 96, 128, 256, 1024, 4096] {
        let found = measure(&data, 4, 2, &Run::new().with_memory(kibibytes << 10));
        assert!(found.formulas.contains(truth.formulas.lower()), "{kibibytes} KiB: {found:?}");
        match found.stopped {
            None => assert_eq!(found.formulas, truth.formulas),
            reason => assert_eq!(reason, Some(StopReason::Memory)),
        }
        stopped += usize::from(found.stopped.is_some());
    }
    assert!(stopped > 3, "the smaller budgets must not suffice");
    assert_eq!(measure(&data, 4, 2, &Run::new().with_memory(4 << 20)).stopped, None);
}

#[test]
fn a_session_goes_on_after_it_ran_out_of_memory() {
    let data = data(12, 1, 20);
    let query = Query::new(Arc::new(DnfSpace::new(12, 4, 2)));
    let mut session = BddEngine::default().open(data);
    let truth = session.measure(&query, &Run::new()).unwrap();
    for _ in 0..3 {
        let starved = session.measure(&query, &Run::new().with_memory(64 << 10)).unwrap();
        assert_eq!(starved.stopped, Some(StopReason::Memory));
        let fed = session.measure(&query, &Run::new()).unwrap();
        assert_eq!(fed.formulas, truth.formulas);
    }
}

#[test]
fn a_run_that_is_over_costs_nothing() {
    let data = data(100, 0, 300);
    let cancelled = Run::new();
    cancelled.cancel_token().cancel();
    let late = Run::new().with_deadline(Instant::now());
    for (run, reason) in [(cancelled, StopReason::Cancelled), (late, StopReason::Deadline)] {
        let found = measure(&data, 5, 2, &run);
        assert_eq!(found.stopped, Some(reason));
        assert_eq!(found.concepts, Cardinality::unknown());
    }
}

#[test]
fn a_deadline_stops_a_question_too_large_to_answer() {
    let data = data(100, 0, 300);
    let start = Instant::now();
    let found = measure(&data, 5, 2, &Run::new().with_timeout(Duration::from_millis(100)));
    assert_eq!(found.stopped, Some(StopReason::Deadline));
    assert!(found.concepts.upper().is_none_or(|upper| *upper > 0u32.into()));
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn the_order_of_the_samples_changes_no_answer() {
    let data = data(10, 4, 12);
    for (literals, terms) in [(3, 1), (4, 2), (5, 3)] {
        let query = Query::new(Arc::new(DnfSpace::new(10, literals, terms))).with_list_limit(10_000);
        let answers = [SampleOrder::Paper, SampleOrder::PositivesFirst, SampleOrder::NegativesFirst].map(|order| {
            let engine = BddEngine::default().with_sample_order(order);
            let found = engine.open(data.clone()).measure(&query, &Run::new()).unwrap();
            let hypotheses: Vec<String> = found.hypotheses.iter().map(ToString::to_string).collect();
            (found.concepts, found.formulas, hypotheses)
        });
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
    }
}

#[test]
fn progress_counts_samples() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let observer = seen.clone();
    let run = Run::new().with_timeout(Duration::from_secs(2)).with_observer(move |event: &Event<'_>| {
        if let Event::Progress { engine, done, total, .. } = event {
            observer.lock().unwrap().push((engine.to_string(), *done, *total));
        }
    });
    measure(&data(100, 0, 300), 4, 1, &run);
    let seen = seen.lock().unwrap();
    assert!(!seen.is_empty() && seen.len() <= 60, "{} reports in two seconds", seen.len());
    assert!(seen.iter().all(|(engine, done, total)| engine == "bdd" && *done < 300 && *total == Some(300)));
}
