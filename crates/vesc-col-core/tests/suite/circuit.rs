//! Gates by their truth tables, and the normal form that makes equal constraints the same gate.

use vesc_col_core::{Circuit, Gate, Signal};

/// Constants, two inputs and their complements.
fn operands(circuit: &mut Circuit) -> Vec<Signal> {
    let inputs = circuit.inputs(2);
    let mut all = vec![Signal::FALSE, Signal::TRUE];
    for input in inputs {
        all.extend([input, !input]);
    }
    all
}

/// All lists of so many signals.
fn lists(signals: &[Signal], length: usize) -> Vec<Vec<Signal>> {
    (0..length).fold(vec![Vec::new()], |lists, _| {
        let longer =
            |list: &Vec<Signal>| signals.iter().map(|&signal| [&list[..], &[signal]].concat()).collect::<Vec<_>>();
        lists.iter().flat_map(longer).collect()
    })
}

const ASSIGNMENTS: [[bool; 2]; 4] = [[false, false], [false, true], [true, false], [true, true]];

#[test]
fn counting_gates_of_all_lists_of_four_operands() {
    let mut circuit = Circuit::new();
    let signals = operands(&mut circuit);
    for length in 0..=4 {
        for list in lists(&signals, length) {
            for threshold in 0..=length + 1 {
                let at_least = circuit.at_least(threshold, list.iter().copied());
                let at_most = circuit.at_most(threshold, list.iter().copied());
                let exactly = circuit.exactly(threshold, list.iter().copied());
                for values in ASSIGNMENTS {
                    let ones = list.iter().filter(|&&signal| circuit.eval(signal, &values)).count();
                    let found = [at_least, at_most, exactly].map(|output| circuit.eval(output, &values));
                    assert_eq!(
                        found,
                        [ones >= threshold, ones <= threshold, ones == threshold],
                        "{threshold} of {list:?}"
                    );
                }
            }
            // Bounds that are none, or all: the gates that say so.
            let (one, all) =
                (circuit.at_least(1, list.iter().copied()), circuit.at_least(length, list.iter().copied()));
            assert_eq!(one, circuit.or(list.iter().copied()), "{list:?}");
            assert_eq!(all, circuit.and(list.iter().copied()), "{list:?}");
            assert_eq!(circuit.at_least(length + 1, list.iter().copied()), Signal::FALSE);
        }
    }
}

#[test]
fn gates_of_two_and_three_operands() {
    let mut circuit = Circuit::new();
    let signals = operands(&mut circuit);
    for list in lists(&signals, 3) {
        let [a, b, c] = list[..] else { unreachable!("three of them") };
        let outputs = [circuit.xor(a, b), circuit.iff(a, b), circuit.implies(a, b), circuit.ite(a, b, c)];
        for values in ASSIGNMENTS {
            let [x, y, z] = [a, b, c].map(|signal| circuit.eval(signal, &values));
            let found = outputs.map(|output| circuit.eval(output, &values));
            assert_eq!(found, [x != y, x == y, !x || y, if x { y } else { z }], "{list:?}");
        }
    }
    let (a, b) = (signals[2], signals[4]);
    assert_eq!([circuit.xor(a, a), circuit.ite(b, a, a)], [Signal::FALSE, a], "no gate says what is known");
}

/// What [`Gate`] promises of the operands of every gate.
#[test]
fn every_gate_is_in_normal_form() {
    let mut circuit = Circuit::new();
    let signals = operands(&mut circuit);
    for list in lists(&signals, 4) {
        for threshold in 0..=5 {
            circuit.at_least(threshold, list.iter().copied());
        }
    }
    for position in 0..circuit.gate_count() {
        let sorted =
            |operands: &[Signal]| operands.is_sorted() && operands.iter().all(|operand| operand.gate() < position);
        let opposite = |operands: &[Signal]| operands.iter().any(|&operand| operands.contains(&!operand));
        match circuit.gate(position) {
            Gate::And(operands) => {
                assert!(sorted(operands) && !opposite(operands) && operands.len() > 1, "{operands:?}");
                assert!(operands.windows(2).all(|pair| pair[0] != pair[1]) && operands[0].constant().is_none());
            }
            Gate::AtLeast(threshold, operands) => {
                assert!(sorted(operands) && !opposite(operands) && operands[0].constant().is_none(), "{operands:?}");
                assert!((2..operands.len()).contains(threshold), "{threshold} of {operands:?}");
            }
            _ => {}
        }
    }
    assert_eq!(circuit.input_count(), 2);
    assert!(circuit.gate_count() > 2 + 1, "there is something to look at");
}

#[test]
fn constants_are_known_as_such() {
    let x = Circuit::default().inputs(1)[0];
    assert_eq!([Signal::FALSE, Signal::TRUE, x, !x].map(Signal::constant), [Some(false), Some(true), None, None]);
}
