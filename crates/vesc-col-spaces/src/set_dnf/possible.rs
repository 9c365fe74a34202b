//! Which terms hold on some legal input.

use vesc_col_core::{Circuit, Domain, Literal, Signal};

use super::conditions::Conditions;
use super::group::{GroupError, Groups};

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
        let nogoods: Vec<&[Literal]> = domain.nogoods().collect();
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
                nogoods.iter().copied().filter(|nogood| part_of[nogood[0].feature()] == number).collect();
            if !own.is_empty() {
                let features = (0..groups.features).filter(|&feature| part_of[feature] == number).collect();
                parts.push(Part::new(features, &own)?);
            }
        }
        Ok(Possible { parts, key: domain.key().replacen(" never=", " never-in-a-term=", 1) })
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
        // Nogoods are all minimal ones, so what breaks none so far can be completed.
        let mut patterns = vec![Vec::new()];
        for place in 0..features.len() {
            let longer = patterns.into_iter().flat_map(|pattern: Vec<bool>| {
                [true, false].map(|value| pattern.iter().copied().chain([value]).collect::<Vec<bool>>())
            });
            let is_legal = |pattern: &Vec<bool>| {
                let holds = |literal: &Literal| {
                    features[..=place]
                        .binary_search(&literal.feature())
                        .is_ok_and(|at| pattern[at] != literal.is_negated())
                };
                !nogoods.iter().any(|nogood| nogood.iter().all(holds))
            };
            patterns = longer.filter(is_legal).collect();
            if patterns.len() > MOST_PATTERNS {
                return Err(GroupError::TooManyPatterns { features: features.len() });
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
