//! A circuit whose inputs are literals of a solver.

use vesc_col_core::{Circuit, Signal};

use crate::Lit;

/// A circuit under construction, with the literals of those gates that have one.
///
/// Frames are short-lived: the clauses outlive the gates they came from.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub(crate) circuit: Circuit,
    literals: Vec<Option<Lit>>,
}

impl Frame {
    /// Inputs of the circuit that stand for these literals.
    pub(crate) fn bind(&mut self, literals: &[Lit]) -> Vec<Signal> {
        literals
            .iter()
            .map(|&literal| {
                let input = self.circuit.input();
                self.set(input.gate(), literal);
                input
            })
            .collect()
    }

    /// The literal of a gate, if it has one already.
    pub(crate) fn get(&self, gate: usize) -> Option<Lit> {
        self.literals.get(gate).copied().flatten()
    }

    pub(crate) fn set(&mut self, gate: usize, literal: Lit) {
        if self.literals.len() <= gate {
            self.literals.resize(gate + 1, None);
        }
        self.literals[gate] = Some(literal);
    }
}
