//! Numbers that change how long a search takes, and where it gives up and answers with an interval.
//!
//! They never change a number that the search has proven. Intervals between two checks of the run, bounds of one search
//! (`MOST_...`) and factors of an estimate stand beside their code.
//!
//! [`RunContext`](crate::context::RunContext) passes them to every stage. Tests pass smaller ones, so that small data
//! reach all code. *Fitted* numbers were chosen by measurements on uniform data, the rows of `benches/questions`; no
//! range is recorded. *Set* numbers bound memory, work or samples, and no other value is recorded. Sizes that follow
//! from the width of vectors and words stand beside the code that has them, and so do the kernel's.

/// All tuning numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tuning {
    // Terms of one size.
    /// Words of memory for the columns of choices at one node. Set: 1 MiB, little beside the rows of a large problem.
    pub(crate) column_words: usize,
    /// The most rows that are asked one by one which literals hit them; more are asked by columns. Set, rows.
    pub(crate) rows_one_by_one: usize,
    /// The tightest rows that are checked with four literals to go. Fitted, rows.
    pub(crate) rows_for_four: usize,
    /// The tightest rows that are checked with five literals to go. Fitted, rows.
    pub(crate) rows_for_five: usize,
    /// Rows up to which inclusion-exclusion counts with three, four, and more literals to go. Fitted, rows: the work is
    /// at most two to their power. It gains 8.6 times on a table of noisy copies.
    pub(crate) rows_for_inclusion_exclusion: [usize; 3],
    /// Fewer literals to go than this are not worth a task of their own. Set, literals.
    pub(crate) smallest_task: usize,
    /// Choices that are made, at most, before a search is split into tasks. Set.
    pub(crate) choices_before_tasks: usize,
    /// Memory for the rows of nodes that are left to other threads. Set, bytes: beyond it, a node finds its rows among
    /// all.
    pub(crate) task_bytes: usize,

    // Relaxed choices.
    /// Literals of a relaxed choice, at most. Fitted.
    pub(crate) relaxed_literals: usize,
    /// The share of all sets that relaxed choices may leave to be checked again, by estimate. Fitted.
    pub(crate) relaxed_survivors: f64,
    /// Rows from which the density of rows is estimated. Set.
    pub(crate) density_rows: usize,
    /// Rows from which the number of missed rows is estimated. Set.
    pub(crate) missed_rows: usize,
    /// Selections of one literal from each relaxed choice that are told apart. Set: if there are more, one hits all
    /// first rows anyway.
    pub(crate) selections: usize,
    /// Cost of checking one survivor against the first 1024 rows. Fitted, in sets that a window rules out, as all costs
    /// here.
    pub(crate) cost_of_survivor: i64,
    /// Cost of checking one survivor in one more selection of a literal per relaxed choice.
    pub(crate) cost_of_selection: i64,
    /// Cost of searching again below one refined set.
    pub(crate) cost_of_refining: i64,
    /// The refinement budget at the start. Fitted. Without any budget, tables of noisy copies take up to 20 times as
    /// long.
    pub(crate) refinement_budget: i64,

    // Several terms.
    /// A list with more terms than this is not made. Set, terms.
    pub(crate) longest_list: usize,
    /// What a session without a memory budget keeps for later questions. Set, bytes.
    pub(crate) kept_bytes: usize,
    /// Nodes of an assignment after which dual bounds are first sought. Set.
    pub(crate) nodes_before_bounds: usize,
    /// Nodes of an assignment from which also dual bounds are sought that exclude a part of it only. Set.
    pub(crate) nodes_before_thorough_bounds: usize,
    /// What all searches for dual bounds may cost, for each node of a session's assignments. Set, in words read.
    pub(crate) bound_cost_of_node: usize,
    /// Rounds of the linear program after which its weights are taken as they are. Set.
    pub(crate) bound_rounds: usize,
    /// Constraints that are added to the linear program in each round, at most. Set.
    pub(crate) constraints_at_once: usize,
    /// Positives up to which a dual bound is sought. Set: a step of the program takes some hundred operations for each.
    pub(crate) bound_positives: usize,
    /// Literals up to which all pairs are compared to find dominated ones. Set.
    pub(crate) literals_without_sample: usize,
    /// Literals of a sample that tells, for more literals, whether comparing all pairs pays. Set.
    pub(crate) sampled_literals: usize,
    /// Positives that are compared, at most, when the next one is assigned. Set.
    pub(crate) positives_compared: usize,
    /// Terms that are true on all of a share of positives, up to which each is tried at once. Set.
    pub(crate) terms_of_share: usize,
    /// Terms of one size that the probe reads, at most. Set.
    pub(crate) probed_terms: usize,
    /// Formulas up to which a count goes on one by one when there are too many concepts to list. Set.
    pub(crate) formulas_one_by_one: u64,
    /// Formulas after which a search ends that has found all concepts there can be. Set.
    pub(crate) formulas_when_decided: u64,
    /// The highest estimated cost of a count of terms that is begun. Set, in words read.
    pub(crate) counting_cost: f64,
    /// The highest estimated cost of a count that comes before an enumeration. Set, in words read: less than a second.
    pub(crate) cheap_counting_cost: f64,

    // Errors.
    /// Choices of all literals but one, up to which terms that may miss rows are listed at once. Set.
    pub(crate) plain_branches: f64,
    /// Formulas without errors on a part of the rows that are judged by all rows, at most. Set.
    pub(crate) formulas_of_parts: usize,

    // All prime terms.
    /// Terms of a formula from which all prime terms are listed first. Set: formulas of fewer terms are found at once
    /// by assignment.
    pub(crate) terms_for_primes: usize,
    /// The most prime terms of a list. Set.
    pub(crate) most_primes: usize,
    /// Sets of features looked at, after which the list is given up. Set: about a tenth of a second.
    pub(crate) prime_work: usize,
    /// Entries of the table of primes and positives looked at, after which set covers are given up. Set: about four
    /// seconds.
    pub(crate) cover_work: usize,
}

impl Tuning {
    pub(crate) const DEFAULT: Tuning = Tuning {
        column_words: 1 << 17,
        rows_one_by_one: 2048,
        rows_for_four: 256,
        rows_for_five: 768,
        rows_for_inclusion_exclusion: [7, 11, 14],
        smallest_task: 4,
        choices_before_tasks: 2,
        task_bytes: 32 << 20,
        relaxed_literals: 8,
        relaxed_survivors: 5e-4,
        density_rows: 64,
        missed_rows: 2048,
        selections: 512,
        cost_of_survivor: 50,
        cost_of_selection: 20,
        cost_of_refining: 5_000,
        refinement_budget: 5_000_000,
        longest_list: 500_000,
        kept_bytes: 1 << 30,
        nodes_before_bounds: 1 << 8,
        nodes_before_thorough_bounds: 1 << 12,
        bound_cost_of_node: 1 << 9,
        bound_rounds: 200,
        constraints_at_once: 40,
        bound_positives: 4000,
        literals_without_sample: 1024,
        sampled_literals: 64,
        positives_compared: 256,
        terms_of_share: 256,
        probed_terms: 20_000,
        formulas_one_by_one: 20_000_000,
        formulas_when_decided: 1000,
        counting_cost: 2e11,
        cheap_counting_cost: 2e9,
        plain_branches: 1e4,
        formulas_of_parts: 2_000_000,
        terms_for_primes: 4,
        most_primes: 50_000,
        prime_work: 60_000_000,
        cover_work: 2_000_000_000,
    };

    /// Numbers that data of a test exceed.
    #[cfg(test)]
    pub(crate) const SMALL: Tuning = Tuning { column_words: 20, rows_one_by_one: 100, ..Tuning::DEFAULT };
}
