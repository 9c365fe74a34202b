//! Which terms hold on some legal input.

use vesc_col_core::{Circuit, Domain, Literal, Signal};

use super::conditions::Conditions;
use super::group::{GroupError, Groups};
use crate::key_in_a_term;

/// The most patterns of features that constraints and groups tie together.
const MOST_PATTERNS: usize = 1 << 12;

/// The legal inputs by parts: a term holds on a legal input exactly if it agrees with some pattern of each part.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Possible {
    parts: Vec<Part>,
    /// The text that tells these inputs from others.
    key: String,
}

/// Features that constraints and groups tie together, ascending, and the legal patterns of their values.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    features: Vec<usize>,
    patterns: Vec<Vec<bool>>,
}

impl Possible {
    pub(super) fn new(domain: &Domain, groups: &Groups) -> Result<Possible, GroupError> {
        // Values are given feature by feature, and an order goes up or down with them: neighbours are enough.
        let mut nogoods: Vec<Vec<Literal>> = domain.nogoods_beside_orders().map(<[Literal]>::to_vec).collect();
        for order in domain.orders() {
            nogoods.extend(order.windows(2).map(|pair| vec![Literal::negative(pair[0]), Literal::positive(pair[1])]));
        }
        // Each feature begins as a part of its own.
        let mut part_of: Vec<usize> = (0..groups.features).collect();
        let mut tie = |features: &mut dyn Iterator<Item = usize>| {
            let Some(first) = features.next() else { return };
            for feature in features {
                let (old, new) = (part_of[feature], part_of[first]);
                part_of.iter_mut().filter(|part| **part == old).for_each(|part| *part = new);
            }
        };
        nogoods.iter().for_each(|nogood| tie(&mut nogood.iter().map(|literal| literal.feature())));
        groups.groups.iter().for_each(|group| tie(&mut group.features()));
        let mut parts = Vec::new();
        for number in 0..groups.features {
            // Without a constraint every term is possible.
            let own: Vec<&[Literal]> =
                nogoods.iter().map(Vec::as_slice).filter(|nogood| part_of[nogood[0].feature()] == number).collect();
            if !own.is_empty() {
                let features = (0..groups.features).filter(|&feature| part_of[feature] == number).collect();
                parts.push(Part::new(features, &own)?);
            }
        }
        Ok(Possible { parts, key: key_in_a_term(domain) })
    }

    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// Whether a term holds on some legal input.
    pub(super) fn allows(&self, term: &Conditions, groups: &Groups) -> bool {
        self.parts.iter().all(|part| part.patterns.iter().any(|pattern| part.agrees(pattern, term, groups)))
    }

    /// Whether the term of this code does.
    pub(super) fn allows_code(&self, circuit: &mut Circuit, code: &[Signal], groups: &Groups) -> Signal {
        let mut constraints = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let agreeing = part.patterns.iter().map(|pattern| part.agrees_code(circuit, pattern, code, groups));
            let agreeing: Vec<Signal> = agreeing.collect();
            constraints.push(circuit.or(agreeing));
        }
        circuit.and(constraints)
    }
}

impl Part {
    fn new(features: Vec<usize>, nogoods: &[&[Literal]]) -> Result<Part, GroupError> {
        let place = |literal: &Literal| features.partition_point(|&feature| feature < literal.feature());
        let mut ending: Vec<Vec<&[Literal]>> = vec![Vec::new(); features.len()];
        for nogood in nogoods {
            ending[nogood.iter().map(place).max().unwrap_or(0)].push(nogood);
        }
        // What breaks no nogood so far can be completed, so that each step leads to a pattern.
        let mut patterns: Vec<Vec<bool>> = Vec::new();
        let mut values: Vec<bool> = Vec::new();
        loop {
            let is_legal = values.is_empty() || {
                let holds = |literal: &Literal| values[place(literal)] != literal.is_negated();
                !ending[values.len() - 1].iter().any(|nogood| nogood.iter().all(holds))
            };
            if is_legal && values.len() < features.len() {
                values.push(true);
                continue;
            }
            if is_legal {
                patterns.push(values.clone());
                if patterns.len() > MOST_PATTERNS {
                    return Err(GroupError::TooManyPatterns { features: features.len() });
                }
            }
            // The next values in order: the last one that is true becomes false.
            while values.last() == Some(&false) {
                values.pop();
            }
            match values.last_mut() {
                Some(value) => *value = false,
                None => break,
            }
        }
        Ok(Part { features, patterns })
    }

    /// The value of a feature in a pattern, if the part has the feature.
    fn value(&self, pattern: &[bool], feature: usize) -> Option<bool> {
        self.features.binary_search(&feature).ok().map(|place| pattern[place])
    }

    fn agrees(&self, pattern: &[bool], term: &Conditions, groups: &Groups) -> bool {
        let value = |feature: usize| self.value(pattern, feature);
        term.literals.iter().all(|literal| value(literal.feature()).is_none_or(|value| value != literal.is_negated()))
            && groups.groups.iter().zip(&term.chosen).all(|(group, places)| {
                let named = group.features().enumerate().filter(|(place, _)| places.contains(place));
                let mut values = named.map(|(_, feature)| value(feature).unwrap_or(true));
                places.is_empty() || values.any(|value| value)
            })
    }

    fn agrees_code(&self, circuit: &mut Circuit, pattern: &[bool], code: &[Signal], groups: &Groups) -> Signal {
        let mut constraints = Vec::new();
        for (pair, &feature) in code.chunks_exact(2).zip(&groups.single) {
            match self.value(pattern, feature) {
                Some(true) => constraints.push(!pair[1]),
                Some(false) => constraints.push(circuit.implies(pair[0], pair[1])),
                None => {}
            }
        }
        for (group, range) in groups.groups.iter().zip(groups.ranges()) {
            let values = &code[range];
            let used = circuit.or(values.iter().copied());
            let named = values.iter().zip(group.features());
            let named: Vec<Signal> = named
                .filter(|(_, feature)| self.value(pattern, *feature).unwrap_or(true))
                .map(|(&value, _)| value)
                .collect();
            let named = circuit.or(named);
            constraints.push(circuit.implies(used, named));
        }
        circuit.and(constraints)
    }
}
