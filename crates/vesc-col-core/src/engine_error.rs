//! Why an engine gives no answer.

use std::error::Error;

use crate::DataError;

/// Why an engine gives no answer at all.
///
/// ```
/// use std::error::Error;
/// use vesc_col_core::EngineError;
///
/// let refusal = EngineError::unsupported("mine", "an error budget");
/// assert_eq!(refusal.to_string(), "engine `mine` does not support an error budget");
/// let failure = EngineError::failed("mine", "the licence server is down");
/// assert_eq!(failure.source().map(ToString::to_string).as_deref(), Some("the licence server is down"));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The engine does not support the question; another one may.
    #[error("engine `{engine}` does not support {what}")]
    Unsupported {
        /// The engine's name.
        engine: String,
        /// What it does not support, e.g. "an error budget".
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
