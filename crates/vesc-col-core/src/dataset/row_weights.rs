//! What rows weigh.

use std::num::NonZeroU64;
use std::sync::Arc;

/// The weight of each row of a data set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RowWeights {
    /// Not stored where all rows weigh one.
    weights: Option<Arc<[NonZeroU64]>>,
}

impl RowWeights {
    pub(super) fn are_ones(&self) -> bool {
        self.weights.is_none()
    }

    pub(super) fn of(&self, row: usize) -> NonZeroU64 {
        self.weights.as_ref().map_or(NonZeroU64::MIN, |weights| weights[row])
    }

    pub(super) fn bytes(&self) -> u64 {
        self.weights.as_ref().map_or(0, |weights| size_of_val(&weights[..]) as u64)
    }
}

/// The most that all rows may weigh when one is weighed. Whatever is added later, no sum passes a word.
const MOST_WEIGHT: u64 = u64::MAX / 2;

/// Weights on their way into a data set.
#[derive(Clone, Debug, Default)]
pub(super) struct WeightsBuilder {
    /// Those of the first rows; all others weigh one.
    weights: Vec<NonZeroU64>,
    /// What these weigh beyond one each.
    extra: u64,
}

impl WeightsBuilder {
    /// Gives another weight to the last of the first `rows` rows. False, and nothing is changed, if all rows together
    /// would weigh too much.
    pub(super) fn weigh(&mut self, rows: usize, weight: NonZeroU64) -> bool {
        let before = self.weights.get(rows - 1).copied().unwrap_or(NonZeroU64::MIN);
        let extra = (self.extra - (before.get() - 1)).checked_add(weight.get() - 1);
        let Some(extra) = extra.filter(|&extra| extra <= MOST_WEIGHT - rows as u64) else { return false };
        if weight != before {
            self.weights.resize(rows, NonZeroU64::MIN);
            self.weights[rows - 1] = weight;
        }
        self.extra = extra;
        true
    }

    /// The weights of all `rows` rows.
    pub(super) fn build(mut self, rows: usize) -> RowWeights {
        if self.extra == 0 {
            return RowWeights::default();
        }
        self.weights.resize(rows, NonZeroU64::MIN);
        RowWeights { weights: Some(self.weights.into()) }
    }
}
