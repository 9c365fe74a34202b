//! Every file says of every bit string what the sub-space says.

mod readers;

use std::sync::Arc;

use vesc_col_core::{Circuit, DnfSpace, Signal, SubSpace};
use vesc_col_export::Constraint;
use vesc_col_spaces::{CnfSpace, ListSpace, ObddSpace, ParitySpace, ThresholdSpace, TreeSpace};
use vesc_col_testkit::Instance;

fn spaces() -> Vec<Arc<dyn SubSpace>> {
    vec![
        Arc::new(DnfSpace::new(3, 3, 2)),
        Arc::new(CnfSpace::new(3, 2, 2)),
        Arc::new(ThresholdSpace::new(4, 3, 2)),
        Arc::new(ParitySpace::new(5, 3)),
        Arc::new(ListSpace::new(3, 2)),
        Arc::new(TreeSpace::new(3, 2)),
        Arc::new(ObddSpace::new(3, 2)),
        // No members, and no bits.
        Arc::new(DnfSpace::new(3, 2, 3)),
    ]
}

/// What the sub-space itself says about one string of bits.
fn is_consistent(space: &dyn SubSpace, instance: &Instance, bits: &[bool]) -> bool {
    let mut circuit = Circuit::new();
    let h: Vec<Signal> = bits.iter().map(|&bit| bit.into()).collect();
    let mut fits = |&(row, label): &(u128, bool)| {
        let x: Vec<Signal> = (0..space.features()).map(|i| Signal::from(row >> i & 1 == 1)).collect();
        space.predict(&mut circuit, &h, &x) == Signal::from(label)
    };
    instance.rows().iter().all(&mut fits) && space.member(&mut circuit, &h) == Signal::TRUE
}

fn written(write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("memory takes it");
    bytes
}

fn text(write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> String {
    String::from_utf8(written(write)).expect("text")
}

#[test]
fn every_format_says_what_the_sub_space_says() {
    let rows: [&[(u128, bool)]; 3] =
        [&[], &[(0b001, true), (0b110, false)], &[(0b011, true), (0b101, true), (0b000, false)]];
    for space in spaces() {
        for rows in rows {
            let instance = Instance::new(space.features(), rows.iter().copied());
            let constraint = Constraint::new(&*space, &instance.dataset()).expect("they suit each other");
            let ascii = text(|to| constraint.write_aiger_ascii(to));
            let binary = written(|to| constraint.write_aiger(to));
            let dimacs = text(|to| constraint.write_dimacs(to));
            let blif = text(|to| constraint.write_blif(to));
            let verilog = text(|to| constraint.write_verilog(to));
            for number in 0..1u64 << space.width() {
                let bits: Vec<bool> = (0..space.width()).map(|bit| number >> bit & 1 == 1).collect();
                let expected = is_consistent(&*space, &instance, &bits);
                let check =
                    |format: &str, got: bool| assert_eq!(got, expected, "{format}, {space:?}, {instance}, {bits:?}");
                check("circuit", constraint.circuit().eval(constraint.output(), &bits));
                // To read a file takes long; all that is consistent is tried, and a part of the rest.
                if !expected && number % 7 != 0 {
                    continue;
                }
                check("aag", readers::aiger_ascii(&ascii, &bits));
                check("aig", readers::aiger(&binary, &bits));
                check("dimacs", readers::dimacs(&dimacs, &bits));
                check("blif", readers::blif(&blif, &bits));
                check("verilog", readers::verilog(&verilog, &bits));
            }
        }
    }
}

#[test]
fn the_data_must_suit_the_sub_space() {
    let data = Instance::new(4, [(0b1, true)]).dataset();
    assert!(Constraint::new(&ParitySpace::new(5, 3), &data).is_err());
}
