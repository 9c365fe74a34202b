//! Terms of one size that are false on all negatives: hitting sets, counted or listed.

pub(crate) mod cover_search;
pub(crate) mod duplicate_columns;
pub(crate) mod found;
pub(crate) mod hitting;
pub(crate) mod inclusion_exclusion;
pub(crate) mod one_term;
pub(crate) mod parallel;
pub(crate) mod possible;
pub(crate) mod problem;
pub(crate) mod projection;
pub(crate) mod rows_by_column;
pub(crate) mod sink;
