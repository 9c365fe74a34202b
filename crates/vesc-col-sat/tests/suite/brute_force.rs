//! The engine against an enumeration of all formulas, on every kind of small instance.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;
use proptest::prelude::*;
use vesc_col_core::{Dataset, Dnf, DnfSpace, Engine, Features, Literal, Query, Run, Term, VersionSpace};
use vesc_col_sat::SatEngine;

/// All terms over n features.
fn all_terms(n: usize) -> Vec<Term> {
    let codes = 1..3usize.pow(n as u32);
    codes
        .map(|code| {
            let digits = (0..n).map(|i| (i, code / 3usize.pow(i as u32) % 3));
            Term::new(digits.filter(|(_, digit)| *digit > 0).map(|(i, digit)| Literal::matching(i, digit == 1)))
                .unwrap()
        })
        .collect()
}

/// All formulas of k terms and l literals.
fn all_formulas(n: usize, l: usize, k: usize) -> Vec<Dnf> {
    fn extend(terms: &[Term], k: usize, chosen: &mut Vec<Term>, found: &mut Vec<Dnf>) {
        if k == 0 {
            found.extend(Dnf::new(chosen.iter().cloned()));
            return;
        }
        for (i, term) in terms.iter().enumerate() {
            chosen.push(term.clone());
            extend(&terms[i + 1..], k - 1, chosen, found);
            chosen.pop();
        }
    }
    let mut found = Vec::new();
    extend(&all_terms(n), k, &mut Vec::new(), &mut found);
    found.retain(|dnf| dnf.literal_count() == l);
    found
}

/// A data set in which row r of the truth table has label `labels[r]`, if any.
fn data(n: usize, labels: &[Option<bool>]) -> Arc<Dataset> {
    let mut builder = Dataset::builder(Features::numbered(n));
    for (row, label) in labels.iter().enumerate() {
        if let Some(label) = label {
            builder.push(*label, (0..n).map(|i| row >> i & 1 == 1)).unwrap();
        }
    }
    Arc::new(builder.build().unwrap())
}

fn consistent(dnf: &Dnf, data: &Dataset) -> bool {
    data.positives().iter().all(|sample| dnf.accepts(sample))
        && !data.negatives().iter().any(|sample| dnf.accepts(sample))
}

/// The least formula of each consistent concept in canonical order, and the number of consistent formulas.
fn expected(n: usize, l: usize, k: usize, data: &Dataset) -> (Vec<String>, usize) {
    let mut rows = Dataset::builder(Features::numbered(n));
    for row in 0..1 << n {
        rows.push(true, (0..n).map(|i| row >> i & 1 == 1)).unwrap();
    }
    let rows = rows.build().unwrap();
    let formulas: Vec<Dnf> = all_formulas(n, l, k).into_iter().filter(|dnf| consistent(dnf, data)).collect();
    let mut least: BTreeMap<Vec<bool>, &Dnf> = BTreeMap::new();
    for dnf in &formulas {
        let table = rows.positives().iter().map(|sample| dnf.accepts(sample)).collect();
        least.entry(table).and_modify(|known| *known = (*known).min(dnf)).or_insert(dnf);
    }
    let concepts: BTreeSet<&Dnf> = least.into_values().collect();
    (concepts.into_iter().map(Dnf::to_string).collect(), formulas.len())
}

fn measure(data: &Arc<Dataset>, query: &Query) -> VersionSpace {
    SatEngine::default().open(data.clone()).measure(query, &Run::new()).unwrap()
}

fn listed(answer: &VersionSpace) -> Vec<String> {
    answer.hypotheses.iter().map(ToString::to_string).collect()
}

fn check(n: usize, l: usize, k: usize, data: &Arc<Dataset>) {
    let (concepts, formulas) = expected(n, l, k, data);
    let query = Query::new(Arc::new(DnfSpace::new(n, l, k)));
    let context = format!("n = {n}, l = {l}, k = {k}, {data:?}");

    let exact = measure(data, &query.clone().with_bound(1).with_list_limit(10_000).with_exact(true));
    assert_eq!(exact.concepts.to_string(), concepts.len().to_string(), "{context}");
    assert_eq!(exact.formulas.to_string(), formulas.to_string(), "{context}");
    assert_eq!(listed(&exact), concepts, "{context}");
    assert_eq!(exact.stopped, None, "{context}");

    for bound in [1, 3] {
        let bounded = measure(data, &query.clone().with_bound(bound).with_list_limit(bound));
        assert!(bounded.decides(bound), "{context}");
        assert_eq!(bounded.stopped, None, "{context}");
        assert!(bounded.formulas.contains(&BigUint::from(formulas)), "{context}");
        assert!(bounded.concepts.contains(&BigUint::from(concepts.len())), "{context}");
        if concepts.len() <= bound {
            assert_eq!(bounded.formulas.to_string(), formulas.to_string(), "{context}");
            assert_eq!(listed(&bounded), concepts, "{context}");
        } else {
            assert!(bounded.concepts.exceeds(bound), "{context}");
        }
        // All formulas are counted, however few concepts are to be listed; of one term they are as many.
        let counted = measure(data, &query.clone().with_bound(bound).with_list_limit(bound).with_exact(true));
        assert_eq!(counted.formulas.to_string(), formulas.to_string(), "{context}");
        assert!(counted.concepts.contains(&BigUint::from(concepts.len())), "{context}");
        assert!(!counted.concepts.contains(&BigUint::from(formulas + 1)), "{context}");
        assert_eq!(listed(&counted).len(), concepts.len().min(bound), "{context}");
        if k == 1 {
            assert_eq!(counted.concepts.to_string(), concepts.len().to_string(), "{context}");
        }
    }
}

#[test]
fn every_data_set_over_two_features() {
    for n in 1..=2 {
        for code in 0..3usize.pow(1 << n) {
            let labels: Vec<Option<bool>> =
                (0..1 << n).map(|row| [None, Some(false), Some(true)][code / 3usize.pow(row) % 3]).collect();
            let data = data(n, &labels);
            for k in 0..=3 {
                for l in 0..=7 {
                    check(n, l, k, &data);
                }
            }
        }
    }
}

#[test]
fn no_samples_over_three_features() {
    for k in 1..=3 {
        for l in k..=10 {
            check(3, l, k, &data(3, &[]));
        }
    }
}

#[test]
fn one_concept_in_two_formulas() {
    // a & !b | b & !c | c & !a: true unless all features are equal.
    let labels: Vec<Option<bool>> = (0..8).map(|row| Some(row != 0 && row != 7)).collect();
    let answer = measure(&data(3, &labels), &Query::new(Arc::new(DnfSpace::new(3, 6, 3))).with_bound(1));
    assert_eq!((answer.concepts.to_string(), answer.formulas.to_string()), ("1".into(), "2".into()));
    assert_eq!(listed(&answer), ["x0 & !x1 | !x0 & x2 | x1 & !x2"]);
}

#[test]
fn true_is_a_concept_if_nothing_is_negative() {
    let answer = measure(&data(2, &[Some(true)]), &Query::new(Arc::new(DnfSpace::new(2, 2, 2))).with_exact(true));
    assert!(listed(&answer).contains(&"x0 | !x0".to_owned()));
    check(2, 2, 2, &data(2, &[Some(true); 4]));
}

#[test]
fn a_monomial_among_a_hundred_features_is_found() {
    let target = [(7, true), (20, false), (55, true), (63, true), (99, false)];
    let mut state = 1u64;
    let mut builder = Dataset::builder(Features::numbered(100));
    for row in 0..600 {
        let mut cells: Vec<bool> = (0..100)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                state >> 63 == 1
            })
            .collect();
        if row < 2 {
            target.iter().for_each(|&(feature, value)| cells[feature] = value);
        }
        if row < 2 || !target.iter().all(|&(feature, value)| cells[feature] == value) {
            builder.push(row < 2, cells).unwrap();
        }
    }
    let data = Arc::new(builder.build().unwrap());
    for l in 1..=6 {
        let answer = measure(&data, &Query::new(Arc::new(DnfSpace::new(100, l, 1))).with_bound(1));
        match l {
            1..5 => assert!(answer.concepts.is_zero() && answer.formulas.is_zero()),
            5 => assert_eq!(listed(&answer), ["x7 & !x20 & x55 & x63 & !x99"]),
            _ => assert!(answer.concepts.exceeds(1)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_data_over_three_features(
        labels in proptest::collection::vec(proptest::option::of(any::<bool>()), 8),
        k in 1usize..=3,
        extra in 0usize..=6,
    ) {
        check(3, k + extra, k, &data(3, &labels));
    }

    #[test]
    fn random_data_over_four_features(
        labels in proptest::collection::vec(proptest::option::of(any::<bool>()), 16),
        k in 1usize..=2,
        extra in 0usize..=5,
    ) {
        check(4, k + extra, k, &data(4, &labels));
    }
}
