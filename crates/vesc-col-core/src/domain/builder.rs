//! Constraints, and what follows from them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::part::Order;
use super::{Declared, Domain, DomainPart};
use crate::Literal;
use crate::concept::{prime_implicants, unstopped};

/// Minimal impossible combinations of features that are tied together, at most.
const MOST_NOGOODS: usize = 10_000;
/// Legal patterns of features that are tied together, at most.
const MOST_PATTERNS: usize = 1 << 14;

/// Collects constraints for a [`Domain`].
///
/// ```
/// use vesc_col_core::{Domain, Literal};
///
/// // Three thresholds len>=2, len>=4, len>=8, and parity_en -> len>=4.
/// let domain = Domain::builder(4).ordered([0, 1, 2]).implies(Literal::positive(3), Literal::positive(1)).build()?;
/// assert!(!domain.allows(&[Literal::positive(3), Literal::negative(0)]));
/// # Ok::<(), vesc_col_core::DomainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DomainBuilder {
    features: usize,
    impossible: Vec<Vec<Literal>>,
}

impl DomainBuilder {
    /// The most features of one [order](DomainBuilder::ordered) that nothing else ties: the thresholds of a column of as
    /// many values and one more.
    pub const MOST_ORDERED: usize = MOST_PATTERNS - 1;

    pub(super) fn new(features: usize) -> DomainBuilder {
        DomainBuilder { features, impossible: Vec::new() }
    }

    /// These literals are never true at once. All other constraints are made of this one.
    ///
    /// ```
    /// use vesc_col_core::{Domain, Literal};
    ///
    /// let [a, b, c] = [0, 1, 2].map(Literal::positive);
    /// let never = Domain::builder(3).never([a, !b]).build()?;
    /// assert_eq!(never, Domain::builder(3).implies(a, b).build()?);
    /// let one = Domain::builder(3).at_most_one([a, b, c]).at_least_one([a, b, c]).build()?;
    /// assert_eq!(one, Domain::builder(3).exactly_one([0, 1, 2]).build()?);
    /// # Ok::<(), vesc_col_core::DomainError>(())
    /// ```
    #[must_use]
    pub fn never(mut self, literals: impl IntoIterator<Item = Literal>) -> DomainBuilder {
        self.impossible.push(literals.into_iter().collect());
        self
    }

    /// Whenever `condition` is true, so is `consequence`.
    #[must_use]
    pub fn implies(self, condition: Literal, consequence: Literal) -> DomainBuilder {
        self.never([condition, !consequence])
    }

    /// No two of the literals are true at once.
    #[must_use]
    pub fn at_most_one(self, literals: impl IntoIterator<Item = Literal>) -> DomainBuilder {
        let literals: Vec<Literal> = literals.into_iter().collect();
        let pairs =
            literals.iter().enumerate().flat_map(|(i, &one)| literals[..i].iter().map(move |&other| [other, one]));
        pairs.fold(self, DomainBuilder::never)
    }

    /// At least one of the literals is true.
    #[must_use]
    pub fn at_least_one(self, literals: impl IntoIterator<Item = Literal>) -> DomainBuilder {
        self.never(literals.into_iter().map(|literal| !literal))
    }

    /// Exactly one of the features is true: a column of these values, of which no other can occur.
    #[must_use]
    pub fn exactly_one(self, features: impl IntoIterator<Item = usize>) -> DomainBuilder {
        let literals: Vec<Literal> = features.into_iter().map(Literal::positive).collect();
        self.at_most_one(literals.iter().copied()).at_least_one(literals)
    }

    /// Each feature is implied by the next one: thresholds in ascending order.
    #[must_use]
    pub fn ordered(self, features: impl IntoIterator<Item = usize>) -> DomainBuilder {
        let features: Vec<usize> = features.into_iter().collect();
        let steps = features.windows(2).map(|pair| (Literal::positive(pair[1]), Literal::positive(pair[0])));
        steps.fold(self, |builder, (higher, lower)| builder.implies(higher, lower))
    }

    /// Finds all that follows from the constraints.
    ///
    /// Consensus and absorption for the nogoods of each part, then its patterns: milliseconds for a hundred values.
    /// What follows from an order is known and not stored: milliseconds for ten thousand thresholds.
    ///
    /// # Errors
    ///
    /// [`DomainError`] if a feature is out of range, or if no input is legal. Also if the constraints tie too many
    /// features together: a part may have ten thousand nogoods and sixteen thousand patterns. Of an order only the
    /// patterns count: [`MOST_ORDERED`](DomainBuilder::MOST_ORDERED) features.
    pub fn build(self) -> Result<Domain, DomainError> {
        let mentioned = || self.impossible.iter().flatten().map(|literal| literal.feature());
        if let Some(feature) = mentioned().find(|&feature| feature >= self.features) {
            return Err(DomainError::UnknownFeature { feature, features: self.features });
        }
        let mut parts = Vec::new();
        for constraints in together(self.features, self.impossible) {
            parts.extend(parts_of(self.features, constraints)?);
        }
        parts.sort_unstable_by_key(|part| part.features()[0]);
        if parts.is_empty() {
            return Ok(Domain::free());
        }
        let mut part_of = vec![None; self.features];
        for (number, part) in parts.iter().enumerate() {
            part.features().iter().for_each(|&feature| part_of[feature] = Some(number));
        }
        Ok(Domain { declared: Some(Arc::new(Declared { features: self.features, parts, part_of })) })
    }
}

/// The parts that some constraints make, which share features.
fn parts_of(all_features: usize, constraints: Vec<Vec<Literal>>) -> Result<Vec<DomainPart>, DomainError> {
    let features = features_of(&constraints);
    let too_tight = || DomainError::TooTight { features: features.clone() };
    if let Some(order) = order(&features, &constraints) {
        let is_too_long = features.len() > DomainBuilder::MOST_ORDERED;
        return if is_too_long { Err(too_tight()) } else { Ok(vec![DomainPart::ordered(features, order)]) };
    }
    let constraints: Vec<&[Literal]> = constraints.iter().map(Vec::as_slice).collect();
    let nogoods = unstopped(|work| prime_implicants(&constraints, MOST_NOGOODS, work)).ok_or_else(too_tight)?;
    if nogoods.iter().any(|nogood| nogood.is_empty()) {
        return Err(DomainError::NothingLegal { features });
    }
    // Constraints may share features that in the end nothing ties together.
    let parts = together(all_features, nogoods.into_iter().map(Vec::from).collect()).into_iter();
    let part = |mut nogoods: Vec<Vec<Literal>>| {
        nogoods.sort_unstable();
        let features = features_of(&nogoods);
        DomainPart::new(features, nogoods.into_iter().map(Box::from).collect(), MOST_PATTERNS).ok_or_else(too_tight)
    };
    parts.map(part).collect()
}

/// Some constraints, those that share features together.
fn together(features: usize, mut constraints: Vec<Vec<Literal>>) -> Vec<Vec<Vec<Literal>>> {
    let mut leader: Vec<usize> = (0..features).collect();
    fn find(leader: &mut [usize], feature: usize) -> usize {
        let mut root = feature;
        while leader[root] != root {
            leader[root] = leader[leader[root]];
            root = leader[root];
        }
        root
    }
    for literals in &mut constraints {
        literals.sort_unstable();
        literals.dedup();
    }
    // What has both literals of a feature is never true anyway.
    constraints.retain(|literals| !literals.windows(2).any(|pair| pair[0] == !pair[1]));
    for pair in constraints.iter().flat_map(|literals| literals.windows(2)) {
        let (one, other) = (find(&mut leader, pair[0].feature()), find(&mut leader, pair[1].feature()));
        leader[one.max(other)] = one.min(other);
    }
    let mut parts: BTreeMap<usize, Vec<Vec<Literal>>> = BTreeMap::new();
    for literals in constraints {
        let part = literals.first().map_or(usize::MAX, |literal| find(&mut leader, literal.feature()));
        parts.entry(part).or_default().push(literals);
    }
    parts.into_values().collect()
}

/// The order of the features, which are ascending, if the constraints say that and nothing else. They may say what
/// follows from the order, too.
fn order(features: &[usize], constraints: &[Vec<Literal>]) -> Option<Order> {
    let mut found: Vec<&[Literal]> = constraints.iter().map(Vec::as_slice).collect();
    found.sort_unstable();
    found.dedup();
    [Order::Falling, Order::Rising].into_iter().find(|order| {
        let is_of_order = |literals: &&[Literal]| match literals {
            [low, high] => low.feature() < high.feature() && **literals == order.nogood(low.feature(), high.feature()),
            _ => false,
        };
        let is_found = |pair: &[usize]| found.binary_search(&&order.nogood(pair[0], pair[1])[..]).is_ok();
        found.iter().all(is_of_order) && features.windows(2).all(is_found)
    })
}

fn features_of(constraints: &[Vec<Literal>]) -> Vec<usize> {
    let mut features: Vec<usize> = constraints.iter().flatten().map(|literal| literal.feature()).collect();
    features.sort_unstable();
    features.dedup();
    features
}

/// Why constraints do not make a [`Domain`].
///
/// Features are positions counted from 0.
///
/// ```
/// use vesc_col_core::{Domain, DomainError, Literal};
///
/// let a = Literal::positive(0);
/// let nothing = Domain::builder(2).never([a]).never([!a]).build();
/// assert_eq!(nothing, Err(DomainError::NothingLegal { features: vec![0] }));
/// let unknown = Domain::builder(2).exactly_one([1, 2]).build();
/// assert_eq!(unknown, Err(DomainError::UnknownFeature { feature: 2, features: 2 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DomainError {
    /// A constraint speaks of a feature that there is not.
    #[error("a constraint speaks of feature {feature}, but there are only {features}")]
    UnknownFeature {
        /// Position of the feature.
        feature: usize,
        /// How many there are.
        features: usize,
    },
    /// The constraints contradict each other.
    #[error("the constraints contradict each other: no input is legal")]
    NothingLegal {
        /// The features that the constraints speak of.
        features: Vec<usize>,
    },
    /// Constraints tie too many features together.
    #[error(
        "the constraints tie {} features together in too many ways: declare fewer of them, or leave columns out",
        features.len()
    )]
    TooTight {
        /// The features that are tied together.
        features: Vec<usize>,
    },
}
