//! Terms whose cuts may lie anywhere.

use vesc_col_core::{Literal, Term};

use crate::cuts::Cuts;

/// A term with its tests of ordered columns apart from its other literals: these may test any cut, whatever the features.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CutTerm {
    /// The literals of other columns, ascending.
    pub(super) others: Vec<Literal>,
    /// By columns, lower sides first; several of a kind only in a term with literals to spare.
    pub(super) sides: Vec<Side>,
}

/// One end of an interval of an ordered column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Side {
    pub(super) column: usize,
    /// Whether values must lie below the cut.
    pub(super) is_upper: bool,
    /// The number of the cut.
    pub(super) cut: u32,
}

impl CutTerm {
    pub(super) fn of(term: &Term, cuts: &Cuts) -> CutTerm {
        let mut made = CutTerm { others: Vec::new(), sides: Vec::new() };
        for &literal in term.literals() {
            match cuts.cut_of(literal.feature()) {
                Some((column, cut)) => made.sides.push(Side { column, is_upper: literal.is_negated(), cut }),
                None => made.others.push(literal),
            }
        }
        made.sides.sort_unstable();
        made
    }

    /// The term over the features of the data set, which test all of its cuts.
    pub(super) fn over_features(&self, cuts: &Cuts) -> Option<Term> {
        let literal = |side: &Side| {
            let column = &cuts.columns[side.column];
            let place = column.kept.binary_search(&side.cut).ok()?;
            Some(Literal::matching(column.features.start + place, !side.is_upper))
        };
        let sides = self.sides.iter().map(literal).collect::<Option<Vec<Literal>>>()?;
        Term::new(self.others.iter().copied().chain(sides)).ok()
    }
}

impl Side {
    /// Whether a value of this rank lies on the right side of the cut.
    pub(super) fn accepts(self, rank: u32) -> bool {
        if self.is_upper { rank <= self.cut } else { rank > self.cut }
    }

    /// How many cuts there are beyond this one, to which it could move.
    pub(super) fn beyond(self, cuts: &Cuts) -> u32 {
        if self.is_upper { cuts.columns[self.column].values.len() as u32 - 1 - self.cut } else { self.cut }
    }

    /// The side moved outwards by some cuts, and the number of cuts beyond this one.
    pub(super) fn widened(self, by: u32) -> Side {
        Side { cut: if self.is_upper { self.cut + by } else { self.cut - by }, ..self }
    }
}
