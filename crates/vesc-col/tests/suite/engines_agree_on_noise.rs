//! Error budgets and unknown cells against the brute force, with more features than the conformance suite has.

use std::num::NonZeroU64;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use vesc_col::engine::BddEngine;
use vesc_col::engine::CoverEngine;
use vesc_col::engine::SatEngine;
use vesc_col::search::{CostLimit, ErrorBudget};
use vesc_col::spaces::{DnfOptions, RestrictedDnfSpace};
use vesc_col::{Portfolio, Settings, count};
use vesc_col_core::{
    Cardinality, Dataset, DnfSpace, Domain, Engine, EngineError, Features, Fit, Literal, Query, Run, Sample,
    VersionSpace,
};
use vesc_col_testkit::{NoisyRows, brute_force_fitting, check_answer, dnf_world, random_dataset};

fn ask(engine: &dyn Engine, rows: &NoisyRows, query: &Query) -> VersionSpace {
    engine.open(rows.dataset()).measure(query, &Run::new()).expect("it is treated")
}

/// Each engine's answers to all small sub-spaces over two features; the general engines see a part of the data sets.
fn over_two_features(rows: &[(u64, u64, bool)], number: usize, fits: &[Fit], completed: bool) {
    let rows = NoisyRows::new(2, rows.iter().copied());
    let data = if completed { Arc::new(rows.dataset().completed().expect("few")) } else { rows.dataset() };
    let engines: [(&dyn Engine, usize); 3] =
        [(&CoverEngine::default(), 1), (&BddEngine::default(), 7), (&SatEngine::default(), 11)];
    for (engine, _) in engines.into_iter().filter(|(_, share)| number.is_multiple_of(*share)) {
        let mut session = engine.open(Arc::clone(&data));
        for (literals, terms) in [(1, 1), (2, 1), (2, 2), (3, 2), (4, 2), (4, 3)] {
            let space = DnfSpace::new(2, literals, terms);
            let world = dnf_world(space).expect("small");
            for fit in fits {
                let truth = world.passing(|table| rows.fits(fit, &Domain::free(), |x| table >> x & 1 == 1));
                let query = Query::new(Arc::new(space)).with_fit(fit.clone()).with_list_limit(1000).with_exact(true);
                let answer = session.measure(&query, &Run::new()).expect("it is treated");
                assert_eq!(check_answer(&truth, &query, &answer), Ok(()), "{} {rows} {fit:?} {truth}", engine.name());
            }
        }
    }
}

/// Budgets of few errors, for both kinds of completions.
fn budgets_beside_unknown_cells(budgets: impl IntoIterator<Item = (u64, u64)>) -> Vec<Fit> {
    let fits = budgets.into_iter().flat_map(|(false_positives, false_negatives)| {
        [
            Fit::PossibleWithin { false_positives, false_negatives },
            Fit::CertainWithin { false_positives, false_negatives },
        ]
    });
    fits.collect()
}

/// Every set of labelled inputs, contradictions included, with every budget of up to two errors of each kind.
#[test]
fn all_budgets_over_two_features() {
    let fits: Vec<Fit> = (0..9)
        .map(|number| Fit::Budget { false_positives: number / 3, false_negatives: number % 3 })
        .chain([Fit::Exact])
        .collect();
    for number in 0..256usize {
        let chosen = (0..8).filter(|row| number >> row & 1 == 1);
        // The first of the rows is there twice.
        let mut rows: Vec<_> = chosen.map(|row| (row & 3, 0, row >= 4)).collect();
        rows.extend_from_within(..rows.len().min(1));
        over_two_features(&rows, number, &fits, false);
    }
}

/// Every set of up to three rows of cells that are 0, 1 or not known.
#[test]
fn all_unknown_cells_over_two_features() {
    let kinds = NoisyRows::kinds(2);
    assert_eq!(kinds.len(), 18);
    let mut number = 0;
    for a in 0..18 {
        for b in a..18 {
            for c in b..18 {
                let rows = [kinds[a], kinds[b], kinds[c]];
                over_two_features(&rows, number, &[Fit::Possible], false);
                over_two_features(&rows, number, &[Fit::Exact], true);
                let fits = budgets_beside_unknown_cells([(0, 0), (1, 0), (0, 1), (1, 1)]);
                over_two_features(&rows, number, &fits, false);
                number += 1;
            }
        }
    }
}

/// Terms of two literals over features of several words, tried one after the other.
#[test]
fn many_features() {
    const FEATURES: usize = 100;
    let known = random_dataset(FEATURES, 5, 12, 1);
    // One cell in 25 is not known.
    let [positives, negatives] = [known.positives(), known.negatives()].map(|samples| -> Vec<Vec<Option<bool>>> {
        let cells = |(number, sample): (usize, &Sample)| {
            sample
                .iter()
                .enumerate()
                .map(|(feature, value)| ((feature + 7 * number) % 25 > 0).then_some(*value))
                .collect()
        };
        samples.iter().enumerate().map(cells).collect()
    });
    let mut builder = Dataset::builder(Features::numbered(FEATURES));
    positives.iter().for_each(|row| builder.push_partial(true, row.iter().copied()).unwrap());
    negatives.iter().for_each(|row| builder.push_partial(false, row.iter().copied()).unwrap());
    let data = Arc::new(builder.build().unwrap());
    let mut session = CoverEngine::default().open(data);
    let mut found = 0;
    for fit in budgets_beside_unknown_cells([(0, 0), (1, 0), (0, 1), (2, 1)]) {
        let (possible, most_false_positives, most_false_negatives) = match fit {
            Fit::PossibleWithin { false_positives, false_negatives } => (true, false_positives, false_negatives),
            Fit::CertainWithin { false_positives, false_negatives } => (false, false_positives, false_negatives),
            _ => unreachable!("these are the kinds"),
        };
        // A completion can be had that suits, or every one must.
        let accepts = |row: &[Option<bool>], term: [usize; 2]| {
            term.iter().all(|code| row[code / 2].map_or(possible, |value| value == (code % 2 == 0)))
        };
        let rejects = |row: &[Option<bool>], term: [usize; 2]| {
            term.iter().any(|code| row[code / 2].map_or(possible, |value| value != (code % 2 == 0)))
        };
        let fits = |&term: &[usize; 2]| {
            let false_positives = negatives.iter().filter(|row| !rejects(row, term)).count() as u64;
            let false_negatives = positives.iter().filter(|row| !accepts(row, term)).count() as u64;
            false_positives <= most_false_positives && false_negatives <= most_false_negatives
        };
        let terms = (0..2 * FEATURES).flat_map(|one| (0..one).map(move |other| [one, other]));
        let expected = terms.filter(|term| term[0] / 2 != term[1] / 2).filter(fits).count();
        let query = Query::new(Arc::new(DnfSpace::new(FEATURES, 2, 1))).with_fit(fit.clone()).with_exact(true);
        let answer = session.measure(&query, &Run::new()).unwrap();
        assert_eq!(answer.formulas, Cardinality::exact(expected), "{fit:?}");
        found += usize::from(expected > 0);
    }
    assert!(found >= 4);
}

fn sizes() -> impl Strategy<Value = (usize, usize)> {
    prop::sample::select(vec![(1, 1), (3, 1), (2, 2), (3, 2), (4, 2), (3, 3), (4, 3)])
}

/// Values, unknown cells, labels. Few ones, so that rows are often equal.
fn rows(most: usize) -> impl Strategy<Value = Vec<(u64, u64, bool)>> {
    vec((any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>()), 0..=most)
        .prop_map(|rows| rows.into_iter().map(|(a, b, c, label)| (a & b, a & c & !b, label)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn budgets(
        features in 3usize..=5,
        mut rows in rows(14),
        copies in 0usize..=3,
        (literals, terms) in sizes(),
        (false_positives, false_negatives) in (0u64..=3, 0u64..=3),
    ) {
        rows.iter_mut().for_each(|row| row.1 = 0);
        rows.extend_from_within(..copies.min(rows.len()));
        let rows = NoisyRows::new(features, rows);
        let fit = Fit::Budget { false_positives, false_negatives };
        let truth = brute_force_fitting(features, literals, terms, |accepts| rows.fits(&fit, &Domain::free(), |x| accepts(u128::from(x))));
        let query = Query::new(Arc::new(DnfSpace::new(features, literals, terms)))
            .with_fit(fit)
            .with_list_limit(100_000)
            .with_exact(true);
        prop_assert_eq!(check_answer(&truth, &query, &ask(&CoverEngine::default(), &rows, &query)), Ok(()), "{} {:?}", rows, truth);
    }

    #[test]
    fn unknown_cells(features in 3usize..=5, rows in rows(9), (literals, terms) in sizes()) {
        let rows = NoisyRows::new(features, rows);
        let query = Query::new(Arc::new(DnfSpace::new(features, literals, terms))).with_list_limit(100_000).with_exact(true);
        let possible = query.clone().with_fit(Fit::Possible);
        let truth = brute_force_fitting(features, literals, terms, |accepts| rows.fits(&Fit::Possible, &Domain::free(), |x| accepts(u128::from(x))));
        prop_assert_eq!(check_answer(&truth, &possible, &ask(&CoverEngine::default(), &rows, &possible)), Ok(()), "{} {:?}", rows, truth);
        let truth = brute_force_fitting(features, literals, terms, |accepts| rows.fits(&Fit::Exact, &Domain::free(), |x| accepts(u128::from(x))));
        let completed = Arc::new(rows.dataset().completed().expect("few unknown cells"));
        let certain = CoverEngine::default().open(completed).measure(&query, &Run::new()).expect("it is treated");
        prop_assert_eq!(check_answer(&truth, &query, &certain), Ok(()), "{} {:?}", rows, truth);
    }

    #[test]
    fn budgets_beside_unknown(
        features in 3usize..=5,
        mut rows in rows(9),
        copies in 0usize..=3,
        (literals, terms) in sizes(),
        budget in (0u64..=3, 0u64..=3),
    ) {
        rows.extend_from_within(..copies.min(rows.len()));
        let rows = NoisyRows::new(features, rows);
        let query = Query::new(Arc::new(DnfSpace::new(features, literals, terms))).with_list_limit(100_000).with_exact(true);
        // One session, so that what it keeps for one kind of completions must not serve the other.
        let mut session = CoverEngine::default().open(rows.dataset());
        for fit in budgets_beside_unknown_cells([budget]) {
            let truth = brute_force_fitting(features, literals, terms, |accepts| rows.fits(&fit, &Domain::free(), |x| accepts(u128::from(x))));
            let query = query.clone().with_fit(fit.clone());
            let answer = session.measure(&query, &Run::new()).expect("it is treated");
            prop_assert_eq!(check_answer(&truth, &query, &answer), Ok(()), "{} {:?} {:?}", rows, fit, truth);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// More negatives and positives than a word has bits.
    #[test]
    fn budgets_agree_with_diagrams(
        rows in vec((0u64..1 << 12, Just(0u64), Just(false)), 66..=140),
        positives in vec(0u64..1 << 12, 1..=4),
        (literals, terms) in prop::sample::select(vec![(2, 1), (3, 1), (2, 2), (3, 2)]),
        budget in (0u64..=2, 0u64..=2),
    ) {
        let rows = NoisyRows::new(12, rows.into_iter().chain(positives.into_iter().map(|x| (x, 0, true))));
        let query = Query::new(Arc::new(DnfSpace::new(12, literals, terms)))
            .with_fit(Fit::Budget { false_positives: budget.0, false_negatives: budget.1 })
            .with_list_limit(2000)
            .with_exact(true);
        let (cover, bdd) = (ask(&CoverEngine::default(), &rows, &query), ask(&BddEngine::default(), &rows, &query));
        prop_assert_eq!(&cover.formulas, &bdd.formulas, "{}", rows);
        prop_assert!(cover.concepts.intersect(&bdd.concepts).is_some());
        let shown = |answer: &VersionSpace| answer.hypotheses.iter().map(ToString::to_string).collect::<Vec<_>>();
        prop_assert!(!cover.is_listed() || shown(&cover) == shown(&bdd));
    }
}

/// Only one of the two is treated at a time.
#[test]
fn rules_for_terms_are_refused_with_errors() {
    let rows = NoisyRows::new(2, [(0, 0, false), (3, 0, true)]);
    let mut session = CoverEngine::default().open(rows.dataset());
    let space = |options| Arc::new(RestrictedDnfSpace::new(2, 1, 1, Arc::new(options)));
    let budget = Fit::Budget { false_positives: 1, false_negatives: 0 };
    for (options, fit, is_treated) in [
        (DnfOptions::default().with_max_term_literals(1), Fit::Exact, true),
        (DnfOptions::default().with_max_term_literals(1), budget.clone(), false),
        (DnfOptions::default(), budget, true),
    ] {
        let query = Query::new(space(options)).with_fit(fit.clone());
        match session.measure(&query, &Run::new()) {
            Ok(_) => assert!(is_treated, "{fit:?}"),
            Err(EngineError::Unsupported { engine, .. }) => assert_eq!((engine.as_str(), is_treated), ("cover", false)),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(CoverEngine::default().name(), "cover");
}

/// One positive may be given up, which is all of them, so that any term fits that rejects the negative.
#[test]
fn questions_about_other_legal_inputs_are_answered_anew() {
    let rows = NoisyRows::new(2, [(0, 0, false), (1, 0, true)]);
    let never_both = Domain::builder(2).at_most_one([0, 1].map(Literal::positive)).build().expect("it has inputs");
    let mut session = CoverEngine::default().open(rows.dataset());
    for (domain, expected) in [(Domain::free(), 3u32), (never_both.clone(), 2), (Domain::free(), 3), (never_both, 2)] {
        let query = Query::new(Arc::new(DnfSpace::new(2, 2, 1).within(&domain)))
            .with_fit(Fit::Budget { false_positives: 0, false_negatives: 1 })
            .with_exact(true);
        let answer = session.measure(&query, &Run::new()).expect("it is treated");
        assert_eq!(answer.formulas, Cardinality::exact(expected), "{domain:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// A row of weight w is there w times, or once with that weight, and each kind of error has its cost. Every engine counts what
    /// keeps to the limit.
    #[test]
    fn weights_and_costs_are_counted_by_every_engine(
        weighted in vec((0..8u64, 1..=9u64, any::<bool>()), 0..=6),
        (most, accepted, missed) in (0..30u64, 1..5u64, 1..5u64),
        (literals, terms) in prop::sample::select(vec![(1, 1), (2, 1), (2, 2), (3, 2)]),
    ) {
        let times = |&(x, weight, label): &(u64, u64, bool)| (0..weight).map(move |_| (x, 0, label));
        let rows = NoisyRows::new(3, weighted.iter().flat_map(times));
        let space = DnfSpace::new(3, literals, terms);
        let truth = dnf_world(space).expect("small").passing(|table| {
            let cost = |&(x, weight, label): &(u64, u64, bool)| match (label, table >> x & 1 == 1) {
                (true, false) => weight * missed,
                (false, true) => weight * accepted,
                _ => 0,
            };
            weighted.iter().map(cost).sum::<u64>() <= most
        });
        let [false_positive, false_negative] = [accepted, missed].map(|cost| NonZeroU64::new(cost).expect("a cost"));
        let budget = ErrorBudget::default().with_cost(CostLimit { most, false_positive, false_negative });
        let settings = Settings::default().with_errors(budget).with_exact(true).with_list(1000);
        let engines: [&dyn Engine; 4] =
            [&CoverEngine::default(), &BddEngine::default(), &SatEngine::default(), &Portfolio::default()];
        for (engine, data) in engines.into_iter().flat_map(|engine| [rows.dataset(), rows.weighted_dataset()].map(|data| (engine, data))) {
            let found = count(engine, &data, space, &settings, &Run::new()).expect("it supports the question");
            let numbers = (found.cardinality(), found.formulas().to_string(), found.hypotheses().len());
            let expected = (Cardinality::exact(truth.concepts.len()), truth.formulas.to_string(), truth.concepts.len());
            prop_assert_eq!(numbers, expected, "{}: {:?}", engine.name(), weighted);
        }
    }
}
