//! All hypotheses of a size, as data.

use std::collections::HashSet;

use vesc_col_core::{Literal, Term};
use vesc_col_spaces::{Cnf, DecisionList, Parity, Rule, Threshold};

pub(crate) fn parities(features: usize, size: usize) -> Vec<Parity> {
    if size == 0 {
        return Vec::new();
    }
    let sets = subsets(features).filter(|set| set.len() == size);
    sets.flat_map(|set| [Parity::new(set.clone(), false), Parity::new(set, true)]).collect()
}

pub(crate) fn thresholds(features: usize, literals: usize, needed: usize) -> Vec<Threshold> {
    if !(1..=literals).contains(&needed) {
        return Vec::new();
    }
    let terms = terms(features).into_iter().filter(|term| term.len() == literals);
    terms.map(|term| Threshold::new(needed, term.literals().to_vec()).unwrap()).collect()
}

pub(crate) fn cnfs(features: usize, literals: usize, clauses: usize) -> Vec<Cnf> {
    let sets = sets_of_terms(&terms(features), literals, clauses);
    sets.into_iter().map(|set| Cnf::new(set.iter().map(|clause| clause.literals().to_vec())).unwrap()).collect()
}

pub(crate) fn lists(features: usize, rules: usize) -> Vec<DecisionList> {
    let mut lists: Vec<Vec<Rule>> = vec![Vec::new()];
    for _ in 0..rules {
        let longer = |list: &Vec<Rule>| {
            let free =
                (0..features).filter(|&i| list.iter().all(|rule| rule.literal.feature() != i)).collect::<Vec<_>>();
            let rules = free.into_iter().flat_map(|i| {
                [(true, true), (true, false), (false, true), (false, false)]
                    .map(|(value, outcome)| Rule { literal: Literal::matching(i, value), outcome })
            });
            rules.map(|rule| list.iter().copied().chain([rule]).collect()).collect::<Vec<Vec<Rule>>>()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    let lists: HashSet<DecisionList> = lists.into_iter().filter_map(|rules| DecisionList::new(rules).ok()).collect();
    lists.into_iter().collect()
}

/// All sets of features.
fn subsets(features: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1u32 << features).map(move |set| (0..features).filter(|&feature| set >> feature & 1 == 1).collect())
}

/// All terms, in canonical order.
pub(crate) fn terms(features: usize) -> Vec<Term> {
    let choice = |number: usize| {
        (0..features).filter_map(move |i| match number / 3usize.pow(i as u32) % 3 {
            0 => None,
            polarity => Some(Literal::matching(i, polarity == 1)),
        })
    };
    let mut terms: Vec<Term> =
        (1..3usize.pow(features as u32)).filter_map(|number| Term::new(choice(number)).ok()).collect();
    terms.sort_unstable();
    terms
}

/// All sets of so many of the terms with so many literals in all.
pub(crate) fn sets_of_terms(terms: &[Term], literals: usize, count: usize) -> Vec<Vec<Term>> {
    if count == 0 {
        return if literals == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let mut sets = Vec::new();
    for (i, term) in terms.iter().enumerate().filter(|(_, term)| term.len() <= literals) {
        for mut set in sets_of_terms(&terms[i + 1..], literals - term.len(), count - 1) {
            set.push(term.clone());
            sets.push(set);
        }
    }
    sets
}
