//! Sets of bits: of literals, of positives, of rows; and the transposition between rows and columns.

pub(crate) mod columns;
pub(crate) mod counting;
pub(crate) mod number_table;
pub(crate) mod positive_set;
pub(crate) mod tightest;
pub(crate) mod words;
