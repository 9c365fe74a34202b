//! Formulas put together from terms.

#[cfg(test)]
mod agreement;
pub(crate) mod branching;
pub(crate) mod by_set;
pub(crate) mod collector;
pub(crate) mod cost;
pub(crate) mod direct;
pub(crate) mod dual_bound;
pub(crate) mod everywhere;
pub(crate) mod fractional_packing;
pub(crate) mod heaviest;
pub(crate) mod inclusion_exclusion;
pub(crate) mod members;
pub(crate) mod padding;
pub(crate) mod probe;
pub(crate) mod term_store;
