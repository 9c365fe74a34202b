//! Ordered pairs.

use vesc_col_core::{Circuit, Complexity, Hypothesis, Signal, SubSpace};

use super::feature_set::{FeatureSet, Operator};

/// "Both of these two features are true", the two in either order, and they may be one: two formulas for most concepts.
///
/// Two one-hot groups of one bit for each feature, side by side.
///
/// ```
/// use vesc_col_testkit::{PairSpace, World};
///
/// let world = World::of(&PairSpace::new(3)).expect("it is small");
/// assert_eq!(world.concepts().len(), 6);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PairSpace {
    features: usize,
}

impl PairSpace {
    /// The ordered pairs of `features` features.
    #[must_use]
    pub fn new(features: usize) -> PairSpace {
        PairSpace { features }
    }

    /// The features chosen first and second.
    fn pair(bits: &[bool]) -> [usize; 2] {
        [0, 1].map(|which| bits.iter().skip(which).step_by(2).position(|&bit| bit).expect("a member chooses a feature"))
    }
}

impl SubSpace for PairSpace {
    fn features(&self) -> usize {
        self.features
    }

    fn key(&self) -> Option<String> {
        Some(format!("testkit-pair features={}", self.features))
    }

    fn width(&self) -> usize {
        2 * self.features
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        let groups = [0, 1].map(|which| circuit.exactly(1, h.iter().copied().skip(which).step_by(2)));
        circuit.and(groups)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        let allowed: Vec<Signal> = (0..2 * self.features).map(|bit| circuit.implies(h[bit], x[bit / 2])).collect();
        circuit.and(allowed)
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("features", 2)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(FeatureSet { operator: Operator::All, features: PairSpace::pair(bits).to_vec() })
    }

    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        let mut pair = PairSpace::pair(bits);
        pair.sort_unstable();
        let mut canonical = vec![false; self.width()];
        for (which, feature) in pair.into_iter().enumerate() {
            canonical[2 * feature + which] = true;
        }
        canonical
    }
}
