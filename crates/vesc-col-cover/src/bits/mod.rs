//! Sets of bits: of literals, of positives, of rows; and the transposition between rows and columns.

pub(crate) mod bit_set;
pub(crate) mod columns;
pub(crate) mod counting;
pub(crate) mod number_table;
pub(crate) mod subsumption;
pub(crate) mod words;
