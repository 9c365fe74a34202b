//! A run within its limits: what shows that it goes on, and what may end it before its time.

mod interrupt;
mod memory;
mod progress;
mod running;
mod watchdog;

pub(crate) use running::{Running, within};
