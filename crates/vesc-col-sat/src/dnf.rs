//! k-term DNF by its structure: terms that each reject every negative, and together accept every positive.
//!
//! A DNF rejects a negative exactly if each of its terms does, so only the positives couple the terms. The search fixes the
//! terms' sizes, hands each positive to a term that must accept it, and leaves to the solvers what remains: the terms
//! of one size that accept some positives and reject every negative.

mod bits;
mod candidates;
mod cover;
mod desk;
mod family;
mod hitting;
mod leaf;
mod library;
mod masks;
mod sizes;

pub(crate) use cover::Covers;
pub(crate) use desk::Desk;
pub(crate) use library::Library;
pub(crate) use sizes::Sizes;
