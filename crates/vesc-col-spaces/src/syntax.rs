//! What the texts of all languages have in common.

mod names;
mod parser;

pub(crate) use names::Names;
pub(crate) use parser::{Parser, Token};
