//! Conjunctions of two operands, as AIGER and BLIF want them.

use std::collections::HashMap;

use vesc_col_core::Signal;

use crate::Constraint;

/// An and-inverter graph in AIGER's numbering. Literal 0 is false, input `i` is literal `2 i + 2`, and the pairs
/// follow. An odd literal is the complement of the one before it.
#[derive(Debug)]
pub(crate) struct Pairs {
    pub(crate) inputs: usize,
    /// The operands of each pair, the greater one first; both are less than the pair's own literal.
    pub(crate) pairs: Vec<(usize, usize)>,
    pub(crate) output: usize,
}

impl Pairs {
    pub(crate) fn of(constraint: &Constraint) -> Pairs {
        let circuit = constraint.circuit();
        let mut graph = Pairs { inputs: circuit.input_count(), pairs: Vec::new(), output: 0 };
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        let mut literals = vec![0; circuit.gate_count()];
        for (gate, literal) in literals.iter_mut().enumerate() {
            *literal = constraint.input(gate).map_or(0, |input| 2 * input + 2);
        }
        let literal =
            |literals: &[usize], signal: Signal| literals[signal.gate()] ^ usize::from(signal.is_complemented());
        for (gate, operands) in constraint.conjunctions() {
            let mut all = 1;
            for &operand in operands {
                let operand = literal(&literals, operand);
                let pair = (all.max(operand), all.min(operand));
                all = if all == 1 {
                    operand
                } else {
                    *known.entry(pair).or_insert_with(|| {
                        graph.pairs.push(pair);
                        2 * (graph.inputs + graph.pairs.len())
                    })
                };
            }
            literals[gate] = all;
        }
        graph.output = literal(&literals, constraint.output());
        graph
    }

    /// The literal of a pair.
    pub(crate) fn literal(&self, pair: usize) -> usize {
        2 * (self.inputs + pair + 1)
    }
}
