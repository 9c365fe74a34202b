//! The formulas by which a family may be shown.

use vesc_col_core::{Dnf, Shape, SubSpace, Term};

use super::rows::Rows;
use super::term::{CutTerm, Side};

/// Which formulas may be shown for a family.
#[derive(Clone, Copy)]
pub(super) enum Members<'a> {
    /// All.
    All,
    /// The members of a sub-space that has rules, such as literals that are forbidden or required.
    Of(&'a dyn SubSpace),
}

impl<'a> Members<'a> {
    /// The members of a sub-space.
    pub(super) fn of(space: &'a dyn SubSpace) -> Members<'a> {
        match space.shape() {
            Shape::Dnf(_) => Members::All,
            _ => Members::Of(space),
        }
    }

    pub(super) fn contain(self, dnf: &Dnf) -> bool {
        match self {
            Members::All => true,
            Members::Of(space) => space.bits_of(dnf).is_some(),
        }
    }
}

impl Rows<'_> {
    /// The formula that is shown for the family of a member: each side in turn moved inwards as far as there are members.
    ///
    /// The terms cover the same positives as before.
    pub(super) fn narrowest_member(self, member: &Dnf, members: Members<'_>) -> Dnf {
        let mut terms: Vec<CutTerm> = member.terms().iter().map(|term| CutTerm::of(term, self.cuts)).collect();
        let mut shown = member.clone();
        for place in 0..terms.len() {
            let narrow = self.narrowest_term(&terms[place]);
            for number in 0..terms[place].sides.len() {
                let side = terms[place].sides[number];
                let is_kind = |other: &&Side| (other.column, other.is_upper) == (side.column, side.is_upper);
                let Some(&Side { cut: innermost, .. }) = narrow.sides.iter().find(is_kind) else { continue };
                for cut in side.inwards_from(innermost) {
                    terms[place].sides[number].cut = cut;
                    if let Some(dnf) = self.over_features(&terms).filter(|dnf| members.contain(dnf)) {
                        shown = dnf;
                        break;
                    }
                    terms[place].sides[number] = side;
                }
            }
        }
        shown
    }

    /// The formula over the features of the data set, which test all of its cuts.
    pub(super) fn over_features(self, terms: &[CutTerm]) -> Option<Dnf> {
        let terms: Option<Vec<Term>> = terms.iter().map(|term| term.over_features(self.cuts)).collect();
        Dnf::new(terms?).ok()
    }
}

impl Side {
    /// The cuts that are further inwards than this side, the innermost of them first.
    fn inwards_from(self, innermost: u32) -> Box<dyn Iterator<Item = u32>> {
        if self.is_upper { Box::new(innermost..self.cut) } else { Box::new((self.cut + 1..=innermost).rev()) }
    }
}
