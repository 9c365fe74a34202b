//! How complex a sub-space is, and the paper's order.

use std::fmt;

/// The complexity of a sub-space: named numbers in order of weight, e.g. literals 5, terms 2.
///
/// What the numbers mean is the sub-space's matter; a search takes its sub-spaces in the order in which they are
/// listed.
///
/// ```
/// use vesc_col_core::Complexity;
///
/// let complexity = Complexity::new([("literals", 5), ("terms", 1)]);
/// assert_eq!(complexity.to_string(), "5 literals, 1 term");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Complexity {
    measures: Vec<(&'static str, u64)>,
}

impl Complexity {
    /// The given measures, the weightiest first; names are English plurals, or `weight`.
    #[must_use]
    pub fn new(measures: impl IntoIterator<Item = (&'static str, u64)>) -> Complexity {
        Complexity { measures: measures.into_iter().collect() }
    }

    /// The measures, the weightiest first.
    ///
    /// ```
    /// use vesc_col_core::{Complexity, DnfSpace, SubSpace};
    ///
    /// let complexity: Complexity = DnfSpace::new(100, 5, 2).complexity();
    /// assert_eq!(complexity.measures(), [("literals", 5), ("terms", 2)]);
    /// ```
    #[must_use]
    pub fn measures(&self) -> &[(&'static str, u64)] {
        &self.measures
    }
}

/// `5 literals, 1 term`; `weight 4, 1 term`.
impl fmt::Display for Complexity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, &(name, count)) in self.measures.iter().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            match name.strip_suffix('s') {
                Some(one) if count == 1 => write!(f, "{separator}{count} {one}")?,
                // It is measured, not counted.
                None if name == "weight" => write!(f, "{separator}{name} {count}")?,
                _ => write!(f, "{separator}{count} {name}")?,
            }
        }
        Ok(())
    }
}

/// The paper's order of complexity: `(l, k)` by `l`, then `k`, with `k <= l`.
///
/// ```
/// use vesc_col_core::paper_order;
///
/// let order: Vec<_> = paper_order(3, 2).collect();
/// assert_eq!(order, [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)]);
/// ```
pub fn paper_order(max_literals: usize, max_terms: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=max_literals).flat_map(move |literals| (1..=max_terms.min(literals)).map(move |terms| (literals, terms)))
}

/// The sizes of [`paper_order`] with the fewest terms first: `(l, k)` by `k`, then `l`, with `k <= l`.
///
/// ```
/// use vesc_col_core::terms_order;
///
/// let order: Vec<_> = terms_order(3, 2).collect();
/// assert_eq!(order, [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2)]);
/// ```
pub fn terms_order(max_literals: usize, max_terms: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=max_terms).flat_map(move |terms| (terms..=max_literals).map(move |literals| (literals, terms)))
}
