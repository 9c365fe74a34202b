//! The literals that terms may have.

use vesc_col_core::{Literal, TermRules};

use super::dice::Dice;
use super::hitting::combinations;
use super::sets::insert;

/// The literals that terms may have, and how many of them.
#[derive(Debug)]
pub(super) struct Allowed {
    /// For each place whether a term may have the literal that is not negated, and its complement.
    places: Vec<[bool; 2]>,
    most: Option<usize>,
}

/// Terms of more literals have a prior weight below 0.001.
const MOST_LITERALS: usize = 8;

impl Allowed {
    /// What the rules allow over these features.
    pub(super) fn new(features: &[usize], rules: &TermRules) -> Allowed {
        let allows = |feature: usize| [false, true].map(|negated| !rules.forbids(Literal::matching(feature, !negated)));
        Allowed { places: features.iter().map(|&feature| allows(feature)).collect(), most: rules.max_literals() }
    }

    /// How many literals the terms have that are counted: up to `longest`, or eight where that is more.
    pub(super) fn sizes(&self, longest: usize) -> usize {
        let features = self.places.iter().filter(|literals| literals.contains(&true)).count();
        longest.max(MOST_LITERALS).min(features).min(self.most.unwrap_or(usize::MAX))
    }

    /// The places whose literal is allowed that is true on a row.
    pub(super) fn on(&self, row: &[u64]) -> Vec<u64> {
        let mut set = vec![0; self.places.len().div_ceil(64)];
        for (place, literals) in self.places.iter().enumerate() {
            let is_one = row[place / 64] >> (place % 64) & 1 == 1;
            if literals[usize::from(!is_one)] {
                insert(&mut set, place);
            }
        }
        set
    }

    /// All allowed literals, then all allowed complements.
    pub(super) fn literals(&self) -> Vec<u64> {
        let features = self.places.len();
        let mut set = vec![0; (2 * features).div_ceil(64)];
        for (place, literals) in self.places.iter().enumerate() {
            (0..2).filter(|&side| literals[side]).for_each(|side| insert(&mut set, side * features + place));
        }
        set
    }

    /// How many terms of a size there are.
    pub(super) fn terms(&self, size: usize) -> f64 {
        let both = self.places.iter().filter(|literals| **literals == [true; 2]).count() as f64;
        let one = self.places.iter().filter(|literals| literals[0] != literals[1]).count() as f64;
        let with = |of_both: usize| combinations(both, of_both) * 2f64.powi(of_both as i32);
        if one == 0.0 {
            return with(size);
        }
        (0..=size).map(|of_both| with(of_both) * combinations(one, size - of_both)).sum()
    }

    /// A random term; each of a size is as probable. There is one.
    pub(super) fn draw(&self, size: usize, dice: &mut Dice) -> Vec<Literal> {
        let is_mixed = self.places.iter().any(|literals| *literals != self.places[0]);
        loop {
            let mut chosen: Vec<Literal> = Vec::with_capacity(size);
            let mut has_double = false;
            while chosen.len() < size && !(is_mixed && has_double) {
                let literal = Literal::matching(dice.below(self.places.len()), dice.below(2) == 1);
                if !self.places[literal.feature()][usize::from(literal.is_negated())] {
                    continue;
                }
                if chosen.iter().all(|other| other.feature() != literal.feature()) {
                    chosen.push(literal);
                } else {
                    has_double = true;
                }
            }
            // Where some features have two literals and some one, to draw another in place of a double one is not fair.
            if chosen.len() == size {
                return chosen;
            }
        }
    }
}
