//! Which rows are different.

use vesc_col_core::Samples;

use crate::columns::EqualRows;
use crate::cuts::Cuts;

/// Which rows are different, where features may not tell all of them apart.
#[derive(Clone, Copy, Debug)]
pub(super) enum Different<'a> {
    /// Those that differ in a feature.
    Features,
    /// Those that differ in a feature, or between two of these cuts.
    Cuts(&'a Cuts),
    /// Those that differ as they stand in the table.
    Cells(&'a EqualRows),
}

impl Different<'_> {
    /// How many different rows a sample stands for.
    pub(super) fn among(self, samples: &Samples, index: usize) -> usize {
        match self {
            Different::Features => 1,
            Different::Cuts(cuts) => cuts.distinct_in(samples, index),
            Different::Cells(equal) => equal.different(samples.sources(index)),
        }
    }
}
