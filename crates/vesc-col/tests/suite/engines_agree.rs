//! The same questions to the general engines, with more features than brute force can treat.

use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use vesc_col::engine::BddEngine;
use vesc_col::engine::CoverEngine;
use vesc_col::engine::SatEngine;
use vesc_col::generate::Recipe;
use vesc_col_core::{Choice, Dataset, DnfSpace, Engine, Features, Literal, Part, Query, Run, VersionSpace};

fn ask(engine: &dyn Engine, data: &Arc<Dataset>, query: &Query, run: &Run) -> VersionSpace {
    engine.open(Arc::clone(data)).measure(query, run).expect("every engine treats k-term DNF")
}

fn listed(answer: &VersionSpace) -> Option<Vec<String>> {
    answer.is_listed().then(|| answer.hypotheses.iter().map(ToString::to_string).collect())
}

/// The other engine may be stopped; whatever it says must not contradict the first.
fn check(cover: &VersionSpace, other: &VersionSpace) -> Result<(), TestCaseError> {
    let name = &other.engine;
    let concepts = cover.concepts.intersect(&other.concepts);
    prop_assert!(concepts.is_some(), "concepts: {} against {} of {name}", cover.concepts, other.concepts);
    let formulas = cover.formulas.intersect(&other.formulas);
    prop_assert!(formulas.is_some(), "formulas: {} against {} of {name}", cover.formulas, other.formulas);
    if let (Some(ours), Some(theirs)) = (listed(cover), listed(other)) {
        prop_assert_eq!(ours, theirs, "{}", name);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agree_beyond_a_word_of_features(
        features in prop_oneof![33usize..=200, prop::sample::select(vec![63usize, 64, 65, 127, 128, 129])],
        (terms, sizes) in prop::sample::select(vec![
            (vec![2], vec![(1, 1), (2, 1), (3, 1), (2, 2)]),
            (vec![1, 2], vec![(2, 2), (3, 2)]),
            (vec![2, 2], vec![(3, 2), (4, 2)]),
            (vec![1, 1, 2], vec![(3, 2), (4, 3)]),
        ]),
        positives in 3usize..=8,
        negatives in 20usize..=150,
        seed: u64,
    ) {
        let recipe = Recipe { features, terms, positives, negatives, seed };
        // Now and then two terms of a literal are opposites, so that no input is explained by a third one only.
        let Ok((data, _)) = recipe.make() else { return Err(TestCaseError::reject("a recipe that cannot be followed")) };
        for (literals, terms) in sizes {
            // Exact, but where the concepts are many and the general engines would take long.
            let query = Query::new(Arc::new(DnfSpace::new(features, literals, terms))).with_bound(20);
            let cover = ask(&CoverEngine::default(), &data, &query, &Run::new());
            prop_assert!(query.is_answered_by(&cover), "({literals},{terms}): {cover:?}");
            for engine in [&BddEngine::default() as &dyn Engine, &SatEngine::default()] {
                let run = Run::new().with_timeout(Duration::from_millis(400));
                check(&cover, &ask(engine, &data, &query, &run))?;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Two parts of a question, one with a literal more and one without it, have as many formulas together as the question.
    #[test]
    fn agree_on_required_literals(
        features in prop_oneof![6usize..=12, 33usize..=80],
        (terms, sizes) in prop::sample::select(vec![
            (vec![2], vec![(1, 1), (2, 1), (3, 1), (5, 1), (2, 2), (4, 2)]),
            (vec![1, 2], vec![(2, 2), (3, 2), (4, 2), (3, 3)]),
            (vec![2, 2], vec![(3, 2), (4, 2), (5, 2), (4, 3)]),
            (vec![1, 1, 1, 2], vec![(3, 3), (4, 4), (5, 4), (6, 4)]),
        ]),
        positives in 0usize..=8,
        negatives in 0usize..=150,
        choices in prop::collection::vec((0usize..80, any::<bool>(), any::<bool>(), any::<bool>()), 1..=4),
        seed: u64,
    ) {
        let recipe = Recipe { features, terms, positives, negatives, seed };
        let Ok((data, _)) = recipe.make() else { return Err(TestCaseError::reject("a recipe that cannot be followed")) };
        let choices = choices.into_iter().map(|(feature, negated, one, used)| {
            let literal = Literal::matching(feature % features, !negated);
            (if one { Choice::Uses(literal) } else { Choice::UsesBefore(literal) }, used)
        });
        let choices: Vec<(Choice, bool)> = choices.collect();
        let parts = [Part::new(choices[1..].iter().copied()), Part::new([(choices[0].0, true)].into_iter().chain(choices[1..].iter().copied()))];
        let [Some(whole), Some(with)] = parts else { return Err(TestCaseError::reject("contradictory choices")) };
        let Some([_, without]) = whole.split(choices[0].0) else { return Err(TestCaseError::reject("a choice made twice")) };
        let mut session = CoverEngine::default().open(Arc::clone(&data));
        for (literals, terms) in sizes {
            let query = Query::new(Arc::new(DnfSpace::new(features, literals, terms))).with_bound(20).with_exact(true);
            let mut answer = |part: &Part| {
                let query = query.within_part(part);
                (session.measure(&query, &Run::new()).expect("cover supports parts of DNF"), query)
            };
            let (sum, halves) = (answer(&whole).0.formulas, [&with, &without].map(|part| answer(part).0.formulas));
            prop_assert!(halves[0].plus(&halves[1]).intersect(&sum).is_some(), "({literals},{terms}): {halves:?} against {sum}");
            let (cover, query) = answer(&with);
            prop_assert!(query.is_answered_by(&cover), "({literals},{terms}): {cover:?}");
            for engine in [&BddEngine::default() as &dyn Engine, &SatEngine::default()] {
                let run = Run::new().with_timeout(Duration::from_millis(200));
                check(&cover, &ask(engine, &data, &query, &run))?;
            }
        }
    }
}

/// The prices of the set cover of these prime terms once grew with each step, until they overflowed.
#[test]
fn a_set_cover_of_many_prime_terms_keeps_its_prices_in_bounds() {
    let recipe =
        Recipe { features: 33, terms: vec![1, 1, 1, 2], positives: 1, negatives: 19, seed: 1_567_931_749_447_611_028 };
    let (data, _) = recipe.make().expect("the recipe can be followed");
    let choice = Choice::Uses(Literal::positive(0));
    let [with, without] = Part::whole().split(choice).expect("nothing is chosen yet");
    let mut session = CoverEngine::default().open(data);
    for (literals, terms) in [(3, 3), (4, 4), (5, 4), (6, 4)] {
        let query = Query::new(Arc::new(DnfSpace::new(33, literals, terms))).with_bound(20).with_exact(true);
        let mut formulas = |part: &Part| {
            session.measure(&query.within_part(part), &Run::new()).expect("cover supports parts of DNF").formulas
        };
        let (whole, halves) = (formulas(&Part::whole()), [formulas(&with), formulas(&without)]);
        assert!(halves[0].plus(&halves[1]).intersect(&whole).is_some(), "({literals},{terms}): {halves:?}, {whole:?}");
    }
}

/// Inputs of six features, labelled by a cause; columns copy the features or complement them, as a chip's often do.
fn with_copies(inputs: &[u64], cause: fn(u64) -> bool, columns: &[(usize, bool)]) -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(columns.len()));
    for &input in inputs {
        let cell = |&(feature, same): &(usize, bool)| (input >> feature & 1 == 1) == same;
        builder.push(cause(input), columns.iter().map(cell)).unwrap();
    }
    Arc::new(builder.build().expect("equal inputs have one label"))
}

const CAUSES: [fn(u64) -> bool; 4] = [
    |input| input & 0b11 == 0b11,
    |input| input & 0b111 == 0b110,
    |input| input & 0b11 == 0b01 || input & 0b1100 == 0b1000,
    |input| input & 0b1 == 0 || input & 0b110 == 0b110,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agree_on_columns_that_copy_one_another(
        inputs in prop::collection::vec(0u64..64, 1..30),
        cause in 0..CAUSES.len(),
        columns in prop::collection::vec((0usize..6, any::<bool>()), 4..=12),
    ) {
        let all: Vec<(usize, bool)> = (0..6).map(|feature| (feature, true)).chain(columns).collect();
        let data = with_copies(&inputs, CAUSES[cause], &all);
        for (literals, terms) in [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (4, 2), (5, 2), (3, 3), (5, 3)] {
            let space = Arc::new(DnfSpace::new(all.len(), literals, terms));
            let query = Query::new(space).with_bound(20).with_list_limit(100).with_exact(true);
            let cover = ask(&CoverEngine::default(), &data, &query, &Run::new().with_timeout(Duration::from_secs(20)));
            for engine in [&BddEngine::default() as &dyn Engine, &SatEngine::default()] {
                let run = Run::new().with_timeout(Duration::from_millis(200));
                check(&cover, &ask(engine, &data, &query, &run))?;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Few rows, often no positive, and terms of about as many literals as there are features.
    #[test]
    fn agree_on_long_terms_and_few_rows(
        features in 3usize..=9,
        missing in 0usize..=2,
        negatives in prop::collection::vec(any::<u32>(), 0..=6),
        positives in prop::collection::vec(any::<u32>(), 0..=1),
    ) {
        let bits = |row: u32| (0..features).map(move |feature| row >> feature & 1 == 1);
        let mut builder = Dataset::builder(Features::numbered(features));
        let is_negative = |row: &u32| negatives.iter().any(|negative| bits(*negative).eq(bits(*row)));
        positives.iter().filter(|row| !is_negative(row)).for_each(|&row| builder.push(true, bits(row)).unwrap());
        negatives.iter().for_each(|&row| builder.push(false, bits(row)).unwrap());
        let data = Arc::new(builder.build().unwrap());
        let space = Arc::new(DnfSpace::new(features, features - missing, 1));
        let query = Query::new(space).with_list_limit(10_000).with_exact(true);
        for threads in [1, 2] {
            let run = Run::new().with_timeout(Duration::from_secs(20)).with_threads(threads);
            let cover = ask(&CoverEngine::default(), &data, &query, &run);
            prop_assert!(query.is_answered_by(&cover), "{cover:?}");
            check(&cover, &ask(&BddEngine::default(), &data, &query, &run))?;
        }
    }
}
