//! Questions and answers as text: an engine that runs elsewhere.
//!
//! A [`Question`] is a [`Query`] whose sub-space is written as its key. An [`Answer`] is a [`VersionSpace`] whose hypotheses
//! are written as the decision bits that are set. Both are read and written with serde, and so is the data set. What
//! is read is as trustworthy as who wrote it; a search checks answers against the data, as it does with every engine.
//!
//! ```
//! use std::sync::Arc;
//! use vesc_col::engine::{CoverEngine, Query};
//! use vesc_col::remote::{Answer, Question};
//! use vesc_col::{Dataset, DnfSpace, Engine, Features, Run};
//!
//! let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
//! builder.push(true, [true, false])?;
//! builder.push(false, [true, true])?;
//! let data = Arc::new(builder.build()?);
//! let query = Query::new(Arc::new(DnfSpace::new(2, 1, 1)));
//! let sent = (serde_json::to_string(&*data)?, serde_json::to_string(&Question::of(&query)?)?);
//!
//! // On another machine:
//! let (data, question): (Dataset, Question) = (serde_json::from_str(&sent.0)?, serde_json::from_str(&sent.1)?);
//! let asked = question.query()?;
//! let found = CoverEngine::default().open(Arc::new(data)).measure(&asked, &Run::new())?;
//! let sent = serde_json::to_string(&Answer::of(&found, &**asked.space())?)?;
//!
//! // Here again:
//! let answer: Answer = serde_json::from_str(&sent)?;
//! let result = answer.version_space(&**query.space())?;
//! assert_eq!((result.concepts.to_string(), result.hypotheses[0].to_string()), ("1".to_owned(), "!x1".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use vesc_col_core::{Cardinality, Circuit, Fit, Hypothesis, Query, Signal, StopReason, SubSpace, VersionSpace};

use crate::sub_space::{self, KeyError};

/// Why a question or an answer cannot be written or read.
///
/// ```
/// use vesc_col::remote::{Question, RemoteError};
///
/// let text = r#"{"space": "poem lines=14", "bound": 10, "list_limit": 10, "exact": false, "live": false, "fit": "exact"}"#;
/// let question: Question = serde_json::from_str(text)?;
/// assert!(matches!(question.query(), Err(RemoteError::Key(_))));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RemoteError {
    /// The sub-space has no key.
    #[error("the sub-space has no key")]
    NoKey,
    /// The key is of no language known here.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The sub-space does not know the bits of its own hypotheses.
    #[error("the sub-space does not know the bits of its hypotheses")]
    NoBits,
    /// Bits of an answer are no member of the sub-space.
    #[error("the bits {bits:?} are no member of the sub-space")]
    NoMember {
        /// Positions of the bits that are set.
        bits: Vec<usize>,
    },
    /// The sense of fitting is of a later version.
    #[error("hypotheses are to fit in a sense that is not known here")]
    UnknownFit,
}

/// A query, to be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    space: String,
    bound: usize,
    list_limit: usize,
    exact: bool,
    live: bool,
    fit: RawFit,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RawFit {
    Exact,
    Budget { false_positives: u64, false_negatives: u64 },
    Possible,
    PossibleWithin { false_positives: u64, false_negatives: u64 },
    CertainWithin { false_positives: u64, false_negatives: u64 },
}

impl Question {
    /// Writes a query down. A version space that is [handed out](Query::with_live) stays where it is: an answer has none.
    ///
    /// # Errors
    ///
    /// [`RemoteError::NoKey`], [`RemoteError::UnknownFit`].
    pub fn of(query: &Query) -> Result<Question, RemoteError> {
        let fit = match *query.fit() {
            Fit::Exact => RawFit::Exact,
            Fit::Budget { false_positives, false_negatives } => RawFit::Budget { false_positives, false_negatives },
            Fit::Possible => RawFit::Possible,
            Fit::PossibleWithin { false_positives, false_negatives } => {
                RawFit::PossibleWithin { false_positives, false_negatives }
            }
            Fit::CertainWithin { false_positives, false_negatives } => {
                RawFit::CertainWithin { false_positives, false_negatives }
            }
            _ => return Err(RemoteError::UnknownFit),
        };
        Ok(Question {
            space: query.space().key().ok_or(RemoteError::NoKey)?,
            bound: query.bound(),
            list_limit: query.list_limit(),
            exact: query.exact(),
            live: query.live(),
            fit,
        })
    }

    /// The query.
    ///
    /// # Errors
    ///
    /// [`RemoteError::Key`] if the sub-space is of no language known here.
    pub fn query(&self) -> Result<Query, RemoteError> {
        Ok(self.about(sub_space::from_key(&self.space)?))
    }

    /// The query, about a sub-space that may be of a language of your own: `from_key` makes it from its key.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::engine::Query;
    /// use vesc_col::remote::Question;
    /// use vesc_col::{DnfSpace, SubSpace};
    ///
    /// let question = Question::of(&Query::new(Arc::new(DnfSpace::new(9, 2, 1))))?;
    /// // Known for a language of your own by how its keys begin.
    /// let query = question.query_with(|key| {
    ///     key.starts_with("dnf ").then(|| Arc::new(DnfSpace::new(9, 2, 1)) as Arc<dyn SubSpace>)
    /// })?;
    /// assert_eq!(query.space().complexity().to_string(), "2 literals, 1 term");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RemoteError::Key`] if neither `from_key` knows the key nor [`query`](Question::query) does.
    pub fn query_with(&self, from_key: impl FnOnce(&str) -> Option<Arc<dyn SubSpace>>) -> Result<Query, RemoteError> {
        from_key(&self.space).map_or_else(|| self.query(), |space| Ok(self.about(space)))
    }

    fn about(&self, space: Arc<dyn SubSpace>) -> Query {
        let fit = match self.fit {
            RawFit::Exact => Fit::Exact,
            RawFit::Budget { false_positives, false_negatives } => Fit::Budget { false_positives, false_negatives },
            RawFit::Possible => Fit::Possible,
            RawFit::PossibleWithin { false_positives, false_negatives } => {
                Fit::PossibleWithin { false_positives, false_negatives }
            }
            RawFit::CertainWithin { false_positives, false_negatives } => {
                Fit::CertainWithin { false_positives, false_negatives }
            }
        };
        let query = Query::new(space).with_bound(self.bound).with_list_limit(self.list_limit);
        query.with_exact(self.exact).with_live(self.live).with_fit(fit)
    }
}

/// A version space, to be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    concepts: Cardinality,
    formulas: Cardinality,
    /// For each hypothesis the positions of the bits that are set.
    hypotheses: Vec<Vec<usize>>,
    engine: String,
    stopped: Option<StopReason>,
}

/// The bits of the largest sub-spaces of which a member is read. Set: a gigabyte.
const MOST_SPACE_BITS: usize = 1 << 30;

impl Answer {
    /// Writes down what is known of this sub-space.
    ///
    /// # Errors
    ///
    /// [`RemoteError::NoBits`] if a hypothesis is not known to the sub-space.
    pub fn of(result: &VersionSpace, space: &dyn SubSpace) -> Result<Answer, RemoteError> {
        let set_bits = |hypothesis: &Arc<dyn Hypothesis>| -> Result<Vec<usize>, RemoteError> {
            let bits = space.bits_of(&**hypothesis).ok_or(RemoteError::NoBits)?;
            Ok((0..bits.len()).filter(|&bit| bits[bit]).collect())
        };
        Ok(Answer {
            concepts: result.concepts.clone(),
            formulas: result.formulas.clone(),
            hypotheses: result.hypotheses.iter().map(set_bits).collect::<Result<_, RemoteError>>()?,
            engine: result.engine.clone(),
            stopped: result.stopped,
        })
    }

    /// What is known of this sub-space.
    ///
    /// # Errors
    ///
    /// [`RemoteError::NoMember`] if a hypothesis is none of it.
    pub fn version_space(self, space: &dyn SubSpace) -> Result<VersionSpace, RemoteError> {
        let decode = |set: Vec<usize>| -> Result<Arc<dyn Hypothesis>, RemoteError> {
            let width = space.width();
            // Its bits would take more memory than most machines have.
            if width > MOST_SPACE_BITS {
                return Err(RemoteError::NoMember { bits: set });
            }
            let mut bits = vec![false; width];
            let are_inside = set.iter().all(|&bit| bits.get_mut(bit).map(|bit| *bit = true).is_some());
            let h: Vec<Signal> = bits.iter().map(|&bit| bit.into()).collect();
            if !are_inside || space.member(&mut Circuit::new(), &h) != Signal::TRUE {
                return Err(RemoteError::NoMember { bits: set });
            }
            Ok(Arc::from(space.decode(&bits)))
        };
        let hypotheses = self.hypotheses.into_iter().map(decode).collect::<Result<_, RemoteError>>()?;
        let result = VersionSpace::new(self.engine, self.concepts, self.formulas);
        Ok(result.with_hypotheses(hypotheses).with_stopped(self.stopped))
    }
}
