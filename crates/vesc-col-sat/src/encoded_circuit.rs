//! A circuit whose inputs are literals of a solver.

use vesc_col_core::{Circuit, Signal};

use crate::Lit;

/// A circuit under construction, with the literals of those gates that have one.
///
/// It is short-lived: the clauses outlive the gates that they came from.
#[derive(Debug, Default)]
pub(crate) struct EncodedCircuit {
    pub(crate) circuit: Circuit,
    /// By gate.
    literals: Vec<Option<Lit>>,
}

impl EncodedCircuit {
    /// Makes an input for each of these literals.
    pub(crate) fn inputs(&mut self, literals: &[Lit]) -> Vec<Signal> {
        literals
            .iter()
            .map(|&literal| {
                let input = self.circuit.input();
                self.set(input.gate(), literal);
                input
            })
            .collect()
    }

    /// Returns the literal of a gate, if it has one already.
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
