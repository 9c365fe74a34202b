//! Pieces of reports that several commands print.

mod advice;
mod boundary;
mod columns_read;
mod data_line;
mod made_errors;

pub(crate) use advice::after_stop;
pub(crate) use boundary::{BOUNDARY_PATIENCE, BOUNDARY_STARTS, BoundaryReport};
pub(crate) use columns_read::{columns_in_text, json_with_columns};
pub(crate) use data_line::DataLine;
pub(crate) use made_errors::MadeErrors;
