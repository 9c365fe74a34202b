//! Names of the columns.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::{DataError, Literal};

/// The names of the features, in column order; cheap to clone.
///
/// A feature is referred to by its position everywhere else in this crate; names matter only where people
/// read or write formulas.
///
/// ```
/// use vesc_col_core::Features;
///
/// let features = Features::new(["op_ebreak", "irq_mask_1"])?;
/// assert_eq!(features.len(), 2);
/// assert_eq!(features.name(1), "irq_mask_1");
/// assert_eq!(features.position("op_ebreak"), Some(0));
/// assert_eq!(Features::numbered(3).name(2), "x2");
/// # Ok::<(), vesc_col_core::DataError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Features {
    names: Arc<[String]>,
}

impl Features {
    /// Features with the given names.
    ///
    /// # Errors
    ///
    /// [`DataError::NoFeatures`] if there is none, [`DataError::EmptyFeatureName`] and
    /// [`DataError::DuplicateFeature`] with the positions.
    pub fn new<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Result<Features, DataError> {
        let names: Arc<[String]> = names.into_iter().map(Into::into).collect();
        if names.is_empty() {
            return Err(DataError::NoFeatures);
        }
        let mut first_seen = HashMap::with_capacity(names.len());
        for (second, name) in names.iter().enumerate() {
            if name.is_empty() {
                return Err(DataError::EmptyFeatureName { column: second });
            }
            if let Some(first) = first_seen.insert(name.as_str(), second) {
                return Err(DataError::DuplicateFeature { name: name.clone(), first, second });
            }
        }
        Ok(Features { names })
    }

    /// Features `x0`, `x1`, ... named by their position.
    #[must_use]
    pub fn numbered(count: usize) -> Features {
        Features { names: (0..count).map(|i| format!("x{i}")).collect() }
    }

    /// How many features there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none, which only [`Features::numbered`]`(0)` can make.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of a feature.
    ///
    /// # Panics
    ///
    /// If there is no such feature.
    #[must_use]
    pub fn name(&self, feature: usize) -> &str {
        &self.names[feature]
    }

    /// The names in column order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Where a feature of this name stands. Linear in the number of features.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The feature whose name is most like this one, to be suggested where there is no feature of that name: the same but
    /// for case, or at most two edits away.
    ///
    /// ```
    /// use vesc_col_core::Features;
    ///
    /// let features = Features::new(["op_ebreak", "irq_mask_1"])?;
    /// assert_eq!(features.closest("irq_mask1"), Some("irq_mask_1"));
    /// assert_eq!(features.closest("reset"), None);
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    #[must_use]
    pub fn closest(&self, name: &str) -> Option<&str> {
        crate::syntax::closest(name, self)
    }

    /// Writes a literal in the formula syntax: `gap_0`, `!"rx enable"`.
    pub(crate) fn fmt_literal(&self, literal: Literal, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if literal.is_negated() {
            f.write_str("!")?;
        }
        match self.names.get(literal.feature()) {
            Some(name) => crate::syntax::fmt_name(name, f),
            None => write!(f, "x{}", literal.feature()),
        }
    }
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names.iter()).finish()
    }
}
