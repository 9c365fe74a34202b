//! k-term DNF with the size of each term fixed.

use vesc_col_core::{Circuit, DnfSpace, Domain, Literal, Signal, SubSpace, TermRules};

use super::Formulation;
use crate::Tuning;
use crate::partitions::Partitions;

/// One decision variable for each term and literal, and one case for each way to share out the literals.
///
/// In a case the terms are ordered by size, and terms of equal size by their literals.
pub(crate) struct BySizes<'a> {
    space: &'a DnfSpace,
    domain: &'a Domain,
    rules: Option<&'a TermRules>,
    /// The sizes of the terms in each case, ascending.
    cases: Vec<Vec<usize>>,
}

impl<'a> BySizes<'a> {
    /// Returns nothing if there are more than `max_cases` cases.
    pub(crate) fn new(
        space: &'a DnfSpace,
        domain: &'a Domain,
        rules: Option<&'a TermRules>,
        max_cases: usize,
    ) -> Option<BySizes<'a>> {
        let largest = rules.and_then(TermRules::max_literals).unwrap_or(usize::MAX).min(space.features());
        // Where no formula can exist, literals and terms may be any numbers: not even the first way to share them out
        // is made.
        let cases: Vec<_> = match space.has_room() {
            true => Partitions::new(space.literals(), space.terms(), largest).take(max_cases + 1).collect(),
            false => Vec::new(),
        };
        (cases.len() <= max_cases).then_some(BySizes { space, domain, rules, cases })
    }

    /// Returns the number of the decision variable "this term has this literal".
    fn variable(&self, term: usize, literal: Literal) -> usize {
        2 * (term * self.space.features() + literal.feature()) + usize::from(literal.is_negated())
    }

    /// Returns a term's part of the decision variables.
    fn term<'h, T>(&self, h: &'h [T], term: usize) -> &'h [T] {
        let width = 2 * self.space.features();
        &h[term * width..][..width]
    }

    fn terms(&self) -> std::ops::Range<usize> {
        0..self.space.terms()
    }
}

impl Formulation for BySizes<'_> {
    fn width(&self) -> usize {
        self.space.width()
    }

    fn first_samples(&self, tuning: &Tuning) -> usize {
        tuning.first_samples
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        let mut constraints = vec![Signal::from(!self.cases.is_empty())];
        constraints.extend(h.chunks_exact(2).map(|pair| !circuit.and(pair.iter().copied())));
        for term in self.terms() {
            constraints.push(self.domain.allows_conjunction(circuit, |_, literal| h[self.variable(term, literal)]));
            if let Some(rules) = self.rules {
                let literals = (0..self.space.features()).flat_map(|f| [Literal::positive(f), Literal::negative(f)]);
                let forbidden = literals.filter(|&literal| rules.forbids(literal));
                constraints.extend(forbidden.map(|literal| !h[self.variable(term, literal)]));
            }
        }
        circuit.and(constraints)
    }

    fn cases(&self) -> usize {
        self.cases.len()
    }

    fn case(&self, case: usize, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        let sizes = &self.cases[case];
        let mut constraints = Vec::new();
        for (term, &size) in sizes.iter().enumerate() {
            let appears: Vec<Signal> =
                self.term(h, term).chunks_exact(2).map(|pair| circuit.or(pair.iter().copied())).collect();
            constraints.push(circuit.exactly(size, appears));
        }
        for (term, _) in sizes.windows(2).enumerate().filter(|(_, pair)| pair[0] == pair[1]) {
            constraints.push(circuit.greater(self.term(h, term), self.term(h, term + 1)));
        }
        circuit.and(constraints)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        let mut terms = Vec::with_capacity(self.space.terms());
        for term in self.terms() {
            let pairs = self.term(h, term).chunks_exact(2).zip(x);
            let satisfied: Vec<Signal> = pairs
                .flat_map(|(pair, &value)| [!circuit.and([pair[0], !value]), !circuit.and([pair[1], value])])
                .collect();
            terms.push(circuit.and(satisfied));
        }
        circuit.or(terms)
    }

    fn decision_bits(&self, model: &[bool]) -> Vec<bool> {
        let mut bits = vec![false; self.space.width()];
        for term in self.terms() {
            for (feature, pair) in self.term(model, term).chunks_exact(2).enumerate() {
                let bit = self.space.bit(feature, term);
                bits[bit] = pair[0] || pair[1];
                bits[bit + 1] = pair[1];
            }
        }
        // The sub-space has another order of the terms.
        self.space.encode(&self.space.decode_dnf(&bits)).expect("a model is a member")
    }

    fn model(&self, bits: &[bool]) -> Vec<bool> {
        let features = self.space.features();
        let mut terms: Vec<Vec<bool>> = self
            .terms()
            .map(|term| {
                let pair = |feature| {
                    let bit = self.space.bit(feature, term);
                    [bits[bit] && !bits[bit + 1], bits[bit + 1]]
                };
                (0..features).flat_map(pair).collect()
            })
            .collect();
        let size = |term: &[bool]| term.iter().filter(|&&has| has).count();
        terms.sort_unstable_by(|a, b| size(a).cmp(&size(b)).then_with(|| b.cmp(a)));
        terms.concat()
    }

    /// All members have the same number of literals: one with all of this member's literals is this member.
    fn distinctive(&self, model: &[bool]) -> Vec<usize> {
        (0..model.len()).filter(|&variable| model[variable]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Making the first way to share out these literals would take the memory of the machine.
    #[test]
    fn formulas_that_cannot_exist_have_no_cases() {
        let rules = TermRules::new([], Some(3));
        for (literals, terms) in [(usize::MAX, usize::MAX), (usize::MAX, 2), (2, usize::MAX)] {
            let space = DnfSpace::new(7, literals, terms);
            for rules in [None, Some(&rules)] {
                let sizes = BySizes::new(&space, space.domain(), rules, 4).expect("no case is within any limit");
                assert_eq!(sizes.cases(), 0, "({literals}, {terms})");
            }
        }
    }
}
