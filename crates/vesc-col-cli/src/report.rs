//! Pieces of reports that several commands print.

mod boundary;
mod data_line;

pub(crate) use boundary::{BOUNDARY_PATIENCE, BoundaryReport};
pub(crate) use data_line::data_line;
