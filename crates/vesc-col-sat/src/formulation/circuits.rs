//! Any sub-space, as its own circuits say.

use vesc_col_core::{Circuit, Signal, SubSpace};

use super::Formulation;
use crate::Tuning;

/// The decision bits are the decision variables, and there is one case.
pub(crate) struct ByCircuits<'a> {
    pub(crate) space: &'a dyn SubSpace,
}

impl Formulation for ByCircuits<'_> {
    fn width(&self) -> usize {
        self.space.width()
    }

    fn first_samples(&self, tuning: &Tuning) -> usize {
        tuning.first_samples_by_circuits
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        self.space.member(circuit, h)
    }

    fn cases(&self) -> usize {
        1
    }

    fn case(&self, _case: usize, _circuit: &mut Circuit, _h: &[Signal]) -> Signal {
        Signal::TRUE
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        self.space.predict(circuit, h, x)
    }

    fn decision_bits(&self, model: &[bool]) -> Vec<bool> {
        model.to_vec()
    }

    fn model(&self, bits: &[bool]) -> Vec<bool> {
        bits.to_vec()
    }

    fn distinctive(&self, model: &[bool]) -> Vec<usize> {
        (0..model.len()).collect()
    }
}
