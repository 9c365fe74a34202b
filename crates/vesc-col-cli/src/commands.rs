//! The four commands.

mod eval;
mod generate;
mod search;

pub(crate) use eval::eval;
pub(crate) use generate::generate;
pub(crate) use search::{count, learn};
