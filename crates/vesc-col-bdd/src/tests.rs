//! Lowering, counting and enumeration against the circuit's own evaluation; whole answers under other tuning numbers.

use std::ops::ControlFlow;
use std::sync::Arc;

use oxidd::{BooleanFunction, VarNo, bdd};
use proptest::prelude::*;
use vesc_col::generate::Recipe;
use vesc_col_core::{Circuit, DnfSpace, Hypothesis, Query, Run, Session, Signal, StopReason};

use crate::count::count_models;
use crate::diagrams::Diagrams;
use crate::lower::lower;
use crate::models::each_model;
use crate::options::{Lowering, SampleOrder};
use crate::session::BddSession;
use crate::tuning::Tuning;

pub(crate) const INPUTS: usize = 6;

pub(crate) fn diagrams(nodes: usize) -> Diagrams {
    diagrams_with(nodes, &Tuning::DEFAULT)
}

fn diagrams_with(nodes: usize, tuning: &'static Tuning) -> Diagrams {
    let diagrams = Diagrams::new(bdd::new_manager(nodes, 1 << 10, 1), nodes, nodes / 2, tuning);
    diagrams.reserve_levels(INPUTS as VarNo);
    diagrams
}

/// Compares a signal's diagram, its count and its models with the circuit's own evaluation.
fn check(diagrams: &Diagrams, circuit: &Circuit, output: Signal, levels: &[VarNo]) {
    let function = lower(diagrams, circuit, output, levels, &Run::new()).unwrap();
    let mut expected = Vec::new();
    for code in 0..1usize << INPUTS {
        // In the order of the variables, the first weighing most: the order of the enumeration.
        let variables: Vec<bool> = (0..INPUTS).map(|variable| code >> (INPUTS - 1 - variable) & 1 == 1).collect();
        let inputs: Vec<bool> = levels.iter().map(|&level| variables[level as usize]).collect();
        let value = circuit.eval(output, &inputs);
        assert_eq!(function.eval((0..).zip(variables.iter().copied())), value, "{circuit:?} {output:?} {variables:?}");
        if value {
            expected.push(variables);
        }
    }
    let count = count_models(&function, &[0, 1, 2, 3, 4, 5], 1 << 10, &Run::new()).unwrap();
    assert_eq!(count, expected.len().into());
    let mut models = Vec::new();
    let broken = each_model(&function, &[0, 1, 2, 3, 4, 5], None, |bits| {
        models.push(bits.to_vec());
        ControlFlow::<()>::Continue(())
    });
    assert_eq!((broken, &models), (None, &expected));
    // From anywhere on.
    for code in [0, 1, 21, 62, 63usize] {
        let after: Vec<bool> = (0..INPUTS).map(|variable| code >> (INPUTS - 1 - variable) & 1 == 1).collect();
        models.clear();
        each_model(&function, &[0, 1, 2, 3, 4, 5], Some(&after), |bits| {
            models.push(bits.to_vec());
            ControlFlow::<()>::Continue(())
        });
        assert!(models.iter().eq(expected.iter().filter(|model| **model > after)), "after {after:?}");
    }
}

#[test]
fn constants_and_inputs() {
    let diagrams = diagrams(1 << 10);
    let mut circuit = Circuit::new();
    let x = circuit.inputs(INPUTS);
    for signal in [Signal::FALSE, Signal::TRUE, x[0], !x[0], x[5], !x[5]] {
        check(&diagrams, &circuit, signal, &[0, 1, 2, 3, 4, 5]);
        check(&diagrams, &circuit, signal, &[3, 1, 5, 2, 0, 4]);
    }
}

#[test]
fn gates_over_literals_of_every_polarity() {
    let diagrams = diagrams(1 << 12);
    for polarity in 0..1usize << INPUTS {
        for threshold in 0..=INPUTS + 1 {
            let mut circuit = Circuit::new();
            let x = circuit.inputs(INPUTS);
            let literals = x.iter().enumerate().map(|(i, signal)| signal.complement_if(polarity >> i & 1 == 1));
            // The first operand twice: it counts for two.
            let output = circuit.at_least(threshold, literals.chain([x[0]]));
            check(&diagrams, &circuit, output, &[0, 1, 2, 3, 4, 5]);
            check(&diagrams, &circuit, !output, &[5, 0, 4, 1, 3, 2]);
        }
    }
}

#[test]
fn a_full_table_is_a_result() {
    let diagrams = diagrams(12);
    let mut circuit = Circuit::new();
    let x = circuit.inputs(INPUTS);
    let majority = circuit.at_least(3, x.iter().copied());
    let levels = [0, 1, 2, 3, 4, 5];
    assert_eq!(lower(&diagrams, &circuit, majority, &levels, &Run::new()).err(), Some(StopReason::Memory));
    // Nothing of the attempt stays.
    let all = circuit.and(x.iter().copied());
    check(&diagrams, &circuit, all, &levels);
}

#[test]
fn a_cancelled_run_ends_a_lowering() {
    let mut circuit = Circuit::new();
    let x = circuit.inputs(INPUTS);
    let all = circuit.and(x.iter().copied());
    let run = Run::new();
    run.cancel_token().cancel();
    let lowered = lower(&diagrams(1 << 10), &circuit, all, &[0, 1, 2, 3, 4, 5], &run);
    assert_eq!(lowered.err(), Some(StopReason::Cancelled));
}

#[test]
fn answers_do_not_depend_on_the_tuning() {
    for (terms, positives, negatives) in [(vec![2, 2], 4, 12), (vec![2, 1, 1], 12, 8), (vec![1, 2], 1, 6)] {
        let (data, _) = Recipe { features: 5, terms, positives, negatives, seed: 3 }.make().unwrap();
        for lowering in [Lowering::Auto, Lowering::Circuit] {
            let session = |tuning| BddSession::new(Arc::clone(&data), SampleOrder::Paper, lowering).with_tuning(tuning);
            let [mut small, mut usual] = [&Tuning::SMALL, &Tuning::DEFAULT].map(session);
            for (literals, terms) in [(2, 1), (3, 2), (4, 2), (4, 3), (5, 3)] {
                let query = Query::new(Arc::new(DnfSpace::new(5, literals, terms))).with_list_limit(usize::MAX);
                let [small, usual] =
                    [&mut small, &mut usual].map(|session| session.measure(&query, &Run::new()).unwrap());
                assert!(usual.concepts.is_exact() && usual.stopped.is_none());
                assert_eq!((small.concepts, small.formulas), (usual.concepts, usual.formulas));
                let written =
                    |found: &[Arc<dyn Hypothesis>]| -> Vec<String> { found.iter().map(ToString::to_string).collect() };
                assert_eq!(written(&small.hypotheses), written(&usual.hypotheses), "{literals}, {terms}, {lowering:?}");
            }
        }
    }
}

/// One gate, `and` or `at least n`, over signals made before it, each perhaps complemented.
type RandomGate = (Option<usize>, Vec<(prop::sample::Index, bool)>);

fn gates() -> impl Strategy<Value = Vec<RandomGate>> {
    let operands = prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..6);
    prop::collection::vec((prop::option::of(0..6usize), operands), 1..12)
}

proptest! {
    #[test]
    fn random_circuits(gates in gates(), levels in Just([0, 1, 2, 3, 4, 5]).prop_shuffle()) {
        let mut circuit = Circuit::new();
        let mut signals = circuit.inputs(INPUTS);
        for (threshold, operands) in gates {
            let operands: Vec<Signal> =
                operands.iter().map(|(index, complement)| index.get(&signals).complement_if(*complement)).collect();
            signals.push(match threshold {
                None => circuit.and(operands),
                Some(threshold) => circuit.at_least(threshold, operands),
            });
        }
        // By operations of oxidd, and by ours.
        for tuning in [&Tuning::DEFAULT, &Tuning::SMALL] {
            check(&diagrams_with(1 << 12, tuning), &circuit, signals[signals.len() - 1], &levels);
        }
    }
}
