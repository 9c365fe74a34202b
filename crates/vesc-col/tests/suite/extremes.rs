//! Extreme sizes and bounds, to every engine: each was once a wrong answer, a hang or a machine out of memory.

#![cfg(all(feature = "bdd", feature = "cover", feature = "sat"))]

use std::sync::Arc;
use std::time::Duration;

use vesc_col::engine::EngineError;
use vesc_col::spaces::{CnfSpace, ObddSpace, TreeSpace};
use vesc_col::{
    Cardinality, Dataset, DnfSpace, Engine, Features, Outcome, Portfolio, Run, Settings, SubSpace, count, search,
};

fn engines() -> Vec<Arc<dyn Engine>> {
    Portfolio::default().engines().to_vec()
}

fn data(features: usize) -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(features));
    builder.push(true, vec![true; features]).expect("one cell a feature");
    builder.push(false, vec![false; features]).expect("one cell a feature");
    Arc::new(builder.build().expect("no contradiction"))
}

/// A listing limit of `usize::MAX` wrapped to zero in the cover engine, which then found nothing.
#[test]
fn the_greatest_bound_and_listing_limit() {
    for engine in engines() {
        let settings = Settings::default().with_bound(usize::MAX).with_exact(true).with_list_limit(usize::MAX);
        let report = search(&*engine, &data(1), [DnfSpace::new(1, 1, 1)], &settings, &Run::new()).expect("an answer");
        assert_eq!((report.outcome(), report.hypotheses().len()), (Outcome::Learned, 1), "{engine:?}");
    }
}

/// Engines allocated bits for formulas that cannot exist.
#[test]
fn more_literals_or_terms_than_there_can_be() {
    let sizes =
        [(1_000_000, 1_000_000), (1_000_000, 2), (2, 1_000_000), (22, 3), (usize::MAX, usize::MAX), (usize::MAX, 2)];
    for engine in engines() {
        for (literals, terms) in sizes {
            let space = DnfSpace::new(7, literals, terms);
            let report = count(&*engine, &data(7), space, &Settings::default(), &Run::new()).expect("an answer");
            assert_eq!(report.formulas(), Cardinality::exact(0u32), "{engine:?} at ({literals}, {terms})");
        }
    }
}

/// The cover engine did not look at its deadline while it counted formulas of many terms.
#[test]
fn a_deadline_ends_a_question_about_thousands_of_terms() {
    for engine in engines() {
        let settings = Settings::default().with_exact(true);
        // A thousand terms that reject the negative have at least 3768 literals.
        for (literals, fits) in [(3000, false), (4000, true)] {
            let run = Run::new().with_timeout(Duration::from_millis(100)).with_memory(1 << 30);
            let space = DnfSpace::new(7, literals, 1000);
            let report = count(&*engine, &data(7), space, &settings, &run).expect("an answer");
            let answer = report.steps()[0].result();
            let zero = answer.formulas == Cardinality::exact(0u32);
            assert!(answer.stopped.is_some() || zero && !fits, "{engine:?} at {literals}: {report}");
        }
    }
}

/// Engines allocated bits for a thousand million terms, or went through as many sizes.
#[test]
fn more_decision_bits_than_there_is_memory() {
    let spaces: [Arc<dyn SubSpace>; 4] = [
        Arc::new(DnfSpace::new(300, 2_000_000_000, 1_000_000_000)),
        Arc::new(CnfSpace::new(300, 2_000_000_000, 1_000_000_000)),
        Arc::new(ObddSpace::new(300, 100_000)),
        Arc::new(TreeSpace::new(300, 1_000_000_000)),
    ];
    for engine in engines() {
        for space in &spaces {
            let run = Run::new().with_timeout(Duration::from_millis(200)).with_memory(64 << 20);
            match count(&*engine, &data(300), Arc::clone(space), &Settings::default(), &run) {
                Ok(report) => {
                    let answer = report.steps()[0].result();
                    assert!(answer.stopped.is_some() || answer.formulas.is_zero(), "{engine:?} at {space:?}: {report}");
                }
                Err(error) => assert!(matches!(error, EngineError::Unsupported { .. }), "{engine:?}: {error}"),
            }
        }
    }
}
