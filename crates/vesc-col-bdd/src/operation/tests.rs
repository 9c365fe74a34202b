//! The operations against oxidd's own.

use oxidd::bdd::{self, BDDFunction};
use oxidd::{BooleanFunction, BooleanFunctionQuant, BooleanOperator, VarNo};
use proptest::prelude::*;
use vesc_col_core::{Run, StopReason};

use super::{and_exists, ite};
use crate::diagrams::Diagrams;
use crate::tests::{INPUTS, diagrams};
use crate::tuning::Tuning;

/// Few results, so that one generation follows the other.
const REMEMBERED: usize = Tuning::SMALL.remembered_results;

/// The function with this truth table, the first variable weighing least.
fn of_table(diagrams: &Diagrams, table: u64) -> BDDFunction {
    let mut rows: Vec<BDDFunction> = (0..1 << INPUTS).map(|row| diagrams.constant(table >> row & 1 == 1)).collect();
    for variable in (0..INPUTS as VarNo).rev() {
        let literal = diagrams.literal(variable, true).unwrap();
        let half = 1 << variable;
        rows = (0..half).map(|row| literal.ite(&rows[row + half], &rows[row]).unwrap()).collect();
    }
    rows.swap_remove(0)
}

#[test]
fn the_operation_for_large_diagrams_stops_and_gives_back_what_it_took() {
    // One more variable and all of it is full.
    let diagrams = diagrams(20);
    let parity = (1..INPUTS as VarNo).try_fold(diagrams.literal(0, true).unwrap(), |parity, variable| {
        let literal = diagrams.literal(variable, true).ok()?;
        literal.ite(&parity.not().ok()?, &parity).ok()
    });
    drop(parity);
    diagrams.collect();
    let a = diagrams.literal(0, true).unwrap();
    let b = diagrams.literal(5, true).unwrap();
    for _ in 0..100 {
        let _ = ite(&a, &b, &diagrams.constant(false), REMEMBERED, &Run::new()).unwrap();
    }
    diagrams.collect();
    assert!(diagrams.nodes() <= 2, "{} nodes are kept", diagrams.nodes());
    let tiny = Diagrams::new(bdd::new_manager(7, 1 << 10, 1), 7, 3, &Tuning::DEFAULT);
    tiny.reserve_levels(INPUTS as VarNo);
    let mut all = tiny.literal(0, true).unwrap();
    let mut failed = false;
    for variable in 1..INPUTS as VarNo {
        let Ok(literal) = tiny.literal(variable, true) else { return };
        match ite(&all, &literal, &tiny.constant(false), REMEMBERED, &Run::new()) {
            Ok(more) => all = more,
            Err(reason) => {
                assert_eq!(reason, StopReason::Memory);
                failed = true;
                break;
            }
        }
    }
    drop(all);
    tiny.collect();
    assert!(failed && tiny.nodes() <= 2);
}

#[test]
fn a_stop_ends_an_operation_at_its_next_look() {
    let levels = 40;
    let diagrams = Diagrams::new(bdd::new_manager(1 << 16, 1 << 10, 1), 1 << 16, 1 << 15, &Tuning::DEFAULT);
    diagrams.reserve_levels(levels);
    // The upper half of the variables equals the lower half: 2^20 nodes.
    let literal = |level| diagrams.literal(level, true).unwrap();
    let equal = |level| literal(level).equiv(&literal(level + levels / 2)).unwrap();
    let run = Run::new();
    run.cancel_token().cancel();
    let mut all = diagrams.constant(true);
    for level in 0..levels / 2 {
        match and_exists(&all, &equal(level), &[], REMEMBERED, &run) {
            Ok(more) => all = more,
            Err(reason) => return assert_eq!(reason, StopReason::Cancelled),
        }
    }
    panic!("more than a million steps without a look at the run");
}

proptest! {
    /// The operation for large diagrams against oxidd's own.
    #[test]
    fn ite_of_random_functions(tables in any::<[u64; 3]>(), same in 0..4usize, constant in any::<bool>()) {
        let diagrams = diagrams(1 << 12);
        let mut functions = tables.map(|table| of_table(&diagrams, table));
        match same {
            0 => functions[1] = functions[0].clone(),
            1 => functions[2] = functions[0].clone(),
            2 => functions[2] = diagrams.constant(constant),
            _ => {}
        }
        let [condition, consequence, alternative] = &functions;
        let expected = condition.ite(consequence, alternative).unwrap();
        prop_assert!(ite(condition, consequence, alternative, REMEMBERED, &Run::new()).unwrap() == expected);
        // The cases of the conjunction, with its operands in either order.
        let none = diagrams.constant(false);
        let both = condition.and(consequence).unwrap();
        prop_assert!(ite(condition, consequence, &none, REMEMBERED, &Run::new()).unwrap() == both);
        prop_assert!(ite(consequence, condition, &none, REMEMBERED, &Run::new()).unwrap() == both);
    }

    #[test]
    fn relational_products_of_random_functions(tables in any::<[u64; 2]>(), subset in 0..1usize << INPUTS) {
        let diagrams = diagrams(1 << 12);
        let quantified: Vec<VarNo> = (0..INPUTS as VarNo).filter(|&variable| subset >> variable & 1 == 1).collect();
        let cube = quantified.iter().fold(diagrams.constant(true), |cube, &variable| {
            cube.and(&diagrams.literal(variable, true).unwrap()).unwrap()
        });
        // One of them speaks of nothing that is quantified.
        let part = of_table(&diagrams, tables[0]).exists(&cube).unwrap();
        let relation = of_table(&diagrams, tables[1]);
        let expected = part.apply_exists(BooleanOperator::And, &relation, &cube).unwrap();
        prop_assert!(and_exists(&part, &relation, &quantified, REMEMBERED, &Run::new()).unwrap() == expected);
        drop((part, relation, cube, expected));
        diagrams.collect();
        prop_assert!(diagrams.nodes() == 0, "{} nodes are kept", diagrams.nodes());
    }
}
