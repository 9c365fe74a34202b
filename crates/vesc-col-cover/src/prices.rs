//! Proofs that a few short terms cannot cover so much.
//!
//! Give each positive a weight. If no consistent term of s literals weighs more than `most(s)`, then r terms with l literals
//! in all weigh at most the largest sum of r such numbers whose sizes sum up to l, and positives that weigh more are not covered by
//! them. Any weights prove something; the best ones are the solution of a linear program, in which each term is
//! a constraint. The terms that matter are found one after the other, by looking for the heaviest ones.

use crate::cover::Cover;
use crate::covers::Covers;
use crate::crew::Crew;
use crate::heaviest::Rejecting;
use crate::interrupt::Interrupt;
use crate::packing::Packing;

/// Weights are made whole in units of this part of what a term may weigh for each literal.
const UNIT: f64 = (1u64 << 24) as f64;
/// Terms of more literals than this may weigh no more.
const LARGEST: usize = 64;
/// So many constraints are added at once.
const AT_ONCE: usize = 40;
/// After so many rounds the weights are as good as they will be.
const ROUNDS: usize = 200;
/// Searches for heavy terms that cost more than this in all, in words looked at, are given up.
const PATIENCE: usize = 1 << 29;
/// Nothing is proven about formulas of more terms or literals than this.
const MOST_TERMS: usize = 32;
const MOST_LITERALS: usize = 256;

/// Weights of the positives and what terms weigh at most.
#[derive(Clone, Debug)]
pub(crate) struct Prices {
    weights: Vec<u64>,
    /// By size from 1 on, never decreasing; the last entry also for all greater sizes.
    most: Vec<u64>,
    /// By number of terms, then of literals: what these weigh at most in all; `None` if there is no such formula.
    sums: Vec<Vec<Option<u64>>>,
}

/// What a term may weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tariff {
    /// The same for all terms: bounds their number.
    Terms,
    /// A unit for each literal.
    Literals,
    /// The same, and two more.
    Both,
}

impl Tariff {
    pub(crate) const ALL: [Tariff; 3] = [Tariff::Terms, Tariff::Literals, Tariff::Both];

    fn of(self, size: usize) -> usize {
        match self {
            Tariff::Terms => 1,
            Tariff::Literals => size.min(LARGEST),
            Tariff::Both => size.min(LARGEST) + 2,
        }
    }
}

impl Prices {
    fn new(weights: Vec<u64>, most: Vec<u64>) -> Prices {
        Prices { weights, most, sums: vec![vec![Some(0)]] }
    }

    /// Whether so many terms with so many literals surely leave some of these positives uncovered.
    pub(crate) fn exclude(&mut self, residual: &Cover, terms: usize, literals: usize) -> bool {
        let weight: u64 = residual.iter().map(|sample| self.weights[sample]).sum();
        self.reach(terms, literals).is_none_or(|most| weight > most)
    }

    /// What so many terms with so many literals weigh at most in all; `None` if there is no such formula.
    fn reach(&mut self, terms: usize, literals: usize) -> Option<u64> {
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
type Constraint = (usize, Cover);

/// Looks for the best weights under a tariff; `known` are consistent terms that may be of use.
///
/// `None` if there are no such weights to be had at a bearable cost.
pub(crate) fn best(
    tariff: Tariff,
    rejecting: &Rejecting,
    covers: &Covers,
    mut known: Vec<Constraint>,
    crew: Crew<'_>,
) -> Result<Option<Prices>, Interrupt> {
    let positives = covers.positives();
    let most: Vec<u64> = (1..=LARGEST).map(|size| tariff.of(size) as u64 * UNIT as u64).collect();
    let mut packing = Packing::new(positives, (LARGEST * tariff.of(1)) as f64);
    let (mut best, mut best_ratio, mut patience) = (None, 0.0, PATIENCE);
    for _ in 0..ROUNDS {
        crew.check()?;
        let solution = packing.solve();
        let weights: Vec<u64> = solution.iter().map(|weight| (weight * UNIT) as u64).collect();
        let weight = |cover: &Cover| cover.iter().map(|sample| weights[sample]).sum::<u64>();
        let excess = |(size, cover): &Constraint| weight(cover).saturating_sub(most[(*size).min(LARGEST) - 1]);
        // A millionth too much is no reason to go on.
        let mut broken: Vec<(u64, usize)> = known
            .iter()
            .enumerate()
            .map(|(number, constraint)| (excess(constraint), number))
            .filter(|&(excess, _)| excess > UNIT as u64 >> 20)
            .collect();
        if broken.is_empty() {
            let mut found = most.clone();
            let (terms, result) = rejecting.heaviest(covers.literals(), &weights, &mut found, &mut patience, crew);
            if let Err(Interrupt::Stopped(reason)) = result {
                return Err(Interrupt::Stopped(reason));
            }
            let worst = found.iter().zip(&most).map(|(&found, &most)| found as f64 / most as f64).fold(1.0, f64::max);
            let ratio = weights.iter().sum::<u64>() as f64 / worst;
            if result.is_ok() && ratio > best_ratio {
                (best, best_ratio) = (Some(Prices::new(weights.clone(), found)), ratio);
            }
            let terms = terms.into_iter().map(|term| (term.len(), covers.of_numbers(&term)));
            let first = known.len();
            known.extend(terms);
            broken = (first..known.len()).map(|number| (excess(&known[number]), number)).collect();
            broken.retain(|&(excess, _)| excess > UNIT as u64 >> 20);
            if broken.is_empty() || result.is_err() {
                break;
            }
        }
        broken.sort_unstable_by(|a, b| b.cmp(a));
        for &(_, number) in broken.iter().take(AT_ONCE) {
            let (size, cover) = &known[number];
            packing.limit(cover.iter(), tariff.of(*size) as f64);
        }
    }
    Ok(best)
}
