//! Every data set over at most three features.

use std::collections::HashSet;
use std::sync::Arc;

use vesc_col_core::{DnfSpace, Engine, Query};

use crate::examination::{Examination, Settle, Verdict, everything};
use crate::instance::permute_bits;
use crate::random::Words;
use crate::{Instance, Truth};

/// Every data set over `n <= 3` features, up to permuting and complementing features. Each is asked about every
/// sub-space of `k <= 3` terms and up to `n k + 1` literals, empty ones included. Concepts, formulas and the list must
/// be right.
///
/// Of the data sets that are one up to symmetry (at most 48) a pseudo-random one is taken. One session answers all
/// questions about a data set, simple sub-spaces first as a search does. Every eighth data set is also asked in the
/// opposite order, and with a fresh session for one sub-space. About 8000 questions in 370 sessions.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::every_small_data_set(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly.
#[track_caller]
pub fn every_small_data_set(engine: &dyn Engine) {
    for features in 1..=3 {
        for (number, instance) in up_to_symmetry(features, 1).into_iter().enumerate() {
            examine(engine, &instance, number.is_multiple_of(8)).settle();
        }
    }
}

/// As [`every_small_data_set`], all of the 6651 data sets and all of them both ways: about 500 000 questions.
///
/// ```no_run
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::every_small_data_set_in_full(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly.
#[track_caller]
pub fn every_small_data_set_in_full(engine: &dyn Engine) {
    for features in 1..=3 {
        for (positives, negatives) in labellings(features) {
            let instance = Instance::from_tables(features, positives, negatives);
            examine(engine, &instance, true).settle();
            examine_bounds(engine, &instance, 0).settle();
        }
    }
}

/// The data sets of [`every_small_data_set`], other representatives, asked with bounds 1, 2 and 10, several listing
/// limits, formulas exact or not. About 7000 questions.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::bounds_and_listing_limits_are_kept(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly.
#[track_caller]
pub fn bounds_and_listing_limits_are_kept(engine: &dyn Engine) {
    for features in 1..=3 {
        for (number, instance) in up_to_symmetry(features, 2).into_iter().enumerate() {
            examine_bounds(engine, &instance, number).settle();
        }
    }
}

fn examine(engine: &dyn Engine, instance: &Instance, both_ways: bool) -> Verdict {
    let spaces = spaces(instance.features());
    let mut session = Examination::open(engine, instance);
    for &space in &spaces {
        session.expect(&everything(space), &Truth::of_dnf(instance, space))?;
    }
    if both_ways {
        let mut session = Examination::open(engine, instance);
        for &space in spaces.iter().rev() {
            session.expect(&everything(space), &Truth::of_dnf(instance, space))?;
        }
        let space = spaces[instance.rows().len() * 7 % spaces.len()];
        Examination::open(engine, instance).expect(&everything(space), &Truth::of_dnf(instance, space))?;
    }
    Ok(())
}

fn examine_bounds(engine: &dyn Engine, instance: &Instance, number: usize) -> Verdict {
    let mut session = Examination::open(engine, instance);
    for (position, space) in spaces(instance.features()).into_iter().enumerate() {
        let choice = number + position;
        let bound = [1, 2, 10][choice % 3];
        let query = Query::new(Arc::new(space))
            .with_bound(bound)
            .with_list_limit([1, bound + 2, 30][choice / 3 % 3])
            .with_exact(choice.is_multiple_of(5));
        session.expect(&query, &Truth::of_dnf(instance, space))?;
    }
    Ok(())
}

/// All sub-spaces of at most 3 terms, and some empty ones.
fn spaces(features: usize) -> Vec<DnfSpace> {
    let mut sizes: Vec<(usize, usize)> = (1..=3)
        .flat_map(|terms| (0..=features * terms + 1).map(move |literals| (literals, terms)))
        .chain([(1, 0)])
        .collect();
    sizes.sort_unstable();
    sizes.into_iter().map(|(literals, terms)| DnfSpace::new(features, literals, terms)).collect()
}

/// Every way to make each input positive, negative or absent.
fn labellings(features: usize) -> impl Iterator<Item = (u64, u64)> {
    let inputs = 1 << features;
    (0..3usize.pow(inputs)).map(move |number| {
        let digit = |input: u32| number / 3usize.pow(input) % 3;
        let table =
            |wanted| (0..inputs).filter(|&input| digit(input) == wanted).fold(0, |table, input| table | 1u64 << input);
        (table(1), table(2))
    })
}

/// One data set of each class under permutation and complementation of features, picked by the seed.
fn up_to_symmetry(features: usize, seed: u64) -> Vec<Instance> {
    let mut words = Words::new(seed);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for labelling in labellings(features) {
        if seen.contains(&labelling) {
            continue;
        }
        let mut class: Vec<(u64, u64)> = symmetries(features).map(|symmetry| moved(labelling, symmetry)).collect();
        class.sort_unstable();
        class.dedup();
        seen.extend(class.iter().copied());
        let (positives, negatives) = class[words.below(class.len())];
        found.push(Instance::from_tables(features, positives, negatives));
    }
    found
}

/// The permutations and complementations, as the map of inputs that each of them is.
fn symmetries(features: usize) -> impl Iterator<Item = Vec<u32>> {
    let orders: &[&[usize]] = match features {
        1 => &[&[0]],
        2 => &[&[0, 1], &[1, 0]],
        _ => &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
    };
    orders.iter().flat_map(move |order| {
        (0..1u128 << features)
            .map(move |flips| (0..1u128 << features).map(|input| (permute_bits(input, order) ^ flips) as u32).collect())
    })
}

fn moved((positives, negatives): (u64, u64), symmetry: Vec<u32>) -> (u64, u64) {
    let table = |table: u64| symmetry.iter().enumerate().fold(0, |moved, (from, to)| moved | (table >> from & 1) << to);
    (table(positives), table(negatives))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_cover_all_labellings() {
        let sizes: Vec<usize> = (1..=3).map(|features| up_to_symmetry(features, 7).len()).collect();
        // Burnside: the mean over all symmetries of 3^(number of orbits of inputs).
        assert_eq!(sizes, [6, 21, 267]);
        assert_eq!((1..=3).map(|features| labellings(features).count()).sum::<usize>(), 9 + 81 + 6561);
    }

    #[test]
    fn truth_tells_the_empty_sub_spaces() {
        let nothing = Instance::new(1, []);
        let formulas = |literals, terms| Truth::of_dnf(&nothing, DnfSpace::new(1, literals, terms)).formulas;
        assert_eq!((formulas(1, 1), formulas(2, 2), formulas(3, 3), formulas(2, 1), formulas(1, 0)), (2, 1, 0, 0, 0));
    }
}
