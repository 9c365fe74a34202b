//! The decision diagram engine of vesc-col: [`BddEngine`].
//!
//! The paper's first method, on the library oxidd: the diagram of a sub-space is conjoined with the diagram of one sample
//! after the other, and the models of what remains are the consistent formulas. All diagrams come from the sub-space's
//! [`Circuit`](vesc_col_core::Circuit), so that the engine works for every [`SubSpace`](vesc_col_core::SubSpace).
//!
//! How it works and what it costs is described in `docs/bdd-engine.md` of the repository.

mod bits;
mod capacity;
mod concepts;
mod count;
mod diagrams;
mod dnf;
mod engine;
mod layout;
mod lower;
mod models;
mod operation;
mod progress;
mod pulse;
mod question;
mod session;
#[cfg(test)]
mod tests;
mod zdd;

pub use engine::{BddEngine, Lowering, SampleOrder};
pub use session::BddSession;

/// The engine's name in reports.
const NAME: &str = "bdd";
