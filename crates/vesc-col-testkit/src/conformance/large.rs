//! More features than the oracle supports, against the brute force.

use vesc_col_core::{DnfSpace, Engine, Run, SubSpace};

use crate::examination::{Examination, Settle, Verdict, moderate};
use crate::random::for_each;
use crate::strategies::{Planted, planted};
use crate::{Cube, Truth, concept_key};

/// The sub-spaces of hidden targets: features, literals, terms.
const TARGETS: [(usize, usize, usize); 7] =
    [(8, 2, 1), (9, 3, 1), (10, 4, 1), (12, 4, 1), (8, 2, 2), (8, 3, 2), (8, 4, 2)];

/// Instances wider than a word or about as wide: features, literals, terms.
const WIDE: [(usize, usize, usize); 8] =
    [(63, 2, 1), (64, 1, 1), (64, 2, 1), (65, 2, 1), (65, 2, 2), (66, 1, 1), (70, 3, 1), (128, 2, 1)];

/// Hidden formulas over 8 to 12 features with 6 to 50 random rows: the version space must be right, and the target in
/// it. About 100 questions.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::hidden_targets_are_found(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly.
#[track_caller]
pub fn hidden_targets_are_found(engine: &dyn Engine) {
    for (features, literals, terms) in TARGETS {
        let space = DnfSpace::new(features, literals, terms);
        for_each(8, planted(space, 6..=50, 1..=4), |planted| examine(engine, &planted, space)).settle();
    }
}

/// Hidden formulas over 63 to 128 features, where rows take one word, exactly one word, and more: the version space
/// must be right. About 50 questions.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::wide_data_is_measured_exactly(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly.
#[track_caller]
pub fn wide_data_is_measured_exactly(engine: &dyn Engine) {
    for (features, literals, terms) in WIDE {
        let space = DnfSpace::new(features, literals, terms);
        for_each(3, planted(space, 8..=60, 1..=3), |planted| examine(engine, &planted, space)).settle();
    }
}

/// Asks about the target's sub-space and the one before it.
fn examine(engine: &dyn Engine, planted: &Planted, space: DnfSpace) -> Verdict {
    let instance = &planted.instance;
    let mut session = Examination::open(engine, instance);
    let before = DnfSpace::new(space.features(), space.literals() - 1, space.terms());
    session.expect(&moderate(before), &Truth::of_dnf(instance, before))?;
    let (query, truth) = (moderate(space), Truth::of_dnf(instance, space));
    let Some(answer) = session.expect(&query, &truth)? else { return Ok(()) };
    if !answer.is_listed() {
        return Ok(());
    }
    let cubes: Vec<Cube> = planted.target.terms().iter().map(Cube::from).collect();
    let target = concept_key(&cubes);
    if answer.hypotheses.iter().any(|hypothesis| crate::truth::dnf_key(&**hypothesis) == Some(target)) {
        return Ok(());
    }
    Err(session.failure(
        &query,
        &Run::new(),
        format_args!("`{}` among them", planted.target),
        format_args!("{answer:?}"),
    ))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn the_target_is_always_consistent(planted in planted(DnfSpace::new(8, 4, 2), 0..=40, 0..=4)) {
            let truth = Truth::of_dnf(&planted.instance, DnfSpace::new(8, 4, 2));
            prop_assert!(truth.formulas >= 1);
        }
    }
}
