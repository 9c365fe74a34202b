//! What a live version space is asked.

use std::any::Any;
use std::cmp::Reverse;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col::explain::{Boundary, boundary, some_boundary};
use vesc_col::{Dnf, Hypothesis, Literal, LiveVersionSpace, OwnedSample, Run, StopReason, SubSpace};

/// What the user wants to know beside what is always told.
pub(super) struct Wanted<'a> {
    /// How many to draw.
    pub(super) sample: usize,
    /// Whether to draw concepts.
    pub(super) concepts: bool,
    pub(super) seed: u64,
    /// The formula that may be one of them.
    pub(super) formula: Option<Dnf>,
    /// The inputs to vote on.
    pub(super) rows: &'a [OwnedSample],
}

/// What it answers.
pub(super) struct Answers {
    pub(super) formulas: BigUint,
    /// In how many formulas each literal is, the most frequent first.
    pub(super) frequencies: Vec<(Literal, BigUint)>,
    pub(super) sample: Vec<Box<dyn Hypothesis>>,
    /// The ends, if all formulas are DNF: some of them, if there are too many formulas to compare.
    pub(super) boundary: Option<Boundary>,
    pub(super) contains: Option<bool>,
    /// For each row how many formulas accept it.
    pub(super) votes: Vec<BigUint>,
}

/// Up to how many formulas are told apart as concepts.
pub(super) const LISTED: usize = 1000;

/// From how many formulas a way to either end is sought if there are more.
const STARTS: usize = 10;

impl Answers {
    pub(super) fn of(
        live: &Arc<dyn LiveVersionSpace>,
        space: &dyn SubSpace,
        wanted: &Wanted<'_>,
        run: &Run,
    ) -> Result<Answers, StopReason> {
        let mut frequencies = live.literal_frequencies(run)?;
        frequencies.sort_by_key(|(literal, count)| (Reverse(count.clone()), *literal));
        Ok(Answers {
            formulas: live.formula_count().clone(),
            frequencies,
            sample: match wanted.concepts {
                true => live.sample_concepts(wanted.sample, wanted.seed, run)?,
                false => live.sample_formulas(wanted.sample, wanted.seed),
            },
            boundary: match concepts(&**live) {
                Some(concepts) => Some(boundary(&concepts, space.domain())),
                None => some_boundary(live, space, STARTS, wanted.seed, run)?,
            },
            contains: wanted.formula.as_ref().map(|formula| live.contains(formula)),
            votes: wanted.rows.iter().map(|row| live.accepting(row, run)).collect::<Result<_, _>>()?,
        })
    }

    /// The literals that every formula has.
    pub(super) fn backbone(&self) -> impl Iterator<Item = Literal> {
        self.frequencies.iter().take_while(|(_, count)| *count == self.formulas).map(|(literal, _)| *literal)
    }
}

/// All concepts by their least formulas, if there are formulas, but few, all of them DNF.
fn concepts(live: &dyn LiveVersionSpace) -> Option<Vec<Dnf>> {
    if *live.formula_count() > BigUint::from(LISTED) || *live.formula_count() == BigUint::ZERO {
        return None;
    }
    let least = (0u32..).map_while(|index| live.formula(&index.into())).filter(|formula| live.is_least(&**formula));
    let mut concepts: Vec<Dnf> =
        least.map(|formula| (formula as Box<dyn Any>).downcast().ok().map(|dnf| *dnf)).collect::<Option<_>>()?;
    concepts.sort();
    Some(concepts)
}
