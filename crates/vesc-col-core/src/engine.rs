//! The seam for engines.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::{DataError, Dataset, Fit, Query, Run, VersionSpace};

/// Something that measures version spaces.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{
///     Cardinality, Dataset, DnfSpace, Engine, EngineError, Features, Query, Run, Session, VersionSpace,
/// };
///
/// /// Knows nothing, and says so.
/// #[derive(Debug)]
/// struct Shy;
///
/// struct ShySession(Arc<Dataset>);
///
/// impl Engine for Shy {
///     fn name(&self) -> &str {
///         "shy"
///     }
///     fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
///         Box::new(ShySession(data))
///     }
/// }
///
/// impl Session for ShySession {
///     fn measure(&mut self, query: &Query, _run: &Run) -> Result<VersionSpace, EngineError> {
///         query.require_plain("shy", &self.0)?;
///         Ok(VersionSpace::new("shy", Cardinality::unknown(), Cardinality::unknown()))
///     }
/// }
///
/// let data = Arc::new(Dataset::builder(Features::numbered(2)).build()?);
/// let query = Query::new(Arc::new(DnfSpace::new(2, 1, 1)));
/// let answer = Shy.open(data).measure(&query, &Run::new())?;
/// assert_eq!(answer.concepts.to_string(), ">= 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # For users
///
/// Give an engine to `search()` of the crate `vesc-col`, which also lets you call `engine.search(..)`. To measure one
/// sub-space, [`open`](Engine::open) a session and [ask it](Session::measure).
///
/// # For implementors
///
/// An engine is a small description of how to work (its options); what it learns about the data belongs to the session.
/// Test it with the conformance suite of `vesc-col-testkit`, which takes one line.
pub trait Engine: fmt::Debug + Send + Sync + 'static {
    /// A short name in lower case, as it appears in reports.
    fn name(&self) -> &str;

    /// Starts to work on a data set. Cheap: the work begins with the first question.
    ///
    /// A session need not be `Send`: whoever races engines opens each session on the thread where it lives.
    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session>;
}

/// An engine at work on one data set. It may keep what it learned from one question to the next.
///
/// ```
/// use vesc_col_core::{DnfSpace, EngineError, Query, Run, Session, VersionSpace};
///
/// /// Refuses whatever it is asked.
/// struct Closed;
///
/// impl Session for Closed {
///     fn measure(&mut self, _query: &Query, _run: &Run) -> Result<VersionSpace, EngineError> {
///         Err(EngineError::unsupported("closed", "any question"))
///     }
/// }
///
/// let query = Query::new(std::sync::Arc::new(DnfSpace::new(2, 1, 1)));
/// assert!(Closed.measure(&query, &Run::new()).is_err());
/// ```
pub trait Session {
    /// Measures the version space of the query's sub-space.
    ///
    /// When the [`Run`] stops it, the engine returns what it knows: intervals that contain the truth, with the reason.
    /// Memory taken for the question is released before the call returns, but for what serves later questions.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine cannot treat the question, or failed. Never because a limit struck.
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError>;
}

/// Why an engine gives no answer at all.
///
/// ```
/// use std::error::Error;
/// use vesc_col_core::EngineError;
///
/// let refusal = EngineError::unsupported("mine", "an error budget");
/// assert_eq!(refusal.to_string(), "engine `mine` cannot treat an error budget");
/// let failure = EngineError::failed("mine", "the licence server is down");
/// assert_eq!(failure.source().map(ToString::to_string).as_deref(), Some("the licence server is down"));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The engine does not treat such questions; another one may.
    #[error("engine `{engine}` cannot treat {what}")]
    Unsupported {
        /// The engine's name.
        engine: String,
        /// What it cannot treat, e.g. "an error budget".
        what: &'static str,
    },
    /// The sub-space speaks of another number of features than the data.
    #[error("the sub-space speaks of {space} features, but the data has {data}")]
    FeatureMismatch {
        /// How many features the sub-space speaks of.
        space: usize,
        /// How many features the data has.
        data: usize,
    },
    /// The data cannot be asked this, because of unknown cells or of a row that is no legal input.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The engine failed: a defect, or the machine refused something.
    #[error("engine `{engine}` failed")]
    Failed {
        /// The engine's name.
        engine: String,
        /// What happened.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl EngineError {
    /// Refuses a question.
    #[must_use]
    pub fn unsupported(engine: &str, what: &'static str) -> EngineError {
        EngineError::Unsupported { engine: engine.to_owned(), what }
    }

    /// Reports a failure.
    #[must_use]
    pub fn failed(engine: &str, source: impl Into<Box<dyn Error + Send + Sync>>) -> EngineError {
        EngineError::Failed { engine: engine.to_owned(), source: source.into() }
    }
}

impl Query {
    /// Refuses, in the name of an engine that treats exact fits over free inputs only, every other question.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Dataset, DnfSpace, EngineError, Features, Fit, Query};
    ///
    /// let data = Dataset::builder(Features::numbered(3)).build()?;
    /// let query = Query::new(Arc::new(DnfSpace::new(3, 2, 1)));
    /// assert!(query.require_plain("mine", &data).is_ok());
    /// let lenient = query.with_fit(Fit::Budget { false_positives: 1, false_negatives: 0 });
    /// assert!(matches!(lenient.require_plain("mine", &data), Err(EngineError::Unsupported { .. })));
    /// assert!(lenient.require_sense("mine", &data).is_ok());
    /// let other = Query::new(Arc::new(DnfSpace::new(4, 2, 1)));
    /// let error = other.require_sense("mine", &data).expect_err("another number of features");
    /// assert_eq!(error.to_string(), "the sub-space speaks of 4 features, but the data has 3");
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] for an error budget, unknown cells or declared inputs,
    /// [`EngineError::FeatureMismatch`] if the sub-space does not suit the data.
    pub fn require_plain(&self, engine: &str, data: &Dataset) -> Result<(), EngineError> {
        if !self.space().domain().is_free() {
            return Err(EngineError::unsupported(engine, "declared legal inputs"));
        }
        match self.fit() {
            Fit::Exact => self.require_sense(engine, data),
            Fit::Budget { .. } => Err(EngineError::unsupported(engine, "an error budget")),
            Fit::Possible => Err(EngineError::unsupported(engine, "possible fits")),
            Fit::PossibleWithin { .. } | Fit::CertainWithin { .. } => {
                Err(EngineError::unsupported(engine, "an error budget beside unknown cells"))
            }
        }
    }

    /// Refuses, in the name of an engine that treats every fit over all legal inputs, every question that makes no sense:
    /// unknown cells have a meaning only where the fit [completes rows](Fit::completes_rows).
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] for unknown cells in another question,
    /// [`EngineError::FeatureMismatch`] if the sub-space does not suit the data.
    pub fn require_sense(&self, engine: &str, data: &Dataset) -> Result<(), EngineError> {
        if self.space().features() != data.features().len() {
            return Err(EngineError::FeatureMismatch { space: self.space().features(), data: data.features().len() });
        }
        if data.unknown_cells() > 0 && !self.fit().completes_rows() {
            return Err(EngineError::unsupported(engine, "unknown cells but for fits that complete rows"));
        }
        Ok(())
    }
}
