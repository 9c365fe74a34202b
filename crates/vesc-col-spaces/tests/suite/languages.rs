//! Every language against brute force, by the oracle and both general engines.
//!
//! The brute force enumerates hypotheses as data, without circuits. What it finds is compared with the sub-space that
//! the circuits describe. It is also compared with the engines' answers, on all data sets over few features and on
//! random ones over more.

mod enumerate;
mod harness;
mod round_trip;

use std::sync::Arc;

use vesc_col_core::{Domain, Literal, SubSpace};
use vesc_col_spaces::{
    CnfSpace, DnfOptions, ListSpace, ObddSpace, ParitySpace, RestrictedDnfSpace, SetDnfSpace, ThresholdSpace,
    TreeSpace, ValueGroup,
};

use self::harness::Language;

fn parities(features: usize) -> Vec<Language> {
    (0..=features + 1)
        .map(|size| Language::new(ParitySpace::new(features, size), enumerate::parities(features, size)))
        .collect()
}

fn thresholds(features: usize) -> Vec<Language> {
    let sizes = (1..=features.min(4) + 1).flat_map(|literals| (0..=literals + 1).map(move |needed| (literals, needed)));
    sizes
        .map(|(literals, needed)| {
            let space = ThresholdSpace::new(features, literals, needed);
            Language::new(space, enumerate::thresholds(features, literals, needed))
        })
        .collect()
}

/// Literals, and the terms or clauses that they are in.
fn sizes(features: usize) -> impl Iterator<Item = (usize, usize)> {
    let most = if features <= 3 { 5 } else { 3 };
    (1..=most).flat_map(|literals| (1..=literals.min(3)).map(move |terms| (literals, terms)))
}

fn cnfs(features: usize) -> Vec<Language> {
    sizes(features)
        .map(|(literals, clauses)| {
            let space = CnfSpace::new(features, literals, clauses);
            Language::new(space, enumerate::cnfs(features, literals, clauses))
        })
        .collect()
}

/// Three declarations.
fn declared(features: usize, number: usize) -> Domain {
    let literal = |feature: usize| Literal::positive(feature.min(features - 1));
    let builder = Domain::builder(features);
    let domain = match number {
        0 => builder.exactly_one(0..features.min(3)),
        1 => builder.implies(literal(0), literal(1)).at_most_one([literal(1), !literal(2)]),
        _ => builder.ordered(0..features),
    };
    domain.build().expect("some input is legal")
}

/// Under each of them; a clause that is true on all that is legal is none.
fn legal_cnfs(features: usize, number: usize) -> Vec<Language> {
    let domain = declared(features, number);
    sizes(features)
        .map(|(literals, clauses)| {
            let space = CnfSpace::new(features, literals, clauses).within(&domain);
            let opposite = |clause: &[Literal]| clause.iter().map(|&literal| !literal).collect::<Vec<_>>();
            let formulas = enumerate::cnfs(features, literals, clauses).into_iter();
            let formulas = formulas.filter(|cnf| cnf.clauses().all(|clause| domain.allows(&opposite(clause))));
            Language::new(space, formulas.collect::<Vec<_>>())
        })
        .collect()
}

fn one_hot_cnfs(features: usize) -> Vec<Language> {
    legal_cnfs(features, 0)
}

fn implied_cnfs(features: usize) -> Vec<Language> {
    legal_cnfs(features, 1)
}

fn ordered_cnfs(features: usize) -> Vec<Language> {
    legal_cnfs(features, 2)
}

fn lists(features: usize) -> Vec<Language> {
    let most = if features <= 4 { 4 } else { 3 };
    (0..=most).map(|rules| Language::new(ListSpace::new(features, rules), enumerate::lists(features, rules))).collect()
}

fn trees(features: usize) -> Vec<Language> {
    let most = if features <= 3 { 4 } else { 7 - features };
    (0..=most.min(3))
        .map(|splits| Language::new(TreeSpace::new(features, splits), enumerate::trees(features, splits)))
        .collect()
}

fn diagrams(features: usize) -> Vec<Language> {
    let (order, most) = match features {
        ..=3 => ((0..features).rev().collect(), 5),
        _ => ((0..features).map(|i| i ^ 1).map(|i| if i < features { i } else { i ^ 1 }).collect::<Vec<_>>(), 3),
    };
    let spaces = (0..=most).map(|nodes| ObddSpace::with_order(order.clone(), nodes).expect("every feature once"));
    spaces
        .map(|space| Language::new(space.clone(), enumerate::diagrams(&order, space.complexity().measures()[0].1)))
        .collect()
}

/// One of each option, and all together.
fn options(features: usize) -> Vec<DnfOptions> {
    let (first, last) = (Literal::positive(0), features - 1);
    let none = DnfOptions::default;
    vec![
        none(),
        none().monotone(),
        none().monotone().with_max_term_literals(2).forbid([first]),
        none().with_max_term_literals(1),
        none().forbid([first, Literal::negative(last)]),
        none().require([!first]),
        none().require([first, !first]),
        none().with_at_most_one_of(0..features),
        none().with_weight(0, 2).with_weight(last, 3),
        none()
            .with_weight(0, 2)
            .with_at_most_one_of([0, last])
            .forbid([Literal::negative(last)])
            .with_max_term_literals(2),
    ]
}

fn restricted(features: usize) -> Vec<Language> {
    restricted_within(features, &options(features), &Domain::free())
}

/// Options that say of each term by itself whether there may be it, over the inputs of three declarations.
fn legal_restricted(features: usize, number: usize) -> Vec<Language> {
    let mut rules = options(features);
    rules.retain(|options| options.as_rules(features).is_some());
    restricted_within(features, &rules, &declared(features, number))
}

fn restricted_within(features: usize, options: &[DnfOptions], domain: &Domain) -> Vec<Language> {
    let spaces = sizes(features).flat_map(|(size, terms)| options.iter().map(move |options| (size, terms, options)));
    spaces
        .map(|(size, terms, options)| {
            let mut formulas = enumerate::restricted(features, size, terms, options);
            formulas.retain(|dnf| dnf.terms().iter().all(|term| domain.allows(term)));
            let space = RestrictedDnfSpace::new(features, size, terms, Arc::new(options.clone()));
            Language::new(space.within(domain), formulas)
        })
        .collect()
}

fn one_hot_restricted(features: usize) -> Vec<Language> {
    legal_restricted(features, 0)
}

fn implied_restricted(features: usize) -> Vec<Language> {
    legal_restricted(features, 1)
}

fn ordered_restricted(features: usize) -> Vec<Language> {
    legal_restricted(features, 2)
}

/// An ordered group, another one, and one feature outside of them; and the other way round. As far as the features go.
pub(crate) fn groups(features: usize) -> [Vec<ValueGroup>; 2] {
    let values = |from: usize, to: usize| (from..to.min(features)).map(|i| (format!("v{i}"), i)).collect::<Vec<_>>();
    match features {
        ..=2 => [vec![], vec![ValueGroup::new("kind", values(0, 2))]],
        3 => [vec![ValueGroup::ordered("len", values(1, 3))], vec![ValueGroup::ordered("len", values(0, 3))]],
        _ => [
            vec![ValueGroup::ordered("len", values(1, 5)), ValueGroup::new("kind", values(5, 8))],
            vec![ValueGroup::new("kind", values(0, 3)), ValueGroup::ordered("len", values(3, features))],
        ],
    }
}

fn set_dnfs(features: usize) -> Vec<Language> {
    let most = if features <= 3 { 5 } else { 3 };
    let sizes = (0..=most).flat_map(|conditions| (0..=conditions.min(3)).map(move |terms| (conditions, terms)));
    let spaces = sizes.flat_map(|size| groups(features).map(|groups| (size, groups)));
    spaces
        .map(|((conditions, terms), groups)| {
            let space = SetDnfSpace::new(features, conditions, terms, groups.clone()).expect("they suit");
            let formulas = enumerate::set_dnfs(features, &groups, &space, conditions, terms);
            Language::new(space, formulas)
        })
        .collect()
}

macro_rules! languages {
    ($($language:ident),+) => {$(
        mod $language {
            #[test]
            fn members_are_what_the_brute_force_finds() {
                (1..=5).for_each(|features| super::harness::check_members(&super::$language(features)));
            }

            #[test]
            fn all_data_sets_over_two_features() {
                (1..=2).for_each(|features| super::harness::check_all_data_sets(&super::$language(features), features));
            }

            #[test]
            fn random_data_sets() {
                for features in 3..=6 {
                        super::harness::check_random_data_sets(&super::$language(features), features);
                    }
            }

            #[test]
            #[ignore = "takes minutes"]
            fn all_data_sets_over_three_features() {
                super::harness::check_all_data_sets(&super::$language(3), 3);
            }
        }
    )+};
}

languages!(
    parities,
    thresholds,
    cnfs,
    one_hot_cnfs,
    implied_cnfs,
    ordered_cnfs,
    lists,
    trees,
    diagrams,
    restricted,
    one_hot_restricted,
    implied_restricted,
    ordered_restricted,
    set_dnfs
);

/// Sub-spaces can be shared between threads, and lists of different kinds are lists of trait objects.
#[test]
fn sub_spaces_are_send_and_sync() {
    fn check<S: SubSpace + Send + Sync + Clone + std::fmt::Debug>(space: S) -> Arc<dyn SubSpace> {
        Arc::new(space)
    }
    let spaces = [check(ParitySpace::new(3, 1)), check(CnfSpace::new(3, 1, 1)), check(ListSpace::new(3, 1))];
    assert!(spaces.iter().all(|space| space.features() == 3));
}
