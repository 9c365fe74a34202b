//! The posterior of a formula when terms are drawn at random.

use vesc_col_core::Dnf;

use super::census::Census;

/// A number and the interval in which it lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The lower end.
    pub low: f64,
    /// The number.
    pub value: f64,
    /// The upper end.
    pub high: f64,
}

impl Range {
    /// The same for each of the three numbers.
    pub(super) fn map(self, f: impl Fn(f64) -> f64) -> Range {
        Range { low: f(self.low), value: f(self.value), high: f(self.high) }
    }

    /// The product of both: of two probabilities, both of which are low, or both high, it is the widest that can be.
    pub(super) fn and(self, other: Range) -> Range {
        Range { low: self.low * other.low, value: self.value * other.value, high: self.high * other.high }
    }

    /// Each of the three numbers times a factor.
    pub(super) fn times(self, factor: f64) -> Range {
        self.map(|number| factor * number)
    }
}

/// A probability to a thousandth: more is not known, and less differs from machine to machine.
pub(super) fn rounded(probability: f64) -> f64 {
    (1000.0 * probability).round() / 1000.0
}

/// What the counts say, before any trial is looked at.
///
/// The prior draws the number of terms, each up to the cap alike. It draws the terms one by one: a size m with weight
/// 2^-m, then a term of that size, each alike.
#[derive(Clone, Debug)]
pub(super) struct Posterior {
    /// How many terms of each size there are.
    terms: Vec<f64>,
    most_terms: usize,
    is_whole: bool,
    /// The weight of all formulas that explain the data.
    evidence: Range,
    /// The weight of single terms that reject all negatives.
    consistent: Range,
}

impl Posterior {
    /// The posterior over formulas of up to `most_terms` terms.
    pub(super) fn new(census: &Census, most_terms: usize) -> Posterior {
        let at = |sign: f64| {
            let weights = weights(census, sign);
            (evidence(&weights, census.positives, most_terms), weights.iter().sum::<f64>())
        };
        let [low, value, high] = [-1.0, 0.0, 1.0].map(at);
        let range = |of: fn(&(f64, f64)) -> f64| Range { low: of(&low), value: of(&value), high: of(&high) };
        Posterior {
            terms: census.terms.clone(),
            most_terms,
            is_whole: census.is_whole,
            evidence: range(|at| at.0),
            consistent: range(|at| at.1),
        }
    }

    /// The posterior where cells are unknown: as many formulas explain the data as explain the `drawn` ones in the mean. At least
    /// those do that explain them whatever the cells are, and at most those that do for some values.
    pub(super) fn between(least: &Posterior, drawn: &[Posterior], most: &Posterior) -> Posterior {
        let between = |of: fn(&Posterior) -> Range| {
            let (low, high) = (of(least).low, of(most).high);
            let mean = drawn.iter().map(|one| of(one).value).sum::<f64>() / drawn.len() as f64;
            Range { low, value: mean.clamp(low, high.max(low)), high }
        };
        let (evidence, consistent) = (between(|one| one.evidence), between(|one| one.consistent));
        Posterior { evidence, consistent, ..most.clone() }
    }

    /// The same where fewer formulas are rivals than were counted.
    pub(super) fn open(self) -> Posterior {
        Posterior { is_whole: false, ..self }
    }

    /// The posterior of a formula that explains the data, whose terms have these sizes.
    pub(super) fn of(&self, sizes: &[usize]) -> Range {
        let weight = prior_weight(sizes, &self.terms, self.most_terms);
        let share = |evidence: f64| if evidence > weight { weight / evidence } else { 1.0 };
        // Where not all positives are told apart, the rivals are fewer than they seem.
        let high = if self.is_whole { share(self.evidence.low) } else { 1.0 };
        Range { low: share(self.evidence.high), value: share(self.evidence.value), high }
    }

    /// How many terms of each size there are.
    pub(super) fn terms(&self) -> &[f64] {
        &self.terms
    }

    /// The weight of all formulas that explain the data.
    #[cfg(test)]
    pub(super) fn of_all(&self) -> f64 {
        self.evidence.value
    }

    /// The weight of the formulas with a term more, relative to that of a formula of `terms` terms. It says how much
    /// room the rows leave for a cause that was not seen.
    pub(super) fn room(&self, terms: usize) -> f64 {
        if terms < self.most_terms { (terms + 1) as f64 * self.consistent.value } else { 0.0 }
    }
}

/// The sizes of a formula's terms.
pub(super) fn sizes(dnf: &Dnf) -> Vec<usize> {
    dnf.terms().iter().map(|term| term.len()).collect()
}

/// The prior weight of a formula whose terms have these sizes, of each of which there are some.
pub(super) fn prior_weight(sizes: &[usize], terms: &[f64], most_terms: usize) -> f64 {
    let total = size_weight_total(terms.len());
    let each = sizes.iter().map(|&size| size_weight(size) / total / terms[size - 1]);
    let orders: f64 = (1..=sizes.len()).map(|term| term as f64).product();
    orders * each.product::<f64>() / most_terms as f64
}

/// The prior weight of terms of a size.
fn size_weight(size: usize) -> f64 {
    0.5f64.powi(size as i32)
}

fn size_weight_total(sizes: usize) -> f64 {
    (1..=sizes).map(size_weight).sum()
}

/// The prior weight of the terms that reject all negatives, in the order of the census. Estimates are moved by their
/// error in the direction of the sign.
pub(super) fn weights(census: &Census, sign: f64) -> Vec<f64> {
    let total = size_weight_total(census.shares.len());
    let mut weights = vec![0.0; (census.spare as usize + 1) << census.positives];
    for (at, share) in census.shares.iter().enumerate() {
        let factor = (1.0 + sign * share.error).max(0.0);
        for (weight, (exact, estimated)) in weights.iter_mut().zip(share.exact.iter().zip(&share.estimated)) {
            *weight += size_weight(at + 1) / total * (exact + factor * estimated);
        }
    }
    weights
}

/// The weight of all formulas whose terms reject the negatives and together cover all positives.
fn evidence(weights: &[f64], positives: usize, most_terms: usize) -> f64 {
    let all = (1usize << positives) - 1;
    let present: Vec<(usize, f64)> = weights.iter().copied().enumerate().filter(|&(_, weight)| weight > 0.0).collect();
    // The weight of this number of terms, in order, that cover at least the positives of a set together.
    let mut covering = weights.to_vec();
    for bit in 0..positives {
        for set in (0..=all).filter(|set| set >> bit & 1 == 0) {
            covering[set] += covering[set | 1 << bit];
        }
    }
    let mut sum = covering[all];
    for terms in 2..=most_terms {
        let one_more = |set: usize| present.iter().map(|&(cover, weight)| weight * covering[set & !cover]).sum::<f64>();
        if terms == most_terms {
            sum += one_more(all);
            break;
        }
        covering = (0..=all).map(one_more).collect();
        sum += covering[all];
    }
    sum / most_terms as f64
}
