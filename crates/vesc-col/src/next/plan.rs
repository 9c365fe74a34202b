//! What to simulate, and what that promises.

use num_bigint::BigUint;
use vesc_col_core::{OwnedSample, Sample};

/// Inputs to simulate, the most telling one first.
#[derive(Clone, Debug)]
#[must_use]
pub struct Plan {
    pub(super) proposals: Vec<Proposal>,
    pub(super) together: Remainder,
}

/// One input to simulate.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub(super) input: OwnedSample,
    pub(super) row: Option<usize>,
    pub(super) accepting: BigUint,
    pub(super) rejecting: BigUint,
    pub(super) unit: Unit,
    pub(super) leader: Option<bool>,
}

/// How many candidates can remain, whatever the simulator answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remainder {
    /// No more than this remain. A bound that holds; not an estimate.
    pub at_most: BigUint,
    /// So many there are before.
    pub of: BigUint,
    /// No choice of as many inputs could promise less than this: the gap to it is what a better choice could still gain.
    pub at_least: BigUint,
    /// What is counted.
    pub unit: Unit,
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Unit {
    /// Concepts, each counted once however many formulas spell it.
    Concepts,
    /// Formulas, as there are too many to tell concepts apart. There are no more concepts than formulas.
    Formulas,
}

impl Plan {
    /// The inputs; none if nothing is left to decide, or no input that may be simulated decides anything.
    #[must_use]
    pub fn proposals(&self) -> &[Proposal] {
        &self.proposals
    }

    /// What remains at worst if all of them are simulated.
    #[must_use]
    pub fn together(&self) -> &Remainder {
        &self.together
    }
}

impl Proposal {
    /// A value for each feature.
    #[must_use]
    pub fn input(&self) -> &Sample {
        &self.input
    }

    /// The input's position in the pool, if it comes from one.
    #[must_use]
    pub fn row(&self) -> Option<usize> {
        self.row
    }

    /// How many candidates accept the input, and so remain if it turns out to be positive.
    #[must_use]
    pub fn accepting(&self) -> &BigUint {
        &self.accepting
    }

    /// How many candidates reject it, and so remain if it turns out to be negative.
    #[must_use]
    pub fn rejecting(&self) -> &BigUint {
        &self.rejecting
    }

    /// What remains at worst if this input alone is simulated.
    #[must_use]
    pub fn remainder(&self) -> Remainder {
        Remainder::new([&self.accepting, &self.rejecting], 1, self.unit)
    }

    /// What the leader says: the only concept of the first non-empty sub-space, if it has just one. The other answer would
    /// refute it.
    #[must_use]
    pub fn leader(&self) -> Option<bool> {
        self.leader
    }
}

impl Remainder {
    /// Candidates in disjoint groups, one of which remains after so many answers.
    pub(super) fn new<'a>(groups: impl IntoIterator<Item = &'a BigUint>, answers: usize, unit: Unit) -> Remainder {
        let (mut at_most, mut of) = (BigUint::ZERO, BigUint::ZERO);
        for group in groups {
            of += group;
            at_most = at_most.max(group.clone());
        }
        let at_least = half_and_again(&of, answers);
        Remainder { at_most, of, at_least, unit }
    }

    /// The same promise if another one also holds.
    pub(super) fn and(self, at_most: &BigUint) -> Remainder {
        Remainder { at_most: self.at_most.min(at_most.clone()), ..self }
    }
}

/// Of the parts into which so many answers divide a number, the largest is no less than this.
fn half_and_again(whole: &BigUint, answers: usize) -> BigUint {
    let parts = BigUint::from(1u32) << answers;
    (whole + &parts - 1u32) / parts
}
