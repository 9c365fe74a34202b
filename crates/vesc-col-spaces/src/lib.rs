//! Hypothesis languages for vesc-col beside k-term DNF.
//!
//! Each language is a [`SubSpace`](vesc_col_core::SubSpace) with hypotheses of a type of their own, which print, parse
//! and compare. Every engine that supports opaque sub-spaces measures them.
//!
//! | sub-space | hypotheses | such as |
//! | --- | --- | --- |
//! | [`CnfSpace`], [`LegalCnfSpace`] over declared inputs | [`Cnf`] | `(a \| !b) & c` |
//! | [`ThresholdSpace`] | [`Threshold`] | `at least 2 of (a, !b, c)` |
//! | [`ParitySpace`] | [`Parity`] | `odd(a, b, c)` |
//! | [`ListSpace`] | [`DecisionList`] | `a ? 1 : !b ? 0 : 1` |
//! | [`TreeSpace`] | [`DecisionTree`] | `a ? (b ? 1 : 0) : c ? 0 : 1` |
//! | [`ObddSpace`] | [`Obdd`] | `n0 = c ? 1 : 0; a ? n0 : 1` |
//! | [`SetDnfSpace`] | [`SetDnf`] | `er in {dest, fcs} & 4 <= len \| !reset` |
//! | [`RestrictedDnfSpace`] with [`DnfOptions`] | [`Dnf`](vesc_col_core::Dnf) | `a & !b \| c` |

mod choice;
mod cnf;
mod diagram;
mod list;
mod obdd;
mod parity;
mod restricted;
mod set_dnf;
mod syntax;
mod threshold;
mod tree;

use vesc_col_core::{Domain, Literal};

pub use cnf::{Cnf, CnfSpace, LegalCnfSpace};
pub use list::{DecisionList, ListError, ListSpace, Rule};
pub use obdd::{Obdd, ObddChild, ObddError, ObddNode, ObddSpace};
pub use parity::{Parity, ParitySpace};
pub use restricted::{DnfOptions, RestrictedDnfSpace};
pub use set_dnf::{GroupError, SetDnf, SetDnfSpace, SetTerm, ValueGroup};
pub use threshold::{Threshold, ThresholdSpace};
pub use tree::{DecisionTree, Split, TreeError, TreeSpace};

/// A literal's place in the canonical order.
fn code(literal: Literal) -> u32 {
    // A literal's feature is less than 2^31.
    (literal.feature() as u32) << 1 | u32::from(literal.is_negated())
}

/// What a key says of the inputs on which terms must hold.
fn key_in_a_term(domain: &Domain) -> String {
    let key = domain.key().replacen(" ordered=", " ordered-in-a-term=", 1);
    key.replacen(" never=", " never-in-a-term=", 1)
}
