//! Sets of inputs.

use vesc_col_core::Literal;

use super::conditions::Conditions;

/// Inputs with at most one value of each group: literals that hold, and for each group the values that it may have.
#[derive(Clone, Debug)]
pub(super) struct Region {
    literals: Vec<Literal>,
    /// For each group one entry for each value, and one for none of them at the end.
    allowed: Vec<Vec<bool>>,
}

impl Region {
    /// Where a term holds; `values` has the number of each group's.
    pub(super) fn of(term: &Conditions, values: &[usize]) -> Region {
        let allowed =
            term.chosen.iter().zip(values).map(|(places, &values)| {
                (0..=values).map(|place| places.is_empty() || places.contains(&place)).collect()
            });
        Region { literals: term.literals.clone(), allowed: allowed.collect() }
    }

    /// The part in which a group has this value.
    pub(super) fn with_value(mut self, group: usize, value: usize) -> Region {
        let allowed = &mut self.allowed[group];
        for (place, is_allowed) in allowed.iter_mut().enumerate() {
            *is_allowed &= place == value;
        }
        self
    }

    /// A part in which none of the terms holds anywhere; `None` if the terms cover all of the region.
    pub(super) fn beyond<'a>(&self, terms: impl Iterator<Item = &'a Conditions> + Clone) -> Option<Region> {
        let mut rest = terms;
        let Some(term) = rest.find(|term| self.meets(term)) else { return Some(self.clone()) };
        // Contradict the term's conditions one after the other; where none is left, the term covers the rest.
        let mut region = self.clone();
        for &literal in &term.literals {
            if !region.literals.contains(&literal) {
                region.literals.push(!literal);
                if let Some(found) = region.beyond(rest.clone()) {
                    return Some(found);
                }
                region.literals.pop();
                region.literals.push(literal);
            }
        }
        for (group, places) in term.chosen.iter().enumerate().filter(|(_, places)| !places.is_empty()) {
            let all = region.allowed[group].clone();
            let part = |inside: bool| -> Vec<bool> {
                all.iter().enumerate().map(|(place, &allowed)| allowed && places.contains(&place) == inside).collect()
            };
            let outside = part(false);
            if outside.contains(&true) {
                region.allowed[group] = outside;
                if let Some(found) = region.beyond(rest.clone()) {
                    return Some(found);
                }
            }
            region.allowed[group] = part(true);
        }
        None
    }

    /// Whether the term holds on one of the inputs.
    ///
    /// There the literals are true, and all else is false. Each group has none of its values if it may, else the first
    /// that it may have.
    pub(super) fn is_seen_by(&self, term: &Conditions) -> bool {
        self.literals_admit(&term.literals)
            && term.chosen.iter().zip(&self.allowed).all(|(places, allowed)| {
                places.is_empty()
                    || !allowed[allowed.len() - 1]
                        && allowed.iter().position(|&a| a).is_some_and(|value| places.contains(&value))
            })
    }

    /// Whether these literals hold on that input.
    pub(super) fn literals_admit(&self, literals: &[Literal]) -> bool {
        literals.iter().all(|literal| {
            let known = self.literals.iter().find(|known| known.feature() == literal.feature());
            known.map_or(literal.is_negated(), |known| known == literal)
        })
    }

    /// Whether the term holds somewhere in the region.
    fn meets(&self, term: &Conditions) -> bool {
        !term.literals.iter().any(|&literal| self.literals.contains(&!literal))
            && term
                .chosen
                .iter()
                .zip(&self.allowed)
                .all(|(places, allowed)| places.is_empty() || places.iter().any(|&place| allowed[place]))
    }
}
