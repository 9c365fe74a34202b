//! What is beyond an answer that unknown cells leave open.

use vesc_col_core::{Cardinality, Complexity, StopReason};

/// What is beyond a sub-space in which what fits depends on unknown cells: see [`next_certain`](crate::search::next_certain()).
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::search::{NextCertain, next_certain};
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings};
///
/// // Nothing fits whatever the only cell is.
/// let mut builder = Dataset::builder(Features::new(["a"])?);
/// builder.push_partial(true, [None])?;
/// builder.push(false, [false])?;
/// let (data, spaces) = (Arc::new(builder.build()?), DnfSpace::up_to(1, 2, 1));
/// let found = next_certain(&Portfolio::default(), &data, spaces, &Settings::default(), &Run::new())?;
/// assert_eq!(found, NextCertain::Nothing);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NextCertain {
    /// In this sub-space this number of concepts fits whatever the unknown cells are, and in none before it.
    Found(Complexity, Cardinality),
    /// There is none.
    Nothing,
    /// The run was stopped before it was known. In no sub-space before this one something certainly fits.
    Stopped(Complexity, StopReason),
}
