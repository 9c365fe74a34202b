//! What confirming inputs add to a probability.

use super::belief::Belief;
use super::evidence::Range;

/// The shares of wrong answers that are not refuted by `runs` [confirming inputs](crate::next::confirming). One is of
/// answers with a wrong term, one of those that miss a cause.
///
/// They fall as a power, not as a geometric series. A cause that was missed is the later found the more literals it has.
///
/// ```
/// use vesc_col::confidence::unrefuted;
///
/// assert_eq!(unrefuted(0), (1.0, 1.0));
/// let (terms, complete) = unrefuted(32);
/// assert!(terms < 0.01 && complete > 0.3);
/// ```
#[must_use]
pub fn unrefuted(runs: usize) -> (f64, f64) {
    let left = |(scale, power): (f64, f64)| (scale / (scale + runs as f64)).powf(power);
    (left(TERMS), left(COMPLETE))
}

/// Scale and power, fitted on loops of simulations with known causes (`benches/campaigns`), from 0 to 300 runs.
/// `docs/guide/trust.md` has the figures.
const TERMS: (f64, f64) = (1.0, 1.5);
const COMPLETE: (f64, f64) = (16.0, 0.7);

/// More confirming runs are out of reach.
pub(crate) const MOST_CONFIRMING: usize = 1_000_000;

impl Belief {
    /// The probability that the hypothesis is right, after `runs` confirming inputs agreed with it. They played no part in finding it.
    ///
    /// ```
    /// use vesc_col::confidence::Assessment;
    /// use vesc_col::data::Domain;
    /// use vesc_col::{Dataset, Dnf, Features, Run};
    ///
    /// let features = Features::numbered(5);
    /// let answer = Dnf::parse("x0 & x1", &features)?;
    /// let mut builder = Dataset::builder(features);
    /// for row in 0..31u32 {
    ///     builder.push(row & 0b11 == 0b11, (0..5).map(|feature| row >> feature & 1 == 1))?;
    /// }
    /// let found = Assessment::new(&builder.build()?, &Domain::free()).of_formulas(&[&answer], &Run::new())?;
    /// let belief = found.beliefs()[0];
    /// assert_eq!(belief.confirmed_by(0), belief.correct);
    /// let runs = belief.confirming_runs(0.95).expect("it is within reach");
    /// assert!(belief.confirmed_by(runs).value >= 0.95);
    /// assert!(belief.confirmed_by(runs - 1).value < 0.95);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn confirmed_by(&self, runs: usize) -> Range {
        confirmed_by(self.correct, self.terms, runs)
    }

    /// How many confirming inputs must agree before the probability is at least `target`; `None` if more than a million.
    #[must_use]
    pub fn confirming_runs(&self, target: f64) -> Option<usize> {
        confirming_runs(self.correct, self.terms, target)
    }
}

/// [`Belief::confirmed_by`] for these probabilities.
pub(super) fn confirmed_by(correct: Range, terms: Range, runs: usize) -> Range {
    if runs == 0 {
        return correct;
    }
    let left = unrefuted(runs);
    let end = |of: fn(&Range) -> f64| after(of(&correct), of(&terms), left);
    Range { low: end(|range| range.low), value: end(|range| range.value), high: end(|range| range.high) }
}

/// [`Belief::confirming_runs`] for these probabilities.
pub(super) fn confirming_runs(correct: Range, terms: Range, target: f64) -> Option<usize> {
    let runs = first(MOST_CONFIRMING, |runs| confirmed_by(correct, terms, runs).value >= target);
    (runs <= MOST_CONFIRMING).then_some(runs)
}

/// A probability that an answer is right, when a part of the wrong ones is refuted. What `terms` leaves of it is for causes that
/// were missed, or are outside of the language.
fn after(correct: f64, terms: f64, (wrong_terms, missed): (f64, f64)) -> f64 {
    // The upper end of the whole is for fewer causes outside than those of its parts are.
    let terms = terms.max(correct);
    let updated = |right: f64, left: f64| if right > 0.0 { right / (right + (1.0 - right) * left) } else { 0.0 };
    let complete = if terms > 0.0 { (correct / terms).min(1.0) } else { 0.0 };
    updated(terms, wrong_terms) * updated(complete, missed)
}

/// The least number up to `most` from which something holds, if it holds for all larger ones; one more if there is none.
fn first(most: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, most + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
