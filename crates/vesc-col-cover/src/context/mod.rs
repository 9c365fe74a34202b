//! The run with its limits and threads, the reasons to end early, and a bounded cache. Every stage uses these.

pub(crate) mod cache;
pub(crate) mod interrupt;
pub(crate) mod run_context;
