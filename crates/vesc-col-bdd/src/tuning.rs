//! Numbers that change how long an answer takes, what it keeps in memory, and where the engine gives up.
//!
//! They never change a number that the engine has proven. The session passes them down, to DNF in its
//! [`RunContext`](crate::run_context::RunContext). Tests pass smaller ones, so that small data reach all code.
//!
//! *Set* numbers bound memory, work or samples; no other value is recorded. The others say what was measured. These
//! stand beside the code that has them: intervals between two checks of the run, units of work, and estimates of the
//! bytes that something takes.

use vesc_col_core::Run;

/// Parts of a table of open addressing. Each grows alone, in a few milliseconds at most. Set.
///
/// It is no field, because a remainder by a constant is a mask, and each access to a table takes one.
pub(crate) const SHARDS: usize = 64;

/// All tuning numbers that are passed. A *share* is one part in this many of the memory budget.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tuning {
    /// The memory budget of a run that has none. Set, bytes.
    pub(crate) default_budget: u64,

    // Families of terms.
    /// What a store and its splits may take to be kept after a question. Set, bytes.
    pub(crate) kept_bytes: usize,
    /// The share that the store may take. Set: the rest is for what a search remembers and the graph of formulas.
    pub(crate) store_share: usize,
    /// The share that a kept store may take when a question begins. Set.
    pub(crate) kept_store_share: usize,
    /// The share that all splits may take, and the one in the making as much again. Set.
    pub(crate) split_share: usize,
    /// The share that the literals which are true on the positives may take. Set.
    pub(crate) positives_share: usize,
    /// The share that problems may take before they are forgotten. Set.
    pub(crate) problem_share: usize,
    /// The share that the graph of formulas may take. Set.
    pub(crate) graph_share: usize,
    /// The share that the memo of one family may take, of what the store leaves. Set.
    pub(crate) memo_share: usize,
    /// The share that the store of a live version space may take. Set.
    pub(crate) live_share: usize,
    /// Nodes up to which no garbage is looked for. Set.
    pub(crate) nodes_before_collection: usize,
    /// Rows that are sorted in one piece. Set: more would be too long between two checks of the run.
    pub(crate) rows_sorted_at_once: usize,
    /// Rows up to which those that others imply are removed. Set: the time grows with the square of their number.
    pub(crate) rows_compared: usize,
    /// Rows among which the shortest is chosen to branch on. Set.
    pub(crate) rows_looked_at: usize,
    /// Look-ups for one size before the memo is kept or given up for it. Set.
    pub(crate) memo_trial: u32,
    /// The memo is kept if at least one look-up in this many finds something. Set.
    pub(crate) lookups_per_find: u32,

    // Formulas of terms.
    /// The smallest share of the positives, per term, for which terms are counted out by what they cover. Set,
    /// positives.
    pub(crate) least_positives_per_term: usize,
    /// The largest product of literals and terms of a sub-space that is counted to bound an answer that was stopped.
    /// Set. A larger one that cannot have a formula is not looked into at all.
    pub(crate) largest_space_counted: usize,
    /// Formulas in a row without a new concept after which the listing probes at random. Set.
    pub(crate) formulas_before_probe: u64,
    /// Formulas that a probe draws. Set: random ones show more concepts than neighbours in the list.
    pub(crate) probed_formulas: u64,
    /// Formulas up to which each is read, without a probe. Set: that takes about a second.
    pub(crate) formulas_without_probe: u64,
    /// The share that listed concepts may take. Set: the rest is for the formulas that they are read from.
    pub(crate) listing_share: u64,

    // Diagrams of circuits.
    /// The most nodes of a manager that is kept after a question. Set: a node table never gives memory back.
    pub(crate) kept_nodes: usize,
    /// The most variables of a diagram. Set: more would take days, and gigabytes for their levels.
    pub(crate) most_variables: u32,
    /// The most diagrams beside each other for the parts of an error budget. Set.
    pub(crate) most_states: usize,
    /// The most entries of the apply cache. More have not been seen to help, and each collection clears them.
    pub(crate) most_cache_entries: u64,
    /// The share that the apply cache may take. Set.
    pub(crate) cache_share: u64,
    /// Nodes up to which operations are oxidd's own. Set: so they take no time worth to be stopped.
    pub(crate) nodes_for_oxidd: usize,
    /// Nodes up to which a stop waits for a collection. Measured as some 20 ns each.
    pub(crate) nodes_collected_at_once: usize,
    /// Results that an operation of ours remembers before a new generation begins. Set.
    pub(crate) remembered_results: usize,
    /// Nodes that can be counted however little memory is left. Set.
    pub(crate) nodes_always_counted: usize,
    /// Nodes of the largest diagram that is counted after a limit is reached. Measured as about 10 ms.
    pub(crate) nodes_counted_when_stopped: usize,
    /// Models in a row without a new concept after which the last one's concept is removed from the diagram. Set.
    pub(crate) models_before_removal: usize,
    /// The most nodes of a diagram from which concepts are removed. Set.
    pub(crate) nodes_recounted: usize,
    /// The share that concepts found may take. Set: it comes on top of the diagrams, which rarely fill theirs.
    pub(crate) concept_share: u64,
    /// The share of the tables that a live version space may take. Set.
    pub(crate) snapshot_share: usize,
}

impl Tuning {
    pub(crate) const DEFAULT: Tuning = Tuning {
        default_budget: 2 << 30,
        kept_bytes: 64 << 20,
        store_share: 2,
        kept_store_share: 4,
        split_share: 8,
        positives_share: 8,
        problem_share: 8,
        graph_share: 8,
        memo_share: 4,
        live_share: 4,
        nodes_before_collection: 1 << 18,
        rows_sorted_at_once: 1 << 13,
        rows_compared: 1 << 11,
        rows_looked_at: 8,
        memo_trial: 1 << 12,
        lookups_per_find: 16,
        least_positives_per_term: 8,
        largest_space_counted: 1 << 12,
        formulas_before_probe: 1 << 10,
        probed_formulas: 1 << 11,
        formulas_without_probe: 1 << 14,
        listing_share: 4,
        kept_nodes: 1 << 20,
        most_variables: 1 << 24,
        most_states: 1 << 10,
        most_cache_entries: 1 << 20,
        cache_share: 4,
        nodes_for_oxidd: 1 << 16,
        nodes_collected_at_once: 1 << 21,
        remembered_results: 1 << 19,
        nodes_always_counted: 1 << 12,
        nodes_counted_when_stopped: 1 << 16,
        models_before_removal: 1 << 10,
        nodes_recounted: 1 << 20,
        concept_share: 8,
        snapshot_share: 4,
    };

    /// Returns the memory budget of a run in bytes.
    pub(crate) fn memory_of(&self, run: &Run) -> usize {
        usize::try_from(run.memory().unwrap_or(self.default_budget)).unwrap_or(usize::MAX)
    }

    /// Numbers that the data of a test exceed.
    #[cfg(test)]
    pub(crate) const SMALL: Tuning = Tuning {
        nodes_before_collection: 0,
        rows_sorted_at_once: 4,
        rows_compared: 4,
        memo_trial: 4,
        least_positives_per_term: 2,
        formulas_before_probe: 2,
        probed_formulas: 4,
        formulas_without_probe: 4,
        nodes_for_oxidd: 0,
        nodes_collected_at_once: 0,
        remembered_results: 4,
        models_before_removal: 2,
        ..Tuning::DEFAULT
    };
}
