//! What to simulate, and what that promises.

use num_bigint::BigUint;
use vesc_col_core::{Literal, OwnedSample, Sample, StopReason};

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
    pub(super) stopped: Option<StopReason>,
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
/// // Both values matter, so that no other input would do as well.
/// assert_eq!((proposal.fixed().len(), proposal.alike()), (2, &1u32.into()));
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
    /// How many remain all the same, within their error budgets, if the answer is positive, and if it is negative.
    pub(super) forgiven: (BigUint, BigUint),
    pub(super) fixed: Vec<Literal>,
    pub(super) alike: BigUint,
    pub(super) is_preferred: Option<bool>,
    /// The least that an input can promise, if that is known.
    pub(super) least: Option<BigUint>,
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
    /// No choice of as many inputs could promise less than this: the gap to it is what a better choice could still gain. For one input it
    /// is exact where all inputs were gone through, and half of the candidates otherwise.
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
    /// Concepts, each counted once however many formulas it has.
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

    /// Why the search for inputs ended early, if it did: there could be better ones, and further ones.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::next::{Candidates, Inputs};
    /// use vesc_col::engine::BddEngine;
    /// use vesc_col::run::StopReason;
    /// use vesc_col::{Dataset, DnfSpace, Features, Run};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.push(true, [true, true])?;
    /// builder.push(false, [false, false])?;
    /// let data = Arc::new(builder.build()?);
    /// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(2, 2, 2), &Run::new())?;
    /// let run = Run::new();
    /// run.cancel_token().cancel();
    /// let plan = candidates.plan(&Inputs::Any, 1, 1, &run);
    /// assert_eq!((plan.proposals().len(), plan.stopped()), (0, Some(StopReason::Cancelled)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
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

    /// How many candidates accept the input. These remain if it turns out to be positive.
    #[must_use]
    pub fn accepting(&self) -> &BigUint {
        &self.accepting
    }

    /// How many candidates reject it. These remain if it turns out to be negative.
    #[must_use]
    pub fn rejecting(&self) -> &BigUint {
        &self.rejecting
    }

    /// How many candidates remain if the input turns out to be positive, and if it turns out to be negative. These are the ones that
    /// are right, and those whose error budget has room for one more wrong row.
    #[must_use]
    pub fn remaining(&self) -> (BigUint, BigUint) {
        (&self.accepting + &self.forgiven.0, &self.rejecting + &self.forgiven.1)
    }

    /// What remains at worst if this input alone is simulated.
    #[must_use]
    pub fn remainder(&self) -> Remainder {
        let (positive, negative) = self.remaining();
        let votes = Remainder::new([&self.accepting, &self.rejecting], 1, self.unit);
        Remainder { at_most: positive.max(negative), ..votes }.no_less_than(self.least.as_ref())
    }

    /// The literals of the input that matter, by feature: on every legal input that has them each candidate votes as on this one. None of
    /// them can be left out. Of an input that [is preferred](Proposal::is_preferred) this is said of the inputs that are. Where candidates are too many to be listed, these are all features of which some formula speaks.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::next::{Candidates, Inputs};
    /// use vesc_col::engine::BddEngine;
    /// use vesc_col::formula::Literal;
    /// use vesc_col::{Dataset, DnfSpace, Features, Run};
    ///
    /// // Nine columns, but `x3` and `x4` alone differ between the rows.
    /// let mut builder = Dataset::builder(Features::numbered(9));
    /// builder.push(true, [true; 9])?;
    /// builder.push(false, (0..9).map(|feature| feature != 3 && feature != 4))?;
    /// let data = Arc::new(builder.build()?);
    /// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(9, 1, 1), &Run::new())?;
    /// let plan = candidates.plan(&Inputs::Any, 1, 1, &Run::new());
    /// assert_eq!(plan.proposals()[0].fixed(), [Literal::negative(3), Literal::positive(4)]);
    /// assert_eq!(plan.proposals()[0].alike(), &128u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fixed(&self) -> &[Literal] {
        &self.fixed
    }

    /// How many legal inputs have these literals, this one among them: each is as good. Of an input that
    /// [is preferred](Proposal::is_preferred) those are counted that are.
    #[must_use]
    pub fn alike(&self) -> &BigUint {
        &self.alike
    }

    /// Whether the input is one of those that [are preferred](super::Inputs::Prefer); `None` if none are.
    #[must_use]
    pub fn is_preferred(&self) -> Option<bool> {
        self.is_preferred
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

    /// The same, when it is known what no choice can promise less than.
    pub(super) fn no_less_than(self, least: Option<&BigUint>) -> Remainder {
        match least {
            Some(least) => Remainder { at_least: self.at_least.max(least.clone()), ..self },
            None => self,
        }
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
