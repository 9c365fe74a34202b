//! The rows of the data in other shapes: packed, in part, or completed.

pub(crate) mod column_classes;
pub(crate) mod completed;
pub(crate) mod interrupted;
pub(crate) mod known_rows;
pub(crate) mod packed_columns;
pub(crate) mod packed_row;
pub(crate) mod restricted;
