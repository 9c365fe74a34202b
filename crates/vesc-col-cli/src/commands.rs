//! The five commands.

mod certify;
mod eval;
mod generate;
mod search;
mod verify;

pub(crate) use eval::eval;
pub(crate) use generate::generate;
pub(crate) use search::{count, learn};
pub(crate) use verify::verify;
