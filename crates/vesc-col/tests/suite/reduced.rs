//! Columns that are the same in every row count as one, and the answers stay what they are.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use vesc_col::engine::{BddEngine, CoverEngine, Query, SatEngine, VersionSpace};
use vesc_col::run::{CancelToken, StopReason};
use vesc_col::spaces::CnfSpace;
use vesc_col::{Dataset, DnfSpace, Engine, Portfolio, Run, SubSpace};
use vesc_col_testkit::{Instance, brute_force, check_answer};

/// How a column comes about from those before it.
#[derive(Clone, Copy, Debug)]
enum Column {
    /// Equal to one, or its complement.
    Same(usize, bool),
    /// Implies one.
    And(usize, usize),
    Constant(bool),
    Own(usize),
}

/// More columns than inputs, most of which repeat others.
fn columns(inputs: usize, more: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<Column>> {
    let column = prop_oneof![
        6 => (any::<usize>(), any::<bool>()).prop_map(|(of, same)| Column::Same(of, same)),
        1 => (any::<usize>(), any::<usize>()).prop_map(|(one, other)| Column::And(one, other)),
        1 => any::<bool>().prop_map(Column::Constant),
    ];
    prop::collection::vec(column, more).prop_map(move |more| (0..inputs).map(Column::Own).chain(more).collect())
}

/// The rows of these inputs, in an order of the columns that mixes copies and originals.
fn instance(inputs: &[u64], labels: u64, columns: &[Column], turn: usize) -> Instance {
    let rows = inputs.iter().map(|&input| {
        let mut cells: Vec<bool> = Vec::new();
        for &column in columns {
            let cell = match column {
                Column::Own(feature) => input >> feature & 1 == 1,
                Column::Same(of, same) => cells[of % cells.len()] == same,
                Column::And(one, other) => cells[one % cells.len()] && cells[other % cells.len()],
                Column::Constant(value) => value,
            };
            cells.push(cell);
        }
        cells.rotate_left(turn % columns.len());
        let row = cells.iter().rev().fold(0u128, |row, &cell| row << 1 | u128::from(cell));
        (row, labels >> (input % 64) & 1 == 1)
    });
    Instance::new(columns.len(), rows)
}

fn engines() -> [Arc<dyn Engine>; 3] {
    [Arc::new(CoverEngine::default()), Arc::new(BddEngine::default()), Arc::new(SatEngine::default())]
}

fn measure(engine: &dyn Engine, data: &Arc<Dataset>, queries: &[Query]) -> Vec<VersionSpace> {
    let mut session = engine.open(Arc::clone(data));
    queries.iter().map(|query| session.measure(query, &Run::new()).expect("it is DNF or CNF")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every size in the order of a search, or a few in any order, by each engine, beside all formulas one by one.
    #[test]
    fn answers_are_those_of_brute_force(
        inputs in prop::collection::vec(0u64..8, 1..8),
        labels: u64,
        columns in columns(3, 1..=3),
        turn: usize,
        (bound, list, exact) in (1usize..6, 0usize..40, any::<bool>()),
        sizes in prop_oneof![
            Just(vec![(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 2)]),
            prop::sample::subsequence(vec![(4, 2), (3, 2), (3, 1), (2, 2), (2, 1)], 1..3),
        ],
        which in 0usize..3,
    ) {
        let instance = instance(&inputs, labels, &columns, turn);
        let data = instance.dataset();
        let query = |&(literals, terms): &(usize, usize)| {
            let space = Arc::new(DnfSpace::new(columns.len(), literals, terms));
            Query::new(space).with_bound(bound).with_list_limit(list).with_exact(exact)
        };
        let queries: Vec<Query> = sizes.iter().map(query).collect();
        let reduced = Portfolio::new([engines()[which].clone()]).with_equal_columns_as_one(true);
        for ((query, answer), &(literals, terms)) in queries.iter().zip(measure(&reduced, &data, &queries)).zip(&sizes) {
            let truth = brute_force(&instance, literals, terms);
            if let Err(wrong) = check_answer(&truth, query, &answer) {
                prop_assert!(false, "{instance} ({literals}, {terms}): {wrong}\n{truth}\n{answer:?}");
            }
        }
    }

    /// The same on more columns than can be tried one by one, also for CNF.
    #[test]
    fn answers_are_those_about_all_columns(
        inputs in prop::collection::vec(0u64..64, 1..40),
        labels: u64,
        columns in columns(6, 4..=24),
        turn: usize,
        (bound, list, exact) in (1usize..20, 0usize..200, any::<bool>()),
        cnf: bool,
    ) {
        let data = instance(&inputs, labels, &columns, turn).dataset();
        let sizes = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 2), (5, 2), (4, 3)];
        let space = |(literals, terms)| -> Arc<dyn SubSpace> {
            match cnf {
                true => Arc::new(CnfSpace::new(columns.len(), literals, terms)),
                false => Arc::new(DnfSpace::new(columns.len(), literals, terms)),
            }
        };
        let query =
            |size| Query::new(space(size)).with_bound(bound).with_list_limit(list).with_exact(exact);
        let queries: Vec<Query> = sizes.map(query).to_vec();
        let cover = Portfolio::new([engines()[0].clone()]);
        let reduced = measure(&cover.clone().with_equal_columns_as_one(true), &data, &queries);
        for ((query, whole), reduced) in queries.iter().zip(measure(&cover, &data, &queries)).zip(reduced) {
            let told = format!("{:?}\n{whole:?}\n{reduced:?}", query.space());
            prop_assert!(whole.concepts.intersect(&reduced.concepts).is_some(), "concepts: {told}");
            prop_assert!(whole.formulas.intersect(&reduced.formulas).is_some(), "formulas: {told}");
            prop_assert_eq!(query.is_answered_by(&whole), query.is_answered_by(&reduced), "{}", told);
            prop_assert_eq!(whole.is_listed(), reduced.is_listed(), "{}", told);
            if whole.is_listed() {
                let texts = |answer: &VersionSpace| answer.hypotheses.iter().map(ToString::to_string).collect::<Vec<_>>();
                prop_assert_eq!(texts(&whole), texts(&reduced));
            }
        }
    }
}

/// Whenever the run ends, an answer that is not whole says why.
#[test]
fn an_answer_that_is_cut_off_says_so() {
    let columns: Vec<Column> =
        (0..4).map(Column::Own).chain((0..8).map(|of| Column::Same(of % 4, of % 2 == 0))).collect();
    let data = instance(&[1, 2, 5, 7, 8, 11, 13], 0b0010_1000_1000_0010, &columns, 3).dataset();
    let query = Query::new(Arc::new(DnfSpace::new(columns.len(), 4, 2)));
    let engine = Portfolio::default();
    let ask = |last: usize| {
        let (token, looks) = (CancelToken::new(), AtomicUsize::new(0));
        let cancelled = token.clone();
        let run = Run::new().with_threads(1).with_cancel(token).with_probe(move || {
            if looks.fetch_add(1, Ordering::Relaxed) == last {
                cancelled.cancel();
            }
        });
        engine.open(Arc::clone(&data)).measure(&query, &run).expect("it is DNF")
    };
    let cut = (0..).map(ask).take_while(|answer| !query.is_answered_by(answer));
    let mut count = 0;
    for answer in cut {
        assert_eq!(answer.stopped, Some(StopReason::Cancelled), "{answer:?}");
        count += 1;
    }
    assert!(count > 2, "{count}");
}
