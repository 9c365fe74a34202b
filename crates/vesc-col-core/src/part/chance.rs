//! How likely the bits of a part are those of a member.

use super::{Choice, Part};
use crate::{Circuit, Gate, Signal, SubSpace};

/// The chances that a free bit is true, of which the one under which members are likeliest is taken. The smallest suits
/// a hypothesis of one literal over ten thousand features.
const DENSITIES: [f64; 7] = [0.5, 0.3, 0.1, 0.03, 0.01, 0.001, 0.0001];

/// Guesses what share of a sub-space's members a part has.
///
/// Free bits are drawn at random, and the operands of a gate count as independent. So it is a guess. It decides how
/// large parts are, never what is in them.
pub(super) struct Chances {
    circuit: Circuit,
    member: Signal,
    width: usize,
    density: f64,
    /// For each gate, which counts of its operands belong together.
    ranges: Vec<Vec<Range>>,
}

/// Two operands of an `And` gate that say together: from `least` to `less - 1` of these signals are true.
struct Range {
    operands: [Signal; 2],
    least: usize,
    less: usize,
    counted: Vec<Signal>,
}

impl Chances {
    pub(super) fn new(space: &dyn SubSpace) -> Chances {
        let mut circuit = Circuit::new();
        let h = circuit.inputs(space.width());
        let member = space.member(&mut circuit, &h);
        let ranges = (0..=member.gate()).map(|gate| ranges(&circuit, circuit.gate(gate))).collect();
        let mut chances = Chances { circuit, member, width: h.len(), density: DENSITIES[0], ranges };
        let likely = DENSITIES.map(|density| {
            chances.density = density;
            (chances.of(&Part::whole()), density)
        });
        // Of equal ones the first.
        chances.density =
            likely.into_iter().rev().max_by(|a, b| a.0.total_cmp(&b.0)).map_or(0.5, |(_, density)| density);
        chances
    }

    /// The chance that random bits are those of a member in the part. It is zero if the part's values alone make no
    /// member, or if it is too small for a number.
    pub(super) fn of(&self, part: &Part) -> f64 {
        let mut inputs = vec![self.density; self.width];
        let mut of_values = 1.0;
        for &(choice, holds) in part.choices() {
            if let Choice::Bit(bit) = choice {
                inputs[bit] = f64::from(u8::from(holds));
                of_values *= if holds { self.density } else { 1.0 - self.density };
            }
        }
        let mut chances: Vec<f64> = Vec::with_capacity(self.ranges.len());
        for (gate, ranges) in self.ranges.iter().enumerate() {
            let known = |signal: &Signal| of_signal(&chances, *signal);
            let chance = match self.circuit.gate(gate) {
                Gate::False => 0.0,
                Gate::Input(input) => inputs[*input],
                Gate::AtLeast(threshold, operands) => counts(*threshold, operands.iter().map(known))[*threshold],
                Gate::And(operands) => {
                    let alone = |signal: &&Signal| !ranges.iter().any(|range| range.operands.contains(signal));
                    let alone: f64 = operands.iter().filter(alone).map(known).product();
                    let within = |range: &Range| -> f64 {
                        counts(range.less, range.counted.iter().map(known))[range.least..range.less].iter().sum()
                    };
                    alone * ranges.iter().map(within).product::<f64>()
                }
            };
            chances.push(chance);
        }
        of_values * of_signal(&chances, self.member)
    }
}

fn of_signal(chances: &[f64], signal: Signal) -> f64 {
    let chance = chances[signal.gate()];
    if signal.is_complemented() { 1.0 - chance } else { chance }
}

/// The ranges among the operands of a gate; `exactly` makes one.
fn ranges(circuit: &Circuit, gate: &Gate) -> Vec<Range> {
    let Gate::And(operands) = gate else { return Vec::new() };
    let mut ranges = Vec::new();
    for &upper in operands.iter().filter(|operand| operand.is_complemented()) {
        let Gate::AtLeast(less, counted) = circuit.gate(upper.gate()) else { continue };
        let lower = operands.iter().find_map(|&lower| Some((lower, at_least(circuit, lower, counted)?)));
        if let Some((lower, least)) = lower.filter(|(_, least)| least < less) {
            ranges.push(Range { operands: [lower, upper], least, less: *less, counted: counted.to_vec() });
        }
    }
    ranges
}

/// How many of the counted signals are true at least if this one is, if that is all that it says.
fn at_least(circuit: &Circuit, signal: Signal, counted: &[Signal]) -> Option<usize> {
    match circuit.gate(signal.gate()) {
        Gate::AtLeast(least, operands) if !signal.is_complemented() && **operands == *counted => Some(*least),
        Gate::And(operands) if signal.is_complemented() => {
            let some = operands.iter().map(|&operand| !operand).eq(counted.iter().copied());
            some.then_some(1)
        }
        _ => None,
    }
}

/// The chances that 0, 1, ... of independent events happen; the last is that of `most` or more.
fn counts(most: usize, events: impl Iterator<Item = f64>) -> Vec<f64> {
    let (certain, events): (Vec<f64>, Vec<f64>) =
        events.filter(|&chance| chance > 0.0).partition(|&chance| chance >= 1.0);
    let certain = certain.len().min(most);
    let mut counts = vec![0.0; most + 1];
    counts[certain] = 1.0;
    if certain == most {
        return counts;
    }
    for chance in events {
        counts[most] += counts[most - 1] * chance;
        for count in (certain + 1..most).rev() {
            counts[count] = counts[count] * (1.0 - chance) + counts[count - 1] * chance;
        }
        counts[certain] *= 1.0 - chance;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_counted() {
        assert_eq!(counts(2, [0.5, 0.5].into_iter()), [0.25, 0.5, 0.25]);
        assert_eq!(counts(2, [0.3, 1.0, 0.4, 1.0].into_iter()), [0.0, 0.0, 1.0]);
        assert_eq!(counts(2, [0.0, 1.0].into_iter()), [0.0, 1.0, 0.0]);
    }

    #[test]
    fn one_of_many_is_a_range() {
        let mut circuit = Circuit::new();
        let x = circuit.inputs(9);
        let one = circuit.exactly(1, x.iter().copied());
        let [range] = ranges(&circuit, circuit.gate(one.gate())).try_into().ok().expect("one range");
        assert_eq!((range.least, range.less, range.counted), (1, 2, x));
    }
}
