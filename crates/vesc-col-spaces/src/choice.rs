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

/// The bits that choose this one of so many.
pub(crate) fn one_hot(position: usize, count: usize) -> impl Iterator<Item = bool> {
    (0..count).map(move |i| i == position)
}
