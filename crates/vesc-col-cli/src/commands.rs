//! The commands: each takes its arguments and returns the exit status.
//!
//! ```text
//! args -> input::load -> language (the question) -> search or another question to engines -> report -> output -> status
//! ```

mod advice;
mod compare;
mod count;
mod engines;
mod eval;
mod explain;
mod export;
mod farm;
mod generate;
mod inseparable;
mod inspect;
mod learn;
mod least_errors;
mod next;
mod nothing_known;
mod question;
mod questions;
mod report;
mod rows;
mod shared;
mod tools;
mod verify;

pub(crate) use compare::compare;
pub(crate) use count::count;
pub(crate) use eval::eval;
pub(crate) use explain::explain;
pub(crate) use export::export;
pub(crate) use farm::{merge, plan, status, work};
pub(crate) use generate::generate;
pub(crate) use inspect::inspect;
pub(crate) use learn::learn;
pub(crate) use next::next;
pub(crate) use report::report;
pub(crate) use tools::{completions, man};
#[cfg(feature = "_fuzz")]
pub(crate) use verify::verified;
pub(crate) use verify::verify;
