//! Random circuits, and what they mean without circuits.

use arbitrary::{Result, Unstructured};
use vesc_col::sub_space::{Circuit, Signal};

/// How a signal is made from earlier ones, each with its complement or not.
#[derive(Clone, Debug)]
enum Step {
    And(Vec<Operand>),
    Or(Vec<Operand>),
    AtLeast(usize, Vec<Operand>),
    AtMost(usize, Vec<Operand>),
    Exactly(usize, Vec<Operand>),
    Implies([Operand; 2]),
    Ite([Operand; 3]),
    Xor([Operand; 2]),
    Iff([Operand; 2]),
    /// The first half of the operands, as a number, is greater than the other.
    Greater(Vec<Operand>),
}

type Operand = (usize, bool);

/// Instructions that compute signals from inputs, one after the other; the last one is the result.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    inputs: usize,
    steps: Vec<Step>,
}

impl Program {
    /// A program over `inputs` inputs, which may use the constants too.
    pub(crate) fn arbitrary(inputs: usize, most: usize, u: &mut Unstructured<'_>) -> Result<Program> {
        let mut steps = Vec::new();
        for done in 0..u.int_in_range(1..=most)? {
            let known = inputs + 2 + done;
            let operand =
                |u: &mut Unstructured<'_>| -> Result<Operand> { Ok((u.choose_index(known)?, u.arbitrary()?)) };
            let several = |u: &mut Unstructured<'_>| -> Result<Vec<Operand>> {
                (0..u.int_in_range(0..=6)?).map(|_| operand(u)).collect()
            };
            steps.push(match u.int_in_range(0..=9)? {
                0 => Step::And(several(u)?),
                1 => Step::Or(several(u)?),
                2 => Step::AtLeast(u.int_in_range(0..=7)?, several(u)?),
                3 => Step::AtMost(u.int_in_range(0..=7)?, several(u)?),
                4 => Step::Exactly(u.int_in_range(0..=7)?, several(u)?),
                5 => Step::Implies([operand(u)?, operand(u)?]),
                6 => Step::Ite([operand(u)?, operand(u)?, operand(u)?]),
                7 => Step::Xor([operand(u)?, operand(u)?]),
                8 => Step::Iff([operand(u)?, operand(u)?]),
                _ => Step::Greater(several(u)?),
            });
        }
        Ok(Program { inputs, steps })
    }

    /// All signals of the program in a circuit: the constants, the inputs, each step.
    pub(crate) fn build(&self, circuit: &mut Circuit, inputs: &[Signal]) -> Vec<Signal> {
        assert_eq!(inputs.len(), self.inputs);
        let mut signals = vec![Signal::FALSE, Signal::TRUE];
        signals.extend(inputs);
        for step in &self.steps {
            let get = |&(position, complemented): &Operand| signals[position].complement_if(complemented);
            let all = |operands: &[Operand]| operands.iter().map(get).collect::<Vec<Signal>>();
            let made = match step {
                Step::And(operands) => circuit.and(all(operands)),
                Step::Or(operands) => circuit.or(all(operands)),
                Step::AtLeast(threshold, operands) => circuit.at_least(*threshold, all(operands)),
                Step::AtMost(threshold, operands) => circuit.at_most(*threshold, all(operands)),
                Step::Exactly(count, operands) => circuit.exactly(*count, all(operands)),
                Step::Implies([a, b]) => circuit.implies(get(a), get(b)),
                Step::Ite([a, b, c]) => circuit.ite(get(a), get(b), get(c)),
                Step::Xor([a, b]) => circuit.xor(get(a), get(b)),
                Step::Iff([a, b]) => circuit.iff(get(a), get(b)),
                Step::Greater(operands) => {
                    let [a, b] = halves(operands).map(all);
                    circuit.greater(&a, &b)
                }
            };
            signals.push(made);
        }
        signals
    }

    /// The values of all signals, by what the words mean.
    pub(crate) fn values(&self, inputs: &[bool]) -> Vec<bool> {
        let mut values = vec![false, true];
        values.extend(inputs);
        for step in &self.steps {
            let get = |&(position, complemented): &Operand| values[position] != complemented;
            let count = |operands: &[Operand]| operands.iter().filter(|operand| get(operand)).count();
            let value = match step {
                Step::And(operands) => operands.iter().all(get),
                Step::Or(operands) => operands.iter().any(get),
                Step::AtLeast(threshold, operands) => count(operands) >= *threshold,
                Step::AtMost(threshold, operands) => count(operands) <= *threshold,
                Step::Exactly(wanted, operands) => count(operands) == *wanted,
                Step::Implies([a, b]) => !get(a) || get(b),
                Step::Ite([a, b, c]) => get(if get(a) { b } else { c }),
                Step::Xor([a, b]) => get(a) != get(b),
                Step::Iff([a, b]) => get(a) == get(b),
                Step::Greater(operands) => {
                    let [a, b] = halves(operands).map(|half| half.iter().map(get).collect::<Vec<bool>>());
                    a > b
                }
            };
            values.push(value);
        }
        values
    }
}

/// Two strings of equal length; an operand in the middle is left out.
fn halves(operands: &[Operand]) -> [&[Operand]; 2] {
    let half = operands.len() / 2;
    [&operands[..half], &operands[operands.len() - half..]]
}
