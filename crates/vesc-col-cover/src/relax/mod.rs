//! Relaxed choices: several literals tried as one, and refined where sets survive.
//!
//! [`choices`] has which rows each literal misses, by columns, and which rows several literals miss together. [`budget`] pays for
//! refining. [`pruning_power`] learns how much rows rule out.

pub(crate) mod budget;
pub(crate) mod choices;
pub(crate) mod pruning_power;

use budget::RefinementBudget;
use pruning_power::PruningPower;

/// What all threads of a search learn on their selection. It changes how long the search takes, and never what it finds.
#[derive(Debug, Default)]
pub(crate) struct AdaptiveState {
    pub(crate) budget: RefinementBudget,
    pub(crate) pruning_power: PruningPower,
}
