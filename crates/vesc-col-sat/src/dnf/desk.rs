//! What every part of the work on one question needs.

use std::cell::Cell;

use vesc_col_core::{Run, StopReason};

use crate::Backend;
use crate::encoder::Encoder;
use crate::encoding::Encoding;
use crate::halt::Halt;

/// Opens encoders, and keeps the account of the memory that lives as long as the question.
pub(crate) struct Desk<'a> {
    backend: &'a dyn Backend,
    encoding: Encoding,
    run: &'a Run,
    held: Cell<u64>,
}

impl<'a> Desk<'a> {
    pub(crate) fn new(backend: &'a dyn Backend, encoding: Encoding, run: &'a Run) -> Desk<'a> {
        Desk { backend, encoding, run, held: Cell::new(0) }
    }

    pub(crate) fn run(&self) -> &'a Run {
        self.run
    }

    /// A fresh solver, whose memory comes on top of what is held and of these bytes.
    pub(crate) fn encoder(&self, bytes: u64) -> Encoder<'a> {
        Encoder::new(self.backend.open(self.run), self.encoding, self.run).on_top_of(self.held.get() + bytes)
    }

    pub(crate) fn check(&self) -> Result<(), Halt> {
        Ok(self.run.check()?)
    }

    /// Gives memory back to the account.
    pub(crate) fn release(&self, bytes: u64) {
        self.held.set(self.held.get() - bytes);
    }

    /// Accounts for memory that is taken until it is released, or the question is answered.
    pub(crate) fn charge(&self, bytes: u64) -> Result<(), Halt> {
        self.held.set(self.held.get() + bytes);
        match self.run.memory() {
            Some(budget) if self.held.get() > budget => Err(StopReason::Memory.into()),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Varisat;

    #[test]
    fn memory_is_held_until_it_is_released() {
        let run = Run::new().with_memory(100);
        let desk = Desk::new(&Varisat, Encoding::default(), &run);
        let stops = |charged: Result<(), Halt>| matches!(charged, Err(Halt::Stopped(StopReason::Memory)));
        assert!(!stops(desk.charge(60)) && !stops(desk.charge(40)));
        assert!(stops(desk.charge(1)));
        desk.release(51);
        assert!(!stops(desk.encoder(30).charge(20)) && stops(desk.encoder(30).charge(21)));
    }
}
