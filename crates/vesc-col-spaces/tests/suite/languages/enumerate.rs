//! All hypotheses of a size, as data.

use std::collections::HashSet;

use vesc_col_core::{Dnf, Features, Literal, Term};
use vesc_col_spaces::{
    Cnf, DecisionList, DecisionTree, DnfOptions, Obdd, ObddChild, ObddNode, Parity, Rule, SetDnf, SetDnfSpace,
    Threshold, ValueGroup,
};

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

/// A tree as splits in level order would have it, but nested.
#[derive(Clone)]
enum Nested {
    Leaf(bool),
    Split(usize, Box<[Nested; 2]>),
}

pub(crate) fn trees(features: usize, splits: usize) -> Vec<DecisionTree> {
    if splits == 0 {
        return Vec::new();
    }
    let nested = nested_trees(&(0..features).collect::<Vec<_>>(), splits);
    nested.iter().map(|tree| DecisionTree::parse(&text(tree), &Features::numbered(features)).unwrap()).collect()
}

fn nested_trees(free: &[usize], splits: usize) -> Vec<Nested> {
    if splits == 0 {
        return vec![Nested::Leaf(false), Nested::Leaf(true)];
    }
    let mut trees = Vec::new();
    for &feature in free {
        let rest: Vec<usize> = free.iter().copied().filter(|&other| other != feature).collect();
        for share in 0..splits {
            for high in nested_trees(&rest, share) {
                for low in nested_trees(&rest, splits - 1 - share) {
                    if !matches!((&high, &low), (Nested::Leaf(one), Nested::Leaf(other)) if one == other) {
                        trees.push(Nested::Split(feature, Box::new([high.clone(), low])));
                    }
                }
            }
        }
    }
    trees
}

fn text(tree: &Nested) -> String {
    match tree {
        Nested::Leaf(value) => u8::from(*value).to_string(),
        Nested::Split(feature, sides) => format!("(x{feature} ? {} : {})", text(&sides[0]), text(&sides[1])),
    }
}

/// All reduced diagrams of a number of nodes, found among all functions of up to 3 features. Over more features they
/// are found among the functions of 3 nodes or fewer, which depend on 3 features at most.
pub(crate) fn diagrams(order: &[usize], nodes: u64) -> Vec<Obdd> {
    let mut found: HashSet<Obdd> = HashSet::new();
    for asked in subsets(order.len()).filter(|set| set.len() == order.len().min(3)) {
        let asked: Vec<usize> = order.iter().copied().filter(|feature| asked.contains(feature)).collect();
        for table in 0..1u32 << (1 << asked.len()) {
            let values: Vec<bool> = (0..1 << asked.len()).map(|input| table >> input & 1 == 1).collect();
            found.extend(reduced(&values, &asked).filter(|diagram| diagram.nodes().len() as u64 == nodes));
        }
    }
    found.into_iter().collect()
}

/// The reduced diagram of a function given by its values, where the first feature is the weightiest bit of an input;
/// none for a constant. Numbered from the bottom up, by children for false and for true.
fn reduced(values: &[bool], order: &[usize]) -> Option<Obdd> {
    let mut nodes = Vec::new();
    let mut functions: Vec<ObddChild> = values.iter().map(|&value| ObddChild::Constant(value)).collect();
    for &feature in order.iter().rev() {
        let pairs: Vec<(ObddChild, ObddChild)> = functions.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        let mut level: Vec<(ObddChild, ObddChild)> = pairs.iter().copied().filter(|(low, high)| low != high).collect();
        level.sort_unstable();
        level.dedup();
        let base = nodes.len();
        nodes.extend(level.iter().map(|&(low, high)| ObddNode { feature, high, low }));
        let place = |pair: &(ObddChild, ObddChild)| level.iter().position(|other| other == pair);
        functions =
            pairs.iter().map(|pair| place(pair).map_or(pair.0, |place| ObddChild::Node(base + place))).collect();
    }
    Obdd::new(nodes).ok()
}

pub(crate) fn restricted(features: usize, size: usize, terms: usize, options: &DnfOptions) -> Vec<Dnf> {
    let allowed = |term: &Term| {
        !term.iter().any(|&literal| options.forbids(literal))
            && options.max_term_literals().is_none_or(|most| term.len() <= most)
            && options.groups().iter().all(|group| term.iter().filter(|l| group.contains(&l.feature())).count() <= 1)
    };
    let candidates: Vec<Term> = self::terms(features).into_iter().filter(allowed).collect();
    let sets = (terms..=size).flat_map(|literals| sets_of_terms(&candidates, literals, terms));
    let right = |set: &Vec<Term>| {
        let literals: Vec<Literal> = set.iter().flat_map(|term| term.iter().copied()).collect();
        literals.iter().map(|literal| options.weight(literal.feature()) as usize).sum::<usize>() == size
            && options.required().iter().all(|literal| literals.contains(literal))
    };
    sets.filter(right).map(|set| Dnf::new(set).unwrap()).collect()
}

/// All formulas over groups with so many terms and conditions, read from their texts.
pub(crate) fn set_dnfs(
    features: usize,
    groups: &[ValueGroup],
    space: &SetDnfSpace,
    conditions: usize,
    terms: usize,
) -> Vec<SetDnf> {
    let candidates: Vec<(usize, String)> =
        set_terms(features, groups).into_iter().map(|term| (term.len(), term.join(" & "))).collect();
    let names = Features::numbered(features);
    let texts = if terms == 0 { Vec::new() } else { sets_of_texts(&candidates, conditions, terms) };
    texts.iter().map(|texts| SetDnf::parse(&texts.join(" | "), &names, space).unwrap()).collect()
}

/// All sets of so many texts whose sizes have this sum.
fn sets_of_texts(candidates: &[(usize, String)], size: usize, count: usize) -> Vec<Vec<String>> {
    if count == 0 {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let mut sets = Vec::new();
    for (i, (length, text)) in candidates.iter().enumerate().filter(|(_, (length, _))| *length <= size) {
        for mut set in sets_of_texts(&candidates[i + 1..], size - length, count - 1) {
            set.push(text.clone());
            sets.push(set);
        }
    }
    sets
}

/// All terms over groups, each as the texts of its conditions.
fn set_terms(features: usize, groups: &[ValueGroup]) -> Vec<Vec<String>> {
    let grouped: Vec<usize> = groups.iter().flat_map(ValueGroup::features).collect();
    let single = (0..features).filter(|feature| !grouped.contains(feature));
    let single = single.map(|feature| vec![format!("x{feature}"), format!("!x{feature}")]);
    let sets = groups.iter().map(|group| {
        let values: Vec<&str> = group.values().collect();
        let sets = subsets(values.len()).filter(|set| !set.is_empty() && set.len() < values.len());
        let whole = |set: &Vec<usize>| !group.is_ordered() || set[set.len() - 1] - set[0] == set.len() - 1;
        let text = |set: Vec<usize>| {
            let named: Vec<&str> = set.into_iter().map(|value| values[value]).collect();
            format!("{} in {{{}}}", group.name(), named.join(","))
        };
        sets.filter(whole).map(text).collect()
    });
    let mut texts: Vec<Vec<String>> = vec![Vec::new()];
    for conditions in single.chain(sets).collect::<Vec<Vec<String>>>() {
        let with = |text: &Vec<String>| {
            let one_more = conditions.iter().map(|condition| text.iter().cloned().chain([condition.clone()]).collect());
            one_more.collect::<Vec<Vec<String>>>()
        };
        let more: Vec<Vec<String>> = texts.iter().flat_map(with).collect();
        texts.extend(more);
    }
    texts.retain(|text| !text.is_empty());
    texts
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
