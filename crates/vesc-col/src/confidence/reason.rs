//! What moves a probability, and by how much.

use std::fmt;

use super::belief::{Belief, Confidence};
use super::evidence::{Evidence, Range};
use super::model::MODEL;

/// One thing that was counted, and what it does to the probability that an answer is right.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::confidence::{Prior, confidence};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::numbered(5));
/// for row in 0..31u32 {
///     builder.push(row & 0b11 == 0b11, (0..5).map(|feature| row >> feature & 1 == 1))?;
/// }
/// let data = Arc::new(builder.build()?);
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(5, 4, 2), &Settings::default(), &Run::new())?;
/// let reasons = confidence(&report, &data, &Domain::free(), &Prior::default())?.reasons();
/// assert_eq!(reasons.len(), 4);
/// assert!(reasons.windows(2).all(|pair| pair[0].change.abs() >= pair[1].change.abs()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Reason {
    /// What was counted.
    pub input: Input,
    /// Its value here.
    pub value: f64,
    /// Whether that is the least it can be: more rivals were counted than there are.
    pub at_least: bool,
    /// The median of the trials.
    pub median: f64,
    /// The probability, less what it would be if only this were as in the median.
    pub change: f64,
}

/// What the models look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Input {
    /// [`Evidence::posterior`].
    Posterior,
    /// On how many rows the rarest term would hold if columns were independent.
    ExpectedRowsOfRarestTerm,
    /// [`Evidence::positives`].
    Positives,
    /// [`Evidence::rate`].
    ExpectedRate,
}

/// The medians of the unique answers of the trials.
const MEDIANS: [(Input, f64); 4] = [
    (Input::Posterior, 0.494),
    (Input::ExpectedRowsOfRarestTerm, 19.9),
    (Input::Positives, 3.0),
    (Input::ExpectedRate, 0.0239),
];

impl Input {
    fn of(self, evidence: &Evidence) -> f64 {
        match self {
            Input::Posterior => evidence.posterior.value,
            Input::ExpectedRowsOfRarestTerm => evidence.rarest * evidence.rows as f64,
            Input::Positives => evidence.positives as f64,
            Input::ExpectedRate => evidence.rate,
        }
    }

    /// The evidence with this value instead.
    fn with(self, evidence: Evidence, value: f64) -> Evidence {
        match self {
            Input::Posterior => Evidence { posterior: Range { low: value, value, high: value }, ..evidence },
            Input::ExpectedRowsOfRarestTerm => Evidence { rarest: value / evidence.rows.max(1) as f64, ..evidence },
            Input::Positives => Evidence { positives: value as usize, ..evidence },
            Input::ExpectedRate => Evidence { rate: value, ..evidence },
        }
    }
}

impl Confidence {
    /// What moves the probability of the only hypothesis, most first; none if there are several, or it is certain.
    #[must_use]
    pub fn reasons(&self) -> Vec<Reason> {
        let [Belief { evidence, correct, .. }] = self.beliefs() else { return Vec::new() };
        if self.is_certain() {
            return Vec::new();
        }
        let reason = |(input, median): (Input, f64)| {
            let otherwise = input.with(*evidence, median);
            let probability = MODEL.judge(&otherwise, otherwise.posterior, &self.prior()).correct.value;
            let at_least =
                input == Input::Posterior && evidence.posterior.high >= 1.0 && evidence.posterior.value < 1.0;
            Reason { input, value: input.of(evidence), at_least, median, change: correct.value - probability }
        };
        let mut reasons = MEDIANS.map(reason).to_vec();
        reasons.sort_by(|a, b| b.change.abs().total_cmp(&a.change.abs()));
        reasons
    }
}

/// One line: what it does, what it is, and what it is in the median of the trials.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reason { value, median, at_least, .. } = *self;
        match (100.0 * self.change).round() as i32 {
            0 => write!(f, "0 points: ")?,
            points @ (-1 | 1) => write!(f, "{points:+} point: ")?,
            points => write!(f, "{points:+} points: ")?,
        }
        match self.input {
            Input::Posterior => write!(
                f,
                "of all formulas that fit, the answer has {}{:.0} % of the weight (median of the trials: {:.0} %)",
                if at_least { "at least " } else { "" },
                100.0 * value,
                100.0 * median
            ),
            Input::ExpectedRowsOfRarestTerm => {
                write!(f, "by chance the rarest term would hold on {value:.1} runs (median: {median:.1})")
            }
            Input::Positives => write!(f, "different positives: {value:.0} (median: {median:.0})"),
            Input::ExpectedRate => write!(
                f,
                "by chance its terms would hold on {:.2} % of the runs, added up (median: {:.2} %)",
                100.0 * value,
                100.0 * median
            ),
        }
    }
}
