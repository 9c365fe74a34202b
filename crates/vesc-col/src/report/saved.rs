//! Reports read back from JSON.

use std::fmt;

use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use vesc_col_core::{Cardinality, StopReason};

use super::json::SCHEMA;
use super::{DataSummary, Outcome};
use crate::errors::ErrorCell;
use crate::errors::budget::ErrorBudget;

/// A report that was read back from its JSON: the answer, and every step that led there.
///
/// It has what programs go on with. Hypotheses are texts, and terms where they are DNF: [`Dnf::parse`](vesc_col_core::Dnf::parse) makes
/// a formula of the text again. Fields that are not here are passed over, such as those that the command line adds.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::report::SavedReport;
/// use vesc_col::{Dataset, Dnf, DnfSpace, Features, Hypothesis, Learner, Outcome, Portfolio, Run, Settings};
///
/// let features = Features::new(["irq", "mask"])?;
/// let mut builder = Dataset::builder(features.clone());
/// builder.push(true, [true, false])?;
/// builder.push(false, [true, true])?;
/// let data = Arc::new(builder.build()?);
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default(), &Run::new())?;
/// let json = serde_json::to_string(&report)?;
///
/// let saved: SavedReport = serde_json::from_str(&json)?;
/// assert_eq!((saved.outcome, &saved.cardinality), (Outcome::Learned, &report.cardinality()));
/// let dnf = Dnf::parse(&saved.hypotheses[0].text, &features)?;
/// assert!(dnf.accepts(data.positives().get(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[non_exhaustive]
pub struct SavedReport {
    #[serde(deserialize_with = "this_schema")]
    schema: u32,
    /// How the search ended.
    pub outcome: Outcome,
    /// The complexity of the sub-space that decided it.
    pub complexity: Option<SavedComplexity>,
    /// |VS| there.
    pub cardinality: Cardinality,
    /// The number of families there, if thresholds may have room.
    pub families: Option<Cardinality>,
    /// The number of formulas there.
    pub formulas: Cardinality,
    /// The hypotheses of the answer.
    pub hypotheses: Vec<SavedHypothesis>,
    /// Some that were found where not all are known.
    #[serde(default)]
    pub found: Vec<SavedHypothesis>,
    /// Those that fit for some values of the unknown cells, where nothing fits for all.
    #[serde(default)]
    pub possible: Vec<SavedHypothesis>,
    /// Every sub-space that was measured, in order.
    pub steps: Vec<SavedStep>,
    /// How much data there was.
    pub data: DataSummary,
    /// What a reader of the outcome should know.
    pub warnings: Vec<String>,
    /// The first sub-space within the bound behind one that had too many concepts.
    pub first_within_bound: Option<SavedComplexity>,
    /// The errors that were allowed.
    pub error_budget: Option<ErrorBudget>,
    /// The search without errors.
    pub zero_errors: Option<Box<SavedReport>>,
}

/// A complexity that was read back: named numbers in order of weight.
///
/// ```
/// use vesc_col::report::SavedComplexity;
///
/// let complexity: SavedComplexity = serde_json::from_str(r#"{"literals": 5, "terms": 2}"#)?;
/// assert_eq!(complexity.measures, [("literals".to_owned(), 5), ("terms".to_owned(), 2)]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SavedComplexity {
    /// The numbers, the weightiest first.
    pub measures: Vec<(String, u64)>,
}

/// One measured sub-space of a [`SavedReport`].
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[non_exhaustive]
pub struct SavedStep {
    /// Its complexity.
    pub complexity: SavedComplexity,
    /// |VS|; of what certainly fits, if cells are unknown.
    pub cardinality: Cardinality,
    /// The number of families, if thresholds may have room.
    pub families: Option<Cardinality>,
    /// The number of formulas.
    pub formulas: Cardinality,
    /// Who found it out.
    pub engine: String,
    /// How long that took.
    pub seconds: f64,
    /// Why it is not known exactly.
    pub stopped: Option<StopReason>,
    /// |VS| by false positives and false negatives, within an error budget.
    pub errors: Option<Vec<ErrorCell>>,
    /// What possibly fits, if cells are unknown.
    pub possible: Option<SavedPossible>,
}

/// What possibly fits, of a [`SavedStep`].
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[non_exhaustive]
pub struct SavedPossible {
    /// |VS|.
    pub cardinality: Cardinality,
    /// The number of formulas.
    pub formulas: Cardinality,
    /// Who found it out.
    pub engine: String,
    /// Why it is not known exactly.
    pub stopped: Option<StopReason>,
}

/// A hypothesis of a [`SavedReport`].
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[non_exhaustive]
pub struct SavedHypothesis {
    /// The formula, with the names of the features.
    pub text: String,
    /// Its terms, if it is a DNF.
    pub terms: Option<Vec<Vec<SavedLiteral>>>,
    /// The name of its language, if it is another one of the shipped ones.
    pub language: Option<String>,
    /// The positions of its features among those of the data, counted from 0, if it is of that language.
    pub features: Option<Vec<usize>>,
    /// The chance that it is right, if one was given.
    pub confidence: Option<SavedConfidence>,
}

/// A literal of a [`SavedHypothesis`].
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[non_exhaustive]
pub struct SavedLiteral {
    /// The name of the column.
    pub feature: String,
    /// `!` before a negated Boolean column, nothing before another, or how the column compares with the value.
    pub op: String,
    /// What a typed column is compared with.
    pub value: Option<String>,
    /// The position of the feature among those of the data, counted from 0.
    pub index: usize,
    /// The least value that could stand in its place while the others stay.
    pub from: Option<String>,
    /// The greatest one.
    pub to: Option<String>,
}

/// The chance that a [`SavedHypothesis`] is right, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
#[non_exhaustive]
pub struct SavedConfidence {
    /// That of the whole answer.
    pub correct: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// That its terms are causes.
    pub terms: f64,
    /// That no other cause is unseen, if they are.
    pub complete: f64,
    /// Whether every input is in the data.
    #[serde(default)]
    pub certain: bool,
}

/// The version of the format, if it is the one that is known here.
fn this_schema<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match serde::Deserialize::deserialize(deserializer)? {
        SCHEMA => Ok(SCHEMA),
        other => Err(D::Error::custom(format_args!("the report has schema {other}, and {SCHEMA} is known here"))),
    }
}

/// The order of the fields is the order of weight.
impl<'de> serde::Deserialize<'de> for SavedComplexity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SavedComplexity, D::Error> {
        struct Measures;

        impl<'de> Visitor<'de> for Measures {
            type Value = Vec<(String, u64)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut measures = Vec::new();
                while let Some(measure) = map.next_entry()? {
                    measures.push(measure);
                }
                Ok(measures)
            }
        }

        deserializer.deserialize_map(Measures).map(|measures| SavedComplexity { measures })
    }
}
