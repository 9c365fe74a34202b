//! The dedicated engine of vesc-col for k-term DNF: bit-parallel hitting sets, no solver.
//!
//! A DNF rejects a negative sample if and only if each of its terms does. So a term is a *hitting set*: of the literals
//! that are false on a negative it needs one, for every negative. Only the positives couple the terms of a formula. The
//! engine counts and lists hitting sets a word of literals at a time, and puts formulas together term by term. It
//! builds no diagram and calls no solver.
//!
//! ```
//! use std::sync::Arc;
//! use vesc_col_core::{Dataset, DnfSpace, Engine, Features, Query, Run};
//! use vesc_col_cover::CoverEngine;
//!
//! // The cause is `a & b | c`.
//! let mut builder = Dataset::builder(Features::new(["a", "b", "c"])?);
//! for row in 0..8 {
//!     let [a, b, c] = [row & 1 == 1, row & 2 == 2, row & 4 == 4];
//!     builder.push(a && b || c, [a, b, c])?;
//! }
//! let data = Arc::new(builder.build()?);
//! let mut session = CoverEngine::default().open(Arc::clone(&data));
//!
//! let two_literals = Query::new(Arc::new(DnfSpace::new(3, 2, 2)));
//! assert!(session.measure(&two_literals, &Run::new())?.concepts.is_zero());
//!
//! let three_literals = Query::new(Arc::new(DnfSpace::new(3, 3, 2)));
//! let answer = session.measure(&three_literals, &Run::new())?;
//! assert_eq!(answer.concepts.to_string(), "1");
//! assert_eq!(answer.hypotheses[0].display(data.features()).to_string(), "a & b | c");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to find what
//!
//! ```text
//!  engine     opens a session on a data set
//!  session    answers one question, and keeps what it learned for the next    noisy  those with errors and unknown cells
//!     |
//!  formula    puts terms together until all positives are covered             least  the least size, where prime terms are few
//!     |
//!  term       the terms of one size: hitting sets, by branching on rows
//!     |
//!  relax      several literals as one choice, and the budget for refining
//!     |
//!  kernel     the last three literals, 32 pairs at a time
//!     |
//!  simd       the same code for each vector instruction set
//!     |
//!  bits       sets of literals, positives and rows; exact numbers
//!     |
//!  context    the run, its limits and its threads; tuning numbers
//! ```
//!
//! A stage uses only the stages below it, and `noisy` uses `session`. A question takes this way: `engine`, `session`,
//! `formula/term_store`, `term/projection`, `term/one_term`, `term/hitting`, `term/hitting/last_literals`,
//! `kernel/sweep`. The kernel returns slices of survivors. The searches above it give each result
//! to a closure or a sink that the caller passes. `docs/engines/cover.md` explains how the engine works, why it is exact
//! and what it costs.

mod bits;
mod context;
mod engine;
mod formula;
mod kernel;
mod least;
mod noisy;
mod relax;
mod session;
mod simd;
mod term;
mod tuning;

pub use engine::CoverEngine;

/// The engine's name in reports.
const NAME: &str = "cover";
