//! Proofs that a few short terms cannot cover all of some positives.
//!
//! Give each positive a weight. Let no consistent term of s literals weigh more than `most(s)`. Then r terms with l
//! literals in all weigh at most the largest sum of r numbers `most(s)` whose sizes sum up to l. So they do not cover
//! positives that weigh more. Any weights prove something; the best ones are the solution of a linear program, in which
//! each term is a constraint. The terms that matter are found one after the other, by looking for the heaviest ones.

mod fractional_packing;
pub(crate) mod heaviest;
mod weight_groups;

use crate::bits::bit_set::PositiveSet;
use crate::context::Interrupt;
use crate::context::RunContext;
use crate::formula::dual_bound::fractional_packing::FractionalPacking;
use crate::formula::dual_bound::heaviest::RejectingRows;
use crate::formula::dual_bound::weight_groups::WeightGroups;
use crate::term::covers::Covers;

/// Weights are rounded down to multiples of one divided by this. Set: sums of weights fit into 64 bits with room to
/// spare.
const UNIT: f64 = (1u64 << 24) as f64;
/// This share of what would just reach a goal reaches it surely. Set: weights are rounded.
const ALMOST: f64 = 0.999;
/// Terms of more literals than this may weigh no more. Set, literals: longer terms are rare.
const LARGEST: usize = 64;
/// Nothing is proven about formulas of more terms than this. Set: a table has an entry for each number of terms and
/// literals.
const MOST_TERMS: usize = 32;
/// Nothing is proven about formulas of more literals than this. Set for the same reason.
const MOST_LITERALS: usize = 256;

/// Weights of the positives and what terms weigh at most. What stands for a required literal weighs nothing.
#[derive(Clone, Debug)]
pub(crate) struct DualBound {
    weights: Vec<u64>,
    /// By size from 1 on, never decreasing; the last entry also for all greater sizes.
    most: Vec<u64>,
    /// By number of terms, then of literals: what these weigh at most in all; `None` if there is no such formula.
    sums: Vec<Vec<Option<u64>>>,
    /// Terms cost as much, at least, that cover all positives.
    least_cost: f64,
}

/// What a term may weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TermCost {
    /// One unit for each term: bounds their number.
    Terms,
    /// A unit for each literal.
    Literals,
    /// A unit for each literal, and two for the term: bounds literals and terms together.
    Both,
}

impl TermCost {
    pub(crate) const ALL: [TermCost; 3] = [TermCost::Terms, TermCost::Literals, TermCost::Both];

    fn of(self, size: usize) -> usize {
        match self {
            TermCost::Terms => 1,
            TermCost::Literals => size.min(LARGEST),
            TermCost::Both => size.min(LARGEST) + 2,
        }
    }

    /// What all terms of a formula cost.
    fn of_formula(self, terms: usize, literals: usize) -> usize {
        match self {
            TermCost::Terms => terms,
            TermCost::Literals => literals,
            TermCost::Both => literals + 2 * terms,
        }
    }
}

/// What a dual bound is sought for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The terms and literals of a formula. No such formula is to cover all positives.
    pub(crate) size: (usize, usize),
    /// Whether a bound that does not reach this is of use, too.
    pub(crate) thorough: bool,
}

impl DualBound {
    fn new(weights: Vec<u64>, most: Vec<u64>, least_cost: f64) -> DualBound {
        DualBound { weights, most, sums: vec![vec![Some(0)]], least_cost }
    }

    /// Whether this excludes more than another one under the same cost of terms.
    pub(crate) fn is_better(&self, other: &DualBound) -> bool {
        self.least_cost > other.least_cost
    }

    /// Whether `terms` terms with `literals` literals in all surely leave one of these positives uncovered.
    pub(crate) fn excludes(&mut self, positives: &PositiveSet, terms: usize, literals: usize) -> bool {
        let weight: u64 = positives.iter().map_while(|sample| self.weights.get(sample)).sum();
        self.upper_bound(terms, literals).is_none_or(|most| weight > most)
    }

    /// The largest weight of `terms` terms with `literals` literals in all, or `None` if there is no such formula.
    fn upper_bound(&mut self, terms: usize, literals: usize) -> Option<u64> {
        if terms > MOST_TERMS || literals > MOST_LITERALS {
            return Some(u64::MAX);
        }
        if terms >= self.sums.len() || literals >= self.sums[0].len() {
            let (terms, literals) = (terms.max(self.sums.len()), literals.max(self.sums[0].len()));
            let mut sums = vec![vec![None; literals + 1]; terms + 1];
            sums[0][0] = Some(0);
            for terms in 1..=terms {
                for literals in terms..=literals {
                    let with = |size: usize| sums[terms - 1][literals - size].map(|sum: u64| sum + self.entry(size));
                    sums[terms][literals] = (1..=literals).filter_map(with).max();
                }
            }
            self.sums = sums;
        }
        self.sums[terms][literals]
    }

    fn entry(&self, size: usize) -> u64 {
        self.most[size.min(self.most.len()) - 1]
    }
}

/// A term as a constraint: its size and what it covers.
pub(crate) type Constraint = (usize, PositiveSet);

/// Looks for good weights under a cost of terms. It begins with some `known` terms.
///
/// It is content with weights that reach the goal. Then most terms need not be looked at. `None` if nothing is found at
/// a cost of `effort` words read. The cost is taken off `effort`.
pub(crate) fn best(
    cost_of_term: TermCost,
    rejecting: &RejectingRows,
    covers: &Covers,
    mut known: Vec<Constraint>,
    Goal { size: (terms, literals), thorough }: Goal,
    effort: &mut usize,
    context: RunContext<'_>,
) -> Result<Option<DualBound>, Interrupt> {
    let positives = covers.positives();
    if positives > context.tuning.bound_positives {
        return Ok(None);
    }
    let most: Vec<u64> = (1..=LARGEST).map(|size| cost_of_term.of(size) as u64 * UNIT as u64).collect();
    let mut packing = FractionalPacking::new(positives, (LARGEST * cost_of_term.of(1)) as f64);
    let mut weight_groups = WeightGroups::all(positives);
    let wanted = cost_of_term.of_formula(terms, literals) as f64;
    let mut best: Option<DualBound> = None;
    for _ in 0..context.tuning.bound_rounds {
        let solution = packing.solve(|cost| {
            context.check()?;
            *effort = effort.checked_sub(cost).ok_or(Interrupt::TooLong)?;
            Ok(())
        });
        let solution = match solution {
            Ok(solution) => weight_groups.even(&solution),
            Err(Interrupt::TooLong) => break,
            Err(interrupt) => return Err(interrupt),
        };
        let sum: f64 = solution.iter().sum();
        // Each term may weigh this many times its cost, and the goal is reached all the same.
        let allowance = ALMOST * sum / wanted;
        if allowance <= 1.0 && !thorough {
            break;
        }
        let weights: Vec<u64> = solution.iter().map(|weight| (weight * UNIT) as u64).collect();
        let weight = |cover: &PositiveSet| cover.iter().map(|sample| weights[sample]).sum::<u64>();
        let excess = |(size, cover): &Constraint| weight(cover).saturating_sub(most[(*size).min(LARGEST) - 1]);
        // A millionth too much is no reason to go on.
        let mut broken: Vec<(u64, usize)> = known
            .iter()
            .enumerate()
            .map(|(number, constraint)| (excess(constraint), number))
            .filter(|&(excess, _)| excess > UNIT as u64 >> 20)
            .collect();
        if broken.is_empty() {
            let mut found: Vec<u64> = most.iter().map(|&most| (most as f64 * allowance.max(1.0)) as u64).collect();
            let (heavy, result) = rejecting.heaviest(covers.literals(), &weights, &mut found, effort, context);
            if let Err(Interrupt::Stopped(reason)) = result {
                return Err(Interrupt::Stopped(reason));
            }
            let worst = found.iter().zip(&most).map(|(&found, &most)| found as f64 / most as f64).fold(1.0, f64::max);
            let least_cost = sum / worst;
            if result.is_ok() && best.as_ref().is_none_or(|best| least_cost > best.least_cost) {
                best = Some(DualBound::new(weights.clone(), found, least_cost));
            }
            let first = known.len();
            known.extend(heavy.iter().map(|term| (term.len(), covers.of_numbers(term))));
            broken = (first..known.len()).map(|number| (excess(&known[number]), number)).collect();
            broken.retain(|&(excess, _)| excess > UNIT as u64 >> 20);
            if broken.is_empty() || result.is_err() || least_cost > wanted {
                break;
            }
        }
        broken.sort_unstable_by(|a, b| b.cmp(a));
        for &(_, number) in broken.iter().take(context.tuning.constraints_at_once) {
            let (size, cover) = &known[number];
            packing.limit(cover.iter(), cost_of_term.of(*size) as f64);
            weight_groups.tell_apart(cover);
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;
    use vesc_col_core::{Dataset, Features, Literal, Run, Term};

    use super::*;
    use crate::context::{HeldMemory, Threads};

    /// The rows of the numbers below two to the power of `features`, labelled by `positive`.
    fn table(features: usize, rows: impl Iterator<Item = usize>, positive: impl Fn(usize) -> bool) -> Dataset {
        let mut builder = Dataset::builder(Features::numbered(features));
        for row in rows {
            builder.push(positive(row), (0..features).map(|i| row >> i & 1 == 1)).unwrap();
        }
        builder.build().unwrap()
    }

    fn with_context<R>(data: &Dataset, body: impl FnOnce(&RejectingRows, &Covers, RunContext<'_>) -> R) -> R {
        let run = Run::new();
        let (mut threads, held_memory) = (Threads::default(), HeldMemory::new());
        let context = threads.context(&run, &held_memory);
        let features = data.features().len();
        let rejecting = RejectingRows::new(data.negatives(), features, context).unwrap();
        let covers = Covers::new(data.positives(), features, &Arc::default(), context).unwrap();
        body(&rejecting, &covers, context)
    }

    /// Every consistent term with its cover.
    fn consistent(data: &Dataset, covers: &Covers) -> Vec<(usize, PositiveSet)> {
        let mut terms: Vec<Vec<Literal>> = vec![Vec::new()];
        for feature in 0..data.features().len() {
            let either = [Literal::positive(feature), Literal::negative(feature)];
            let longer = either.map(|literal| terms.iter().map(move |term| [&term[..], &[literal]].concat()));
            let longer: Vec<Vec<Literal>> = longer.into_iter().flatten().collect();
            terms.extend(longer);
        }
        let terms = terms.into_iter().filter_map(|literals| Term::new(literals).ok());
        let terms = terms.filter(|term| !data.negatives().iter().any(|sample| term.accepts(sample)));
        terms.map(|term| (term.len(), covers.of(&term))).collect()
    }

    #[test]
    fn three_pairs_are_needed() {
        let pairs = |row: usize| (0..3).any(|pair| row >> (2 * pair) & 3 == 3);
        let data = table(6, 0..64, pairs);
        with_context(&data, |rejecting, covers, context| {
            let all = PositiveSet::all(covers.positives());
            let dual_bounds = |cost_of_term| {
                let goal = Goal { size: (3, 6), thorough: true };
                best(cost_of_term, rejecting, covers, Vec::new(), goal, &mut (1 << 24), context).unwrap().unwrap()
            };
            let mut terms = dual_bounds(TermCost::Terms);
            assert!(terms.excludes(&all, 2, 4) && terms.excludes(&all, 2, 12) && !terms.excludes(&all, 3, 6));
            let mut literals = dual_bounds(TermCost::Literals);
            assert!(literals.excludes(&all, 3, 5) && literals.excludes(&all, 5, 5) && !literals.excludes(&all, 3, 6));
            let mut both = dual_bounds(TermCost::Both);
            assert!(both.excludes(&all, 2, 6) && both.excludes(&all, 3, 5) && !both.excludes(&all, 3, 6));
            assert!(!both.excludes(&PositiveSet::none(covers.positives()), 1, 1));
            assert!(
                !literals.excludes(&all, MOST_TERMS + 1, MOST_TERMS + 1),
                "nothing is proven of more terms than the table has"
            );
        });
    }

    /// One question after the other, each for a little more than the last.
    #[test]
    fn what_terms_weigh_at_most_is_known_for_ever_larger_formulas() {
        let mut dual_bounds = DualBound::new(Vec::new(), vec![3, 5, 6], 0.0);
        for (literals, expected) in [None, Some(3), Some(5), Some(6), Some(6)].into_iter().enumerate() {
            assert_eq!(dual_bounds.upper_bound(1, literals), expected);
        }
        for (literals, expected) in [None, None, Some(6), Some(8), Some(10), Some(11), Some(12)].into_iter().enumerate()
        {
            assert_eq!(dual_bounds.upper_bound(2, literals), expected);
        }
        for (terms, expected) in
            [None, Some(6), Some(12), Some(15), Some(16), Some(17), Some(18), None].into_iter().enumerate()
        {
            assert_eq!(dual_bounds.upper_bound(terms, 6), expected);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_term_is_heavier_than_prices_say(
            labels in prop::collection::vec(prop::option::weighted(0.6, any::<bool>()), 32),
            weights in prop::collection::vec(0u64..5, 32),
            floor in 0u64..6,
            effort in 1usize..100_000,
            known in any::<bool>(),
            thorough in any::<bool>(),
            (terms_of_goal, more) in (1usize..4, 0usize..4),
        ) {
            let data = table(5, (0..32).filter(|&row| labels[row].is_some()), |row| labels[row] == Some(true));
            prop_assume!(data.negatives().distinct() > 0 && data.positives().distinct() > 0);
            with_context(&data, |rejecting, covers, context| {
                let weight = |weights: &[u64], cover: &PositiveSet| -> u64 {
                    cover.iter().map(|sample| weights[sample]).sum()
                };
                let terms = consistent(&data, covers);
                let mut most = [floor; 4];
                let weights = &weights[..covers.positives()];
                let mut endless = usize::MAX;
                let (found, result) = rejecting.heaviest(covers.literals(), weights, &mut most, &mut endless, context);
                prop_assert!(result.is_ok());
                for size in 1..=4 {
                    // The last entry is also that of five literals.
                    let fits = |&&(len, _): &&(usize, PositiveSet)| len <= size || size == 4;
                    let heaviest = terms.iter().filter(fits).map(|(_, cover)| weight(weights, cover)).max();
                    prop_assert_eq!(most[size - 1], heaviest.unwrap_or(0).max(floor), "{} literals", size);
                }
                for term in found {
                    prop_assert!(weight(weights, &covers.of_numbers(&term)) > floor);
                    prop_assert!(terms.contains(&(term.len(), covers.of_numbers(&term))));
                }
                let known = if known { terms.clone() } else { Vec::new() };
                let efforts = |cost| [(cost, 1 << 24), (cost, effort)];
                let goal = Goal { size: (terms_of_goal, terms_of_goal + more), thorough };
                for (cost_of_term, mut effort) in TermCost::ALL.into_iter().flat_map(efforts) {
                    let known = known.clone();
                    let dual_bounds = best(cost_of_term, rejecting, covers, known, goal, &mut effort, context).unwrap();
                    let Some(dual_bounds) = dual_bounds else { continue };
                    for (size, cover) in &terms {
                        let most = dual_bounds.entry(*size);
                        prop_assert!(weight(&dual_bounds.weights, cover) <= most, "{cost_of_term:?}");
                    }
                }
                Ok(())
            })?;
        }
    }
}
