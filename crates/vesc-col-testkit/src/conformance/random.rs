//! Random data over three to six features.

use proptest::prelude::*;
use vesc_col_core::{DnfSpace, Engine};

use crate::examination::{Examination, Settle, Verdict, moderate};
use crate::random::for_each;
use crate::strategies::{dnf_spaces, instances, planted};
use crate::{Instance, Truth};

/// Random and planted data sets over 4 to 6 features. Each is asked about a random sub-space of up to 3 terms and the
/// two that follow it. Answers must be exact within the limit of what a slow engine can list. Also a few rows, mostly
/// without a positive, asked about single terms of as many literals as there are features, or one or two fewer. About
/// 300 questions, the same in each run.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::random_data_is_measured_exactly(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report of the smallest failing data set that was found, if the engine answers wrongly.
#[track_caller]
pub fn random_data_is_measured_exactly(engine: &dyn Engine) {
    let question = (4..=6usize).prop_flat_map(|features| {
        dnf_spaces(features, 5, 3).prop_flat_map(move |space| {
            let unplanted = instances(features, 0..=8);
            let hidden = planted(space, 4..=30, 1..=3).prop_map(|planted| planted.instance);
            (Just(space), prop_oneof![1 => unplanted.boxed(), 2 => hidden.boxed()])
        })
    });
    for_each(70, question, |(space, instance)| examine(engine, &instance, space)).settle();

    let long_terms = (3..=6usize, 0..=2usize).prop_flat_map(|(features, missing)| {
        let row = (any::<u128>(), prop::bool::weighted(0.1));
        let rows = prop::collection::vec(row, 1..=5).prop_map(move |rows| Instance::new(features, rows));
        (Just(DnfSpace::new(features, features - missing, 1)), rows)
    });
    for_each(100, long_terms, |(space, instance)| {
        Examination::open(engine, &instance).expect(&moderate(space), &Truth::of_dnf(&instance, space))?;
        Ok(())
    })
    .settle();
}

fn examine(engine: &dyn Engine, instance: &Instance, space: DnfSpace) -> Verdict {
    let (features, literals, terms) = (instance.features(), space.literals(), space.terms());
    let mut session = Examination::open(engine, instance);
    for space in [space, DnfSpace::new(features, literals, terms % 3 + 1), DnfSpace::new(features, literals + 1, terms)]
    {
        if features < 6 || space.literals() <= 5 || space.terms() < 3 {
            session.expect(&moderate(space), &Truth::of_dnf(instance, space))?;
        }
    }
    Ok(())
}
