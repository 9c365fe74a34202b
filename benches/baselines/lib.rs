//! The paper's methods, built as the paper says, for measurements beside the engines.

pub mod paper_cnf;
