//! Why an engine gives no answer.

use std::error::Error;

use crate::{DataError, SubSpace};

/// Why an engine gives no answer at all.
///
/// ```
/// use vesc_col_core::EngineError;
///
/// let refusal = EngineError::unsupported("mine", "an error budget");
/// assert_eq!(refusal.to_string(), "engine `mine` does not support an error budget");
/// let failure = EngineError::failed("mine", "the licence server is down");
/// assert_eq!(failure.to_string(), "engine `mine` failed: the licence server is down");
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
    #[error("engine `{engine}` failed: {reason}")]
    Failed {
        /// The engine's name.
        engine: String,
        /// What happened.
        reason: Box<dyn Error + Send + Sync>,
    },
    /// The sub-space cannot be encoded, or failed while it was: no engine can do anything about it.
    #[error("the sub-space `{space}` failed: {reason}")]
    SubSpace {
        /// The sub-space, as its `Debug` shows it.
        space: String,
        /// What is wrong.
        reason: Box<dyn Error + Send + Sync>,
    },
    /// An engine's answer contradicts the data, the question, or itself; or a hypothesis contradicts the sub-space that
    /// made it. Nothing of the answer can be trusted.
    #[error("engine `{engine}` contradicts {what}, in the sub-space `{space}`")]
    Inconsistent {
        /// The engine's name.
        engine: String,
        /// The sub-space, as its `Debug` shows it.
        space: String,
        /// What it contradicts, and how: "row 3 (negative): `a & b` accepts it".
        what: String,
        /// The row that shows it, counted from 0, if one does.
        row: Option<usize>,
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
    pub fn failed(engine: &str, reason: impl Into<Box<dyn Error + Send + Sync>>) -> EngineError {
        EngineError::Failed { engine: engine.to_owned(), reason: reason.into() }
    }

    /// Reports a sub-space that cannot be encoded.
    #[must_use]
    pub fn sub_space(space: &dyn SubSpace, reason: impl Into<Box<dyn Error + Send + Sync>>) -> EngineError {
        EngineError::SubSpace { space: format!("{space:?}"), reason: reason.into() }
    }
}
