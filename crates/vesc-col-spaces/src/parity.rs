//! Parities.

mod hypothesis;

use std::any::Any;

use vesc_col_core::{Circuit, Complexity, Hypothesis, Signal, SubSpace};

pub use hypothesis::Parity;

/// All parities of a given number of features, odd and even ones.
///
/// Empty if `size` is 0 or greater than the number of features. No two members are one concept.
///
/// # Encoding
///
/// One bit for each feature, whether it takes part, and one at the end for *even*: n + 1 bits. Membership is two
/// counting gates over n operands. The constraint of a sample is a chain of exclusive ors over the features that are
/// true in it. These are at most n, of three gates each. It begins at the last feature, so that each one adds to the
/// top of a decision diagram.
///
/// ```
/// use vesc_col_core::SubSpace;
/// use vesc_col_spaces::ParitySpace;
///
/// let space = ParitySpace::new(30, 3);
/// assert_eq!(space.complexity().to_string(), "3 features");
/// assert_eq!(space.width(), 31);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

    /// The parities of 1, 2, ... features.
    ///
    /// ```
    /// use vesc_col_spaces::ParitySpace;
    ///
    /// assert_eq!(ParitySpace::up_to(30, 4).count(), 4);
    /// ```
    pub fn up_to(features: usize, max_size: usize) -> impl Iterator<Item = ParitySpace> {
        (1..=max_size).map(move |size| ParitySpace::new(features, size))
    }

    /// The parity behind a member's bits; [`SubSpace::decode`] with its type.
    ///
    /// ```
    /// use vesc_col_core::{Features, SubSpace};
    /// use vesc_col_spaces::{Parity, ParitySpace};
    ///
    /// let parity = Parity::parse("even(x0, x3)", &Features::numbered(4))?;
    /// assert!(parity.is_even());
    /// let space = ParitySpace::new(4, 2);
    /// let bits = space.bits_of(&parity).expect("two of four features");
    /// assert_eq!(space.decode_parity(&bits), parity);
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the bits are not a member's.
    #[must_use]
    pub fn decode_parity(&self, bits: &[bool]) -> Parity {
        assert_eq!(bits.len(), self.width(), "not a bit string of this sub-space");
        Parity::new((0..self.features).filter(|&feature| bits[feature]), bits[self.features])
    }
}

impl SubSpace for ParitySpace {
    fn features(&self) -> usize {
        self.features
    }

    fn key(&self) -> Option<String> {
        Some(format!("parity features={} size={}", self.features, self.size))
    }

    fn width(&self) -> usize {
        self.features.saturating_add(1)
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        if self.size == 0 {
            return Signal::FALSE;
        }
        circuit.exactly(self.size, h[..self.features].iter().copied())
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        let mut parity = Signal::FALSE;
        for (&takes_part, &value) in h[..self.features].iter().zip(x).rev() {
            let counted = circuit.and([takes_part, value]);
            parity = circuit.xor(counted, parity);
        }
        circuit.xor(parity, h[self.features])
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("features", self.size as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(self.decode_parity(bits))
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        let parity: &Parity = (hypothesis as &dyn Any).downcast_ref()?;
        let features = parity.features();
        if features.len() != self.size || features.last().is_some_and(|&last| last >= self.features) {
            return None;
        }
        let mut bits = vec![false; self.width()];
        features.iter().for_each(|&feature| bits[feature] = true);
        bits[self.features] = parity.is_even();
        Some(bits)
    }

    fn finds_members(&self) -> bool {
        true
    }

    /// The sum of two different parities is not constant 0.
    fn formulas_are_concepts(&self) -> bool {
        true
    }
}
