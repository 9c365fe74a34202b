//! Limits strike cleanly, and what is known then is true.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use vesc_col_bdd::{BddEngine, Lowering, SampleOrder};
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

fn query(data: &Dataset, (literals, terms): (usize, usize)) -> Query {
    Query::new(Arc::new(DnfSpace::new(data.features().len(), literals, terms)))
}

fn measure(lowering: Lowering, data: &Arc<Dataset>, size: (usize, usize), run: &Run) -> VersionSpace {
    let engine = BddEngine::default().with_lowering(lowering);
    engine.open(data.clone()).measure(&query(data, size), run).unwrap()
}

/// For each lowering a data set and a question that takes some memory and little time.
fn moderate() -> [(Lowering, Arc<Dataset>, (usize, usize)); 2] {
    [(Lowering::Circuit, data(12, 1, 20), (4, 2)), (Lowering::Auto, data(40, 2, 14), (6, 2))]
}

/// For each lowering a question that nobody answers in a second.
fn hard() -> [(Lowering, Arc<Dataset>, (usize, usize)); 2] {
    [(Lowering::Circuit, data(100, 0, 300), (5, 2)), (Lowering::Auto, data(100, 1, 150), (9, 1))]
}

#[test]
fn every_memory_budget_gives_an_answer_that_contains_the_truth() {
    for (lowering, data, size) in moderate() {
        let truth = measure(lowering, &data, size, &Run::new());
        assert!(truth.formulas.is_exact() && truth.stopped.is_none());
        let mut stopped = 0;
        for kibibytes in [0, 1, 2, 8, 16, 20, 24, 32, 48, 64, 96, 128, 256, 1024, 4096] {
            let found = measure(lowering, &data, size, &Run::new().with_memory(kibibytes << 10));
            assert!(found.formulas.contains(truth.formulas.lower()), "{lowering:?}, {kibibytes} KiB: {found:?}");
            match found.stopped {
                None => assert_eq!(found.formulas, truth.formulas),
                reason => assert_eq!(reason, Some(StopReason::Memory)),
            }
            stopped += usize::from(found.stopped.is_some());
        }
        assert!(stopped > 3, "{lowering:?}: the smaller budgets must not suffice");
        assert_eq!(measure(lowering, &data, size, &Run::new().with_memory(64 << 20)).stopped, None);
    }
}

#[test]
fn a_session_goes_on_after_it_ran_out_of_memory() {
    for (lowering, data, size) in moderate() {
        let query = query(&data, size);
        let truth = measure(lowering, &data, size, &Run::new());
        let mut session = BddEngine::default().with_lowering(lowering).open(data);
        for _ in 0..3 {
            let starved = session.measure(&query, &Run::new().with_memory(64 << 10)).unwrap();
            assert_eq!(starved.stopped, Some(StopReason::Memory));
            let fed = session.measure(&query, &Run::new()).unwrap();
            assert_eq!(fed.formulas, truth.formulas);
        }
    }
}

#[test]
fn a_session_that_holds_much_answers_within_less() {
    let (data, size) = (data(40, 2, 14), (6, 2));
    let mut session = BddEngine::default().open(Arc::clone(&data));
    let unlimited = session.measure(&query(&data, size), &Run::new()).unwrap();
    let mut budget = 8 << 20;
    while budget > 64 << 10 {
        let run = Run::new().with_memory(budget);
        if measure(Lowering::Auto, &data, size, &run).stopped.is_none() {
            let found = session.measure(&query(&data, size), &run).unwrap();
            assert_eq!((found.stopped, &found.formulas), (None, &unlimited.formulas), "{budget} bytes");
        }
        budget -= budget / 5;
    }
}

#[test]
fn a_session_goes_on_after_it_was_stopped() {
    for ((lowering, data, size), wait) in
        hard().into_iter().flat_map(|hard| [0, 3, 20, 90].map(|ms| (hard.clone(), ms)))
    {
        let mut session = BddEngine::default().with_lowering(lowering).open(data.clone());
        let run = Run::new().with_timeout(Duration::from_millis(wait));
        assert_eq!(session.measure(&query(&data, size), &run).unwrap().stopped, Some(StopReason::Deadline));
        let found = session.measure(&query(&data, (2, 1)), &Run::new()).unwrap();
        assert_eq!(found.formulas, measure(lowering, &data, (2, 1), &Run::new()).formulas);
    }
}

#[test]
fn a_run_that_is_over_costs_nothing() {
    for (lowering, data, size) in hard() {
        let cancelled = Run::new();
        cancelled.cancel_token().cancel();
        let late = Run::new().with_deadline(Instant::now());
        for (run, reason) in [(cancelled, StopReason::Cancelled), (late, StopReason::Deadline)] {
            let found = measure(lowering, &data, size, &run);
            assert_eq!(found.stopped, Some(reason));
            assert_eq!(found.concepts, Cardinality::unknown());
        }
    }
}

#[test]
fn a_deadline_stops_a_question_too_large_to_answer() {
    for (lowering, data, size) in hard() {
        let start = Instant::now();
        let found = measure(lowering, &data, size, &Run::new().with_timeout(Duration::from_millis(300)));
        assert_eq!(found.stopped, Some(StopReason::Deadline));
        assert!(found.concepts.upper().is_none_or(|upper| *upper > 0u32.into()));
        // 0.1 s on a machine of one's own.
        assert!(start.elapsed() < Duration::from_secs(5), "{lowering:?} took {:?}", start.elapsed());
    }
}

/// Whenever it strikes, the intervals contain the truth: also while formulas are grouped into concepts.
#[test]
fn every_deadline_gives_an_answer_that_contains_the_truth() {
    let data = data(14, 1, 25);
    let query = query(&data, (4, 2)).with_list_limit(100_000);
    for lowering in [Lowering::Auto, Lowering::Circuit] {
        let engine = BddEngine::default().with_lowering(lowering);
        let truth = engine.open(data.clone()).measure(&query, &Run::new()).unwrap();
        assert!(truth.is_listed());
        for microseconds in (0..20_000).step_by(171) {
            let run = Run::new().with_timeout(Duration::from_micros(microseconds));
            let found = engine.open(data.clone()).measure(&query, &run).unwrap();
            assert!(found.concepts.contains(truth.concepts.lower()), "{lowering:?}, {microseconds} us: {found:?}");
            assert!(found.formulas.contains(truth.formulas.lower()), "{lowering:?}, {microseconds} us: {found:?}");
        }
    }
}

/// A small stack suffices, whatever the number of features, literals and terms.
#[test]
fn a_thousand_features_and_four_terms_on_a_small_stack() {
    let data = data(1000, 3, 40);
    let work = move || {
        let limits = || Run::new().with_memory(256 << 20).with_timeout(Duration::from_millis(500));
        for (size, lowering) in [
            ((4, 4), Lowering::Auto),
            ((8, 4), Lowering::Auto),
            ((900, 1), Lowering::Auto),
            ((900, 300), Lowering::Auto),
            ((4, 4), Lowering::Circuit),
        ] {
            // Whether it is answered does not matter, but that there is an answer.
            let found = measure(lowering, &data, size, &limits());
            assert!(found.stopped.is_some() || found.formulas.is_exact());
        }
        // No sample at all: the paper's largest diagram of terms.
        let empty = Arc::new(Dataset::builder(Features::numbered(1000)).build().unwrap());
        let found = measure(Lowering::Auto, &empty, (40, 4), &Run::new().with_memory(256 << 20));
        assert!(found.formulas.is_exact() && found.formulas.lower().bits() > 300);
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}

#[test]
fn the_order_of_the_samples_changes_no_answer() {
    let data = data(10, 4, 12);
    for (literals, terms) in [(3, 1), (4, 2), (5, 3)] {
        let query = Query::new(Arc::new(DnfSpace::new(10, literals, terms))).with_list_limit(10_000);
        let answers = [SampleOrder::Paper, SampleOrder::PositivesFirst, SampleOrder::NegativesFirst].map(|order| {
            let engine = BddEngine::default().with_lowering(Lowering::Circuit).with_sample_order(order);
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
    measure(Lowering::Circuit, &data(100, 0, 300), (4, 1), &run);
    let seen = seen.lock().unwrap();
    assert!(!seen.is_empty() && seen.len() <= 60, "{} reports in two seconds", seen.len());
    assert!(seen.iter().all(|(engine, done, total)| engine == "bdd" && *done < 300 && *total == Some(300)));
}

#[test]
fn progress_tells_what_is_done() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let observer = seen.clone();
    let run = Run::new().with_timeout(Duration::from_secs(1)).with_observer(move |event: &Event<'_>| {
        if let Event::Progress { engine, activity, .. } = event {
            observer.lock().unwrap().push((engine.to_string(), activity.to_string()));
        }
    });
    let [_, (lowering, data, size)] = hard();
    measure(lowering, &data, size, &run);
    let seen = seen.lock().unwrap();
    assert!(!seen.is_empty() && seen.len() <= 30, "{} reports in a second", seen.len());
    assert!(seen.iter().all(|(engine, activity)| engine == "bdd" && activity == "finding terms"), "{seen:?}");
}
