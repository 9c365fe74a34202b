//! Zero-suppressed diagrams of families of sets: a store of our own.
//!
//! What a version space of DNF needs of a diagram library is little (make a node, walk what can be reached), and to
//! have it here makes every step interruptible, free of recursion, and as large as the memory budget and no larger.

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
pub(crate) use legal::without_supersets;
pub(crate) use members::{contains, only_member, pick};
pub(crate) use store::{Family, Store};
pub(crate) use walk::Walk;
