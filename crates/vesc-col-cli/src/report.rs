//! Pieces of reports that several commands print.

mod advice;
mod boundary;
mod data_line;

pub(crate) use advice::after_stop;
pub(crate) use boundary::{BOUNDARY_PATIENCE, BoundaryReport};
pub(crate) use data_line::DataLine;
