//! Clauses against the circuits' own meaning.

use std::collections::BTreeSet;

use proptest::prelude::*;
use vesc_col_core::{Circuit, Run, Signal};

use super::Encoder;
use crate::encoded_circuit::EncodedCircuit;
use crate::encoding::{Counter, SatEncoding};
use crate::{Backend, Lit, Varisat};

fn encodings() -> impl Iterator<Item = SatEncoding> {
    [Counter::Sequential, Counter::Totalizer].into_iter().flat_map(|counter| {
        [false, true].map(|equivalences| SatEncoding { counter, equivalences, ..SatEncoding::default() })
    })
}

/// The inputs' values in all models of the asserted signals, found by blocking each; panics if one is found twice.
fn models(
    encoding: SatEncoding,
    width: usize,
    build: impl Fn(&mut Circuit, &[Signal]) -> Vec<Signal>,
    guarded: bool,
) -> BTreeSet<Vec<bool>> {
    let run = Run::new();
    let mut encoder = Encoder::new(Varisat.open(&run), encoding, &run);
    let guard = guarded.then(|| encoder.variable().unwrap());
    let inputs = encoder.variables(width).unwrap();
    // One encoded for each signal: symbols are shared between circuits.
    for index in 0..build(&mut Circuit::new(), &vec![Signal::TRUE; width]).len() {
        let mut encoded = EncodedCircuit::default();
        let signals = encoded.inputs(&inputs);
        let asserted = build(&mut encoded.circuit, &signals)[index];
        encoder.assert(&mut encoded, asserted, guard).unwrap();
    }
    let mut found = BTreeSet::new();
    while encoder.solve(guard.as_slice()).unwrap() {
        let model: Vec<bool> = inputs.iter().map(|&input| encoder.value(input)).collect();
        let clause: Vec<Lit> = inputs.iter().zip(&model).map(|(&input, &value)| input.negate_if(value)).collect();
        encoder.clause(&clause).unwrap();
        assert!(found.insert(model), "a blocked model came back");
    }
    if let Some(guard) = guard {
        // Nothing is asserted without the guard but the blocking clauses.
        assert_eq!(encoder.solve(&[!guard]).unwrap(), found.len() < 1 << width);
    }
    found
}

fn check(width: usize, build: impl Fn(&mut Circuit, &[Signal]) -> Vec<Signal>) {
    let mut circuit = Circuit::new();
    let inputs = circuit.inputs(width);
    let asserted = build(&mut circuit, &inputs);
    let assignments = (0..1usize << width).map(|code| (0..width).map(|i| code >> i & 1 == 1).collect::<Vec<bool>>());
    let expected: BTreeSet<Vec<bool>> =
        assignments.filter(|values| asserted.iter().all(|&signal| circuit.eval(signal, values))).collect();
    for encoding in encodings() {
        for guarded in [false, true] {
            assert_eq!(models(encoding, width, &build, guarded), expected, "{encoding:?}");
        }
    }
}

#[test]
fn constants() {
    for value in [false, true] {
        check(0, |_, _| vec![Signal::from(value)]);
        check(2, |_, _| vec![Signal::from(value)]);
    }
}

#[test]
fn each_kind_of_gate_at_the_top_and_below() {
    check(3, |c, x| vec![c.and([x[0], !x[1], x[2]])]);
    check(3, |c, x| vec![c.or([x[0], !x[1], x[2]])]);
    check(3, |c, x| vec![c.ite(x[0], x[1], x[2])]);
    check(3, |c, x| {
        let parity = c.xor(x[0], x[1]);
        vec![c.xor(parity, x[2])]
    });
    check(4, |c, x| {
        let majority = c.at_least(2, x[..3].iter().copied());
        vec![c.iff(majority, x[3])]
    });
}

#[test]
fn counts_of_every_size() {
    for n in 0..=6 {
        for count in 0..=n + 1 {
            check(n, |c, x| vec![c.exactly(count, x.iter().copied())]);
            check(n, |c, x| vec![c.at_least(count, x.iter().copied())]);
            check(n, |c, x| vec![c.at_most(count, x.iter().copied())]);
        }
    }
}

#[test]
fn counts_of_repeated_operands() {
    for threshold in 0..=6 {
        check(3, |c, x| vec![c.at_least(threshold, [x[0], x[0], x[1], !x[2], x[1], x[0]])]);
    }
}

#[test]
fn thresholds_over_the_same_operands_share_their_sums() {
    for counter in [Counter::Sequential, Counter::Totalizer] {
        let run = Run::new();
        let encoding = SatEncoding { counter, ..SatEncoding::default() };
        let mut encoder = Encoder::new(Varisat.open(&run), encoding, &run);
        let operands = encoder.variables(8).unwrap();
        let four = encoder.at_least(4, operands.clone()).unwrap();
        let five = encoder.at_least(5, operands.clone()).unwrap();
        assert_ne!(four, five);
        let before = encoder.variable().unwrap();
        assert_eq!(encoder.at_least(4, operands.clone()).unwrap(), four);
        assert_eq!(encoder.variable().unwrap().var().index(), before.var().index() + 1);
        assert_eq!(encoder.networks.len(), 1);
    }
}

#[test]
fn a_circuit_as_deep_as_it_is_long_needs_no_stack() {
    let run = Run::new();
    let mut encoder = Encoder::new(Varisat.open(&run), SatEncoding::default(), &run);
    let inputs = encoder.variables(2).unwrap();
    let mut encoded = EncodedCircuit::default();
    let x = encoded.inputs(&inputs);
    let deep = (0..200_000).fold(x[0], |deep, i| {
        let operand = if i % 2 == 0 { x[1] } else { !x[1] };
        if i % 2 == 0 { encoded.circuit.or([deep, operand]) } else { encoded.circuit.and([deep, !operand]) }
    });
    let output = encoded.circuit.and([deep, x[0]]);
    encoder.assert(&mut encoded, output, None).unwrap();
    assert!(encoder.solve(&[]).unwrap());
}

/// A gate by two operands' positions among the signals so far, which of them are complemented, and its kind.
type Recipe = (usize, usize, usize, u8, u8);

fn random_circuit(circuit: &mut Circuit, inputs: &[Signal], recipes: &[Recipe]) -> Vec<Signal> {
    let mut signals = inputs.to_vec();
    for &(a, b, c, complements, kind) in recipes {
        let pick = |index: usize, bit: u8| signals[index % signals.len()].complement_if(complements >> bit & 1 == 1);
        let operands = [pick(a, 0), pick(b, 1), pick(c, 2)];
        let signal = match kind % 5 {
            0 => circuit.and(operands),
            1 => circuit.or(operands),
            2 => circuit.xor(operands[0], operands[1]),
            3 => circuit.at_least(2, signals.iter().copied().take(5)),
            _ => circuit.exactly(2, operands.into_iter().chain(signals.iter().copied().rev().take(3))),
        };
        signals.push(signal);
    }
    signals.split_off(signals.len() - 2)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_circuits(
        width in 1usize..6,
        recipes in proptest::collection::vec(any::<Recipe>(), 2..12),
    ) {
        check(width, |circuit, inputs| random_circuit(circuit, inputs, &recipes));
    }
}
