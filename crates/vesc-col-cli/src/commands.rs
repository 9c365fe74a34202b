//! The commands.

mod eval;
mod export;
mod generate;
mod search;

pub(crate) use eval::eval;
pub(crate) use export::export;
pub(crate) use generate::generate;
pub(crate) use search::{count, learn};
