//! Sets of literals over a few features, packed into words.

use crate::Literal;

/// The words behind a [`Cube`]: two of them in place for up to 64 features, as many as needed on the heap for more.
pub(super) trait Storage: Clone + Eq + AsRef<[u64]> + AsMut<[u64]> {
    /// Enough zeroed words for `features` features.
    fn zeroed(features: usize) -> Self;
}

/// The storage for up to [`SMALL_FEATURES`] features.
pub(super) type Small = [u64; 2];
/// The storage for any number of features.
pub(super) type Large = Box<[u64]>;
/// How many features fit into [`Small`].
pub(super) const SMALL_FEATURES: usize = 64;

impl Storage for Small {
    fn zeroed(features: usize) -> Small {
        debug_assert!(features <= SMALL_FEATURES);
        [0; 2]
    }
}

impl Storage for Large {
    fn zeroed(features: usize) -> Large {
        vec![0; features.div_ceil(32)].into_boxed_slice()
    }
}

/// The even bits: positive literals.
const POSITIVE: u64 = 0x5555_5555_5555_5555;

/// A set of literals by local code: bit `2 i` is local feature `i`, bit `2 i + 1` its negation.
///
/// Mostly a conjunction, in which no feature appears twice; a point of the input space is a full one. A conjunction
/// contains a point if its literals are a subset of the point's.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Cube<S>(S);

impl<S: Storage> Cube<S> {
    pub(super) fn empty(features: usize) -> Cube<S> {
        Cube(S::zeroed(features))
    }

    pub(super) fn insert(&mut self, code: usize) {
        self.0.as_mut()[code / 64] |= 1 << (code % 64);
    }

    pub(super) fn remove(&mut self, code: usize) {
        self.0.as_mut()[code / 64] &= !(1 << (code % 64));
    }

    pub(super) fn contains(&self, code: usize) -> bool {
        self.0.as_ref()[code / 64] >> (code % 64) & 1 == 1
    }

    pub(super) fn len(&self) -> usize {
        self.0.as_ref().iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.as_ref().iter().all(|&word| word == 0)
    }

    pub(super) fn is_subset(&self, other: &Cube<S>) -> bool {
        self.0.as_ref().iter().zip(other.0.as_ref()).all(|(a, b)| a & !b == 0)
    }

    /// Whether some literal of one is the negation of a literal of the other.
    pub(super) fn conflicts(&self, other: &Cube<S>) -> bool {
        self.0.as_ref().iter().zip(other.0.as_ref()).any(|(&a, &b)| a & negated(b) != 0)
    }

    pub(super) fn union(&self, other: &Cube<S>) -> Cube<S> {
        self.zip(other, |a, b| a | b)
    }

    pub(super) fn intersection(&self, other: &Cube<S>) -> Cube<S> {
        self.zip(other, |a, b| a & b)
    }

    pub(super) fn difference(&self, other: &Cube<S>) -> Cube<S> {
        self.zip(other, |a, b| a & !b)
    }

    /// How many literals there are in the union.
    pub(super) fn union_len(&self, other: &Cube<S>) -> usize {
        self.0.as_ref().iter().zip(other.0.as_ref()).map(|(a, b)| (a | b).count_ones() as usize).sum()
    }

    /// Each literal negated.
    pub(super) fn opposite(&self) -> Cube<S> {
        let mut opposite = self.clone();
        opposite.0.as_mut().iter_mut().for_each(|word| *word = negated(*word));
        opposite
    }

    /// This conjunction, completed to a point by literals of `preferred`, which has one for every feature.
    pub(super) fn completed(&self, preferred: &Cube<S>) -> Cube<S> {
        self.zip(preferred, |own, preferred| own | preferred & !negated(own))
    }

    /// The codes in ascending order.
    pub(super) fn codes(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.as_ref().iter().enumerate().flat_map(|(position, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * position + bit)
            })
        })
    }

    fn zip(&self, other: &Cube<S>, combine: impl Fn(u64, u64) -> u64) -> Cube<S> {
        let mut result = self.clone();
        for (word, &other) in result.0.as_mut().iter_mut().zip(other.0.as_ref()) {
            *word = combine(*word, other);
        }
        result
    }
}

fn negated(word: u64) -> u64 {
    (word & POSITIVE) << 1 | (word >> 1) & POSITIVE
}

/// The features that cubes speak of, in ascending order, so that local codes are ordered as literals are.
#[derive(Debug)]
pub(super) struct Universe {
    features: Vec<usize>,
}

impl Universe {
    /// A universe of all features of the given conjunctions.
    pub(super) fn of<'a>(conjunctions: impl IntoIterator<Item = &'a [Literal]>) -> Universe {
        let mut features: Vec<usize> = Vec::with_capacity(16);
        features.extend(conjunctions.into_iter().flatten().map(|literal| literal.feature()));
        features.sort_unstable();
        features.dedup();
        Universe { features }
    }

    /// A universe of these features, given in any order; repeated ones count once.
    pub(super) fn from_features(mut features: Vec<usize>) -> Universe {
        features.sort_unstable();
        features.dedup();
        Universe { features }
    }

    /// Adds features.
    pub(super) fn add(&mut self, features: impl IntoIterator<Item = usize>) {
        self.features.extend(features);
        self.features.sort_unstable();
        self.features.dedup();
    }

    pub(super) fn contains(&self, feature: usize) -> bool {
        self.features.binary_search(&feature).is_ok()
    }

    pub(super) fn features(&self) -> &[usize] {
        &self.features
    }

    pub(super) fn len(&self) -> usize {
        self.features.len()
    }

    /// The position of a feature, or where it would be.
    pub(super) fn place(&self, feature: usize) -> usize {
        self.features.partition_point(|&other| other < feature)
    }

    /// The cube of a conjunction of these features.
    pub(super) fn cube<S: Storage>(&self, literals: &[Literal]) -> Cube<S> {
        let mut cube = Cube::empty(self.len());
        for literal in literals {
            cube.insert(2 * self.place(literal.feature()) + usize::from(literal.is_negated()));
        }
        cube
    }

    /// The literals of a cube in canonical order.
    pub(super) fn literals<S: Storage>(&self, cube: &Cube<S>) -> Box<[Literal]> {
        let mut literals = Vec::with_capacity(cube.len());
        literals.extend(cube.codes().map(|code| Literal::matching(self.features[code / 2], code % 2 == 0)));
        literals.into_boxed_slice()
    }
}
