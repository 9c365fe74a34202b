//! The traits that an engine implements.

use std::fmt;
use std::sync::Arc;

use crate::{Dataset, EngineError, Query, Run, VersionSpace};

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

/// A shared engine is one too.
impl<E: Engine + ?Sized> Engine for Arc<E> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        (**self).open(data)
    }
}

/// So is a boxed one.
impl<E: Engine + ?Sized> Engine for Box<E> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        (**self).open(data)
    }
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
    /// [`EngineError`] if the engine does not support the question, or failed. Never because a limit was reached.
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError>;
}
