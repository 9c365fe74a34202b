//! What may end a run before its time.

mod interrupt;
mod memory;
mod watchdog;

pub(crate) use interrupt::catch_interrupts;
pub(crate) use memory::budget;
pub(crate) use watchdog::Watchdog;
