//! Where every formula is a concept of its own, formulas that are counted are concepts that are counted.

use std::sync::Arc;

use vesc_col_bdd::BddEngine;
use vesc_col_core::{Cardinality, Dataset, DnfSpace, Engine, Features, Query, Run, SubSpace};
use vesc_col_sat::SatEngine;
use vesc_col_spaces::{
    CnfSpace, DnfOptions, ListSpace, ObddSpace, ParitySpace, RestrictedDnfSpace, ThresholdSpace, TreeSpace,
};

/// Over these features without samples there are so many concepts, known exactly far beyond what is listed.
fn check(engine: &dyn Engine, space: impl SubSpace, count: u64) {
    let data = Arc::new(Dataset::builder(Features::numbered(space.features())).build().expect("it has features"));
    let query = Query::new(Arc::new(space)).with_exact(true);
    let answer = engine.open(data).measure(&query, &Run::new()).expect("an answer");
    assert_eq!(answer.concepts, Cardinality::exact(count), "{query:?}");
    assert_eq!(answer.formulas, answer.concepts, "{query:?}");
    assert_eq!(answer.stopped, None, "{query:?}");
}

#[test]
fn diagrams_count_what_they_do_not_list() {
    let engine = BddEngine::default();
    check(&engine, ParitySpace::new(40, 3), 2 * 9880);
    check(&engine, ThresholdSpace::new(20, 5, 2), 32 * 15504);
    check(&engine, ObddSpace::new(20, 1), 2 * 20);
    check(&engine, CnfSpace::new(30, 4, 1), 16 * 27405);
    let options = Arc::new(DnfOptions::default().monotone());
    check(&engine, RestrictedDnfSpace::new(30, 4, 1, options), 27405);
}

#[test]
fn solvers_count_what_they_do_not_list() {
    let engine = SatEngine::default();
    check(&engine, ParitySpace::new(9, 3), 2 * 84);
    check(&engine, ThresholdSpace::new(6, 2, 2), 4 * 15);
    check(&engine, DnfSpace::new(8, 2, 1), 4 * 28);
    check(&engine, CnfSpace::new(8, 2, 1), 4 * 28);
}

#[test]
fn languages_with_several_formulas_of_a_concept_promise_nothing() {
    assert!(!ListSpace::new(3, 2).formulas_are_concepts());
    assert!(!TreeSpace::new(3, 2).formulas_are_concepts());
    assert!(!CnfSpace::new(3, 3, 2).formulas_are_concepts());
}
