//! Pieces of reports that several commands print.

mod data_line;
mod ends;

pub(crate) use data_line::data_line;
pub(crate) use ends::{ENDS_PATIENCE, Ends};
