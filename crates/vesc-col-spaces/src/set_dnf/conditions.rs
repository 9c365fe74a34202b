//! What a term demands.

use vesc_col_core::{Literal, Sample};

use super::group::Groups;

/// Literals on features outside of the groups, and for each group the positions of the values that are named. There are
/// none if the group has no condition. Both are ascending. Ordered as terms are.
///
/// Also all that the search for a concept's least formula works on, where a set may be any, even that of all values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Conditions {
    pub(super) literals: Vec<Literal>,
    pub(super) chosen: Vec<Vec<usize>>,
}

impl Conditions {
    /// No condition, over `groups` groups.
    pub(super) fn none(groups: usize) -> Conditions {
        Conditions { literals: Vec::new(), chosen: vec![Vec::new(); groups] }
    }

    pub(super) fn count(&self) -> usize {
        self.literals.len() + self.chosen.iter().filter(|places| !places.is_empty()).count()
    }

    pub(super) fn accepts(&self, groups: &Groups, sample: &Sample) -> bool {
        self.literals.iter().all(|literal| literal.accepts(sample))
            && self.chosen.iter().zip(&groups.groups).all(|(places, group)| {
                places.is_empty()
                    || group.features().enumerate().any(|(place, feature)| places.contains(&place) && sample[feature])
            })
    }

    /// Whether the other conditions imply these.
    pub(super) fn contains(&self, other: &Conditions) -> bool {
        self.literals.iter().all(|literal| other.literals.contains(literal))
            && self.chosen.iter().zip(&other.chosen).all(|(ours, theirs)| {
                ours.is_empty() || !theirs.is_empty() && theirs.iter().all(|place| ours.contains(place))
            })
    }
}
