//! k-term DNF by families of terms, without a diagram of whole formulas.
//!
//! Only the positive samples couple the terms of a formula. So the diagrams here hold *terms*: the consistent ones of
//! one size, split by the positives that they cover. What a formula chooses from which family is a small graph above
//! them.

mod compile;
mod families;
mod formulas;
mod listing;
mod live;
mod memo;
mod pool;
mod problem;
mod question;
mod reduce;
mod row_set;
mod split;

pub(crate) use families::Families;
pub(crate) use listing::Outcome;
pub(crate) use question::DnfQuestion;
