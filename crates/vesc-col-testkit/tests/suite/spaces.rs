//! The check of sub-spaces passes sound ones and catches broken ones.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use vesc_col_core::{Circuit, Complexity, DnfSpace, Hypothesis, Signal, SubSpace};
use vesc_col_testkit::{PairSpace, ParitySpace, ThresholdSpace, check_keys, check_space, conformance_space};

conformance_space!(
    ParitySpace::new(5, 2),
    ParitySpace::new(4, 0),
    ThresholdSpace::new(5, 3, 2),
    ThresholdSpace::new(4, 2, 0),
    ThresholdSpace::new(4, 2, 3),
    PairSpace::new(4),
);

#[test]
fn dnf_spaces_keep_their_promises() {
    for features in 1..=3 {
        for terms in 0..=3 {
            for literals in 0..=features * terms + 1 {
                check_space(&DnfSpace::new(features, literals, terms));
            }
        }
    }
    for (features, literals, terms) in [(2, 4, 4), (4, 4, 2), (5, 3, 2), (6, 6, 1)] {
        check_space(&DnfSpace::new(features, literals, terms));
    }
}

/// What is wrong with a [`BrokenSpace`].
#[derive(Clone, Copy, Debug)]
enum Defect {
    None,
    CountsASetTwice,
    ForgetsAFeature,
    IsNotCanonical,
    LeavesTheSubSpace,
    EvaluatesOtherwise,
    FoldsWrongly,
    PromisesTooMuch,
    HasTheKeyOfAnother,
    ChangesItsKey,
    CannotBeEncoded,
}

/// Ordered pairs as [`PairSpace`], with one free bit more.
#[derive(Clone, Copy, Debug)]
struct BrokenSpace(Defect);

const PAIRS: usize = 3;

impl SubSpace for BrokenSpace {
    fn features(&self) -> usize {
        PAIRS
    }

    fn width(&self) -> usize {
        2 * PAIRS + 1
    }

    fn key(&self) -> Option<String> {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        match self.0 {
            Defect::HasTheKeyOfAnother => PairSpace::new(PAIRS).key(),
            Defect::ChangesItsKey => Some(CALLS.fetch_add(1, Ordering::Relaxed).to_string()),
            _ => None,
        }
    }

    fn validate(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        if matches!(self.0, Defect::CannotBeEncoded) { Err("as told".into()) } else { Ok(()) }
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        let pair = PairSpace::new(PAIRS).member(circuit, &h[..2 * PAIRS]);
        match self.0 {
            Defect::CountsASetTwice => pair,
            _ => circuit.and([pair, !h[2 * PAIRS]]),
        }
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        let predict = PairSpace::new(PAIRS).predict(circuit, &h[..2 * PAIRS], x);
        match self.0 {
            Defect::ForgetsAFeature => circuit.and([predict, x[0]]),
            // Right only while the sample is constant.
            Defect::FoldsWrongly if x[0].constant().is_none() => Signal::TRUE,
            _ => predict,
        }
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("features", 2)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        let space: &dyn SubSpace = match self.0 {
            Defect::EvaluatesOtherwise => return ThresholdSpace::new(6, 2, 1).decode(&bits[..6]),
            _ => &PairSpace::new(PAIRS),
        };
        space.decode(&bits[..2 * PAIRS])
    }

    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        let mut canonical = match self.0 {
            Defect::IsNotCanonical => bits[..2 * PAIRS].to_vec(),
            _ => PairSpace::new(PAIRS).canonical(&bits[..2 * PAIRS]),
        };
        canonical.push(matches!(self.0, Defect::LeavesTheSubSpace));
        canonical
    }

    fn formulas_are_concepts(&self) -> bool {
        matches!(self.0, Defect::PromisesTooMuch)
    }
}

#[test]
fn broken_spaces_are_caught() {
    check_space(&BrokenSpace(Defect::None));
    for defect in [
        Defect::CountsASetTwice,
        Defect::ForgetsAFeature,
        Defect::IsNotCanonical,
        Defect::LeavesTheSubSpace,
        Defect::EvaluatesOtherwise,
        Defect::FoldsWrongly,
        Defect::PromisesTooMuch,
        Defect::ChangesItsKey,
        Defect::CannotBeEncoded,
    ] {
        let caught = catch_unwind(AssertUnwindSafe(|| check_space(&BrokenSpace(defect))));
        assert!(caught.is_err(), "{defect:?} is not caught");
    }
}

#[test]
fn keys_of_other_spaces_are_caught() {
    let spaces: [&dyn SubSpace; 3] = [&PairSpace::new(PAIRS), &PairSpace::new(4), &BrokenSpace(Defect::None)];
    check_keys(&spaces);
    let caught = catch_unwind(|| check_keys(&[&PairSpace::new(PAIRS), &BrokenSpace(Defect::HasTheKeyOfAnother)]));
    assert!(caught.is_err());
}

#[test]
#[should_panic(expected = "cannot be tried out")]
fn large_spaces_are_not_tried_out() {
    check_space(&DnfSpace::new(100, 5, 2));
}
