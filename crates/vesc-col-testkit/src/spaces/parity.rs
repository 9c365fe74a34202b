//! Parities.

use vesc_col_core::{Circuit, Complexity, Hypothesis, Signal, SubSpace};

use super::feature_set::{FeatureSet, Operator};

/// The parities of a given number of features, and their complements: every member is a concept of its own.
///
/// One bit for each feature, whether it takes part, and one for the complement.
///
/// ```
/// use vesc_col_testkit::{ParitySpace, World};
///
/// let world = World::of(&ParitySpace::new(4, 2)).expect("it is small");
/// assert_eq!(world.concepts().len(), 12);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ParitySpace {
    features: usize,
    size: usize,
}

impl ParitySpace {
    /// The parities of `size` of `features` features.
    #[must_use]
    pub fn new(features: usize, size: usize) -> ParitySpace {
        ParitySpace { features, size }
    }
}

impl SubSpace for ParitySpace {
    fn features(&self) -> usize {
        self.features
    }

    fn key(&self) -> Option<String> {
        Some(format!("testkit-parity features={} size={}", self.features, self.size))
    }

    fn width(&self) -> usize {
        self.features + 1
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        circuit.exactly(self.size, h[..self.features].iter().copied())
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        let mut parity = h[self.features];
        for (&takes_part, &value) in h[..self.features].iter().zip(x) {
            let counted = circuit.and([takes_part, value]);
            parity = circuit.xor(parity, counted);
        }
        parity
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("features", self.size as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        let features = (0..self.features).filter(|&feature| bits[feature]).collect();
        Box::new(FeatureSet { operator: Operator::Parity { complemented: bits[self.features] }, features })
    }

    fn formulas_are_concepts(&self) -> bool {
        true
    }
}
