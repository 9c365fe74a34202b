//! The probabilities for each hypothesis of an answer.

use super::evidence::{Evidence, Range};
use super::model::{MODEL, Prior, Probabilities};
use super::trials;

/// What is believed of one hypothesis; see [the module](crate::confidence).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Belief {
    /// The probability that the hypothesis is the cause: its terms are causes, and there is no other.
    pub correct: Range,
    /// The probability that the terms are causes: the hypothesis holds nowhere where the cause does not.
    pub terms: Range,
    /// The probability that no further cause exists, if the terms are causes.
    pub complete: Range,
    /// The share of the next runs with the event that the hypothesis is expected to hold on.
    pub recall: Range,
    /// The share of the next runs on which the hypothesis holds that are expected to have the event.
    pub precision: Range,
    /// What was counted.
    pub evidence: Evidence,
}

/// What is believed of each hypothesis of an answer, and under which prior.
#[derive(Clone, Debug, PartialEq)]
pub struct Confidence {
    prior: Prior,
    beliefs: Vec<Belief>,
    is_certain: bool,
    extrapolated_from: Option<&'static str>,
    setting: Setting,
}

/// What is not as it was in the trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// All cells are known, all labels are right, and terms keep to no rules.
    None,
    /// Terms keep to rules.
    Rules,
    /// Equal rows had different labels.
    Disputed,
    /// Some cells are unknown.
    UnknownCells,
    /// Up to `most` labels of these runs may be wrong.
    WrongLabels { most: u32, runs: usize },
}

impl Belief {
    /// What is believed of one of several hypotheses, with the posterior of all of them together.
    fn new(evidence: Evidence, together: Range, prior: &Prior) -> Belief {
        // Different concepts are not both the cause: each has its share of what they have together.
        let share = if together.value > 0.0 { evidence.posterior.value / together.value } else { 0.0 };
        let Probabilities { terms, complete, correct, .. } = MODEL.judge(&evidence, together, prior);
        let (terms, correct) = (terms.times(share), correct.times(share));
        let (recall, precision) = MODEL.expected(correct, terms);
        Belief { correct, terms, complete, recall, precision, evidence }
    }
}

impl Confidence {
    /// What is believed of different hypotheses with this evidence, if every input is legal or if some are not.
    pub(super) fn new(evidence: Vec<Evidence>, (setting, is_free): (Setting, bool), prior: &Prior) -> Confidence {
        let sum = |end: fn(&Range) -> f64| evidence.iter().map(|one| end(&one.posterior)).sum::<f64>().min(1.0);
        let together =
            Range { low: sum(|range| range.low), value: sum(|range| range.value), high: sum(|range| range.high) };
        let beliefs: Vec<Belief> =
            evidence.into_iter().map(|evidence| Belief::new(evidence, together, prior)).collect();
        let beyond = |belief: &Belief| trials::beyond(&belief.evidence, is_free, prior);
        let extrapolated_from = match setting {
            Setting::None => beliefs.iter().find_map(beyond),
            Setting::Rules => Some("trials without rules for terms"),
            Setting::Disputed => Some("trials in which equal rows had one label"),
            Setting::UnknownCells => Some("trials in which every cell was known"),
            Setting::WrongLabels { .. } => Some("trials in which every label was right"),
        };
        Confidence { prior: *prior, beliefs, is_certain: false, extrapolated_from, setting }
    }

    /// The same if every input is in the data, so that the only hypothesis that explains them is the cause.
    pub(super) fn certain(self) -> Confidence {
        let one = Range { low: 1.0, value: 1.0, high: 1.0 };
        let certain = |belief: Belief| Belief {
            correct: one,
            terms: one,
            complete: one,
            recall: one,
            precision: one,
            evidence: belief.evidence,
        };
        Confidence {
            beliefs: self.beliefs.into_iter().map(certain).collect(),
            is_certain: true,
            extrapolated_from: None,
            ..self
        }
    }

    /// What is believed of each hypothesis, in the order of the report.
    #[must_use]
    pub fn beliefs(&self) -> &[Belief] {
        &self.beliefs
    }

    /// The probability that none of the hypotheses is the cause.
    #[must_use]
    pub fn none_of_these(&self) -> f64 {
        (1.0 - self.beliefs.iter().map(|belief| belief.correct.value).sum::<f64>()).max(0.0)
    }

    /// What the trials had on which the numbers were tested, if this answer has something else: "trials with 200 to 5000
    /// different runs". Then nobody measured how good the numbers are.
    #[must_use]
    pub fn extrapolated_from(&self) -> Option<&'static str> {
        self.extrapolated_from
    }

    /// Whether every input is in the data. Then only one thing is assumed: that the columns hold all that matters.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.is_certain
    }

    /// What was assumed besides the prior, where cells are unknown, labels may be wrong, or terms keep to rules.
    #[must_use]
    pub fn assumed(&self) -> Option<String> {
        match self.setting {
            Setting::None => None,
            Setting::Rules => Some("the cause keeps to the rules for terms".to_owned()),
            Setting::Disputed => {
                Some("the columns hold all that matters, and equal rows of both labels say nothing".to_owned())
            }
            Setting::UnknownCells => Some("an unknown cell is like the known ones of its column".to_owned()),
            Setting::WrongLabels { most, runs } => {
                Some(format!("every share of wrong labels up to {most} of {runs} is as probable"))
            }
        }
    }

    /// What was assumed before the data were seen.
    #[must_use]
    pub fn prior(&self) -> Prior {
        self.prior
    }
}
