//! Terms of one size that are false on all negatives: hitting sets, counted or listed.
//!
//! ```text
//!  projection     the literals that some positives share -> a problem
//!     |  domination         where only the shortest size matters: candidates that no other one dominates
//!     |  duplicate_columns  one candidate for each class of equal columns
//!  problem        candidates and rows; counts where few rows are left
//!     |  one_term           what can be asked: count, list
//!     v
//!  hitting        branch on the tightest row; relax; the last three literals in the kernel; split among the threads
//!     |
//!     v
//!  sink           counts or lists of terms; for classes of columns weigher and expander
//! ```
//!
//! Three searches for terms stand beside `hitting`. `tolerant` may leave rows unhit at a price, and drops literals that
//! exclude each other. The kernel tests whole words of rows and pairs, and has room for neither. `literal_tables` is
//! the data of `tolerant`. `formula/dual_bound/heaviest` looks for one term of great weight, and `least/primes` for
//! terms that cannot lose a literal; each says why.

pub(crate) mod covers;
pub(crate) mod domination;
pub(crate) mod duplicate_columns;
pub(crate) mod hitting;
pub(crate) mod literal_tables;
pub(crate) mod one_term;
pub(crate) mod problem;
pub(crate) mod projection;
pub(crate) mod sink;
pub(crate) mod tolerant;

/// Words that are gone through between two checks of the run, some tens of microseconds. Set: a check reads the clock.
const WORDS_BETWEEN_CHECKS: usize = 1 << 16;

/// The packed values of all samples.
#[cfg(test)]
pub(crate) fn all_words(samples: &vesc_col_core::Samples) -> impl Iterator<Item = &[u64]> {
    (0..samples.distinct()).map(|index| samples.words(index))
}
