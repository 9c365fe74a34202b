//! Constraints as data: an and-counting graph with complement edges.

use std::ops::Not;

use indexmap::IndexSet;

/// A gate's output or its complement; `Copy`, and meaningful only in the [`Circuit`] that made it.
///
/// Gates are hash-consed, so equal signals of one circuit are the same gate. Different signals may still be the same
/// function.
///
/// ```
/// use vesc_col_core::{Circuit, Signal};
///
/// let mut circuit = Circuit::new();
/// let a = circuit.input();
/// assert!((!a).is_complemented() && !!a == a);
/// assert_eq!(Signal::from(true).constant(), Some(true));
/// assert_eq!(circuit.and([a, !a]), Signal::FALSE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Signal {
    /// Twice the gate's position, plus one for the complement.
    code: u32,
}

impl Signal {
    /// The constant false.
    pub const FALSE: Signal = Signal { code: 0 };
    /// The constant true.
    pub const TRUE: Signal = Signal { code: 1 };

    /// The gate, as a position for [`Circuit::gate`]. A gate's operands have smaller positions.
    #[must_use]
    pub fn gate(self) -> usize {
        (self.code >> 1) as usize
    }

    /// Whether this is the complement of the gate's output.
    #[must_use]
    pub fn is_complemented(self) -> bool {
        self.code & 1 == 1
    }

    /// The truth value of a constant signal.
    #[must_use]
    pub fn constant(self) -> Option<bool> {
        (self.gate() == 0).then_some(self.is_complemented())
    }

    /// This signal or its complement.
    ///
    /// ```
    /// use vesc_col_core::{Circuit, Gate, Literal};
    ///
    /// let mut circuit = Circuit::new();
    /// let x = circuit.inputs(3);
    /// // A literal as a signal.
    /// let literal = Literal::negative(2);
    /// let signal = x[literal.feature()].complement_if(literal.is_negated());
    /// assert_eq!(signal, !x[2]);
    /// assert_eq!(circuit.gate(signal.gate()), &Gate::Input(2));
    /// ```
    #[must_use]
    pub fn complement_if(self, complement: bool) -> Signal {
        Signal { code: self.code ^ u32::from(complement) }
    }
}

impl Not for Signal {
    type Output = Signal;

    fn not(self) -> Signal {
        self.complement_if(true)
    }
}

impl From<bool> for Signal {
    fn from(value: bool) -> Signal {
        if value { Signal::TRUE } else { Signal::FALSE }
    }
}

/// What a gate computes.
///
/// ```
/// use vesc_col_core::{Circuit, Gate};
///
/// let mut circuit = Circuit::new();
/// let (a, b) = (circuit.input(), circuit.input());
/// let both = circuit.and([a, b]);
/// assert_eq!(circuit.gate(b.gate()), &Gate::Input(1));
/// assert_eq!(circuit.gate(both.gate()), &Gate::And(Box::new([a, b])));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Gate {
    /// False. Only gate 0.
    False,
    /// The circuit's input with this number.
    Input(usize),
    /// All operands are true. Sorted, distinct, at least two, none constant, none the complement of another.
    And(Box<[Signal]>),
    /// The number of true operands reaches the threshold; an operand counts as often as it is listed. Sorted; the
    /// threshold is greater than 1 and less than the number of operands.
    AtLeast(usize, Box<[Signal]>),
}

/// A Boolean circuit of n-ary `And` and counting `AtLeast` gates over complement edges.
///
/// A sub-space describes its members and their predictions with it: as data, and not as callbacks into an engine.
/// [`Circuit::eval`] is the reference semantics that every engine is tested against. Constants fold while a circuit is
/// built, so that the constraint of one sample comes out as small as a hand-made encoding.
///
/// ```
/// use vesc_col_core::{Circuit, Signal};
///
/// let mut circuit = Circuit::new();
/// let x = circuit.inputs(3);
/// let majority = circuit.at_least(2, x.iter().copied());
/// assert!(circuit.eval(majority, &[true, false, true]));
/// assert!(!circuit.eval(majority, &[true, false, false]));
/// let folded = circuit.and([x[0], Signal::TRUE, x[0]]);
/// assert_eq!(folded, x[0]);
/// ```
#[derive(Clone, Debug)]
pub struct Circuit {
    gates: IndexSet<Gate>,
    inputs: Vec<Signal>,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit::new()
    }
}

impl Circuit {
    /// A circuit without inputs.
    #[must_use]
    pub fn new() -> Circuit {
        Circuit { gates: IndexSet::from([Gate::False]), inputs: Vec::new() }
    }

    /// A fresh input; inputs are numbered from 0 in the order in which they are made.
    pub fn input(&mut self) -> Signal {
        let signal = self.insert(Gate::Input(self.inputs.len()));
        self.inputs.push(signal);
        signal
    }

    /// Several fresh inputs.
    pub fn inputs(&mut self, count: usize) -> Vec<Signal> {
        (0..count).map(|_| self.input()).collect()
    }

    /// How many inputs there are.
    #[must_use]
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// How many gates there are, the constant and the inputs included.
    ///
    /// ```
    /// use vesc_col_core::Circuit;
    ///
    /// let mut circuit = Circuit::new();
    /// let (a, b) = (circuit.input(), circuit.input());
    /// let both = circuit.and([a, b]);
    /// let again = circuit.and([b, a]);
    /// assert_eq!(both, again); // hash-consed: no gate is made twice
    /// assert_eq!((circuit.input_count(), circuit.gate_count()), (2, 4));
    /// ```
    #[must_use]
    pub fn gate_count(&self) -> usize {
        self.gates.len()
    }

    /// What a gate computes.
    ///
    /// ```
    /// use vesc_col_core::{Circuit, Gate};
    ///
    /// let mut circuit = Circuit::new();
    /// let x = circuit.inputs(3);
    /// let majority = circuit.at_least(2, x.iter().copied());
    /// assert_eq!(circuit.gate(majority.gate()), &Gate::AtLeast(2, x.into()));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such gate.
    #[must_use]
    pub fn gate(&self, gate: usize) -> &Gate {
        &self.gates[gate]
    }

    /// All operands are true; true without operands.
    pub fn and(&mut self, operands: impl IntoIterator<Item = Signal>) -> Signal {
        let mut operands: Vec<Signal> = operands.into_iter().filter(|&signal| signal != Signal::TRUE).collect();
        operands.sort_unstable();
        operands.dedup();
        // A signal and its complement are neighbours in the order of codes.
        if operands.first() == Some(&Signal::FALSE) || operands.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Signal::FALSE;
        }
        match operands[..] {
            [] => Signal::TRUE,
            [single] => single,
            _ => self.insert(Gate::And(operands.into_boxed_slice())),
        }
    }

    /// Some operand is true; false without operands.
    pub fn or(&mut self, operands: impl IntoIterator<Item = Signal>) -> Signal {
        !self.and(operands.into_iter().map(Not::not))
    }

    /// At least `threshold` operands are true, counting an operand as often as it is listed.
    pub fn at_least(&mut self, threshold: usize, operands: impl IntoIterator<Item = Signal>) -> Signal {
        let mut threshold = threshold;
        let mut kept: Vec<Signal> = Vec::new();
        for signal in operands {
            match signal.constant() {
                Some(true) => threshold = threshold.saturating_sub(1),
                Some(false) => {}
                None => kept.push(signal),
            }
        }
        kept.sort_unstable();
        // Of a signal and its complement exactly one counts.
        let mut operands: Vec<Signal> = Vec::with_capacity(kept.len());
        for signal in kept {
            if operands.last() == Some(&!signal) {
                operands.pop();
                threshold = threshold.saturating_sub(1);
            } else {
                operands.push(signal);
            }
        }
        match threshold {
            0 => Signal::TRUE,
            1 => self.or(operands),
            _ if threshold > operands.len() => Signal::FALSE,
            _ if threshold == operands.len() => self.and(operands),
            _ => self.insert(Gate::AtLeast(threshold, operands.into_boxed_slice())),
        }
    }

    /// At most `threshold` operands are true.
    pub fn at_most(&mut self, threshold: usize, operands: impl IntoIterator<Item = Signal>) -> Signal {
        !self.at_least(threshold.saturating_add(1), operands)
    }

    /// Exactly `count` operands are true.
    ///
    /// ```
    /// use vesc_col_core::Circuit;
    ///
    /// let mut circuit = Circuit::new();
    /// let x = circuit.inputs(4);
    /// let two = circuit.exactly(2, x.iter().copied());
    /// let few = circuit.at_most(2, x.iter().copied());
    /// let any = circuit.or(x);
    /// for ones in 0..=4 {
    ///     let values: Vec<bool> = (0..4).map(|i| i < ones).collect();
    ///     let found = [two, few, any].map(|output| circuit.eval(output, &values));
    ///     assert_eq!(found, [ones == 2, ones <= 2, ones > 0]);
    /// }
    /// ```
    pub fn exactly(&mut self, count: usize, operands: impl IntoIterator<Item = Signal>) -> Signal {
        let operands: Vec<Signal> = operands.into_iter().collect();
        let enough = self.at_least(count, operands.iter().copied());
        let too_many = self.at_least(count.saturating_add(1), operands);
        self.and([enough, !too_many])
    }

    /// `condition` implies `consequence`.
    pub fn implies(&mut self, condition: Signal, consequence: Signal) -> Signal {
        !self.and([condition, !consequence])
    }

    /// `consequence` if `condition`, else `alternative`.
    pub fn ite(&mut self, condition: Signal, consequence: Signal, alternative: Signal) -> Signal {
        if consequence == alternative {
            return consequence;
        }
        let positive = self.implies(condition, consequence);
        let negative = self.implies(!condition, alternative);
        self.and([positive, negative])
    }

    /// The operands differ.
    ///
    /// ```
    /// use vesc_col_core::Circuit;
    ///
    /// let mut circuit = Circuit::new();
    /// let (a, b) = (circuit.input(), circuit.input());
    /// let (differ, equal, at_most) = (circuit.xor(a, b), circuit.iff(a, b), circuit.implies(a, b));
    /// assert_eq!(differ, !equal);
    /// let chosen = circuit.ite(a, b, !b);
    /// for values in [[false, false], [false, true], [true, false], [true, true]] {
    ///     let [x, y] = values;
    ///     assert_eq!(circuit.eval(differ, &values), x != y);
    ///     assert_eq!(circuit.eval(at_most, &values), x <= y);
    ///     assert_eq!(circuit.eval(chosen, &values), if x { y } else { !y });
    /// }
    /// ```
    pub fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        if a == b {
            return Signal::FALSE;
        }
        let both = self.and([a, b]);
        let neither = self.and([!a, !b]);
        self.and([!both, !neither])
    }

    /// The operands are equal.
    pub fn iff(&mut self, a: Signal, b: Signal) -> Signal {
        !self.xor(a, b)
    }

    /// The bit string `a` is lexicographically greater than `b`, the first bit weighing most.
    ///
    /// ```
    /// use vesc_col_core::Circuit;
    ///
    /// let mut circuit = Circuit::new();
    /// let (a, b) = (circuit.inputs(2), circuit.inputs(2));
    /// let greater = circuit.greater(&a, &b);
    /// assert!(circuit.eval(greater, &[true, false, false, true])); // 10 > 01
    /// assert!(!circuit.eval(greater, &[true, false, true, false]));
    /// ```
    ///
    /// # Panics
    ///
    /// If the lengths differ.
    pub fn greater(&mut self, a: &[Signal], b: &[Signal]) -> Signal {
        assert_eq!(a.len(), b.len(), "bit strings of different lengths are not ordered");
        let mut greater = Signal::FALSE;
        for (&a, &b) in a.iter().zip(b).rev() {
            let here = self.and([a, !b]);
            let equal_or_greater = self.or([a, !b]);
            let later = self.and([equal_or_greater, greater]);
            greater = self.or([here, later]);
        }
        greater
    }

    /// The value of a signal when the inputs have the given values.
    ///
    /// # Panics
    ///
    /// If an input has no value.
    #[must_use]
    pub fn eval(&self, output: Signal, inputs: &[bool]) -> bool {
        let words: Vec<u64> = inputs.iter().map(|&value| u64::from(value)).collect();
        self.eval_words(&[output], &words)[0] & 1 == 1
    }

    /// The values of several signals under 64 assignments at once: bit `b` of every word belongs to assignment `b`.
    ///
    /// ```
    /// use vesc_col_core::Circuit;
    ///
    /// let mut circuit = Circuit::new();
    /// let (a, b) = (circuit.input(), circuit.input());
    /// let both = circuit.and([a, b]);
    /// // The four assignments of two inputs, one a bit.
    /// assert_eq!(circuit.eval_words(&[both, !a], &[0b1010, 0b1100]), [0b1000, !0b1010]);
    /// ```
    ///
    /// # Panics
    ///
    /// If an input has no value.
    #[must_use]
    pub fn eval_words(&self, outputs: &[Signal], inputs: &[u64]) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        let last = outputs.iter().map(|output| output.gate()).max().unwrap_or(0);
        for gate in self.gates.iter().take(last + 1) {
            let value = match gate {
                Gate::False => 0,
                Gate::Input(input) => inputs[*input],
                Gate::And(operands) => operands.iter().fold(!0, |all, &signal| all & word(&values, signal)),
                Gate::AtLeast(threshold, operands) => {
                    at_least_words(*threshold, operands.iter().map(|&signal| word(&values, signal)))
                }
            };
            values.push(value);
        }
        outputs.iter().map(|&output| word(&values, output)).collect()
    }

    fn insert(&mut self, gate: Gate) -> Signal {
        let (position, _) = self.gates.insert_full(gate);
        let position = u32::try_from(position).ok().filter(|position| *position < (1 << 31));
        Signal { code: position.expect("a circuit has fewer than 2^31 gates") << 1 }
    }
}

fn word(values: &[u64], signal: Signal) -> u64 {
    values[signal.gate()] ^ if signal.is_complemented() { !0 } else { 0 }
}

/// In which of 64 lanes at least `threshold` of the words have a one.
fn at_least_words(threshold: usize, words: impl Iterator<Item = u64>) -> u64 {
    // `planes[i]` holds bit i of the 64 counters.
    let mut planes: Vec<u64> = Vec::new();
    for word in words {
        let mut carry = word;
        for plane in &mut planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
        if carry != 0 {
            planes.push(carry);
        }
    }
    let bits = planes.len().max(usize::BITS as usize - threshold.leading_zeros() as usize);
    let mut reached = !0;
    for bit in 0..bits {
        let plane = planes.get(bit).copied().unwrap_or(0);
        reached = if threshold >> bit & 1 == 1 { plane & reached } else { plane | reached };
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_gates_count_repeated_and_complementary_operands() {
        for threshold in 0..6 {
            let mut circuit = Circuit::new();
            let x = circuit.inputs(3);
            let operands = [x[0], x[1], !x[0], x[2], x[1], Signal::TRUE];
            let gate = circuit.at_least(threshold, operands);
            for bits in 0..8 {
                let values = [bits & 1 == 1, bits & 2 == 2, bits & 4 == 4];
                let [a, b, c] = values.map(usize::from);
                assert_eq!(circuit.eval(gate, &values), a + b + (1 - a) + c + b + 1 >= threshold);
            }
        }
    }

    #[test]
    fn all_counts_of_many_operands_in_every_lane() {
        let mut circuit = Circuit::new();
        let x = circuit.inputs(9);
        let outputs: Vec<Signal> = (0..=10).map(|k| circuit.exactly(k, x.iter().copied())).collect();
        for base in (0..512).step_by(64) {
            let inputs: Vec<u64> = (0..9).map(|i| (0..64).map(|lane| ((base + lane) >> i & 1) << lane).sum()).collect();
            let values = circuit.eval_words(&outputs, &inputs);
            for lane in 0..64 {
                let ones = (base + lane).count_ones() as usize;
                for (k, word) in values.iter().enumerate() {
                    assert_eq!(word >> lane & 1 == 1, k == ones, "exactly {k} of {ones}");
                }
            }
        }
    }

    #[test]
    fn greater_is_lexicographic() {
        let mut circuit = Circuit::new();
        let (a, b) = (circuit.inputs(3), circuit.inputs(3));
        let greater = circuit.greater(&a, &b);
        for bits in 0..64 {
            let values: Vec<bool> = (0..6).map(|i| bits >> i & 1 == 1).collect();
            assert_eq!(circuit.eval(greater, &values), values[..3] > values[3..]);
        }
    }
}
