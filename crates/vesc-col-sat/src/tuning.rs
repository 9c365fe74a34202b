//! The engine's tuning constants.

/// The engine's tuning constants. No hypothesis and no outcome depends on them, only time and memory.
///
/// Where values are said to be tried, the default was the fastest on the questions of `docs/benchmarks.md`. The others were set.
///
/// ```
/// use vesc_col_sat::{SatEncoding, SatEngine, Tuning};
///
/// // Writes the clauses of all samples before the first search.
/// let tuning = Tuning { first_samples: usize::MAX, first_samples_by_circuits: usize::MAX, ..Tuning::default() };
/// let engine = SatEngine::default().with_encoding(SatEncoding { tuning, ..SatEncoding::default() });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Distinct samples of each label that become clauses before the first search, for DNF whose terms have fixed
    /// sizes. [default: 30; tried: 30 to all]
    pub first_samples: usize,
    /// The same number for all other questions. [default: 300; tried: 30 and all]
    pub first_samples_by_circuits: usize,
    /// Distinct samples of each label that become clauses when a model violates them, at least. [default: 8; tried: 2
    /// to 32]
    pub added_samples: usize,
    /// Samples of the opposite label to which each sample is compared when the first samples are chosen. [default: 16]
    pub compared_samples: usize,
    /// Partitions of the literals among the terms of a DNF that are searched one by one. Where there are more, the
    /// solver chooses the sizes of the terms. [default: 4; tried: 0 and 32]
    pub max_cases: usize,
    /// Concepts that are excluded as wholes before formulas are listed. Each takes a copy of the inputs, and makes all
    /// later searches slower. [default: 10]
    pub concepts_first: usize,
    /// Formulas of known concepts, one after the other, after which concepts are excluded as wholes again. [default:
    /// 1000]
    pub stale_formulas: usize,
    /// Formulas that are counted whatever the listing limit. [default: 10 000]
    ///
    /// The default makes a learned step's count exact. In the first non-empty sub-space a concept of k terms has at
    /// most C(2^k - 1, k) formulas: 35 for three terms and 1365 for four.
    pub counted_formulas: usize,
    /// Samples that one circuit serves. They share the gates that do not depend on the sample, and a new circuit
    /// releases those that do. [default: 64]
    pub samples_per_circuit: usize,
    /// Estimated memory of a clause beside its literals, in bytes. [default: 64]
    pub clause_bytes: u64,
    /// Estimated memory of a literal in a clause, in bytes. The clause takes 4. The rest is for storage that doubles as
    /// it grows, and for learned clauses. [default: 10]
    pub literal_bytes: u64,
    /// Estimated memory of a variable, in bytes. [default: 400]
    pub variable_bytes: u64,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            first_samples: 30,
            first_samples_by_circuits: 300,
            added_samples: 8,
            compared_samples: 16,
            max_cases: 4,
            concepts_first: 10,
            stale_formulas: 1000,
            counted_formulas: 10_000,
            samples_per_circuit: 64,
            clause_bytes: 64,
            literal_bytes: 10,
            variable_bytes: 400,
        }
    }
}
