//! Proptest strategies for data sets, formulas and planted instances.

use std::ops::RangeInclusive;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use vesc_col_core::{Dnf, DnfSpace, Literal, SubSpace, Term, paper_order};

use crate::{Cube, Instance, MAX_INSTANCE_FEATURES};

/// Data sets of independent random cells and labels, with a number of rows in the given range. Shrinks by leaving rows
/// out.
///
/// ```
/// use proptest::prelude::*;
/// use vesc_col_testkit::strategies::instances;
///
/// proptest!(|(instance in instances(5, 0..=8))| {
///     prop_assert!(instance.rows().len() <= 8);
/// });
/// ```
///
/// # Panics
///
/// If there is no feature, or more than [`MAX_INSTANCE_FEATURES`].
pub fn instances(features: usize, rows: RangeInclusive<usize>) -> impl Strategy<Value = Instance> {
    assert!((1..=MAX_INSTANCE_FEATURES).contains(&features), "{features} features are out of range");
    vec(any::<(u128, bool)>(), rows).prop_map(move |rows| Instance::new(features, rows))
}

/// Formulas of a sub-space.
///
/// ```
/// use proptest::prelude::*;
/// use vesc_col_core::DnfSpace;
/// use vesc_col_testkit::strategies::dnfs;
///
/// proptest!(|(dnf in dnfs(DnfSpace::new(9, 3, 2)))| {
///     prop_assert_eq!((dnf.literal_count(), dnf.terms().len()), (3, 2));
/// });
/// ```
///
/// # Panics
///
/// If the sub-space has no formula.
pub fn dnfs(space: DnfSpace) -> impl Strategy<Value = Dnf> {
    let features = space.features();
    let sizes = partitions(space.literals(), space.terms(), features);
    assert!(!sizes.is_empty(), "{space:?} is empty");
    let term = move |size: usize| (subsequence((0..features).collect::<Vec<_>>(), size), any::<u128>());
    select(sizes).prop_flat_map(move |sizes| sizes.into_iter().map(term).collect::<Vec<_>>()).prop_filter_map(
        "a term repeats",
        |terms| {
            let term = |(features, signs): (Vec<usize>, u128)| {
                Term::new(features.into_iter().map(|feature| Literal::matching(feature, signs >> feature & 1 == 1)))
            };
            terms.into_iter().map(term).collect::<Result<Vec<_>, _>>().and_then(Dnf::new).ok()
        },
    )
}

/// A hidden formula and rows that it labels.
///
/// ```
/// use proptest::prelude::*;
/// use vesc_col_core::DnfSpace;
/// use vesc_col_testkit::strategies::{Planted, planted};
///
/// proptest!(|(Planted { target, instance } in planted(DnfSpace::new(9, 3, 2), 0..=20, 0..=5))| {
///     prop_assert!(instance.dataset().positives().iter().all(|sample| target.accepts(sample)));
/// });
/// ```
#[derive(Clone, Debug)]
pub struct Planted {
    /// The formula behind the labels.
    pub target: Dnf,
    /// The rows.
    pub instance: Instance,
}

/// Planted instances: a hidden formula of the sub-space, random rows labelled by it, and random rows that
/// one of its terms is made to accept. Shrinks by leaving rows out.
///
/// ```
/// use proptest::prelude::*;
/// use vesc_col_core::DnfSpace;
/// use vesc_col_testkit::strategies::planted;
///
/// proptest!(|(planted in planted(DnfSpace::new(9, 3, 2), 0..=20, 3..=5))| {
///     prop_assert!(planted.instance.dataset().positives().rows() >= 1);
/// });
/// ```
///
/// # Panics
///
/// If the sub-space has no formula, or too many features.
pub fn planted(
    space: DnfSpace,
    random: RangeInclusive<usize>,
    accepted: RangeInclusive<usize>,
) -> impl Strategy<Value = Planted> {
    let features = space.features();
    assert!(features <= MAX_INSTANCE_FEATURES, "{features} features are out of range");
    let terms = space.terms();
    let rows = (vec(any::<u128>(), random), vec((any::<u128>(), 0..terms), accepted));
    (dnfs(space), rows).prop_map(move |(target, (random, accepted))| {
        let cubes: Vec<Cube> = target.terms().iter().map(Cube::from).collect();
        let accepted = accepted.into_iter().map(|(input, term)| input & !cubes[term].negative | cubes[term].positive);
        let rows = accepted.chain(random).map(|input| (input, cubes.iter().any(|cube| cube.accepts(input))));
        Planted { instance: Instance::new(features, rows), target: target.clone() }
    })
}

/// The sub-spaces over the given number of features up to `(max_literals, max_terms)` that have a formula.
///
/// ```
/// use proptest::prelude::*;
/// use vesc_col_testkit::strategies::dnf_spaces;
///
/// proptest!(|(space in dnf_spaces(5, 4, 2))| {
///     prop_assert!(space.has_room() && space.literals() <= 4);
/// });
/// ```
pub fn dnf_spaces(features: usize, max_literals: usize, max_terms: usize) -> impl Strategy<Value = DnfSpace> {
    let inhabited = |(literals, terms): &(usize, usize)| !partitions(*literals, *terms, features).is_empty();
    let sizes: Vec<(usize, usize)> = paper_order(max_literals, max_terms).filter(inhabited).collect();
    select(sizes).prop_map(move |(literals, terms)| DnfSpace::new(features, literals, terms))
}

/// The sizes of the terms, ascending: all ways that leave room for distinct terms.
fn partitions(literals: usize, terms: usize, features: usize) -> Vec<Vec<usize>> {
    fn extend(sizes: &mut Vec<usize>, literals: usize, terms: usize, features: usize, found: &mut Vec<Vec<usize>>) {
        if terms == 0 {
            if literals == 0 && has_room(sizes, features) {
                found.push(sizes.clone());
            }
            return;
        }
        let smallest = sizes.last().copied().unwrap_or(1);
        for size in smallest..=(literals / terms).min(features) {
            sizes.push(size);
            extend(sizes, literals - size, terms - 1, features, found);
            sizes.pop();
        }
    }
    let mut found = Vec::new();
    if terms > 0 {
        extend(&mut Vec::new(), literals, terms, features, &mut found);
    }
    found
}

/// Whether there are as many different terms of each size as are wanted.
fn has_room(sizes: &[usize], features: usize) -> bool {
    sizes.iter().all(|&size| {
        let wanted = sizes.iter().filter(|&&other| other == size).count();
        let choices: f64 = (0..size).map(|i| 2.0 * (features - i) as f64 / (i + 1) as f64).product();
        wanted as f64 <= choices + 0.5
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_leave_room_for_distinct_terms() {
        assert_eq!(partitions(4, 2, 3), [[1, 3], [2, 2]]);
        assert_eq!(partitions(3, 3, 1), Vec::<Vec<usize>>::new());
        assert_eq!(partitions(2, 2, 1), [[1, 1]]);
        assert_eq!(partitions(2, 3, 9), Vec::<Vec<usize>>::new());
        assert_eq!(partitions(0, 0, 3), Vec::<Vec<usize>>::new());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn formulas_belong_to_their_sub_space(
            (space, dnf) in dnf_spaces(4, 6, 3).prop_flat_map(|space| (Just(space), dnfs(space))),
        ) {
            prop_assert!(space.encode(&dnf).is_some(), "{dnf} in {space:?}");
        }

        #[test]
        fn planted_rows_are_labelled_by_the_target(planted in planted(DnfSpace::new(6, 4, 2), 0..=20, 0..=4)) {
            let data = planted.instance.dataset();
            prop_assert!(data.positives().iter().all(|sample| planted.target.accepts(sample)));
            prop_assert!(!data.negatives().iter().any(|sample| planted.target.accepts(sample)));
        }
    }
}
