//! A feature or its negation.

use std::fmt;
use std::ops::Not;

use crate::display::from_fn;
use crate::{Features, Sample};

/// A feature or its negation.
///
/// Literals are ordered by feature position, the positive one before the negated one.
///
/// ```
/// use vesc_col_core::Literal;
///
/// let gap = Literal::positive(5);
/// assert_eq!(gap.feature(), 5);
/// assert!((!gap).is_negated());
/// assert!(gap < !gap && !gap < Literal::positive(6));
/// assert_eq!((!gap).to_string(), "!x5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// Twice the feature's position, plus one if negated: the derived order is the canonical one.
    code: u32,
}

impl Literal {
    /// The feature itself.
    ///
    /// # Panics
    ///
    /// If the position is 2^31 or more.
    #[must_use]
    pub fn positive(feature: usize) -> Literal {
        assert!(feature < (1 << 31), "feature position {feature} is out of range");
        Literal { code: (feature as u32) << 1 }
    }

    /// The feature's negation.
    ///
    /// # Panics
    ///
    /// If the position is 2^31 or more.
    #[must_use]
    pub fn negative(feature: usize) -> Literal {
        !Literal::positive(feature)
    }

    /// The literal on `feature` that is true where the feature has this value.
    ///
    /// ```
    /// use vesc_col_core::{Features, Literal, OwnedSample};
    ///
    /// let sample: OwnedSample = [true, false].into_iter().collect();
    /// // The most specific conjunction of a sample.
    /// let literals = [0, 1].map(|feature| Literal::matching(feature, sample[feature]));
    /// assert_eq!(literals, [Literal::positive(0), Literal::negative(1)]);
    /// assert!(literals.iter().all(|literal| literal.accepts(&sample)));
    /// assert_eq!(literals[1].display(&Features::new(["irq", "rx enable"])?).to_string(), "!\"rx enable\"");
    /// # Ok::<(), vesc_col_core::DataError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the position is 2^31 or more.
    #[must_use]
    pub fn matching(feature: usize, value: bool) -> Literal {
        if value { Literal::positive(feature) } else { Literal::negative(feature) }
    }

    /// The position of the feature.
    #[must_use]
    pub fn feature(self) -> usize {
        (self.code >> 1) as usize
    }

    /// Whether this is the negation of the feature.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.code & 1 == 1
    }

    /// Whether the literal holds on a sample.
    ///
    /// # Panics
    ///
    /// If the sample has too few features.
    #[must_use]
    pub fn accepts(self, sample: &Sample) -> bool {
        sample[self.feature()] != self.is_negated()
    }

    /// The literal in the formula syntax, with the features' names.
    #[must_use]
    pub fn display(self, features: &Features) -> impl fmt::Display {
        from_fn(move |f| features.fmt_literal(self, f))
    }

    /// Position in the canonical order among all literals: twice the feature, plus one if negated.
    pub(crate) fn code(self) -> u32 {
        self.code
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { code: self.code ^ 1 }
    }
}

/// Writes the literal with numbered features: `x3`, `!x3`.
impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", if self.is_negated() { "!" } else { "" }, self.feature())
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
