//! Confidence for programs.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::posterior::rounded;
use super::{Belief, Confidence, Evidence, Prior, Range};

/// `{correct, terms, complete, low, high, recall, precision, extrapolated_from, prior, components}`. Probabilities are
/// from 0 to 1. `low` and `high` belong to `correct`, and the other numbers have their own intervals, such as
/// `terms_range`. With noise or rules `assumed` says what is assumed of them.
#[derive(Clone, Debug)]
pub(crate) struct WithPrior<'a> {
    belief: &'a Belief,
    prior: Prior,
    extrapolated_from: Option<&'static str>,
    is_certain: bool,
    assumed: Option<String>,
}

impl Confidence {
    /// What is believed of the hypothesis at this place, for programs.
    pub(crate) fn at(&self, place: usize) -> Option<WithPrior<'_>> {
        let belief = self.beliefs().get(place)?;
        Some(WithPrior {
            belief,
            prior: self.prior(),
            extrapolated_from: self.extrapolated_from(),
            is_certain: self.is_certain(),
            assumed: self.assumed(),
        })
    }
}

impl Serialize for WithPrior<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let WithPrior { belief, prior, extrapolated_from, is_certain, assumed } = self;
        let optional = usize::from(*is_certain) + usize::from(assumed.is_some());
        let mut object = serializer.serialize_struct("Confidence", 12 + optional)?;
        object.serialize_field("correct", &rounded(belief.correct.value))?;
        // Every input is in the data.
        if *is_certain {
            object.serialize_field("certain", is_certain)?;
        }
        object.serialize_field("terms", &rounded(belief.terms.value))?;
        object.serialize_field("complete", &rounded(belief.complete.value))?;
        object.serialize_field("low", &rounded(belief.correct.low))?;
        object.serialize_field("high", &rounded(belief.correct.high))?;
        object.serialize_field("terms_range", &ends(belief.terms))?;
        object.serialize_field("complete_range", &ends(belief.complete))?;
        object.serialize_field("recall", &Interval::from(belief.recall))?;
        object.serialize_field("precision", &Interval::from(belief.precision))?;
        object.serialize_field("extrapolated_from", extrapolated_from)?;
        object.serialize_field("prior", &Assumed { outside: prior.outside(), terms: prior.terms() })?;
        // Cells are unknown, or labels may be wrong.
        if let Some(assumed) = assumed {
            object.serialize_field("assumed", assumed)?;
        }
        object.serialize_field("components", &Components::from(&belief.evidence))?;
        object.end()
    }
}

fn ends(range: Range) -> [f64; 2] {
    [rounded(range.low), rounded(range.high)]
}

#[derive(serde::Serialize)]
struct Interval {
    value: f64,
    low: f64,
    high: f64,
}

impl From<Range> for Interval {
    fn from(range: Range) -> Interval {
        Interval { value: rounded(range.value), low: rounded(range.low), high: rounded(range.high) }
    }
}

#[derive(serde::Serialize)]
struct Assumed {
    outside: f64,
    terms: usize,
}

#[derive(serde::Serialize)]
struct Components {
    posterior: Interval,
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<Interval>,
    weakest_term_covers: usize,
    terms_resting_on_one_positive: usize,
    positives: usize,
    rows: usize,
    features: usize,
    expected_rows_of_rarest_term: f64,
    expected_rate: f64,
}

impl From<&Evidence> for Components {
    fn from(evidence: &Evidence) -> Components {
        Components {
            posterior: evidence.posterior.into(),
            own: (evidence.own.low < 1.0).then(|| evidence.own.into()),
            weakest_term_covers: evidence.weakest,
            terms_resting_on_one_positive: evidence.resting,
            positives: evidence.positives,
            rows: evidence.rows,
            features: evidence.features,
            expected_rows_of_rarest_term: rounded(evidence.rarest * evidence.rows as f64),
            expected_rate: (1e6 * evidence.rate).round() / 1e6,
        }
    }
}
