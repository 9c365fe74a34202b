//! Thresholds.

mod hypothesis;

use std::any::Any;

use vesc_col_core::{Circuit, Complexity, Hypothesis, Literal, Signal, SubSpace};

pub use hypothesis::Threshold;

/// All "at least t of these m literals", no feature twice.
///
/// With t = 1 these are the clauses of m literals, with t = m the terms. Empty if t is 0 or greater than m, or if m is
/// greater than the number of features. No two members are one concept.
///
/// # Encoding
///
/// Two bits for each feature, *positive* and *negated*, at most one of them true. Membership is n small gates and two
/// counting gates over 2n operands. A sample makes one of the two literals of a feature count. So its constraint is one
/// counting gate over n decision bits, and nothing else. It counts the literals that hold if few are needed, and those
/// that fail if few may.
///
/// ```
/// use vesc_col_core::SubSpace;
/// use vesc_col_spaces::ThresholdSpace;
///
/// let space = ThresholdSpace::new(40, 5, 2);
/// assert_eq!(space.complexity().to_string(), "5 literals, 2 needed");
/// assert_eq!(space.width(), 80);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ThresholdSpace {
    features: usize,
    literals: usize,
    needed: usize,
}

impl ThresholdSpace {
    /// At least `needed` of `literals` literals on different ones of `features` features.
    #[must_use]
    pub fn new(features: usize, literals: usize, needed: usize) -> ThresholdSpace {
        ThresholdSpace { features, literals, needed }
    }

    /// The sub-spaces by the number of literals, then by how many are needed.
    ///
    /// ```
    /// use vesc_col_core::SubSpace;
    /// use vesc_col_spaces::ThresholdSpace;
    ///
    /// let sizes: Vec<String> = ThresholdSpace::up_to(9, 2).map(|space| space.complexity().to_string()).collect();
    /// assert_eq!(sizes, ["1 literal, 1 needed", "2 literals, 1 needed", "2 literals, 2 needed"]);
    /// ```
    pub fn up_to(features: usize, max_literals: usize) -> impl Iterator<Item = ThresholdSpace> {
        let sizes = (1..=max_literals).flat_map(|literals| (1..=literals).map(move |needed| (literals, needed)));
        sizes.map(move |(literals, needed)| ThresholdSpace::new(features, literals, needed))
    }

    /// The threshold behind a member's bits; [`SubSpace::decode`] with its type.
    ///
    /// ```
    /// use vesc_col_core::{Features, Literal, SubSpace};
    /// use vesc_col_spaces::{Threshold, ThresholdSpace};
    ///
    /// let threshold = Threshold::parse("at least 2 of (x0, !x1, x3)", &Features::numbered(4))?;
    /// assert_eq!(threshold.literals(), [Literal::positive(0), Literal::negative(1), Literal::positive(3)]);
    /// let space = ThresholdSpace::new(4, 3, 2);
    /// let bits = space.bits_of(&threshold).expect("two of three literals");
    /// assert_eq!(space.decode_threshold(&bits), threshold);
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the bits are not a member's.
    #[must_use]
    pub fn decode_threshold(&self, bits: &[bool]) -> Threshold {
        assert_eq!(bits.len(), self.width(), "not a bit string of this sub-space");
        let literals = bits.iter().enumerate().filter(|(_, bit)| **bit);
        let literals = literals.map(|(bit, _)| Literal::matching(bit / 2, bit % 2 == 0));
        Threshold::new(self.needed, literals).expect("a member has distinct features and enough of them")
    }
}

impl SubSpace for ThresholdSpace {
    fn features(&self) -> usize {
        self.features
    }

    fn key(&self) -> Option<String> {
        let ThresholdSpace { features, literals, needed } = self;
        Some(format!("threshold features={features} literals={literals} needed={needed}"))
    }

    fn width(&self) -> usize {
        self.features.saturating_mul(2)
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        if self.needed == 0 || self.needed > self.literals {
            return Signal::FALSE;
        }
        let mut constraints: Vec<Signal> = h.chunks_exact(2).map(|pair| !circuit.and([pair[0], pair[1]])).collect();
        constraints.push(circuit.exactly(self.literals, h.iter().copied()));
        circuit.and(constraints)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        // Of a member's literals those that do not hold fail, and small counts are cheaper.
        let (few, polarity) = match self.needed <= self.literals / 2 {
            true => (self.needed, true),
            false => (self.literals.saturating_sub(self.needed).saturating_add(1), false),
        };
        let mut counted = Vec::with_capacity(self.features);
        for (pair, &value) in h.chunks_exact(2).zip(x) {
            let value = value.complement_if(!polarity);
            let (high, low) = (circuit.and([pair[0], value]), circuit.and([pair[1], !value]));
            counted.push(circuit.or([high, low]));
        }
        circuit.at_least(few, counted).complement_if(!polarity)
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("literals", self.literals as u64), ("needed", self.needed as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(self.decode_threshold(bits))
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        let threshold: &Threshold = (hypothesis as &dyn Any).downcast_ref()?;
        let literals = threshold.literals();
        let in_range = literals.iter().all(|literal| literal.feature() < self.features);
        if threshold.needed() != self.needed || literals.len() != self.literals || !in_range {
            return None;
        }
        let mut bits = vec![false; self.width()];
        literals.iter().for_each(|literal| bits[2 * literal.feature() + usize::from(literal.is_negated())] = true);
        Some(bits)
    }

    fn finds_members(&self) -> bool {
        true
    }

    /// The function depends on its literals' features and no others, and rises with each literal.
    fn formulas_are_concepts(&self) -> bool {
        true
    }
}
