//! Hypothesis languages for vesc-col beside k-term DNF.
//!
//! Each language is a [`SubSpace`](vesc_col_core::SubSpace) with hypotheses of a type of their own, which print, parse and
//! compare. Every engine that treats opaque sub-spaces measures them.

mod choice;
mod cnf;
mod diagram;
mod list;
mod obdd;
mod parity;
mod restricted;
mod syntax;
mod threshold;
mod tree;

use vesc_col_core::Literal;

pub use cnf::{Cnf, CnfSpace};
pub use list::{DecisionList, ListError, ListSpace, Rule};
pub use obdd::{Obdd, ObddChild, ObddError, ObddNode, ObddSpace};
pub use parity::{Parity, ParitySpace};
pub use restricted::{DnfOptions, RestrictedDnfSpace};
pub use threshold::{Threshold, ThresholdSpace};
pub use tree::{DecisionTree, Split, TreeError, TreeSpace};

/// A literal's place in the canonical order.
fn code(literal: Literal) -> u32 {
    // A literal's feature is less than 2^31.
    (literal.feature() as u32) << 1 | u32::from(literal.is_negated())
}
