//! All of a question in one circuit.

use vesc_col_core::{Circuit, Dataset, EngineError, Gate, Signal, SubSpace};

/// The hypotheses of a sub-space that fit the data, as the models of one circuit.
///
/// Input `i` is the sub-space's decision bit `i`; the files call it `h` with that number, and the output `consistent`.
///
/// ```
/// use vesc_col_core::{Dataset, DnfSpace, Features};
/// use vesc_col_export::Constraint;
///
/// let mut builder = Dataset::builder(Features::numbered(2));
/// builder.push(true, [true, false])?;
/// let constraint = Constraint::new(&DnfSpace::new(2, 1, 1), &builder.build()?)?;
/// // x0: it appears, and is not negated.
/// assert!(constraint.circuit().eval(constraint.output(), &[true, false, false, false]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Size
///
/// The members' gates and those of each sample's constraint, as the sub-space documents them. Counting gates are
/// written out as at most `n t` pairs of an AND and an OR for a threshold `t` over `n` operands.
#[derive(Clone, Debug)]
pub struct Constraint {
    circuit: Circuit,
    output: Signal,
    what: String,
}

impl Constraint {
    /// The constraint of a sub-space and a data set.
    ///
    /// # Errors
    ///
    /// [`EngineError::FeatureMismatch`] if they speak of different numbers of features, [`EngineError::Unsupported`] if
    /// cells are unknown.
    pub fn new(space: &dyn SubSpace, data: &Dataset) -> Result<Constraint, EngineError> {
        if space.features() != data.features().len() {
            return Err(EngineError::FeatureMismatch { space: space.features(), data: data.features().len() });
        }
        if data.unknown_cells() > 0 {
            return Err(EngineError::unsupported("export", "unknown cells"));
        }
        let mut circuit = Circuit::new();
        let h = circuit.inputs(space.width());
        let mut constraints = vec![space.member(&mut circuit, &h)];
        for (samples, label) in [(data.positives(), true), (data.negatives(), false)] {
            for sample in samples.iter() {
                let x: Vec<Signal> = sample.iter().by_vals().map(Signal::from).collect();
                constraints.push(space.predict(&mut circuit, &h, &x).complement_if(!label));
            }
        }
        let output = circuit.and(constraints);
        let (circuit, output) = without_counters(&circuit, output);
        let (positives, negatives) = (data.positives().distinct(), data.negatives().distinct());
        let what = format!(
            "hypotheses of {} over {} features that fit {positives} distinct positive and {negatives} distinct \
             negative samples",
            space.complexity(),
            space.features()
        );
        Ok(Constraint { circuit, output, what })
    }

    /// The circuit; it has no counting gates, and no gates beside those of the output.
    #[must_use]
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// True for the bits of a consistent hypothesis.
    #[must_use]
    pub fn output(&self) -> Signal {
        self.output
    }

    /// What the constraint says, in one line.
    pub(crate) fn what(&self) -> &str {
        &self.what
    }

    /// The conjunctions in the order of their positions, each after its operands.
    pub(crate) fn conjunctions(&self) -> impl Iterator<Item = (usize, &[Signal])> {
        (0..self.circuit.gate_count()).filter_map(|gate| match self.circuit.gate(gate) {
            Gate::And(operands) => Some((gate, &**operands)),
            _ => None,
        })
    }

    /// The number of the input that a gate is.
    pub(crate) fn input(&self, gate: usize) -> Option<usize> {
        match self.circuit.gate(gate) {
            Gate::Input(input) => Some(*input),
            _ => None,
        }
    }
}

/// The same function without counting gates, and without gates that it does not need.
fn without_counters(circuit: &Circuit, output: Signal) -> (Circuit, Signal) {
    let mut needed = vec![false; circuit.gate_count()];
    needed[output.gate()] = true;
    for gate in (0..needed.len()).rev().filter(|&gate| gate <= output.gate()) {
        if needed[gate] {
            operands(circuit, gate).iter().for_each(|operand| needed[operand.gate()] = true);
        }
    }
    let mut plain = Circuit::new();
    let inputs = plain.inputs(circuit.input_count());
    let mut copies = vec![Signal::FALSE; circuit.gate_count()];
    for gate in (0..needed.len()).filter(|&gate| needed[gate]) {
        let copied: Vec<Signal> = operands(circuit, gate).iter().map(|&operand| copy(&copies, operand)).collect();
        copies[gate] = match circuit.gate(gate) {
            Gate::Input(input) => inputs[*input],
            Gate::And(_) => plain.and(copied),
            Gate::AtLeast(threshold, _) => at_least(&mut plain, *threshold, &copied),
            _ => Signal::FALSE,
        };
    }
    let output = copy(&copies, output);
    (plain, output)
}

fn operands(circuit: &Circuit, gate: usize) -> &[Signal] {
    match circuit.gate(gate) {
        Gate::And(operands) | Gate::AtLeast(_, operands) => operands,
        _ => &[],
    }
}

fn copy(copies: &[Signal], signal: Signal) -> Signal {
    copies[signal.gate()].complement_if(signal.is_complemented())
}

/// Whether at least `threshold` operands are true, by adding one operand after the other.
fn at_least(circuit: &mut Circuit, threshold: usize, operands: &[Signal]) -> Signal {
    // `reached[n]`: at least n of the operands added before are true.
    let mut reached = vec![Signal::FALSE; threshold + 1];
    reached[0] = Signal::TRUE;
    for (done, &operand) in operands.iter().enumerate() {
        // Fewer than these can no longer become enough.
        let least = (threshold + done + 1).saturating_sub(operands.len()).max(1);
        for count in (least..=threshold.min(done + 1)).rev() {
            let one_more = circuit.and([reached[count - 1], operand]);
            reached[count] = circuit.or([reached[count], one_more]);
        }
    }
    reached[threshold]
}
