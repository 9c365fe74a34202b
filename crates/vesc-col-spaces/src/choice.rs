//! One of several, as one bit each.

use vesc_col_core::{Circuit, Signal};

/// The value of the chosen one: `bits` choose one of `values`, and where none is chosen it is false.
pub(crate) fn chosen(circuit: &mut Circuit, bits: &[Signal], values: &[Signal]) -> Signal {
    let held: Vec<Signal> = bits.iter().zip(values).map(|(&bit, &value)| circuit.and([bit, value])).collect();
    circuit.or(held)
}

/// Which one these constant bits choose.
pub(crate) fn position(bits: &[bool]) -> Option<usize> {
    bits.iter().position(|&bit| bit)
}

/// The bits that choose `position` out of `count`.
pub(crate) fn one_hot(position: usize, count: usize) -> impl Iterator<Item = bool> {
    (0..count).map(move |i| i == position)
}

/// For each position whether the chosen one stands there or before.
pub(crate) fn reached(circuit: &mut Circuit, bits: &[Signal]) -> Vec<Signal> {
    let mut so_far = Signal::FALSE;
    let reach = |&bit: &Signal| {
        so_far = circuit.or([so_far, bit]);
        so_far
    };
    bits.iter().map(reach).collect()
}

/// Whether the choice that has [`reached`] so far stands before the other one.
///
/// Says the same as a comparison of bit strings. In a decision diagram the bits of one choice may all lie above those
/// of the other. A comparison would then remember every bit, and this remembers only how far the choice has reached.
pub(crate) fn precedes(circuit: &mut Circuit, reached: &[Signal], other: &[Signal]) -> Signal {
    let before = std::iter::once(&Signal::FALSE).chain(reached);
    let implied: Vec<Signal> =
        other.iter().zip(before).map(|(&there, &before)| circuit.implies(there, before)).collect();
    circuit.and(implied)
}

/// Whether it stands before the other one, or at the same place.
pub(crate) fn precedes_or_equals(circuit: &mut Circuit, reached: &[Signal], other: &[Signal]) -> Signal {
    let implied: Vec<Signal> =
        other.iter().zip(reached).map(|(&there, &so_far)| circuit.implies(there, so_far)).collect();
    circuit.and(implied)
}
