//! How many: an interval of arbitrary size.

use std::fmt;

use num_bigint::BigUint;

/// An interval `lower <= count <= upper` that contains the true count; `upper` may be unknown.
///
/// ```
/// use num_bigint::BigUint;
/// use vesc_col_core::Cardinality;
///
/// let known = Cardinality::exact(4u32);
/// assert!(known.is_exact());
/// let open = Cardinality::at_least(3u32);
/// assert_eq!(open.upper(), None);
/// assert_eq!(open.intersect(&Cardinality::between(0u32, 3u32)), Some(Cardinality::exact(3u32)));
/// assert_eq!(open.intersect(&Cardinality::exact(2u32)), None);
/// assert_eq!(open.to_string(), ">= 3");
/// assert_eq!(Cardinality::between(2u32, 9u32).to_string(), "2..9");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cardinality {
    lower: BigUint,
    upper: Option<BigUint>,
}

impl Cardinality {
    /// The count is known.
    #[must_use]
    pub fn exact(count: impl Into<BigUint>) -> Cardinality {
        let count = count.into();
        Cardinality { lower: count.clone(), upper: Some(count) }
    }

    /// The count is this or more.
    #[must_use]
    pub fn at_least(lower: impl Into<BigUint>) -> Cardinality {
        Cardinality { lower: lower.into(), upper: None }
    }

    /// Nothing is known.
    #[must_use]
    pub fn unknown() -> Cardinality {
        Cardinality::at_least(0u32)
    }

    /// The count is in `lower..=upper`.
    ///
    /// # Panics
    ///
    /// If `lower > upper`: such an interval contains no count.
    #[must_use]
    pub fn between(lower: impl Into<BigUint>, upper: impl Into<BigUint>) -> Cardinality {
        let (lower, upper) = (lower.into(), upper.into());
        assert!(lower <= upper, "empty interval {lower}..{upper}");
        Cardinality { lower, upper: Some(upper) }
    }

    /// The count is this or more.
    #[must_use]
    pub fn lower(&self) -> &BigUint {
        &self.lower
    }

    /// The count is this or less; `None` if nothing is known.
    #[must_use]
    pub fn upper(&self) -> Option<&BigUint> {
        self.upper.as_ref()
    }

    /// Whether both ends meet.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.upper.as_ref() == Some(&self.lower)
    }

    /// Whether the count is known to be 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.upper == Some(BigUint::ZERO)
    }

    /// Whether the count is known to be greater than `bound`.
    ///
    /// ```
    /// use vesc_col_core::Cardinality;
    ///
    /// let some = Cardinality::between(11u32, 40u32);
    /// assert!(some.exceeds(10) && !some.exceeds(11));
    /// assert_eq!(some.lower(), &11u32.into());
    /// assert!(some.contains(&40u32.into()) && !some.is_zero());
    /// assert!(Cardinality::unknown().contains(&0u32.into()));
    /// ```
    #[must_use]
    pub fn exceeds(&self, bound: usize) -> bool {
        self.lower > BigUint::from(bound)
    }

    /// Whether a count is possible.
    #[must_use]
    pub fn contains(&self, count: &BigUint) -> bool {
        self.lower <= *count && self.upper.as_ref().is_none_or(|upper| count <= upper)
    }

    /// What two sound statements about the same count say together; `None` if they contradict each other, so that one
    /// of them was not sound.
    #[must_use]
    pub fn intersect(&self, other: &Cardinality) -> Option<Cardinality> {
        let lower = self.lower.clone().max(other.lower.clone());
        let upper = match (&self.upper, &other.upper) {
            (Some(a), Some(b)) => Some(a.min(b).clone()),
            (a, b) => a.as_ref().or(b.as_ref()).cloned(),
        };
        let sound = upper.as_ref().is_none_or(|upper| lower <= *upper);
        sound.then_some(Cardinality { lower, upper })
    }

    /// The sum of two counts.
    ///
    /// ```
    /// use vesc_col_core::Cardinality;
    ///
    /// let all = Cardinality::exact(7u32).plus(&Cardinality::between(1u32, 2u32));
    /// assert_eq!(all, Cardinality::between(8u32, 9u32));
    /// assert_eq!(all.minus(&Cardinality::exact(5u32)), Cardinality::between(3u32, 4u32));
    /// assert_eq!(all.minus(&Cardinality::at_least(5u32)), Cardinality::between(0u32, 4u32));
    /// ```
    #[must_use]
    pub fn plus(&self, other: &Cardinality) -> Cardinality {
        let upper = self.upper.as_ref().zip(other.upper.as_ref()).map(|(a, b)| a + b);
        Cardinality { lower: &self.lower + &other.lower, upper }
    }

    /// What is left of a count when a part of it is taken away.
    #[must_use]
    pub fn minus(&self, part: &Cardinality) -> Cardinality {
        let left = |all: &BigUint, part: &BigUint| if all > part { all - part } else { BigUint::ZERO };
        let lower = part.upper.as_ref().map_or(BigUint::ZERO, |upper| left(&self.lower, upper));
        let upper = self.upper.as_ref().map(|upper| left(upper, &part.lower));
        Cardinality { lower, upper }
    }
}

/// `7`, `2..9` or `>= 3`.
impl fmt::Display for Cardinality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match &self.upper {
            Some(upper) if *upper == self.lower => self.lower.to_string(),
            Some(upper) => format!("{}..{upper}", self.lower),
            None => format!(">= {}", self.lower),
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Cardinality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cardinality({self})")
    }
}
