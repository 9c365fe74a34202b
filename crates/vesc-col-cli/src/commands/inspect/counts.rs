//! What a diagram of all formulas is asked.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col::data::OwnedSample;
use vesc_col::engine::LiveVersionSpace;
use vesc_col::formula::{Literal, Term};
use vesc_col::run::StopReason;
use vesc_col::{Hypothesis, Run};

use crate::language::as_dnf;

/// The largest number of concepts that are compared each with each.
pub(super) const LISTED: usize = 1000;

/// The options about what to report in addition.
pub(super) struct CountOptions<'a> {
    /// How many to draw.
    pub(super) sample: usize,
    /// Whether to draw concepts.
    pub(super) concepts: bool,
    pub(super) seed: u64,
    /// The inputs to vote on.
    pub(super) rows: &'a [OwnedSample],
}

/// Facts that only a diagram of all formulas gives.
pub(super) struct Counts {
    pub(super) formulas: BigUint,
    /// In how many formulas each literal is; `None` if the engine cannot tell for this language.
    pub(super) frequencies: Option<Vec<(Literal, BigUint)>>,
    pub(super) sample: Vec<Arc<dyn Hypothesis>>,
    /// For each row how many formulas accept it.
    pub(super) votes: Vec<BigUint>,
}

impl Counts {
    /// Asks a diagram.
    pub(super) fn of(
        live: &Arc<dyn LiveVersionSpace>,
        wanted: &CountOptions<'_>,
        run: &Run,
    ) -> Result<Counts, StopReason> {
        let mut frequencies = live.literal_frequencies(run)?;
        if frequencies.is_empty() && *live.formula_count() <= BigUint::from(LISTED) {
            frequencies = count_literals(&**live);
        }
        let is_known = !frequencies.is_empty() || *live.formula_count() == BigUint::ZERO;
        let frequencies = is_known.then_some(frequencies);
        let sample = match wanted.concepts {
            true => live.sample_concepts(wanted.sample, wanted.seed, run)?,
            false => live.sample_formulas(wanted.sample, wanted.seed),
        };
        Ok(Counts {
            formulas: live.formula_count().clone(),
            frequencies,
            sample: sample.into_iter().map(Arc::from).collect(),
            votes: wanted.rows.iter().map(|row| live.accepting(row, run)).collect::<Result<_, _>>()?,
        })
    }

    /// In how many formulas each literal is, the most frequent first.
    pub(super) fn most_frequent(&self) -> Vec<(Literal, BigUint)> {
        let mut frequencies = self.frequencies.clone().unwrap_or_default();
        frequencies.sort_by_key(|(literal, count)| (Reverse(count.clone()), *literal));
        frequencies
    }

    /// The literals that every formula has.
    pub(super) fn backbone(&self) -> Option<Vec<Literal>> {
        let all = self.frequencies.as_ref()?.iter().filter(|(_, count)| *count == self.formulas);
        Some(all.map(|(literal, _)| *literal).collect())
    }
}

/// In how many of few formulas each literal is; none if they are no DNF.
fn count_literals(live: &dyn LiveVersionSpace) -> Vec<(Literal, BigUint)> {
    let mut counts: BTreeMap<Literal, BigUint> = BTreeMap::new();
    for formula in (0u32..).map_while(|index| live.formula(&index.into())) {
        let Some(dnf) = as_dnf(&*formula) else { return Vec::new() };
        let literals: BTreeSet<Literal> = dnf.terms().iter().flat_map(Term::literals).copied().collect();
        literals.into_iter().for_each(|literal| *counts.entry(literal).or_default() += 1u32);
    }
    counts.into_iter().collect()
}
