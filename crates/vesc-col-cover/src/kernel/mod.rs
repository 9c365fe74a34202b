//! The last literals of a hitting set: 32 pairs are tested at once against a window of rows.

pub(crate) mod behind;
pub(crate) mod classes;
pub(crate) mod first_rows;
pub(crate) mod index_map;
pub(crate) mod partner_lists;
pub(crate) mod rows;
pub(crate) mod survivors;
pub(crate) mod sweep;
pub(crate) mod tables;
pub(crate) mod window;
