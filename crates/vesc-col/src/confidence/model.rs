//! From counts to probabilities: the parameters that were fitted, and the prior.

use super::evidence::{Evidence, Range};

/// The parameters, fitted on campaigns with known causes (`benches/campaigns`): 296 unique answers of the families uniform,
/// one-hot and mixed. They were tested on other families; `docs/guide/trust.md` has the figures and the commands.
pub const MODEL: Model = Model {
    terms: Logistic {
        weights: [-1.6269, 0.8394, 2.363],
        covariance: [[0.63172, 0.00425, -0.30425], [0.00425, 0.02312, 0.02646], [-0.30425, 0.02646, 0.20125]],
    },
    complete: Logistic {
        weights: [-4.0199, 0.8243, -1.0474],
        covariance: [[0.52963, -0.07306, 0.11942], [-0.07306, 0.04196, -0.00718], [0.11942, -0.00718, 0.03153]],
    },
    outside_terms: 0.0937,
    outside_complete: 0.125,
    recall_of_wrong: 0.6294,
    precision_of_wrong: 0.266,
};

/// Within these limits the campaigns had data; beyond, the number stays what it is at the limit.
const LARGEST_LOG_ODDS: f64 = 8.0;
const LEAST_EXPECTED: f64 = 0.01;
const LEAST_RATE: f64 = 1e-6;

/// What is assumed before the data are seen.
///
/// ```
/// use vesc_col::confidence::Prior;
///
/// let prior = Prior::default().with_outside(0.2).with_terms(2);
/// assert_eq!((prior.outside(), prior.terms()), (0.2, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    outside: f64,
    terms: usize,
}

impl Default for Prior {
    fn default() -> Prior {
        Prior { outside: 0.1, terms: 3 }
    }
}

impl Prior {
    /// The share of causes that are no formula up to the cap, from 0 to 1. Data cannot tell it. [default: 0.1]
    #[must_use]
    pub fn with_outside(self, share: f64) -> Prior {
        Prior { outside: share.clamp(0.0, 1.0), ..self }
    }

    /// Up to how many terms a cause may have; every number up to it is alike. At least 1. [default: 3]
    #[must_use]
    pub fn with_terms(self, terms: usize) -> Prior {
        Prior { terms: terms.max(1), ..self }
    }

    /// See [`Prior::with_outside`].
    #[must_use]
    pub fn outside(&self) -> f64 {
        self.outside
    }

    /// See [`Prior::with_terms`].
    #[must_use]
    pub fn terms(&self) -> usize {
        self.terms
    }
}

/// The parameters that turn counts into probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Model {
    /// That the terms are causes. Inputs: 1, the log-odds of [`Evidence::posterior`], and the logarithm of the number of rows
    /// on which the rarest term would hold if columns were independent.
    pub terms: Logistic<3>,
    /// That no other cause exists, if the terms are causes. Inputs: 1, the logarithm of the number of positives, and that of
    /// [`Evidence::rate`]. Beside a cause that is common, a rare one stays unseen for long.
    pub complete: Logistic<3>,
    /// How often a unique answer has a wrong term where the cause is outside of the language. It is relative to the
    /// number of unique answers where the cause is inside.
    pub outside_terms: f64,
    /// The same for answers that miss a cause.
    pub outside_complete: f64,
    /// The mean recall of wrong answers.
    pub recall_of_wrong: f64,
    /// The mean precision of answers with a wrong term.
    pub precision_of_wrong: f64,
}

/// A logistic model: the log-odds of an event as a weighted sum.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Logistic<const N: usize> {
    /// The weight of each input.
    pub weights: [f64; N],
    /// The covariance of the weights, as far as the campaigns determine them.
    pub covariance: [[f64; N]; N],
}

impl<const N: usize> Logistic<N> {
    /// The probability for these inputs, and the ends of its 95 % interval.
    fn probability(&self, inputs: [f64; N]) -> Range {
        let dot = |a: &[f64; N], b: &[f64; N]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let log_odds = dot(&self.weights, &inputs);
        let variance: f64 = self.covariance.iter().zip(&inputs).map(|(row, input)| input * dot(row, &inputs)).sum();
        let error = 2.0 * variance.max(0.0).sqrt();
        Range { low: sigma(log_odds - error), value: sigma(log_odds), high: sigma(log_odds + error) }
    }
}

/// What a model says of one formula under a prior.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probabilities {
    pub(super) correct: Range,
    pub(super) terms: Range,
    pub(super) complete: Range,
}

impl Model {
    /// The probabilities for one formula of an answer whose formulas have this posterior together. The intervals hold the
    /// errors of the counts and of the parameters; for `correct` also half and twice the share of causes outside.
    pub(super) fn judge(&self, evidence: &Evidence, posterior: Range, prior: &Prior) -> Probabilities {
        let expected = (evidence.rarest * evidence.rows as f64).max(LEAST_EXPECTED).ln();
        let terms_at = |posterior: f64| self.terms.probability([1.0, logit(posterior), expected]);
        let [low, value, high] = [posterior.low, posterior.value, posterior.high].map(terms_at);
        let terms = Range { low: low.low, value: value.value, high: high.high };
        let positives = (evidence.positives as f64).max(1.0).ln();
        let complete = self.complete.probability([1.0, positives, evidence.rate.max(LEAST_RATE).ln()]);
        // A positive that is left unexplained speaks for another cause, as far as its label is right.
        let complete = complete.and(evidence.own);

        let share = prior.outside();
        let at = |share: f64| {
            (terms.times(inside(share, self.outside_terms)), complete.times(inside(share, self.outside_complete)))
        };
        let both = |share: f64| {
            let (terms, complete) = at(share);
            terms.and(complete)
        };
        let correct =
            Range { low: both((2.0 * share).min(1.0)).low, value: both(share).value, high: both(share / 2.0).high };
        let (terms, complete) = at(share);
        Probabilities { correct, terms, complete }
    }

    /// The recall and the precision on further runs that are expected.
    pub(super) fn expected(&self, correct: Range, terms: Range) -> (Range, Range) {
        let at_least = |least: f64, range: Range| range.map(|probability| probability + (1.0 - probability) * least);
        (at_least(self.recall_of_wrong, correct), at_least(self.precision_of_wrong, terms))
    }
}

/// What remains of a probability if a share of the causes is outside of the language.
fn inside(share: f64, weight: f64) -> f64 {
    if share >= 1.0 { 0.0 } else { (1.0 - share) / (1.0 - share + weight * share) }
}

fn sigma(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The log-odds of a probability, kept within the range that the campaigns had.
fn logit(probability: f64) -> f64 {
    (probability / (1.0 - probability)).ln().clamp(-LARGEST_LOG_ODDS, LARGEST_LOG_ODDS)
}
