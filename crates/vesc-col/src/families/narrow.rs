//! The narrowest form of a formula.

use super::rows::Rows;
use super::term::{CutTerm, Side};
use crate::cuts::UNKNOWN_RANK;

impl Rows<'_> {
    /// The narrowest form: every side of an interval is shrunk to the positives that its term covers.
    ///
    /// A term without positives stays, and so does a side in whose column a covered positive is not known. A formula whose
    /// terms would coincide stays as it is.
    pub(super) fn narrowest(self, formula: &[CutTerm]) -> Vec<CutTerm> {
        let mut terms: Vec<CutTerm> = formula.iter().map(|term| self.narrowest_term(term)).collect();
        terms.sort_unstable();
        if terms.windows(2).any(|pair| pair[0] == pair[1]) { formula.to_vec() } else { terms }
    }

    /// Whether a formula, whose terms are ascending, is its own narrowest form.
    pub(super) fn is_narrow(self, formula: &[CutTerm]) -> bool {
        formula.iter().all(|term| term.sides.is_empty() || self.narrowest_term(term) == *term)
            || self.narrowest(formula) == formula
    }

    /// The narrowest form of a term by itself.
    pub(super) fn narrowest_term(self, term: &CutTerm) -> CutTerm {
        let mut kinds: Vec<(usize, bool)> = term.sides.iter().map(|side| (side.column, side.is_upper)).collect();
        kinds.dedup();
        // For each kind of side the least and the greatest rank that is covered.
        let mut ranges: Vec<(u32, u32)> = vec![(u32::MAX, 0); kinds.len()];
        for row in self.covered_positives(term) {
            for (range, &(column, _)) in ranges.iter_mut().zip(&kinds) {
                let rank = self.rank(column, row);
                // An unknown rank is the greatest number.
                *range = (range.0.min(rank), range.1.max(rank));
            }
        }
        let sides_of = |&(column, is_upper): &(usize, bool)| {
            term.sides.iter().copied().filter(move |side| (side.column, side.is_upper) == (column, is_upper))
        };
        let mut sides = Vec::with_capacity(term.sides.len());
        for (kind, &(least, greatest)) in kinds.iter().zip(&ranges) {
            let (column, is_upper) = *kind;
            match greatest == UNKNOWN_RANK || least > greatest {
                true => sides.extend(sides_of(kind)),
                false => sides.push(Side { column, is_upper, cut: if is_upper { greatest } else { least - 1 } }),
            }
        }
        CutTerm { others: term.others.clone(), sides }
    }
}
