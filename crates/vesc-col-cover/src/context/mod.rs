//! What every stage is handed: the run with its limits and threads, why work ended early, and what a session keeps.

pub(crate) mod cache;
pub(crate) mod interrupt;
pub(crate) mod run_context;
