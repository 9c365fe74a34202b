//! Dedicated k-term DNF engine: bit-parallel hitting sets.

mod bits;
mod branching;
mod collected;
mod cover;
mod crew;
mod dispatch;
mod engine;
mod exclusion;
mod family;
mod hitting;
mod last;
mod one_term;
mod problem;
mod redundant;
mod rows;
mod sink;
mod tally;
mod window;

pub use engine::CoverEngine;
