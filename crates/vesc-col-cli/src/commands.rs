//! The commands.

mod certify;
mod eval;
mod export;
mod generate;
mod search;
mod verify;

pub(crate) use eval::eval;
pub(crate) use export::export;
pub(crate) use generate::generate;
pub(crate) use search::{count, learn};
pub(crate) use verify::verify;
