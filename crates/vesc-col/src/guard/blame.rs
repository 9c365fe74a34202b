//! Panics of a sub-space, told from those of the engine that called it.

use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use vesc_col_core::{Circuit, Complexity, Domain, Hypothesis, Run, Shape, Signal, StopReason, SubSpace};

/// What a panic of a sub-space goes on with.
pub(super) struct SubSpacePanic {
    pub(super) message: String,
}

/// Does something of a sub-space's own; if it panics, the panic says so.
pub(super) fn on_sub_space<T>(own: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(own)).unwrap_or_else(|panic| {
        if panic.is::<SubSpacePanic>() {
            resume_unwind(panic);
        }
        let message = super::message(&*panic).to_owned();
        // The hook was told of the panic itself.
        resume_unwind(Box::new(SubSpacePanic { message }))
    })
}

/// A sub-space whose panics say that they are its own.
pub(super) struct Blamed {
    space: Arc<dyn SubSpace>,
}

impl Blamed {
    pub(super) fn new(space: Arc<dyn SubSpace>) -> Blamed {
        Blamed { space }
    }

    /// Does something with the bits of a member. If it panics and the bits are no member's, the panic is that of the engine which
    /// handed them over.
    fn on_member<T>(&self, bits: &[bool], own: impl FnOnce() -> T) -> T {
        catch_unwind(AssertUnwindSafe(|| on_sub_space(own))).unwrap_or_else(|panic| {
            let is_member = || {
                let mut circuit = Circuit::new();
                let h = circuit.inputs(self.space.width());
                let member = self.space.member(&mut circuit, &h);
                bits.len() == h.len() && circuit.eval(member, bits)
            };
            match catch_unwind(AssertUnwindSafe(is_member)) {
                Ok(false) => resume_unwind(Box::new("it took bits for a hypothesis that are no member's".to_owned())),
                Ok(true) | Err(_) => resume_unwind(panic),
            }
        })
    }
}

impl fmt::Debug for Blamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_sub_space(|| self.space.fmt(f))
    }
}

impl SubSpace for Blamed {
    fn features(&self) -> usize {
        on_sub_space(|| self.space.features())
    }

    fn key(&self) -> Option<String> {
        on_sub_space(|| self.space.key())
    }

    fn validate(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        on_sub_space(|| self.space.validate())
    }

    fn width(&self) -> usize {
        on_sub_space(|| self.space.width())
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        on_sub_space(|| self.space.member(circuit, h))
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        on_sub_space(|| self.space.predict(circuit, h, x))
    }

    fn complexity(&self) -> Complexity {
        on_sub_space(|| self.space.complexity())
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        self.on_member(bits, || {
            let decoded = self.space.decode(bits);
            // Engines compare what they find, and a hypothesis says only its own name when it panics.
            let _ = decoded.order_key();
            decoded
        })
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        on_sub_space(|| self.space.bits_of(hypothesis))
    }

    fn finds_members(&self) -> bool {
        on_sub_space(|| self.space.finds_members())
    }

    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        self.on_member(bits, || self.space.canonical(bits))
    }

    fn canonical_within(&self, bits: &[bool], run: &Run) -> Result<Vec<bool>, StopReason> {
        self.on_member(bits, || self.space.canonical_within(bits, run))
    }

    fn formulas_are_concepts(&self) -> bool {
        on_sub_space(|| self.space.formulas_are_concepts())
    }

    fn shape(&self) -> Shape<'_> {
        on_sub_space(|| self.space.shape())
    }

    fn domain(&self) -> &Domain {
        on_sub_space(|| self.space.domain())
    }
}
