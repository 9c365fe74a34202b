//! How questions become clauses: what a user may choose.

use crate::Tuning;

/// How a question becomes clauses. The defaults are those that measured best; `docs/benchmarks.md` has the figures.
///
/// ```
/// use vesc_col_sat::{Counter, SatEncoding, SatEngine};
///
/// let paper = SatEncoding { counter: Counter::Sequential, equivalences: true, ..SatEncoding::default() };
/// let engine = SatEngine::default().with_encoding(paper);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SatEncoding {
    /// The clauses for counting gates. [default: totalizer]
    pub counter: Counter,
    /// Whether symbols are defined by equivalence even where an implication is enough. [default: false]
    pub equivalences: bool,
    /// The tuning constants.
    pub tuning: Tuning,
}

/// The clauses for counting gates.
///
/// ```
/// use vesc_col_sat::{Counter, SatEncoding};
///
/// assert_eq!(SatEncoding::default().counter, Counter::Totalizer);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Counter {
    /// A sequential counter (Sinz 2005), the paper's choice: a chain, one operand after the other.
    Sequential,
    /// A totalizer (Bailleux and Boufkhad 2003): a balanced tree of unary sums, cut off at the threshold.
    #[default]
    Totalizer,
}
