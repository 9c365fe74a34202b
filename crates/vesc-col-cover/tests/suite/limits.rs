//! Limits: every interval contains the truth, and the run is given back in time.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use vesc_col_core::{Cardinality, Dataset, DnfSpace, Engine, Event, Features, Fit, Query, Run, StopReason};
use vesc_col_cover::CoverEngine;
use vesc_col_testkit::random_dataset;

fn query(features: usize, literals: usize, terms: usize) -> Query {
    Query::new(Arc::new(DnfSpace::new(features, literals, terms))).with_exact(true).with_list_limit(100_000)
}

/// How long after its deadline a question is answered at worst.
fn overdue(data: &Arc<Dataset>, query: &Query, timeout: Duration) -> Duration {
    let mut session = CoverEngine::default().open(Arc::clone(data));
    let start = Instant::now();
    let answer = session.measure(query, &Run::new().with_threads(1).with_timeout(timeout)).expect("an answer");
    let late = start.elapsed().saturating_sub(timeout);
    assert!(answer.stopped == Some(StopReason::Deadline) || late == Duration::ZERO || answer.formulas.is_exact());
    late
}

/// A budget gives up many rows, one after the other. A small stack suffices for that.
#[test]
fn large_budgets_on_a_small_stack() {
    let data = Arc::new(random_dataset(14, 1000, 1000, 1));
    let work = move || {
        for (literals, terms) in [(2, 1), (2, 2), (3, 2)] {
            let fit = Fit::Budget { false_positives: 350, false_negatives: 350 };
            let query = Query::new(Arc::new(DnfSpace::new(14, literals, terms))).with_fit(fit);
            let run = Run::new().with_threads(1);
            let found = CoverEngine::default().open(Arc::clone(&data)).measure(&query, &run).unwrap();
            assert!(found.formulas.is_zero(), "random labels have no short formula: {:?}", found.formulas);
        }
    };
    std::thread::Builder::new().stack_size(128 << 10).spawn(work).unwrap().join().unwrap();
}

/// Run in release to measure: `cargo test --release -p vesc-col-cover --test suite limits -- --ignored --nocapture`.
#[test]
#[ignore = "takes a minute, and measures time"]
fn deadlines_are_observed() {
    let shapes = [
        ("wide", random_dataset(5000, 6, 10_000, 1), query(5000, 6, 2)),
        ("long", random_dataset(200, 8, 100_000, 1), query(200, 12, 3)),
        ("many members", random_dataset(60, 6, 60, 1), query(60, 10, 3)),
        ("no positives", random_dataset(60, 0, 60, 1), query(60, 10, 3)),
        ("many positives", random_dataset(60, 250, 250, 1), query(60, 24, 8)),
        ("many concepts", random_dataset(40, 2, 30, 1), query(40, 8, 2)),
    ];
    let mut worst = Duration::ZERO;
    for (name, data, query) in &shapes {
        for timeout in [0, 10, 50, 200, 1000, 3000].map(Duration::from_millis) {
            let late = overdue(data, query, timeout);
            println!("{name}, {timeout:?}: {late:?} late");
            worst = worst.max(late);
        }
    }
    println!("worst: {worst:?}");
}

#[test]
fn a_budget_is_kept_to() {
    let data = random_dataset(60, 6, 60, 1);
    for bytes in [0, 1 << 12, 1 << 20, 1 << 24] {
        let mut session = CoverEngine::default().open(Arc::clone(&data));
        let run = Run::new().with_memory(bytes).with_timeout(Duration::from_secs(5));
        let answer = session.measure(&query(60, 8, 2), &run).expect("an answer");
        let truth = answer.formulas.is_exact();
        assert!(truth || answer.stopped.is_some(), "{bytes}: {answer:?}");
        // The session is none the worse for it.
        let empty = session.measure(&query(60, 2, 1), &Run::new()).expect("an answer");
        assert!(empty.concepts.is_exact(), "{bytes}: {empty:?}");
    }
}

/// As many candidates as there are kernels for, of one positive and of none.
#[test]
fn terms_are_counted_where_the_budget_is_too_small_to_list_them() {
    let data = random_dataset(20, 0, 10, 1);
    let query = Query::new(Arc::new(DnfSpace::new(20, 4, 1))).with_exact(true).with_list_limit(usize::MAX);
    let measure = |run: Run| CoverEngine::default().open(Arc::clone(&data)).measure(&query, &run).expect("an answer");
    let all = measure(Run::new());
    assert!(all.is_listed() && all.formulas == Cardinality::exact(all.hypotheses.len()));
    assert!(all.formulas.exceeds(10_000) && all.stopped.is_none());
    for bytes in [1 << 16, 1 << 20] {
        let some = measure(Run::new().with_memory(bytes));
        assert_eq!((&some.formulas, &some.concepts), (&all.formulas, &all.concepts), "{bytes}");
        assert_eq!(some.stopped, Some(StopReason::Memory), "{bytes}");
        assert!(some.hypotheses.len() as u64 <= bytes / 100, "{bytes}: {} are listed", some.hypotheses.len());
    }
}

#[test]
fn the_widest_rows() {
    for (features, positive, run) in [
        (65_536, true, Run::new()),
        // Each row leaves half of the literals, and some 10^13 triples of these fit.
        (32_768, false, Run::new().with_timeout(Duration::from_millis(300))),
    ] {
        let mut builder = Dataset::builder(Features::numbered(features));
        if positive {
            builder.push(true, vec![true; features]).expect("as many cells as features");
        }
        for row in 0..70 {
            let false_ones = [[0, 9999, features - 1][row % 3], 100 + row];
            builder.push(false, (0..features).map(|feature| !false_ones.contains(&feature))).expect("as many cells");
        }
        let mut session = CoverEngine::default().open(Arc::new(builder.build().expect("no contradiction")));
        let answer = session.measure(&query(features, 3, 1), &run).expect("an answer");
        match positive {
            true => assert_eq!(answer.formulas, Cardinality::exact(1u32)),
            false => assert!(answer.formulas.is_exact() || answer.stopped == Some(StopReason::Deadline), "{answer:?}"),
        }
    }
}

#[test]
fn progress_is_told_now_and_then() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&told);
    let observer = move |event: &Event<'_>| {
        if let Event::Progress { engine, done, total, .. } = event {
            listener.lock().expect("no panic").push((engine.to_string(), *done, *total));
        }
    };
    let run = Run::new().with_timeout(Duration::from_secs(2)).with_observer(observer);
    let mut session = CoverEngine::default().open(random_dataset(60, 6, 60, 1));
    let start = Instant::now();
    session.measure(&query(60, 12, 3), &run).expect("an answer");
    // Twenty times a second at most, however long a busy machine takes.
    let most = start.elapsed().as_millis() / 50 + 1;
    let told = told.lock().expect("no panic");
    assert!(told.len() as u128 <= most, "{told:?}");
    for (engine, done, total) in told.iter() {
        assert_eq!(engine, "cover");
        assert!(total.is_none_or(|total| *done <= total), "{told:?}");
    }
}
