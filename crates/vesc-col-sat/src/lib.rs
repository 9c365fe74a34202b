//! The satisfiability engine of vesc-col.
//!
//! [`SatEngine`] asks a solver for one consistent formula after another until the solver proves that there is none
//! left. It blocks *concepts* and not formulas. With bound B at most B + 1 concepts are found, however many formulas each has.
//! Models that violate a sample, counts of formulas and the last call of each case come on top. Its strength is therefore the small version space; to
//! count a large one it must list it.
//!
//! ```text
//! query -- formulation --> circuits -- encoder --> clauses --> solver
//!                                                                |  model, or none left in this case
//!          samples <-- those that the model violates --- check <-'
//!                                                                |  it violates none
//!                                                             findings --> version space
//! ```
//!
//! A sub-space's circuits become clauses, so every [`SubSpace`](vesc_col_core::SubSpace) works. k-term DNF has a
//! formulation of its own: the size of each term is fixed, where there are few ways
//! to share out the literals. Only some samples are clauses at first; the others are added
//! when a model violates them. The solver stands behind the small trait [`Solver`]; [`Varisat`] comes with this crate,
//! and [`SatEngine::with_backend`] takes another.
//!
//! ```
//! use std::sync::Arc;
//! use vesc_col_core::{Dataset, DnfSpace, Engine, Features, Query, Run};
//! use vesc_col_sat::SatEngine;
//!
//! let mut builder = Dataset::builder(Features::new(["irq", "lhu", "addr0"])?);
//! builder.push(true, [true, true, false])?;
//! builder.push(true, [true, true, true])?;
//! builder.push(false, [true, false, true])?;
//! builder.push(false, [false, true, true])?;
//! let data = Arc::new(builder.build()?);
//!
//! let query = Query::new(Arc::new(DnfSpace::new(3, 2, 1)));
//! let found = SatEngine::default().open(data.clone()).measure(&query, &Run::new())?;
//! assert_eq!(found.concepts.to_string(), "1");
//! assert_eq!(found.hypotheses[0].display(data.features()).to_string(), "irq & lhu");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alike;
mod backend;
pub mod certificate;
mod encoded_circuit;
mod encoder;
mod encoding;
mod engine;
mod error;
mod findings;
mod formulation;
mod partitions;
mod samples;
mod search;
mod solver;
mod tuning;

pub use alike::members_alike;
#[cfg(feature = "batsat")]
pub use backend::batsat::Batsat;
#[cfg(feature = "cadical")]
pub use backend::cadical::Cadical;
pub use backend::varisat::Varisat;
pub use encoding::{Counter, SatEncoding};
pub use engine::SatEngine;
pub use solver::{Backend, Lit, SolveError, Solver, SolverOutcome, Var};
pub use tuning::Tuning;

/// The engine's name in reports.
const NAME: &str = "sat";
