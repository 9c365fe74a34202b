//! Families as hypotheses.

use std::collections::BTreeSet;
use std::sync::Arc;

use vesc_col_core::{Dnf, Hypothesis};

use super::members::Members;
use super::rows::Rows;
use super::term::{CutTerm, Side};
use crate::formula::family_formula::FamilyFormula;

impl Rows<'_> {
    /// Narrow formulas over the features of the data set in their order, the first `with_room` of them with their room.
    pub(super) fn shown(
        self,
        formulas: BTreeSet<Dnf>,
        members: Members<'_>,
        with_room: usize,
    ) -> Vec<Arc<dyn Hypothesis>> {
        let formula = |(number, dnf): (usize, Dnf)| -> Arc<dyn Hypothesis> {
            if number < with_room { Arc::new(self.with_room(dnf, members)) } else { Arc::new(dnf) }
        };
        formulas.into_iter().enumerate().map(formula).collect()
    }

    /// A narrow formula with the room that each cut has while the others stay.
    fn with_room(self, dnf: Dnf, members: Members<'_>) -> FamilyFormula {
        let mut rooms = Vec::new();
        let terms: Vec<CutTerm> = dnf.terms().iter().map(|term| CutTerm::of(term, self.cuts)).collect();
        for (place, term) in dnf.terms().iter().enumerate() {
            let cut_term = &terms[place];
            if cut_term.sides.is_empty() {
                continue;
            }
            let room = self.room(cut_term);
            for &literal in term.literals() {
                let Some((column, cut)) = self.cuts.cut_of(literal.feature()) else { continue };
                let side = Side { column, is_upper: literal.is_negated(), cut };
                let Some(number) = cut_term.sides.iter().position(|&known| known == side) else { continue };
                let is_member = |&by: &u32| {
                    let mut moved = terms.clone();
                    moved[place].sides[number] = side.widened(by);
                    self.over_features(&moved).is_some_and(|dnf| members.contain(&dnf))
                };
                let furthest = match members {
                    Members::All => Some(room.of_side(number)),
                    Members::Of(_) => (1..=room.of_side(number)).rev().find(is_member),
                };
                if let Some(by) = furthest.filter(|&by| by > 0) {
                    let mut ends = [cut, side.widened(by).cut];
                    ends.sort_unstable();
                    let value = |cut: u32| self.cuts.columns[column].values[cut as usize].clone();
                    rooms.push((place, literal, ends.map(value)));
                }
            }
        }
        FamilyFormula::new(dnf, rooms)
    }
}
