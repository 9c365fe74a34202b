//! The decision diagram engine of vesc-col: [`BddEngine`].
//!
//! For k-term DNF the diagrams hold families of consistent *terms*, made in one pass over all negative samples. A graph
//! of choices above them holds the formulas. For every other [`SubSpace`](vesc_col_core::SubSpace) it is the paper's
//! first method, on the library oxidd. The diagram of the sub-space is lowered from its
//! [`Circuit`](vesc_col_core::Circuit), and conjoined with that of one sample after the other. Either way the number of
//! consistent formulas is exact, and the whole version space can be [handed out](vesc_col_core::LiveVersionSpace).
//!
//! ```text
//!  engine     opens a session on a data set
//!  session    keeps what it learned from one question to the next
//!     |
//!     +-- dnf       k-term DNF: problem -> compile -> families -> split -> formulas -> listing
//!     |     |
//!     |    zdd      families of terms: the store, and the walks that count, filter and list
//!     |
//!     +-- question  other sub-spaces and noise: lower the circuits, conjoin a sample at a time, read the models
//!           |
//!          states, lower, live, concepts, models, count, fold
//!           |
//!          diagrams, manager, operation   oxidd, and operations of our own that can be stopped
//!
//!  tuning     numbers that change time and memory, and no answer
//! ```
//!
//! How it works and what it costs is described in `docs/engines/bdd.md` of the repository.

mod bits;
mod capacity;
mod concepts;
mod count;
mod diagrams;
mod dnf;
mod engine;
mod fold;
mod layout;
mod live;
mod lower;
mod manager;
mod models;
mod operation;
mod options;
mod question;
mod run_context;
mod session;
mod snapshot;
mod states;
#[cfg(test)]
mod tests;
mod tuning;
mod zdd;

pub use engine::BddEngine;
pub use options::{Lowering, SampleOrder};
pub use session::BddSession;

/// The engine's name in reports.
const NAME: &str = "bdd";
