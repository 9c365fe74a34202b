//! The posterior of a formula where labels may be wrong.

use std::collections::BTreeMap;

use vesc_col_core::{Dataset, Dnf};

use super::census::Census;
use super::posterior::{Range, prior_weight, sizes, weights};
use super::uncertain::Uncertain;
use crate::errors::budget::ErrorBudget;

/// How many labels may be wrong, as the counts need it.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    /// Pairs of false positives and false negatives: a formula keeps to one of them.
    corners: Vec<(u32, u32)>,
    runs: usize,
}

/// More false positives are not counted: each costs a pass over the rows.
const MOST_FALSE_POSITIVES: u64 = 3;

impl Budget {
    /// `None` if it allows for more false positives than are counted.
    pub(super) fn new(budget: &ErrorBudget, data: &Dataset) -> Option<Budget> {
        let [positives, negatives] = data.weights();
        let mut corners = budget.each_corner(positives, negatives).peekable();
        // The first has the most.
        if corners.peek().is_some_and(|&(false_positives, _)| false_positives > MOST_FALSE_POSITIVES) {
            return None;
        }
        let small = |(a, b): (u64, u64)| (a as u32, u32::try_from(b).unwrap_or(u32::MAX));
        Some(Budget { corners: corners.map(small).collect(), runs: data.total_weight() as usize })
    }

    /// How many false positives there may be.
    pub(super) fn false_positives(&self) -> u32 {
        self.corners.iter().map(|corner| corner.0).max().unwrap_or(0)
    }

    /// How many labels may be wrong in all.
    pub(super) fn total(&self) -> u32 {
        self.corners.iter().map(|&(a, b)| a.saturating_add(b)).max().unwrap_or(0)
    }

    /// How many runs there are.
    pub(super) fn runs(&self) -> usize {
        self.runs
    }

    fn allows(&self, false_positives: u32, false_negatives: u32) -> bool {
        self.corners.iter().any(|&(a, b)| false_positives <= a && false_negatives <= b)
    }

    /// The probability of some labels to be wrong and all others right, at these rates.
    fn likelihoods(&self) -> [Likelihood; 3] {
        let most = (f64::from(self.total()) / self.runs.max(1) as f64).min(LARGEST_RATE);
        [
            Likelihood::up_to(most, self.runs),
            Likelihood::at(most, self.runs),
            Likelihood::at(LEAST_PART * most, self.runs),
        ]
    }
}

/// With a larger rate, a label would speak for its contrary.
const LARGEST_RATE: f64 = 0.5;

/// The least rate of wrong labels of the interval, as a part of the largest.
const LEAST_PART: f64 = 0.1;

/// How probable it is that the labels of a number of given runs are wrong.
struct Likelihood {
    /// Rates of wrong labels, each alike.
    rates: Vec<f64>,
    runs: usize,
}

/// Parts of the sum that stands for an integral over the rates.
const INTEGRATION_STEPS: usize = 100;

impl Likelihood {
    /// Every rate up to the largest is alike.
    fn up_to(most: f64, runs: usize) -> Likelihood {
        let rates = (0..INTEGRATION_STEPS).map(|part| most * (part as f64 + 0.5) / INTEGRATION_STEPS as f64).collect();
        Likelihood { rates, runs }
    }

    fn at(rate: f64, runs: usize) -> Likelihood {
        Likelihood { rates: vec![rate], runs }
    }

    fn of(&self, wrong: u32) -> f64 {
        let right = self.runs.saturating_sub(wrong as usize) as f64;
        let at = |rate: &f64| rate.powi(wrong as i32) * (1.0 - rate).max(0.0).powf(right);
        self.rates.iter().map(at).sum::<f64>() / self.rates.len() as f64
    }
}

/// The weight of formulas by how many labels are wrong if they are right.
type ByErrors = BTreeMap<u32, f64>;

/// The weight of all formulas by how many labels are wrong if they are right.
pub(super) struct ErrorPosterior {
    terms: Vec<f64>,
    most_terms: usize,
    is_whole: bool,
    budget: Budget,
    /// If no run is a false positive of two terms: the least, and what is counted.
    apart: [ByErrors; 2],
    /// If the false positives of each term are among those of one: the most.
    together: ByErrors,
    /// The weight of single terms that reject all negatives, by the positives that they cover.
    consistent: Vec<f64>,
    rows: Uncertain,
}

/// What the counts say for a formula that may make errors.
pub(super) struct WithErrors {
    /// Its posterior, with that of the formulas that have one term more and explain more positives.
    pub(super) posterior: Range,
    /// How much of this is its own.
    pub(super) own: Range,
}

impl ErrorPosterior {
    /// The posterior over formulas of up to `most_terms` terms within a budget.
    pub(super) fn new(census: &Census, rows: Uncertain, budget: Budget, most_terms: usize) -> ErrorPosterior {
        let by_errors = |sign: f64, join: fn(usize, usize) -> usize| {
            CountedTerms { weights: weights(census, sign), runs: &rows.runs, budget: &budget, join }
                .by_errors(most_terms)
        };
        let sum = |one, other| one + other;
        ErrorPosterior {
            apart: [by_errors(-1.0, sum), by_errors(0.0, sum)],
            together: by_errors(1.0, usize::max),
            consistent: weights(census, 0.0)[..1 << census.positives].to_vec(),
            rows,
            terms: census.terms.clone(),
            most_terms,
            is_whole: census.is_whole,
            budget,
        }
    }

    /// How many terms of each size there are.
    pub(super) fn terms(&self) -> &[f64] {
        &self.terms
    }

    /// The posterior of a formula that makes a number of errors: every rate of wrong labels up to the budget's share is alike. The ends
    /// are for the largest of these rates or a tenth of it, whichever says less or more.
    ///
    /// The formulas with one term more that explain positives which it leaves unexplained are no rivals of its terms: their
    /// weight counts for these, and against there being no other cause.
    pub(super) fn of(&self, dnf: &Dnf, data: &Dataset) -> WithErrors {
        let (false_positives, false_negatives) = errors(dnf, data);
        let errors = u32::try_from(false_positives + false_negatives).unwrap_or(u32::MAX);
        let weight = prior_weight(&sizes(dnf), &self.terms, self.most_terms);
        let explained = self.explained_by_one_more(dnf);
        let likelihoods = self.budget.likelihoods();
        // The weight of these formulas, relative to its own.
        let more = likelihoods.each_ref().map(|likelihood| {
            let of = |(&runs, &weight): (&u32, &f64)| weight * likelihood.of(errors.saturating_sub(runs));
            explained.iter().map(of).sum::<f64>() / likelihood.of(errors)
        });
        let share = |at: usize, evidence: &ByErrors| {
            let own = weight * likelihoods[at].of(errors) * (1.0 + more[at]);
            let all: f64 = evidence.iter().map(|(&wrong, weight)| weight * likelihoods[at].of(wrong)).sum();
            if all > own { own / all } else { 1.0 }
        };
        let each = |evidence: &ByErrors| [0, 1, 2].map(|at| share(at, evidence));
        let value = share(0, &self.apart[1]);
        let low = each(&self.together).into_iter().fold(value, f64::min);
        let high = each(&self.apart[0]).into_iter().fold(value, f64::max);
        let owns = more.map(|more| 1.0 / (1.0 + more));
        let ends = (owns.into_iter().fold(1.0, f64::min), owns.into_iter().fold(0.0, f64::max));
        WithErrors {
            posterior: Range { low, value, high: if self.is_whole { high } else { 1.0 } },
            own: Range { low: ends.0, value: owns[0], high: ends.1 },
        }
    }

    /// The terms that explain positives which a formula leaves unexplained: of how many runs, and their weight beside the
    /// formula's terms.
    fn explained_by_one_more(&self, dnf: &Dnf) -> BTreeMap<u32, f64> {
        let terms = dnf.terms().len();
        let mut weights = BTreeMap::new();
        if terms >= self.most_terms {
            return weights;
        }
        let runs = self.rows.runs.iter().copied().enumerate();
        let open: Vec<(usize, u32)> = runs.filter(|&(at, _)| !self.rows.explains(dnf, at)).collect();
        let explained = |set: usize| {
            open.iter().filter(|(at, _)| set >> at & 1 == 1).fold(0u32, |sum, (_, runs)| sum.saturating_add(*runs))
        };
        for (set, weight) in self.consistent.iter().enumerate() {
            *weights.entry(explained(set)).or_insert(0.0) += (terms + 1) as f64 * weight;
        }
        weights.remove(&0);
        weights
    }

    /// See [`Posterior::room`](super::posterior::Posterior::room).
    pub(super) fn room(&self, terms: usize) -> f64 {
        if terms < self.most_terms { (terms + 1) as f64 * self.consistent.iter().sum::<f64>() } else { 0.0 }
    }
}

/// The terms by false positives and by the positives that they cover, and how false positives of two terms add up.
struct CountedTerms<'c> {
    weights: Vec<f64>,
    runs: &'c [u32],
    budget: &'c Budget,
    join: fn(usize, usize) -> usize,
}

impl CountedTerms<'_> {
    /// The weight of all formulas by the errors that they make.
    fn by_errors(&self, most_terms: usize) -> ByErrors {
        let sets = 1usize << self.runs.len();
        let parts = self.weights.len() / sets;
        let present: Vec<Vec<(usize, f64)>> = self
            .weights
            .chunks(sets)
            .map(|part| part.iter().copied().enumerate().filter(|&(_, weight)| weight > 0.0).collect())
            .collect();
        // For each number of false positives: the weight of the lists of terms that cover at least a set of positives together.
        let mut covering: Vec<Vec<f64>> = self.weights.chunks(sets).map(<[f64]>::to_vec).collect();
        for part in &mut covering {
            for bit in 0..self.runs.len() {
                for set in (0..sets).filter(|set| set >> bit & 1 == 0) {
                    part[set] += part[set | 1 << bit];
                }
            }
        }
        let missed = |set: usize| {
            let open = self.runs.iter().enumerate().filter(|&(at, _)| set >> at & 1 == 0);
            open.fold(0u32, |sum, (_, &runs)| sum.saturating_add(runs))
        };
        let ends: Vec<usize> = (0..sets).filter(|&set| self.budget.allows(0, missed(set))).collect();
        let mut by_errors = ByErrors::new();
        for terms in 1..=most_terms {
            if terms > 1 {
                let needed = if terms == most_terms { ends.clone() } else { (0..sets).collect() };
                let mut next = vec![vec![0.0; sets]; parts];
                for (one, present) in present.iter().enumerate() {
                    for (other, covering) in
                        covering.iter().enumerate().filter(|&(other, _)| (self.join)(one, other) < parts)
                    {
                        let next = &mut next[(self.join)(one, other)];
                        for &set in &needed {
                            next[set] +=
                                present.iter().map(|&(cover, weight)| weight * covering[set & !cover]).sum::<f64>();
                        }
                    }
                }
                covering = next;
            }
            for (false_positives, covering) in covering.iter().enumerate() {
                for &set in &ends {
                    let (false_positives, false_negatives) = (false_positives as u32, missed(set));
                    if self.budget.allows(false_positives, false_negatives) {
                        let weight = exactly(covering, set, sets - 1) / most_terms as f64;
                        *by_errors.entry(false_positives.saturating_add(false_negatives)).or_insert(0.0) += weight;
                    }
                }
            }
        }
        by_errors
    }
}

/// The weight of what covers the positives of a set and no others, from the weights of what covers them at least.
fn exactly(covering: &[f64], set: usize, all: usize) -> f64 {
    let open = all & !set;
    let (mut sum, mut more) = (0.0, open);
    // All subsets of the open ones.
    loop {
        let sign = if more.count_ones() % 2 == 0 { 1.0 } else { -1.0 };
        sum += sign * covering[set | more];
        if more == 0 {
            return sum.max(0.0);
        }
        more = (more - 1) & open;
    }
}

/// How many runs of each kind a formula is wrong on: false positives and false negatives.
fn errors(dnf: &Dnf, data: &Dataset) -> (u64, u64) {
    let wrong = |samples: &vesc_col_core::Samples, label: bool| {
        let wrong = (0..samples.distinct()).filter(|&index| dnf.accepts(samples.get(index)) != label);
        wrong.map(|index| samples.weight(index)).sum()
    };
    (wrong(data.negatives(), false), wrong(data.positives(), true))
}
