//! From a circuit to a decision diagram.

use std::cmp::Reverse;

use oxidd::VarNo;
use oxidd::bdd::BDDFunction;
use vesc_col_core::{Circuit, Gate, Run, Sample, Signal, StopReason, SubSpace};

use crate::diagrams::Diagrams;

/// The diagram of a signal, where input `i` of the circuit is the variable `levels[i]`.
///
/// The operands of a gate are combined from the bottom of the variable order up. Then each step adds a few nodes on top
/// of a diagram that it need not walk. So a gate over literals costs time in proportion to its result. This is what
/// makes the paper's Algorithms 1 to 5 linear. Gates are lowered once, in the order of their positions, and their
/// diagrams are dropped after the last use. Nothing recurses on the depth of the circuit.
///
/// # Errors
///
/// The reason to stop, if the run must end or the node table is full.
pub(crate) fn lower(
    diagrams: &Diagrams,
    circuit: &Circuit,
    output: Signal,
    levels: &[VarNo],
    run: &Run,
) -> Result<BDDFunction, StopReason> {
    let gates = output.gate() + 1;
    let uses = count_uses(circuit, output);
    let mut lowering = CircuitLowering {
        diagrams,
        circuit,
        levels,
        run,
        uses,
        tops: Vec::with_capacity(gates),
        results: (0..gates).map(|_| None).collect(),
    };
    for gate in 0..gates {
        let top = lowering.top(gate);
        lowering.tops.push(top);
        if lowering.uses[gate] > 0 {
            lowering.lower_gate(gate)?;
        }
    }
    lowering.take(output)
}

/// All hypotheses of a sub-space that are right on one sample, where decision bit `i` is the variable `levels[i]`.
///
/// # Errors
///
/// As [`lower`].
pub(crate) fn lower_sample(
    diagrams: &Diagrams,
    space: &dyn SubSpace,
    sample: &Sample,
    positive: bool,
    levels: &[VarNo],
    run: &Run,
) -> Result<BDDFunction, StopReason> {
    let mut circuit = Circuit::new();
    let h = circuit.inputs(levels.len());
    let x: Vec<Signal> = sample.iter().map(|value| Signal::from(*value)).collect();
    let accepted = space.predict(&mut circuit, &h, &x);
    lower(diagrams, &circuit, accepted.complement_if(!positive), levels, run)
}

/// How often the diagram of each gate is needed for the output.
fn count_uses(circuit: &Circuit, output: Signal) -> Vec<usize> {
    let mut uses = vec![0; output.gate() + 1];
    uses[output.gate()] = 1;
    for gate in (0..uses.len()).rev() {
        if uses[gate] > 0 {
            for operand in operands(circuit, gate) {
                uses[operand.gate()] += 1;
            }
        }
    }
    uses
}

fn operands(circuit: &Circuit, gate: usize) -> &[Signal] {
    match circuit.gate(gate) {
        Gate::And(operands) | Gate::AtLeast(_, operands) => operands,
        _ => &[],
    }
}

struct CircuitLowering<'a> {
    diagrams: &'a Diagrams,
    circuit: &'a Circuit,
    levels: &'a [VarNo],
    run: &'a Run,
    /// How often each gate's diagram is still needed.
    uses: Vec<usize>,
    /// The topmost variable below each gate.
    tops: Vec<VarNo>,
    results: Vec<Option<BDDFunction>>,
}

impl CircuitLowering<'_> {
    fn top(&self, gate: usize) -> VarNo {
        match self.circuit.gate(gate) {
            Gate::Input(input) => self.levels[*input],
            _ => {
                operands(self.circuit, gate).iter().map(|operand| self.tops[operand.gate()]).min().unwrap_or(VarNo::MAX)
            }
        }
    }

    fn lower_gate(&mut self, gate: usize) -> Result<(), StopReason> {
        self.results[gate] = match self.circuit.gate(gate) {
            Gate::And(operands) => Some(self.and(operands)?),
            Gate::AtLeast(threshold, operands) => Some(self.at_least(*threshold, operands)?),
            // Constants and inputs cost nothing, each in the polarity that is asked for.
            _ => None,
        };
        Ok(())
    }

    fn and(&mut self, operands: &[Signal]) -> Result<BDDFunction, StopReason> {
        let mut all = self.diagrams.constant(true);
        for operand in self.bottom_up(operands) {
            self.run.check()?;
            let operand = self.take(operand)?;
            all = self.diagrams.and(&operand, &all, self.run)?;
        }
        Ok(all)
    }

    /// Dynamic programming over the operands: `reached[w]` says that at least `w` of those seen so far are true.
    fn at_least(&mut self, threshold: usize, operands: &[Signal]) -> Result<BDDFunction, StopReason> {
        let mut reached = vec![self.diagrams.constant(false); threshold + 1];
        reached[0] = self.diagrams.constant(true);
        for (seen, operand) in self.bottom_up(operands).into_iter().enumerate() {
            self.run.check()?;
            let operand = self.take(operand)?;
            // Counts that the operands to come cannot lift to the threshold need not be known.
            let needed = (threshold + 1 + seen).saturating_sub(operands.len()).max(1);
            for count in (needed..=threshold.min(seen + 1)).rev() {
                reached[count] = self.diagrams.ite(&operand, &reached[count - 1], &reached[count], self.run)?;
            }
        }
        Ok(reached.swap_remove(threshold))
    }

    fn bottom_up(&self, operands: &[Signal]) -> Vec<Signal> {
        let mut sorted = operands.to_vec();
        sorted.sort_by_key(|operand| Reverse(self.tops[operand.gate()]));
        sorted
    }

    /// The diagram of a signal, for one of its uses.
    fn take(&mut self, signal: Signal) -> Result<BDDFunction, StopReason> {
        if let Some(value) = signal.constant() {
            return Ok(self.diagrams.constant(value));
        }
        let gate = signal.gate();
        if let Gate::Input(input) = self.circuit.gate(gate) {
            return self.diagrams.literal(self.levels[*input], !signal.is_complemented());
        }
        self.uses[gate] -= 1;
        let result = if self.uses[gate] == 0 { self.results[gate].take() } else { self.results[gate].clone() };
        let result = result.expect("a gate is lowered before its uses, and kept for all of them");
        if signal.is_complemented() { self.diagrams.not(&result, self.run) } else { Ok(result) }
    }
}
