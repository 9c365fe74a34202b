//! Rules for terms in the dedicated engine, with more features than brute force can have.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use vesc_col_bdd::BddEngine;
use vesc_col_core::{Dataset, DnfSpace, Domain, Engine, Features, Literal, Query, Run, SubSpace, VersionSpace};
use vesc_col_cover::CoverEngine;
use vesc_col_sat::SatEngine;
use vesc_col_spaces::{DnfOptions, RestrictedDnfSpace};
use vesc_col_testkit::random_dataset;

fn ask(engine: &dyn Engine, data: &Arc<Dataset>, space: impl SubSpace) -> VersionSpace {
    let query = Query::new(Arc::new(space)).with_list_limit(3000).with_exact(true);
    engine.open(Arc::clone(data)).measure(&query, &Run::new()).expect("it is treated")
}

fn without(data: &Dataset, forbidden: &[usize]) -> Arc<Dataset> {
    let kept: Vec<usize> = (0..data.features().len()).filter(|feature| !forbidden.contains(feature)).collect();
    let mut builder = Dataset::builder(Features::numbered(kept.len())).with_contradictions();
    for (label, samples) in [(true, data.positives()), (false, data.negatives())] {
        for sample in samples.iter() {
            builder.push(label, kept.iter().map(|&feature| sample[feature])).expect("as many cells as features");
        }
    }
    Arc::new(builder.build().expect("contradictions are allowed"))
}

fn shown(answer: &VersionSpace) -> Vec<String> {
    answer.hypotheses.iter().map(ToString::to_string).collect()
}

/// A column of a table, which some features test.
#[derive(Clone, Copy, Debug)]
enum Column {
    Flag,
    /// Exactly one of so many holds.
    Closed(usize),
    /// At most one does.
    Open(usize),
    /// Each threshold implies those before it.
    Ordered(usize),
}

impl Column {
    fn tests(self) -> usize {
        match self {
            Column::Flag => 1,
            Column::Closed(tests) | Column::Open(tests) | Column::Ordered(tests) => tests,
        }
    }

    /// What the features are on a value, counted from 0.
    fn cells(self, value: usize) -> Vec<bool> {
        let holds = |test: usize| match self {
            Column::Flag => value == 1,
            Column::Closed(_) | Column::Open(_) => value == test,
            Column::Ordered(_) => value > test,
        };
        (0..self.tests()).map(holds).collect()
    }

    fn values(self) -> usize {
        self.tests() + usize::from(!matches!(self, Column::Closed(_)))
    }
}

fn columns() -> impl Strategy<Value = Vec<Column>> {
    let column = prop_oneof![
        2 => Just(Column::Flag),
        1 => (2..4usize).prop_map(Column::Closed),
        1 => (1..4usize).prop_map(Column::Open),
        1 => (2..4usize).prop_map(Column::Ordered),
    ];
    vec(column, 3..=8)
}

/// The features of each column, and what is legal.
fn declare(columns: &[Column]) -> (Vec<Vec<usize>>, Domain) {
    let mut count = 0;
    let mut take = |column: &Column| {
        count += column.tests();
        (count - column.tests()..count).collect::<Vec<usize>>()
    };
    let features: Vec<Vec<usize>> = columns.iter().map(&mut take).collect();
    let builder = columns.iter().zip(&features).fold(Domain::builder(count), |builder, (column, own)| match column {
        Column::Flag => builder,
        Column::Closed(_) => builder.exactly_one(own.iter().copied()),
        Column::Open(_) => builder.at_most_one(own.iter().copied().map(Literal::positive)),
        Column::Ordered(_) => builder.ordered(own.iter().copied()),
    });
    (features, builder.build().expect("every column has a value"))
}

/// Legal rows of these values, positive where two columns are as in the first row.
fn table(columns: &[Column], values: &[Vec<usize>], kept: impl Fn(usize) -> bool) -> Arc<Dataset> {
    let cells = |row: &[usize]| -> Vec<Vec<bool>> {
        columns.iter().zip(row).map(|(column, value)| column.cells(value % column.values())).collect()
    };
    let first = cells(&values[0]);
    let features: usize = (0..columns.len()).filter(|&column| kept(column)).map(|column| columns[column].tests()).sum();
    let mut builder = Dataset::builder(Features::numbered(features)).with_contradictions();
    for row in values {
        let cells = cells(row);
        let label = cells[0] == first[0] && cells[2] == first[2];
        let shown = (0..columns.len()).filter(|&column| kept(column)).flat_map(|column| cells[column].clone());
        builder.push(label, shown).expect("as many cells as features");
    }
    Arc::new(builder.build().expect("contradictions are allowed"))
}

fn rows() -> impl Strategy<Value = Vec<Vec<usize>>> {
    vec(vec(0..12usize, 8), 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// All that can be said of some column forbidden, over declared inputs: as if there were no such column.
    #[test]
    fn a_forbidden_column_of_values_is_no_column(
        columns in columns(),
        rows in rows(),
        (literals, terms) in prop::sample::select(vec![(1, 1), (2, 1), (3, 1), (3, 2), (4, 2), (4, 3)]),
        chosen: prop::sample::Index,
    ) {
        let chosen = chosen.index(columns.len());
        let (features, domain) = declare(&columns);
        let both = |&feature: &usize| [Literal::positive(feature), Literal::negative(feature)];
        let both = features[chosen].iter().flat_map(both);
        let options = Arc::new(DnfOptions::default().forbid(both));
        let count = features.iter().map(Vec::len).sum();
        let data = table(&columns, &rows, |_| true);
        let space = RestrictedDnfSpace::new(count, literals, terms, options).within(&domain);
        let found = ask(&CoverEngine::default(), &data, space);
        let fewer = columns.iter().enumerate().filter(|&(i, _)| i != chosen);
        let fewer: Vec<Column> = fewer.map(|(_, column)| *column).collect();
        let (_, domain) = declare(&fewer);
        let data = table(&columns, &rows, |column| column != chosen);
        let space = DnfSpace::new(data.features().len(), literals, terms).within(&domain);
        let expected = ask(&CoverEngine::default(), &data, space);
        prop_assert_eq!(&found.formulas, &expected.formulas);
        prop_assert_eq!(&found.concepts, &expected.concepts);
        prop_assert_eq!(found.hypotheses.len(), expected.hypotheses.len());
    }

    /// Any rules over declared inputs.
    #[test]
    fn engines_agree_over_declared_inputs(
        columns in columns(),
        rows in rows(),
        (literals, terms) in prop::sample::select(vec![(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2)]),
        forbidden in vec((any::<prop::sample::Index>(), any::<bool>()), 0..10),
        monotone: bool,
        longest in prop::option::of(1usize..4),
        exact: bool,
    ) {
        let (features, domain) = declare(&columns);
        let count = features.iter().map(Vec::len).sum();
        let forbidden = forbidden.iter().map(|(feature, value)| Literal::matching(feature.index(count), *value));
        let mut options = DnfOptions::default().forbid(forbidden);
        options = if monotone { options.monotone() } else { options };
        options = longest.map_or(options.clone(), |longest| options.with_max_term_literals(longest));
        let space = RestrictedDnfSpace::new(count, literals, terms, Arc::new(options)).within(&domain);
        let data = table(&columns, &rows, |_| true);
        let query = Query::new(Arc::new(space)).with_list_limit(300).with_exact(exact);
        let engines: [&dyn Engine; 3] = [&CoverEngine::default(), &BddEngine::default(), &SatEngine::default()];
        let answers = engines.map(|engine| {
            let mut session = engine.open(Arc::clone(&data));
            session.measure(&query, &Run::new()).expect("it is supported")
        });
        for other in &answers[1..] {
            prop_assert!(answers[0].concepts.intersect(&other.concepts).is_some());
            prop_assert!(answers[0].formulas.intersect(&other.formulas).is_some());
            if answers[0].is_listed() && other.is_listed() {
                prop_assert_eq!(shown(&answers[0]), shown(other));
            }
        }
        prop_assert!(answers.iter().all(|answer| answer.concepts.exceeds(300) || answer.is_listed()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Both literals of some columns forbidden: as if there were no such columns.
    #[test]
    fn a_forbidden_column_is_no_column(
        features in prop_oneof![5usize..12, 31usize..34, 62usize..67, 126usize..130],
        positives in 0usize..6,
        negatives in 5usize..60,
        (literals, terms) in prop::sample::select(vec![(2, 1), (3, 1), (4, 1), (3, 2), (4, 2), (6, 2), (6, 3)]),
        chosen in vec(any::<prop::sample::Index>(), 1..5),
        seed: u64,
    ) {
        let terms = if features > 12 && positives == 0 { 1 } else { terms };
        let literals = if features > 12 { literals.min(4) } else { literals };
        let data = random_dataset(features, positives, negatives, seed);
        let forbidden: Vec<usize> = chosen.iter().map(|index| index.index(features - 1)).collect();
        let both = forbidden.iter().flat_map(|&feature| [Literal::positive(feature), Literal::negative(feature)]);
        let options = Arc::new(DnfOptions::default().forbid(both));
        let found = ask(&CoverEngine::default(), &data, RestrictedDnfSpace::new(features, literals, terms, options));
        let fewer = without(&data, &forbidden);
        let expected = ask(&CoverEngine::default(), &fewer, DnfSpace::new(fewer.features().len(), literals, terms));
        prop_assert_eq!(&found.formulas, &expected.formulas);
        if found.concepts.is_exact() && expected.concepts.is_exact() {
            prop_assert_eq!(&found.concepts, &expected.concepts);
        }
        prop_assert_eq!(found.hypotheses.len(), expected.hypotheses.len());
    }

    /// Literals forbidden one by one and short terms, against diagrams by circuits.
    #[test]
    fn cover_agrees_with_diagrams(
        positives in 0usize..4,
        negatives in 10usize..40,
        (literals, terms) in prop::sample::select(vec![(2, 1), (3, 1), (3, 2), (4, 2)]),
        forbidden in vec((0usize..13, any::<bool>()), 0..16),
        monotone: bool,
        longest in prop::option::of(1usize..4),
        seed: u64,
    ) {
        let data = random_dataset(13, positives, negatives, seed % 5000);
        let forbidden = forbidden.iter().map(|&(feature, value)| Literal::matching(feature, value));
        let mut options = DnfOptions::default().forbid(forbidden);
        options = if monotone { options.monotone() } else { options };
        options = longest.map_or(options.clone(), |longest| options.with_max_term_literals(longest));
        let space = RestrictedDnfSpace::new(13, literals, terms, Arc::new(options));
        let engines: [&dyn Engine; 2] = [&CoverEngine::default(), &BddEngine::default()];
        let [cover, bdd] = engines.map(|engine| ask(engine, &data, space.clone()));
        prop_assert_eq!(&cover.formulas, &bdd.formulas);
        prop_assert!(cover.concepts.intersect(&bdd.concepts).is_some());
        if cover.is_listed() && bdd.is_listed() {
            prop_assert_eq!(shown(&cover), shown(&bdd));
        }
    }
}
