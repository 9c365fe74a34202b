//! A hypothesis language of one's own: "these two signals differ, while that one holds".
//!
//! Disagreeing configuration bits on the two sides of a link are a common cause of errors, and a DNF needs two terms for one.
//! What a language takes is here from the first line to the last: a type for its hypotheses, and a sub-space with two circuits.

use std::fmt;

use vesc_col::data::Sample;
use vesc_col::sub_space::{Circuit, Complexity, Signal};
use vesc_col::{Features, Hypothesis, SubSpace};

/// `a != b`, or `a != b while c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The two features that differ, in ascending order.
    pub pair: (usize, usize),
    /// The feature that must hold too, if any: neither of the two.
    pub guard: Option<usize>,
}

impl Mismatch {
    fn write(&self, f: &mut fmt::Formatter<'_>, name: impl Fn(usize) -> String) -> fmt::Result {
        write!(f, "{} != {}", name(self.pair.0), name(self.pair.1))?;
        self.guard.map_or(Ok(()), |guard| write!(f, " while {}", name(guard)))
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |feature| format!("x{feature}"))
    }
}

impl Hypothesis for Mismatch {
    fn accepts(&self, sample: &Sample) -> bool {
        sample[self.pair.0] != sample[self.pair.1] && self.guard.is_none_or(|guard| sample[guard])
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, |feature| features.name(feature).to_owned())
    }

    fn order_key(&self) -> Vec<u32> {
        [Some(self.pair.0), Some(self.pair.1), self.guard].into_iter().flatten().map(|feature| feature as u32).collect()
    }
}

/// All mismatches, with or without a guard.
#[derive(Clone, Copy, Debug)]
pub struct MismatchSpace {
    features: usize,
    guarded: bool,
}

impl MismatchSpace {
    /// The mismatches over `features` features.
    pub fn new(features: usize, guarded: bool) -> MismatchSpace {
        MismatchSpace { features, guarded }
    }

    /// From simple to complex.
    pub fn all(features: usize) -> [MismatchSpace; 2] {
        [false, true].map(|guarded| MismatchSpace::new(features, guarded))
    }
}

/// Two bits for each feature: it is one of the pair, it is the guard. The pair is a set of two, so that `a != b` and `b != a`
/// are one member; no two members are one function, so that `canonical` can stay as it is,
/// and a count of formulas is |VS|.
impl SubSpace for MismatchSpace {
    fn features(&self) -> usize {
        self.features
    }

    fn key(&self) -> Option<String> {
        // Two sub-spaces with one key are one, in every version of this crate.
        Some(format!("mismatch features={} guarded={}", self.features, self.guarded))
    }

    fn width(&self) -> usize {
        2 * self.features
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        let pair = circuit.exactly(2, h.iter().copied().step_by(2));
        let guards = circuit.exactly(usize::from(self.guarded), h.iter().copied().skip(1).step_by(2));
        let apart: Vec<Signal> = h.chunks_exact(2).map(|bits| !circuit.and([bits[0], bits[1]])).collect();
        let apart = circuit.and(apart);
        circuit.and([pair, guards, apart])
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        // Of a pair that differs exactly one is true.
        let held: Vec<Signal> = h.chunks_exact(2).zip(x).map(|(bits, &x)| circuit.and([bits[0], x])).collect();
        let differ = circuit.exactly(1, held);
        let guarded: Vec<Signal> = h.chunks_exact(2).zip(x).map(|(bits, &x)| circuit.implies(bits[1], x)).collect();
        let guarded = circuit.and(guarded);
        circuit.and([differ, guarded])
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("features", 2 + u64::from(self.guarded))])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        let mut pair = (0..self.features).filter(|&feature| bits[2 * feature]);
        let pair = pair.next().zip(pair.next()).expect("a member has a pair");
        Box::new(Mismatch { pair, guard: (0..self.features).find(|&feature| bits[2 * feature + 1]) })
    }

    fn formulas_are_concepts(&self) -> bool {
        true
    }
}
