//! Lower bounds from prices.
//!
//! Each element pays its price for being covered. A set costs what it weighs, less what its elements pay. Whatever the
//! prices are, no cover costs less than all prices together and the sets with a negative rest: that is the Lagrangian
//! relaxation. The best prices give the bound of the linear program.

use super::{Limits, SetCover};

/// Prices are whole multiples of this part of a unit of cost.
const UNIT: i64 = 1 << 12;
/// Rounds without a better bound until the steps are halved, and the part of the first step below which they end.
const MOST_ROUNDS_IN_VAIN: usize = 10;
const SMALLEST_STEP: f64 = 0.01;

/// What a cover is to have little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objective {
    Weight = 0,
    Sets = 1,
}

/// An element that no chosen set covers, with the open sets that cover it.
pub(super) type Uncovered = (usize, Vec<usize>);

/// What is to be covered still, and within which limits.
pub(super) struct Rest {
    pub(super) elements: Vec<Uncovered>,
    pub(super) limits: Limits,
}

/// A lower bound on the cost of what completes a cover.
#[derive(Debug)]
pub(super) struct Bound {
    /// In units of a price, like all costs here.
    value: i64,
    limit: i64,
    /// For each set its cost less what its elements pay.
    reduced: Vec<i64>,
    /// The open sets that cover some element, ascending.
    sets: Vec<usize>,
}

impl Bound {
    /// Improves the prices of the elements, from those given, in at most `rounds` steps along a subgradient. An element
    /// that no set with a negative rest covers pays more, and one that several cover pays less.
    pub(super) fn find<E>(
        cover: &SetCover,
        rest: &Rest,
        objective: Objective,
        prices: &mut [i64],
        rounds: usize,
        spend: &mut dyn FnMut(usize) -> Result<(), E>,
    ) -> Result<Bound, E> {
        let cost = |set: usize| match objective {
            Objective::Weight => cover.weights[set] as i64 * UNIT,
            Objective::Sets => UNIT,
        };
        let mut sets: Vec<usize> = rest.elements.iter().flat_map(|(_, sets)| sets).copied().collect();
        let entries = sets.len();
        sets.sort_unstable();
        sets.dedup();
        let limit = match objective {
            Objective::Weight => rest.limits.weight,
            Objective::Sets => rest.limits.sets,
        };
        // No cover costs more than all sets, whatever is allowed: a limit that is far away would make steps that
        // overflow.
        let all: i64 = sets.iter().map(|&set| cost(set)).sum();
        let limit = i64::try_from(limit).map_or(i64::MAX, |limit| limit.saturating_mul(UNIT)).min(all);
        start_prices(rest, (cost, cover.weights.len()), prices);
        let first: Vec<i64> = rest.elements.iter().map(|(element, _)| prices[*element]).collect();
        let mut reduced = vec![0; cover.weights.len()];
        let work = entries + sets.len();
        let evaluate = |tried: &[i64], reduced: &mut [i64]| value_of(rest, (&sets, cost), tried, reduced);
        let best = climb(rest, (first, limit, rounds), &mut reduced, evaluate, &mut || spend(work))?;
        for ((element, _), &price) in rest.elements.iter().zip(&best) {
            prices[*element] = price;
        }
        let value = evaluate(&best, &mut reduced);
        Ok(Bound { value, limit, reduced, sets })
    }

    /// Whether all covers cost more than the limit.
    pub(super) fn excludes_all(&self) -> bool {
        self.value > self.limit
    }

    /// The sets with which a cover costs more than the limit.
    pub(super) fn too_dear(&self) -> impl Iterator<Item = usize> {
        self.sets.iter().copied().filter(|&set| self.value + self.reduced[set].max(0) > self.limit)
    }

    /// The sets without which a cover costs more than the limit.
    pub(super) fn needed(&self) -> impl Iterator<Item = usize> {
        self.sets.iter().copied().filter(|&set| self.value - self.reduced[set].min(0) > self.limit)
    }

    /// A set's cost less what its elements pay.
    pub(super) fn reduced(&self, set: usize) -> i64 {
        self.reduced[set]
    }
}

/// Gives each element without a price the cheapest share that a set asks for.
fn start_prices(rest: &Rest, (cost, sets): (impl Fn(usize) -> i64, usize), prices: &mut [i64]) {
    let mut uncovered = vec![0; sets];
    rest.elements.iter().flat_map(|(_, sets)| sets).for_each(|&set| uncovered[set] += 1);
    for (element, covering) in &rest.elements {
        if prices[*element] == 0 {
            prices[*element] = covering.iter().map(|&set| cost(set) / uncovered[set]).min().unwrap_or(0);
        }
    }
}

/// The bound that these prices prove. Writes what each set costs less what its elements pay.
fn value_of(rest: &Rest, (sets, cost): (&[usize], impl Fn(usize) -> i64), tried: &[i64], reduced: &mut [i64]) -> i64 {
    sets.iter().for_each(|&set| reduced[set] = cost(set));
    for ((_, covering), price) in rest.elements.iter().zip(tried) {
        covering.iter().for_each(|&set| reduced[set] -= price);
    }
    let paid = tried.iter().map(|&price| i128::from(price)).sum::<i128>();
    let sum = paid + sets.iter().map(|&set| i128::from(reduced[set].min(0))).sum::<i128>();
    // A bound may be too low.
    i64::try_from(sum.min(i128::from(i64::MAX))).unwrap_or(i64::MIN)
}

/// The best prices of at most `rounds` steps along a subgradient, from those in `tried`. `spend` is called before each step.
fn climb<E>(
    rest: &Rest,
    (mut tried, limit, rounds): (Vec<i64>, i64, usize),
    reduced: &mut [i64],
    evaluate: impl Fn(&[i64], &mut [i64]) -> i64,
    spend: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<i64>, E> {
    // A single element that pays more than the limit excludes all covers, so that no price need be higher. Without
    // this, a step that is too long makes the bound worse, and that the next step longer, until prices overflow.
    let highest = limit.saturating_add(UNIT);
    let mut best = tried.clone();
    let mut value = i64::MIN;
    let (mut step, mut in_vain) = (1.0, 0);
    for _ in 0..rounds {
        spend()?;
        let found = evaluate(&tried, reduced);
        if found > value {
            (value, in_vain) = (found, 0);
            best.clone_from(&tried);
        } else {
            in_vain += 1;
        }
        if value > limit || step < SMALLEST_STEP {
            break;
        }
        if in_vain == MOST_ROUNDS_IN_VAIN {
            (step, in_vain) = (step / 2.0, 0);
            tried.clone_from(&best);
            evaluate(&tried, reduced);
        }
        let missing: Vec<i64> = rest
            .elements
            .iter()
            .map(|(_, covering)| 1 - covering.iter().filter(|&&set| reduced[set] < 0).count() as i64)
            .collect();
        let norm: i64 = missing.iter().map(|missing| missing * missing).sum();
        if norm == 0 {
            break;
        }
        let length = step * highest.saturating_sub(found) as f64 / norm as f64;
        for (price, missing) in tried.iter_mut().zip(missing) {
            *price = price.saturating_add((length * missing as f64) as i64).clamp(0, highest);
        }
    }
    Ok(best)
}
