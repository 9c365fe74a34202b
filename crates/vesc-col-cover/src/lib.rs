//! The dedicated engine of vesc-col for k-term DNF: bit-parallel hitting sets, no solver.
//!
//! A DNF rejects a negative sample if and only if each of its terms does. So a term is a *hitting set*: of the literals that
//! are false on a negative it needs one, for every negative. Only the positives couple the terms of a formula. The engine
//! counts and lists hitting sets a word of literals at a time, and puts formulas together term by term; it builds no
//! diagram and calls no solver.
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
//! How it works, what it costs and what was measured is told in `docs/cover-engine.md`.

#[cfg(test)]
mod agreement;
mod alike;
mod avoiding;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod behind;
mod bits;
mod branching;
mod by_set;
mod bytes;
mod cache;
mod choices;
mod classes;
mod collected;
mod columns;
mod cost;
mod cover;
mod cover_search;
mod covers;
mod crew;
mod direct;
mod dispatch;
mod engine;
mod everywhere;
mod exclusion;
mod family;
mod first_rows;
mod found;
mod fractional_packing;
mod glimpse;
mod heaviest;
mod hitting;
mod interrupt;
mod knowledge;
mod lanes;
mod leaves;
mod lists;
mod members;
mod noisy;
mod one_term;
mod packing;
mod planes;
mod possible;
mod prices;
mod problem;
mod projection;
mod redundant;
mod rows;
mod rows_by_column;
mod sink;
mod sweep;
mod tables;
mod tally;
mod tasks;
mod transpose;
mod triples;
mod window;

pub use engine::CoverEngine;

/// The engine's name in reports.
const NAME: &str = "cover";
