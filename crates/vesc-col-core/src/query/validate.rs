//! Which questions an engine refuses.

use super::{Fit, Query};
use crate::{Dataset, EngineError};

impl Query {
    /// Refuses every question but exact fits over free inputs, in the name of an engine that supports no others.
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
    /// assert!(lenient.validate("mine", &data).is_ok());
    /// let other = Query::new(Arc::new(DnfSpace::new(4, 2, 1)));
    /// let error = other.validate("mine", &data).expect_err("another number of features");
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
            Fit::Exact => self.validate(engine, data),
            Fit::Budget { .. } => Err(EngineError::unsupported(engine, "an error budget")),
            Fit::Possible => Err(EngineError::unsupported(engine, "possible fits")),
            Fit::PossibleWithin { .. } | Fit::CertainWithin { .. } => {
                Err(EngineError::unsupported(engine, "an error budget beside unknown cells"))
            }
        }
    }

    /// Refuses a question that does not suit the data, in the name of an engine that supports every fit and all legal
    /// inputs. Unknown cells have a meaning only where the fit [completes rows](Fit::completes_rows).
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] for unknown cells in another question,
    /// [`EngineError::FeatureMismatch`] if the sub-space does not suit the data, [`EngineError::SubSpace`] if it
    /// [says so itself](crate::SubSpace::validate).
    pub fn validate(&self, engine: &str, data: &Dataset) -> Result<(), EngineError> {
        let space = self.space();
        space.validate().map_err(|reason| EngineError::sub_space(&**space, reason))?;
        if self.space().features() != data.features().len() {
            return Err(EngineError::FeatureMismatch { space: self.space().features(), data: data.features().len() });
        }
        if data.unknown_cells() > 0 && !self.fit().completes_rows() {
            return Err(EngineError::unsupported(engine, "unknown cells but for fits that complete rows"));
        }
        Ok(())
    }
}
