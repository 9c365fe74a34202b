//! Terms with sets and ranges.

mod group;
mod hypothesis;

use std::any::Any;
use std::sync::Arc;

use vesc_col_core::{Circuit, Complexity, Hypothesis, Literal, Signal, SubSpace};

pub use group::{Group, GroupError};
pub use hypothesis::SetTerm;

use group::Groups;

/// All terms of so many conditions, where a condition is a literal, or says that a group of features has one of some values, at
/// the same cost: `er in {dest, payload} & 4 <= len <= 7 & !reset` has three.
///
/// A [`Group`] is the columns of one variable, one for each value. A condition on a group names some of the values, but not
/// all, and in an ordered group those between two; it holds where one of their features is true. The features of a group appear in no
/// other condition. No two members are one concept, over all inputs.
///
/// # Encoding
///
/// Two bits, *appears* and *negated*, for each feature outside of the groups, then one bit for each value of each group. Membership has O(n) gates and two
/// counting gates; the constraint of a sample has at most three gates a feature and two a group.
///
/// ```
/// use vesc_col_core::SubSpace;
/// use vesc_col_spaces::{Group, SetTermSpace};
///
/// let kind = Group::new("er", [("dest", 0), ("payload", 1), ("fcs", 2), ("none", 3)]);
/// let length = Group::ordered("len", [("1", 4), ("2", 5), ("4", 6), ("8", 7)]);
/// let space = SetTermSpace::new(10, 2, [kind, length])?;
/// assert_eq!(space.complexity().to_string(), "2 conditions");
/// assert_eq!(space.width(), 4 + 8);
/// # Ok::<(), vesc_col_spaces::GroupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetTermSpace {
    conditions: usize,
    groups: Arc<Groups>,
}

impl SetTermSpace {
    /// The terms of `conditions` conditions over `features` features and these groups.
    ///
    /// # Errors
    ///
    /// [`GroupError`] if a feature is out of range, or stands for two values.
    pub fn new(
        features: usize,
        conditions: usize,
        groups: impl IntoIterator<Item = Group>,
    ) -> Result<SetTermSpace, GroupError> {
        Ok(SetTermSpace { conditions, groups: Arc::new(Groups::new(features, groups)?) })
    }

    /// The terms of 1, 2, ... conditions.
    ///
    /// # Errors
    ///
    /// As [`SetTermSpace::new`].
    pub fn up_to(
        features: usize,
        max_conditions: usize,
        groups: impl IntoIterator<Item = Group>,
    ) -> Result<impl Iterator<Item = SetTermSpace>, GroupError> {
        let groups = Arc::new(Groups::new(features, groups)?);
        Ok((1..=max_conditions).map(move |conditions| SetTermSpace { conditions, groups: Arc::clone(&groups) }))
    }

    /// The term behind a member's bits; [`SubSpace::decode`] with its type.
    ///
    /// # Panics
    ///
    /// If the bits are not of this sub-space.
    #[must_use]
    pub fn decode_term(&self, bits: &[bool]) -> SetTerm {
        assert_eq!(bits.len(), self.width(), "not a bit string of this sub-space");
        let single = self.groups.single.iter().zip(bits.chunks_exact(2));
        let literals = single.filter(|(_, bits)| bits[0]).map(|(&feature, bits)| Literal::matching(feature, !bits[1]));
        let chosen = self.groups.ranges().map(|range| {
            let values = bits[range].iter().enumerate().filter(|(_, bit)| **bit);
            values.map(|(value, _)| value).collect()
        });
        SetTerm::from_parts(Arc::clone(&self.groups), literals.collect(), chosen.collect())
    }

    /// Whether no value that is not chosen has chosen ones on both sides.
    fn is_range(circuit: &mut Circuit, values: &[Signal]) -> Signal {
        // Whether a choice has begun, and whether it has ended.
        let (mut begun, mut ended) = (Signal::FALSE, Signal::FALSE);
        let mut constraints = Vec::with_capacity(values.len());
        for &value in values {
            let ends = circuit.and([begun, !value]);
            ended = circuit.or([ended, ends]);
            begun = circuit.or([begun, value]);
            constraints.push(!circuit.and([ended, value]));
        }
        circuit.and(constraints)
    }
}

impl SubSpace for SetTermSpace {
    fn features(&self) -> usize {
        self.groups.features
    }

    fn width(&self) -> usize {
        self.groups.width()
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        if self.conditions == 0 {
            return Signal::FALSE;
        }
        let single = &h[..2 * self.groups.single.len()];
        let mut conditions: Vec<Signal> = single.iter().copied().step_by(2).collect();
        let mut constraints: Vec<Signal> =
            single.chunks_exact(2).map(|pair| circuit.implies(pair[1], pair[0])).collect();
        for (group, range) in self.groups.groups.iter().zip(self.groups.ranges()) {
            let values = &h[range];
            if !values.is_empty() {
                constraints.push(!circuit.and(values.iter().copied()));
            }
            if group.is_ordered() {
                constraints.push(SetTermSpace::is_range(circuit, values));
            }
            conditions.push(circuit.or(values.iter().copied()));
        }
        constraints.push(circuit.exactly(self.conditions, conditions));
        circuit.and(constraints)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        let mut held = Vec::new();
        for (pair, &feature) in h.chunks_exact(2).zip(&self.groups.single) {
            let too_high = circuit.and([x[feature], pair[1]]);
            let too_low = circuit.and([!x[feature], pair[0], !pair[1]]);
            held.push(circuit.and([!too_high, !too_low]));
        }
        for (group, range) in self.groups.groups.iter().zip(self.groups.ranges()) {
            let values = &h[range];
            let used = circuit.or(values.iter().copied());
            let named = values.iter().zip(group.features()).map(|(&value, feature)| circuit.and([value, x[feature]]));
            let named: Vec<Signal> = named.collect();
            let named = circuit.or(named);
            held.push(circuit.implies(used, named));
        }
        circuit.and(held)
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("conditions", self.conditions as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(self.decode_term(bits))
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        let term: &SetTerm = (hypothesis as &dyn Any).downcast_ref()?;
        term.bits(&self.groups)
    }
}
