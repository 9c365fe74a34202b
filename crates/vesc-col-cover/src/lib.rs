//! Dedicated k-term DNF engine: bit-parallel hitting sets.

mod bits;
mod branching;
mod collected;
mod cover;
mod crew;
mod engine;
mod family;
mod hitting;
mod one_term;
mod problem;
mod redundant;
mod sink;
mod tally;
mod window;

pub use engine::CoverEngine;
