//! What engines take beside the data, counted in the bytes that they allocate, never in what a system says of a process.
#![cfg(all(feature = "bdd", feature = "cover", feature = "sat"))]

use std::sync::Arc;
use std::time::Duration;

use crate::common::with_unknown_cells;
use vesc_col::engine::{BddEngine, CoverEngine, Query, SatEngine};
use vesc_col::run::StopReason;
use vesc_col::spaces::CnfSpace;
use vesc_col::{Dataset, DnfSpace, Engine, Features, Learner, Run, Settings, SubSpace};

const FEATURES: usize = 130;
const ROWS: usize = 100_000;

/// The positive rows of [`data`].
fn two_terms(row: u64) -> bool {
    row & 3 == 3 || row & 0b11100 == 0b11100
}

/// Rows without a pattern but `x0 & x1 | x2 & x3 & x4`, or another cause; the positive ones are rare.
fn data(cause: fn(u64) -> bool) -> Arc<Dataset> {
    let mut state = 1u64;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.rotate_left(32)
    };
    let mut builder = Dataset::builder(Features::numbered(FEATURES));
    while builder.rows() < ROWS {
        let row = [word(), word(), word() & 3];
        let is_positive = cause(row[0]);
        if !is_positive || row[1].is_multiple_of(256) {
            builder.push_words(is_positive, &row).expect("as many words as the features need");
        }
    }
    Arc::new(builder.build().expect("the label is a function of the row"))
}

/// Of searches that take long the first part is enough: the data are completed in it.
const LONGEST_SEARCH: Duration = Duration::from_secs(5);

/// The rows with every completion of their unknown cells are one more copy of the data.
#[test]
fn completed_data_are_charged_to_the_budget() {
    let partial = with_unknown_cells(&data(|row| row & 3 == 3));
    let spaces = || DnfSpace::up_to(FEATURES, 2, 1).map(|space| Arc::new(space) as Arc<dyn SubSpace>);
    let mut excesses = Vec::new();
    for engine in engines() {
        for budget in [1 << 20, 4 << 20, 16 << 20, 64 << 20] {
            let run = Run::new().with_memory(budget).with_threads(1).with_timeout(LONGEST_SEARCH);
            let mut stopped = None;
            let taken = allocation_counter::measure(|| {
                let report = engine.search(&partial, spaces(), &Settings::default(), &run).expect("it supports it");
                stopped = report.steps().last().and_then(|step| step.result().stopped);
            });
            let line = format!("{} with {budget} bytes: {}, {stopped:?}", engine.name(), taken.bytes_max);
            println!("{line}");
            excesses.extend((taken.bytes_max > budget + budget / 5).then_some(line));
            assert!(budget > partial.bytes() || stopped == Some(StopReason::Memory), "{stopped:?}");
        }
    }
    assert!(excesses.is_empty(), "{excesses:#?}");
}

fn engines() -> [Box<dyn Engine>; 3] {
    [Box::new(CoverEngine::default()), Box::new(BddEngine::default()), Box::new(SatEngine::default())]
}

/// With one thread all is allocated by the thread that asks.
#[test]
fn engines_keep_to_the_budget_on_many_rows() {
    let (data, mut excesses) = (data(two_terms), Vec::new());
    for engine in engines() {
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
