//! How long it takes from `cancel()` to the answer, on questions that nobody waits for.
//!
//! `cargo bench -p vesc-col-benches --bench bdd_latency -- [SECONDS...]` cancels after each of the given times; the worst is what a
//! user has to wait.

use std::sync::Arc;
use std::time::{Duration, Instant};

use vesc_col::generate::Recipe;
use vesc_col_bdd::{BddEngine, Lowering, SampleOrder};
use vesc_col_core::{DnfSpace, Query, Run, Session};

/// Features, planted term sizes, positives, negatives, literals and terms of the question.
type Case = (usize, &'static [usize], usize, usize, usize, usize);

const CASES: [(Lowering, SampleOrder, Case); 10] = [
    (Lowering::Auto, SampleOrder::Paper, (100, &[7], 0, 300, 8, 1)),
    (Lowering::Auto, SampleOrder::Paper, (100, &[5], 1, 40, 9, 1)),
    (Lowering::Auto, SampleOrder::Paper, (100, &[2, 3], 3, 20, 9, 3)),
    (Lowering::Auto, SampleOrder::Paper, (100, &[3, 3, 3], 200, 30, 12, 4)),
    (Lowering::Circuit, SampleOrder::Paper, (100, &[5], 1, 1000, 5, 1)),
    (Lowering::Circuit, SampleOrder::Paper, (100, &[2, 3], 5, 500, 5, 2)),
    (Lowering::Circuit, SampleOrder::PositivesFirst, (100, &[2, 2, 2], 11, 500, 6, 3)),
    (Lowering::Circuit, SampleOrder::NegativesFirst, (100, &[2, 2, 2], 11, 500, 6, 3)),
    (Lowering::Circuit, SampleOrder::Paper, (12, &[1], 1000, 1000, 14, 3)),
    // Here a concept of 300 000 formulas is taken out of the diagram, after a second or two.
    (Lowering::Circuit, SampleOrder::Paper, (14, &[1], 1000, 1000, 12, 2)),
];

fn main() {
    let given: Vec<f64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let times = if given.is_empty() { vec![0.02, 0.1, 0.3, 1.0, 2.0, 4.0, 8.0, 16.0] } else { given };
    println!(
        "| lowering | features | planted | positives | negatives | sub-space | cancelled after | stopped within | nodes |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (lowering, order, (features, target, positives, negatives, literals, terms)) in CASES {
        let recipe = Recipe { features, terms: target.to_vec(), positives, negatives, seed: 1 };
        let (data, _) = recipe.make().expect("the recipe can be followed");
        for &seconds in &times {
            let engine = BddEngine::default().with_lowering(lowering).with_sample_order(order);
            let mut session = engine.session(Arc::clone(&data));
            let run = Run::new().with_memory(4 << 30);
            let token = run.cancel_token().clone();
            let cancel = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_secs_f64(seconds));
                token.cancel();
                Instant::now()
            });
            let query = Query::new(Arc::new(DnfSpace::new(features, literals, terms))).with_list_limit(100_000);
            let found = session.measure(&query, &run).expect("a plain question");
            let end = Instant::now();
            let cancelled = cancel.join().expect("it only sleeps");
            let within = match found.stopped {
                Some(_) => format!("{} ms", end.saturating_duration_since(cancelled).as_millis()),
                None => "answered before".to_owned(),
            };
            println!(
                "| {lowering:?} | {features} | {target:?} | {positives} | {negatives} | ({literals},{terms}) | {seconds} s | {within} | {} |",
                session.peak_nodes()
            );
        }
    }
}
