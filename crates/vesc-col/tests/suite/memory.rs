//! What engines take beside the data, counted in the bytes that they allocate, never in what a system says of a process.
#![cfg(all(feature = "bdd", feature = "cover", feature = "sat"))]

use std::sync::Arc;

use vesc_col::engine::{BddEngine, CoverEngine, Query, SatEngine};
use vesc_col::spaces::CnfSpace;
use vesc_col::{Dataset, DnfSpace, Engine, Features, Run, SubSpace};

const FEATURES: usize = 130;
const ROWS: usize = 100_000;

/// Rows without a pattern but `x0 & x1 | x2 & x3 & x4`; the positive ones are rare.
fn data() -> Arc<Dataset> {
    let mut state = 1u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.rotate_left(32)
    };
    let mut builder = Dataset::builder(Features::numbered(FEATURES));
    while builder.rows() < ROWS {
        let row = [word(), word(), word() & 3];
        let is_positive = row[0] & 3 == 3 || row[0] & 0b11100 == 0b11100;
        if !is_positive || row[1].is_multiple_of(256) {
            builder.push_words(is_positive, &row).expect("as many words as the features need");
        }
    }
    Arc::new(builder.build().expect("the label is a function of the row"))
}

/// With one thread all is allocated by the thread that asks.
#[test]
fn engines_keep_to_the_budget_on_many_rows() {
    let (data, mut excesses) = (data(), Vec::new());
    let engines: [Box<dyn Engine>; 3] =
        [Box::new(CoverEngine::default()), Box::new(BddEngine::default()), Box::new(SatEngine::default())];
    for engine in engines {
        for budget in [1 << 20, 4 << 20, 16 << 20, 64 << 20] {
            let run = Run::new().with_memory(budget).with_threads(1);
            let taken = allocation_counter::measure(|| {
                let mut session = engine.open(Arc::clone(&data));
                let dnf = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (5, 2)]
                    .map(|(literals, terms)| Arc::new(DnfSpace::new(FEATURES, literals, terms)) as Arc<dyn SubSpace>);
                // The mirrored data are part of what is taken.
                let cnf = [(1, 1), (2, 1), (2, 2)].map(|(literals, clauses)| {
                    Arc::new(CnfSpace::new(FEATURES, literals, clauses)) as Arc<dyn SubSpace>
                });
                for space in dnf.into_iter().chain(cnf) {
                    session.measure(&Query::new(space), &run).expect("it supports the question");
                }
            });
            let line = format!("{} with {budget} bytes: {}", engine.name(), taken.bytes_max);
            println!("{line}");
            excesses.extend((taken.bytes_max > budget + budget / 5).then_some(line));
        }
    }
    assert!(excesses.is_empty(), "{excesses:#?}");
}
