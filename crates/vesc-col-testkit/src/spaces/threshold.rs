//! Thresholds.

use vesc_col_core::{Circuit, Complexity, Hypothesis, Signal, SubSpace};

use super::feature_set::{FeatureSet, Operator};

/// "At least `threshold` of these `size` features are true": symbolic counting on both sides.
///
/// One bit for each feature, whether it takes part. A threshold of 0, or greater than the size, makes all members the
/// same constant. It has as many formulas as there are sets of features.
///
/// ```
/// use vesc_col_testkit::{ThresholdSpace, World};
///
/// let world = World::of(&ThresholdSpace::new(5, 3, 2)).expect("it is small");
/// assert_eq!(world.concepts().len(), 10);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ThresholdSpace {
    features: usize,
    size: usize,
    threshold: usize,
}

impl ThresholdSpace {
    /// At least `threshold` of `size` of `features` features.
    #[must_use]
    pub fn new(features: usize, size: usize, threshold: usize) -> ThresholdSpace {
        ThresholdSpace { features, size, threshold }
    }
}

impl SubSpace for ThresholdSpace {
    fn features(&self) -> usize {
        self.features
    }

    fn key(&self) -> Option<String> {
        let ThresholdSpace { features, size, threshold } = self;
        Some(format!("testkit-threshold features={features} size={size} threshold={threshold}"))
    }

    fn width(&self) -> usize {
        self.features
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        circuit.exactly(self.size, h.iter().copied())
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        let counted: Vec<Signal> =
            h.iter().zip(x).map(|(&takes_part, &value)| circuit.and([takes_part, value])).collect();
        circuit.at_least(self.threshold, counted)
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("features", self.size as u64), ("thresholds", self.threshold as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        let features = (0..self.features).filter(|&feature| bits[feature]).collect();
        Box::new(FeatureSet { operator: Operator::AtLeast(self.threshold), features })
    }

    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        if self.formulas_are_concepts() {
            return bits.to_vec();
        }
        (0..self.features).map(|feature| feature < self.size).collect()
    }

    fn formulas_are_concepts(&self) -> bool {
        (1..=self.size).contains(&self.threshold)
    }
}
