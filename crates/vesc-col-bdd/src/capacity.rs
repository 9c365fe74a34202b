//! From a memory budget to the sizes of a manager's tables.

use oxidd::VarNo;

use crate::tuning::Tuning;

/// A node in the table and in the set of its level: measured as 30 bytes in the mean.
const MEAN_NODE_BYTES: u64 = 32;

/// The same where sets of large levels have just grown to twice their sizes. Measured as up to 56 bytes, and 65 in decision lists. So a
/// budget is exceeded by a sixth, or a third.
const WORST_NODE_BYTES: u64 = 48;

/// What is kept of each sample beside the data, such as its place in the order. Set.
const SAMPLE_BYTES: u64 = 64;

/// An entry of the apply cache.
const CACHE_ENTRY_BYTES: u64 = 20;

/// The count of a node while models are counted.
const COUNT_BYTES: u64 = 128;

/// An empty level.
const LEVEL_BYTES: u64 = 128;

/// The sizes of a manager's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capacity {
    /// How many nodes there may be. Memory is reserved for them, but taken only when they come.
    pub(crate) nodes: usize,
    /// How many results the apply cache holds. Taken at once.
    pub(crate) cache_entries: usize,
}

impl Capacity {
    /// The sizes within a budget of bytes; `None` if not even the levels fit in.
    ///
    /// The cache grows with the square of the number of levels, as these diagrams do, within the bounds of the
    /// tuning. So a small problem opens in well under a millisecond.
    pub(crate) fn within(budget: Option<u64>, levels: VarNo, tuning: &Tuning) -> Option<Capacity> {
        let levels = u64::from(levels);
        // Without a budget nothing is exceeded if sets of levels grow.
        let (budget, node_bytes) =
            budget.map_or((tuning.default_budget, MEAN_NODE_BYTES), |budget| (budget, WORST_NODE_BYTES));
        let available = budget.checked_sub(levels * LEVEL_BYTES)?;
        let wanted = levels.saturating_mul(levels).saturating_mul(64).clamp(1 << 10, tuning.most_cache_entries);
        let affordable = (available / tuning.cache_share / CACHE_ENTRY_BYTES).max(1);
        let cache_entries = floor_power_of_two(wanted.min(affordable));
        // Larger tables are beyond what 32-bit node numbers are good for.
        let nodes = ((available - cache_entries * CACHE_ENTRY_BYTES) / node_bytes).min(1 << 31);
        Some(Capacity { nodes: usize::try_from(nodes).ok()?, cache_entries: usize::try_from(cache_entries).ok()? })
    }

    /// The part of a budget that diagrams may take. The samples, which are kept beside them, take the rest, but no more than half.
    pub(crate) fn beside(budget: u64, samples: usize) -> u64 {
        budget.saturating_sub(SAMPLE_BYTES * samples as u64).max(budget / 2)
    }

    /// The memory of the tables when they are full.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.saturating_mul(MEAN_NODE_BYTES as usize) + self.cache_entries * CACHE_ENTRY_BYTES as usize
    }

    /// How many nodes can be counted in the memory that a table which never held more than `peak` nodes has left; some
    /// thousand always can.
    pub(crate) fn nodes_countable_beside(&self, peak: usize, tuning: &Tuning) -> usize {
        let free = self.nodes.saturating_sub(peak) / (COUNT_BYTES / MEAN_NODE_BYTES) as usize;
        free.max(tuning.nodes_always_counted)
    }
}

fn floor_power_of_two(number: u64) -> u64 {
    1 << number.ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_stay_within_the_budget() {
        let within = |budget, levels| Capacity::within(Some(budget), levels, &Tuning::DEFAULT);
        for budget in [1u64 << 10, 64 << 10, 1 << 20, 300 << 20, 4 << 30, u64::MAX] {
            for levels in [0, 1, 18, 400, 6000] {
                if let Some(capacity) = within(budget, levels) {
                    let bytes = capacity.nodes as u128 * u128::from(WORST_NODE_BYTES)
                        + capacity.cache_entries as u128 * u128::from(CACHE_ENTRY_BYTES);
                    assert!(bytes <= u128::from(budget), "{capacity:?} for {budget} bytes");
                }
            }
        }
        assert_eq!(within(1 << 10, 6000), None);
        assert!(within(64 << 10, 18).is_some_and(|capacity| capacity.nodes > 1000));
    }
}
