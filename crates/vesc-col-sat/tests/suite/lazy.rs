//! Samples that become clauses when a model violates them give the answers that all samples give at the start.

use std::sync::Arc;

use proptest::prelude::*;
use vesc_col_core::{Dataset, DnfSpace, Engine, Features, Fit, Query, Run, Session, SubSpace};
use vesc_col_sat::{SatEncoding, SatEngine, Tuning};
use vesc_col_spaces::{CnfSpace, ParitySpace, ThresholdSpace, TreeSpace};

const FEATURES: usize = 5;

/// A row's label, its cells, and how often it occurs.
type Row = (bool, Vec<Option<bool>>, usize);

fn rows(unknown: bool) -> impl Strategy<Value = Vec<Row>> {
    let cell = if unknown {
        prop_oneof![4 => any::<bool>().prop_map(Some), 1 => Just(None)].boxed()
    } else {
        any::<bool>().prop_map(Some).boxed()
    };
    prop::collection::vec((any::<bool>(), prop::collection::vec(cell, FEATURES), 1..4usize), 0..40)
}

fn data(rows: &[Row]) -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(FEATURES)).with_contradictions();
    for (label, cells, count) in rows {
        (0..*count).for_each(|_| builder.push_partial(*label, cells.iter().copied()).unwrap());
    }
    Arc::new(builder.build().unwrap())
}

fn session(data: &Arc<Dataset>, first_samples: usize, added_samples: usize) -> Box<dyn Session> {
    let tuning = Tuning { first_samples, first_samples_by_circuits: first_samples, added_samples, ..Tuning::default() };
    SatEngine::default().with_encoding(SatEncoding { tuning, ..SatEncoding::default() }).open(data.clone())
}

fn spaces() -> Vec<Arc<dyn SubSpace>> {
    vec![
        Arc::new(DnfSpace::new(FEATURES, 2, 1)),
        Arc::new(DnfSpace::new(FEATURES, 3, 2)),
        Arc::new(DnfSpace::new(FEATURES, 4, 2)),
        Arc::new(CnfSpace::new(FEATURES, 3, 2)),
        Arc::new(ParitySpace::new(FEATURES, 2)),
        Arc::new(ThresholdSpace::new(FEATURES, 3, 2)),
        Arc::new(TreeSpace::new(FEATURES, 1)),
    ]
}

/// Asks one session after the other about every sub-space: the lazy ones know samples of the questions before.
fn check(rows: &[Row], fit: &Fit) {
    let data = data(rows);
    let mut eager = session(&data, usize::MAX, 1);
    let mut lazy: Vec<_> = [(0, 1), (1, 1), (3, 2)].map(|(first, added)| session(&data, first, added)).into();
    for space in spaces() {
        let query = Query::new(space).with_bound(3).with_list_limit(2000).with_exact(true).with_fit(fit.clone());
        let expected = eager.measure(&query, &Run::new()).unwrap();
        let listed = |found: &vesc_col_core::VersionSpace| -> Vec<String> {
            found.hypotheses.iter().map(ToString::to_string).collect()
        };
        for session in &mut lazy {
            let found = session.measure(&query, &Run::new()).unwrap();
            assert_eq!(found.concepts, expected.concepts, "{query:?}, {rows:?}");
            assert_eq!(found.formulas, expected.formulas, "{query:?}, {rows:?}");
            assert_eq!(listed(&found), listed(&expected), "{query:?}, {rows:?}");
            assert_eq!(found.stopped, expected.stopped);
        }
    }
}

#[test]
fn without_rows_and_of_one_label() {
    let row = |label: bool, number: usize| (label, (0..FEATURES).map(|i| Some(number >> i & 1 == 1)).collect(), 1);
    check(&[], &Fit::Exact);
    for label in [false, true] {
        let rows: Vec<Row> = (0..20).map(|number| row(label, 5 * number % 32)).collect();
        check(&rows, &Fit::Exact);
        check(&rows, &Fit::Budget { false_positives: 2, false_negatives: 3 });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_every_row(feature in 0..FEATURES, rows in rows(false)) {
        // Labelled by one feature, so that something fits.
        let labelled = |(_, cells, count): Row| (cells[feature] == Some(true), cells, count);
        let rows: Vec<Row> = rows.into_iter().map(labelled).collect();
        check(&rows, &Fit::Exact);
    }

    #[test]
    fn within_an_error_budget(rows in rows(false), false_positives in 0..12u64, false_negatives in 0..12u64) {
        check(&rows, &Fit::Budget { false_positives, false_negatives });
    }

    #[test]
    fn with_unknown_cells(rows in rows(true), false_positives in 0..6u64, false_negatives in 0..6u64) {
        check(&rows, &Fit::Possible);
        check(&rows, &Fit::PossibleWithin { false_positives, false_negatives });
        check(&rows, &Fit::CertainWithin { false_positives, false_negatives });
    }
}
