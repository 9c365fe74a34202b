//! Zero-suppressed diagrams of families of sets: a store of our own.
//!
//! A version space of DNF needs little of a diagram library: make a node, walk what can be reached. Because it is here,
//! every step can be interrupted, nothing recurses, and memory stays within the budget.

mod count;
mod extract;
mod filter;
mod legal;
mod members;
mod store;
#[cfg(test)]
mod tests;
mod walk;

pub(crate) use count::{count, count_all, count_by_element, count_without};
pub(crate) use extract::extract;
pub(crate) use filter::{Side, avoiding, filter, hitting};
pub(crate) use legal::{Exclusions, without_supersets};
pub(crate) use members::{contains, only_member, pick};
pub(crate) use store::{Family, Store};
pub(crate) use walk::Walk;
