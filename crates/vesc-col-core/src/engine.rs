//! The seam for engines.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::{DataError, Dataset, Fit, Query, Run, VersionSpace};

/// Something that measures version spaces.
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
    /// The data does not suit the question: a row is not a legal input.
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
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] for an error budget or declared inputs, [`EngineError::FeatureMismatch`] if the
    /// sub-space does not suit the data.
    pub fn require_plain(&self, engine: &str, data: &Dataset) -> Result<(), EngineError> {
        if !self.space().domain().is_free() {
            return Err(EngineError::unsupported(engine, "declared legal inputs"));
        }
        self.require_exact(engine, data)
    }

    /// Refuses, in the name of an engine that treats exact fits over any legal inputs, every other question.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] for an error budget, [`EngineError::FeatureMismatch`] if the sub-space does not suit the
    /// data.
    pub fn require_exact(&self, engine: &str, data: &Dataset) -> Result<(), EngineError> {
        if *self.fit() != Fit::Exact {
            return Err(EngineError::unsupported(engine, "an error budget"));
        }
        if self.space().features() != data.features().len() {
            return Err(EngineError::FeatureMismatch { space: self.space().features(), data: data.features().len() });
        }
        Ok(())
    }
}
