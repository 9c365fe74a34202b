//! Terms of one size that are false on all negatives: hitting sets, counted or listed.
//!
//! ```text
//!  projection          the literals that some positives share -> a problem
//!     |  duplicate_columns   one candidate for each class of equal columns
//!     v
//!  problem             candidates and rows
//!     |  one_term            what can be asked: count, list
//!     |  parallel            one search, split among the threads
//!     v
//!  hitting             branch on the tightest row; relax; the last three literals in the kernel
//!     |  inclusion_exclusion where few rows are left
//!     |  rows_by_column      the last check against all rows
//!     v
//!  sink -> found       counts or lists of terms
//! ```
//!
//! One search stands beside `hitting`. `tolerant` may leave rows unhit at a price, and drops literals that exclude each other; the
//! kernel tests whole words of rows and pairs, and has room for neither. `literal_tables` and `weighted_rows` are its data.

pub(crate) mod covers;
pub(crate) mod duplicate_columns;
pub(crate) mod found;
pub(crate) mod hitting;
pub(crate) mod inclusion_exclusion;
pub(crate) mod literal_tables;
pub(crate) mod one_term;
pub(crate) mod parallel;
pub(crate) mod problem;
pub(crate) mod projection;
pub(crate) mod rows_by_column;
pub(crate) mod sink;
pub(crate) mod tolerant;
pub(crate) mod weighted_rows;
