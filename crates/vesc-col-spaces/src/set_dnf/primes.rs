//! What a concept is made of.
//!
//! Groups appear in positive conditions only. So a formula is known by its values on those inputs where at most one
//! value of each group is on. There a group is one variable with a further value, *none*, which no condition names.
//! Iterated consensus over such variables finds all prime implicants that are terms, as it does over Boolean ones.

use vesc_col_core::Literal;

use super::conditions::Conditions;

/// The greatest terms that imply a formula, where a set may be any: the same for all formulas of a concept.
pub(super) fn primes(formula: &[Conditions]) -> Vec<Conditions> {
    let mut primes: Vec<Conditions> = Vec::new();
    let mut open: Vec<Conditions> = formula.to_vec();
    while let Some(term) = open.pop() {
        if primes.iter().any(|prime| prime.contains(&term)) {
            continue;
        }
        primes.retain(|prime| !term.contains(prime));
        for prime in &primes {
            consensus(prime, &term, &mut open);
        }
        primes.push(term);
    }
    primes
}

/// The terms that follow from two by cases of one variable.
fn consensus(one: &Conditions, other: &Conditions, found: &mut Vec<Conditions>) {
    let mut opposite = one.literals.iter().filter(|&&literal| other.literals.contains(&!literal));
    let (conflict, more) = (opposite.next(), opposite.next());
    if more.is_some() {
        return;
    }
    let kept = |literal: &&Literal| conflict.is_none_or(|conflict| literal.feature() != conflict.feature());
    let mut literals: Vec<Literal> = one.literals.iter().chain(&other.literals).filter(kept).copied().collect();
    literals.sort_unstable();
    literals.dedup();
    let both: Vec<Option<Vec<usize>>> = one.chosen.iter().zip(&other.chosen).map(|(a, b)| common(a, b)).collect();
    if conflict.is_some() {
        found.extend(both.into_iter().collect::<Option<_>>().map(|chosen| Conditions { literals, chosen }));
        return;
    }
    for (group, (a, b)) in one.chosen.iter().zip(&other.chosen).enumerate() {
        if a.is_empty() || b.is_empty() || a == b {
            continue;
        }
        let mut union = [a.as_slice(), b].concat();
        union.sort_unstable();
        union.dedup();
        let chosen =
            both.iter().enumerate().map(|(at, both)| if at == group { Some(union.clone()) } else { both.clone() });
        let chosen: Option<Vec<Vec<usize>>> = chosen.collect();
        found.extend(chosen.map(|chosen| Conditions { literals: literals.clone(), chosen }));
    }
}

/// The set that demands both; `None` if there is none.
fn common(a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    match (a, b) {
        (only, []) | ([], only) => Some(only.to_vec()),
        _ => {
            let common: Vec<usize> = a.iter().filter(|place| b.contains(place)).copied().collect();
            (!common.is_empty()).then_some(common)
        }
    }
}
