//! Formula counts too large for machine words, against closed forms.

use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_bdd::BddEngine;
use vesc_col_core::{Cardinality, Dataset, DnfSpace, Engine, Features, Query, Run, StopReason, VersionSpace};

fn measure_without_samples(features: usize, literals: usize, terms: usize, exact: bool) -> VersionSpace {
    let data = Arc::new(Dataset::builder(Features::numbered(features)).build().unwrap());
    let query = Query::new(Arc::new(DnfSpace::new(features, literals, terms))).with_exact(exact);
    BddEngine::default().open(data).measure(&query, &Run::new()).unwrap()
}

/// C(n, l) 2^l
fn monomials(n: usize, l: usize) -> BigUint {
    (0..l).fold(BigUint::from(1u32) << l, |product, i| product * (n - i) / (i + 1))
}

#[test]
fn monomials_beyond_128_bits() {
    let expected = monomials(200, 100);
    assert!(expected.bits() > 256);
    let found = measure_without_samples(200, 100, 1, true);
    assert_eq!(found.formulas, Cardinality::exact(expected.clone()));
    // Different terms are different concepts, so that they need not be listed to be counted.
    assert_eq!(found.concepts, Cardinality::exact(expected));
    assert_eq!(found.stopped, None);
}

#[test]
fn pairs_of_terms_beyond_64_bits() {
    let n = 60;
    let pairs = |a, b| monomials(n, a) * monomials(n, b);
    let equal_sizes = monomials(n, 7) * (monomials(n, 7) - 1u32) / 2u32;
    let expected = (1..7).fold(equal_sizes, |sum, size| sum + pairs(size, 14 - size));
    assert!(expected.bits() > 64);

    let found = measure_without_samples(n, 14, 2, true);
    assert_eq!(found.formulas, Cardinality::exact(expected));
    assert!(found.concepts.exceeds(10) && !found.concepts.is_exact());
    assert_eq!(found.stopped, Some(StopReason::ListLimit));
    assert_eq!(measure_without_samples(n, 14, 2, false).stopped, None);
}

#[test]
fn all_terms_that_there_are() {
    // Of 4 features 80 terms with 4 * 2 * 27 literals: one formula, in a sub-space whose sizes have a large product.
    let found = measure_without_samples(4, 216, 80, false);
    assert_eq!(found.formulas, Cardinality::exact(1u32));
    assert!(measure_without_samples(4, 217, 80, false).formulas.is_zero());
    assert!(measure_without_samples(4, 4 * 80 + 1, 80, false).formulas.is_zero());
}

#[test]
fn a_list_that_was_to_be_longer_than_the_bound_is_cut_short() {
    let data = Arc::new(Dataset::builder(Features::numbered(6)).build().unwrap());
    let query = Query::new(Arc::new(DnfSpace::new(6, 4, 2))).with_bound(5);
    for (list_limit, stopped) in [(5, None), (6, Some(StopReason::ListLimit))] {
        let query = query.clone().with_list_limit(list_limit);
        let found = BddEngine::default().open(Arc::clone(&data)).measure(&query, &Run::new()).unwrap();
        assert_eq!((found.hypotheses.len(), found.stopped), (list_limit, stopped));
    }
}
