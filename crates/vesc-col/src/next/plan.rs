//! What to simulate, and what that promises.

use num_bigint::BigUint;
use vesc_col_core::{OwnedSample, Sample};

/// Inputs to simulate, the most telling one first.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::next::{Candidates, Inputs};
/// use vesc_col::engine::BddEngine;
/// use vesc_col::{Dataset, DnfSpace, Features, Run};
///
/// let mut builder = Dataset::builder(Features::numbered(2));
/// builder.push(true, [true, true])?;
/// let data = Arc::new(builder.build()?);
/// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(2, 2, 2), &Run::new())?;
/// // x0, x1, x0 & x1, x0 | x1, and those that are true everywhere or almost.
/// let plan = candidates.plan(&Inputs::Any, 3, 1, &Run::new());
/// assert_eq!(plan.proposals().len(), 3);
/// let together = plan.together();
/// assert!(together.at_most < together.of);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Plan {
    pub(super) proposals: Vec<Proposal>,
    pub(super) together: Remainder,
}

/// One input to simulate.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::next::{Candidates, Inputs};
/// use vesc_col::engine::BddEngine;
/// use vesc_col::{Dataset, DnfSpace, Features, Run};
///
/// let mut builder = Dataset::builder(Features::numbered(2));
/// builder.push(true, [true, true])?;
/// let data = Arc::new(builder.build()?);
/// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(2, 1, 1), &Run::new())?;
/// let plan = candidates.plan(&Inputs::Any, 1, 1, &Run::new());
/// let proposal = &plan.proposals()[0];
/// assert_eq!(proposal.input().len(), 2);
/// // x0 or x1: one of them accepts, the other rejects.
/// assert_eq!((proposal.accepting(), proposal.rejecting()), (&1u32.into(), &1u32.into()));
/// assert_eq!(proposal.remainder().at_most, 1u32.into());
/// assert_eq!((proposal.leader(), proposal.row()), (None, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::next::{Candidates, Inputs, Remainder};
/// use vesc_col::engine::BddEngine;
/// use vesc_col::{Dataset, DnfSpace, Features, Run};
///
/// let data = Arc::new(Dataset::builder(Features::numbered(2)).build()?);
/// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(2, 1, 1), &Run::new())?;
/// let plan = candidates.plan(&Inputs::Any, 2, 1, &Run::new());
/// // Of four literals two answers leave one at least, if they are chosen well.
/// let Remainder { of, at_least, .. } = plan.together();
/// assert_eq!((of, at_least), (&4u32.into(), &1u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remainder {
    /// No more than this remain. A bound that holds; not an estimate.
    pub at_most: BigUint,
    /// Number of candidates before.
    pub of: BigUint,
    /// No choice of as many inputs could promise less than this: the gap to it is what a better choice could still gain.
    pub at_least: BigUint,
    /// What is counted.
    pub unit: Unit,
}

/// What a number counts.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::next::{Candidates, Inputs, Unit};
/// use vesc_col::engine::BddEngine;
/// use vesc_col::{Dataset, DnfSpace, Features, Run};
///
/// let units = [4, 40].map(|features| {
///     let data = Arc::new(Dataset::builder(Features::numbered(features)).build()?);
///     let space = [DnfSpace::new(features, 3, 1)];
///     let candidates = Candidates::measure(&BddEngine::default(), &data, space, &Run::new())?;
///     Ok::<_, Box<dyn std::error::Error>>(candidates.plan(&Inputs::Any, 1, 1, &Run::new()).together().unit)
/// });
/// // 32 terms are told apart, 79040 are not.
/// assert!(matches!(units, [Ok(Unit::Concepts), Ok(Unit::Formulas)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Candidates in disjoint groups, one of which remains after a given number of answers.
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

/// Of the parts into which a number of answers divides `whole`, the largest is no less than this.
fn half_and_again(whole: &BigUint, answers: usize) -> BigUint {
    let parts = BigUint::from(1u32) << answers;
    (whole + &parts - 1u32) / parts
}
