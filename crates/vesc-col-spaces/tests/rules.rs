//! Rules for terms in the dedicated engine, with more features than brute force can have.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use vesc_col_bdd::BddEngine;
use vesc_col_core::{Dataset, DnfSpace, Engine, Features, Literal, Query, Run, SubSpace, VersionSpace};
use vesc_col_cover::CoverEngine;
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
        let mut options = DnfOptions::default().forbid(forbidden.iter().map(|&(feature, value)| Literal::matching(feature, value)));
        options = if monotone { options.monotone() } else { options };
        options = longest.map_or(options.clone(), |longest| options.with_max_term_literals(longest));
        let space = RestrictedDnfSpace::new(13, literals, terms, Arc::new(options));
        let [cover, bdd] = [&CoverEngine::default() as &dyn Engine, &BddEngine::default()].map(|engine| ask(engine, &data, space.clone()));
        prop_assert_eq!(&cover.formulas, &bdd.formulas);
        prop_assert!(cover.concepts.intersect(&bdd.concepts).is_some());
        if cover.is_listed() && bdd.is_listed() {
            prop_assert_eq!(shown(&cover), shown(&bdd));
        }
    }
}
