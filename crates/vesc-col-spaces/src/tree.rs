//! Decision trees.

mod hypothesis;
mod least;
mod shape;

use std::any::Any;

use vesc_col_core::{Circuit, Complexity, Hypothesis, Signal, SubSpace};

use crate::choice;
use shape::Shape;

pub use hypothesis::{DecisionTree, Split, TreeError};

/// All decision trees of a given number of splits (inner nodes): each asks one feature, each leaf says 0 or 1.
///
/// No feature is asked twice on the way to a leaf, and two leaves of one split differ. Different trees are different
/// formulas; most concepts have several. Empty without splits, or with 2^n or more.
///
/// # Encoding
///
/// The splits are numbered level by level, from left to right. For each side of each split but the last there are two
/// bits. *goes on* leads to the next split that has no parent yet. If it is false, *value* is that of the leaf. For the
/// last split there is one bit, the leaf where its feature is true. Then for each split one bit a feature, of which one
/// is true: s n + 4 (s - 1) + 1 bits. Membership has O(n s^2) gates. The constraint of a sample has for each split one
/// gate over at most n bits, and a choice. All samples share O(s^2) gates that tell which split is whose child.
///
/// ```
/// use vesc_col_core::SubSpace;
/// use vesc_col_spaces::TreeSpace;
///
/// let space = TreeSpace::new(20, 3);
/// assert_eq!(space.complexity().to_string(), "3 splits");
/// assert_eq!(space.width(), 69);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeSpace {
    features: usize,
    splits: usize,
}

impl TreeSpace {
    /// The trees of `splits` inner nodes over `features` features.
    #[must_use]
    pub fn new(features: usize, splits: usize) -> TreeSpace {
        TreeSpace { features, splits }
    }

    /// The trees of 1, 2, ... splits.
    ///
    /// ```
    /// use vesc_col_spaces::TreeSpace;
    ///
    /// assert_eq!(TreeSpace::up_to(20, 4).count(), 4);
    /// ```
    pub fn up_to(features: usize, max_splits: usize) -> impl Iterator<Item = TreeSpace> {
        (1..=max_splits).map(move |splits| TreeSpace::new(features, splits))
    }

    /// The tree behind a member's bits; [`SubSpace::decode`] with its type.
    ///
    /// # Panics
    ///
    /// If the bits are not a member's.
    #[must_use]
    pub fn decode_tree(&self, bits: &[bool]) -> DecisionTree {
        assert_eq!(bits.len(), self.width(), "not a bit string of this sub-space");
        let (sides, chosen) = bits.split_at(self.shape().width());
        let mut next = 1;
        let side = |side: usize, next: &mut usize| match sides[2 * side] {
            true => {
                *next += 1;
                Split::Inner(*next - 1)
            }
            false => Split::Leaf(sides[2 * side + 1]),
        };
        let splits = chosen.chunks_exact(self.features).enumerate().map(|(split, feature)| {
            let feature = choice::position(feature).expect("a member's split has a feature");
            if split + 1 == self.splits {
                let high = sides[sides.len() - 1];
                return (feature, [Split::Leaf(high), Split::Leaf(!high)]);
            }
            (feature, [side(2 * split, &mut next), side(2 * split + 1, &mut next)])
        });
        DecisionTree::new(splits.collect::<Vec<_>>()).expect("a member is a tree")
    }

    /// The bits of a tree, or `None` if it does not belong to this sub-space.
    ///
    /// ```
    /// use vesc_col_core::Features;
    /// use vesc_col_spaces::{DecisionTree, TreeSpace};
    ///
    /// let tree = DecisionTree::parse("x2 ? 1 : x0 ? 0 : 1", &Features::numbered(4))?;
    /// let space = TreeSpace::new(4, 2);
    /// let bits = space.encode(&tree).expect("two splits over four features");
    /// assert_eq!(space.decode_tree(&bits), tree);
    /// assert_eq!(TreeSpace::new(4, 3).encode(&tree), None);
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn encode(&self, tree: &DecisionTree) -> Option<Vec<bool>> {
        let splits = tree.level_order();
        let in_range = splits.iter().all(|(feature, _)| *feature < self.features);
        if splits.len() != self.splits || !in_range || tree.asks_in_vain() {
            return None;
        }
        let mut bits = Vec::with_capacity(self.width());
        for (_, sides) in &splits[..self.splits - 1] {
            bits.extend(sides.iter().flat_map(|side| match *side {
                Split::Inner(_) => [true, false],
                Split::Leaf(value) => [false, value],
            }));
        }
        bits.push(splits.last()?.1[0] == Split::Leaf(true));
        bits.extend(splits.iter().flat_map(|(feature, _)| choice::one_hot(*feature, self.features)));
        Some(bits)
    }

    /// Whether there is a tree of this number of splits that asks no feature twice on one path.
    fn has_room(&self) -> bool {
        let most = u32::try_from(self.features).ok().and_then(|features| 1usize.checked_shl(features));
        self.features > 0 && self.splits > 0 && most.is_none_or(|most| self.splits < most)
    }

    fn shape(&self) -> Shape {
        Shape::new(self.splits)
    }
}

impl SubSpace for TreeSpace {
    fn features(&self) -> usize {
        self.features
    }

    fn key(&self) -> Option<String> {
        Some(format!("tree features={} splits={}", self.features, self.splits))
    }

    fn width(&self) -> usize {
        if !self.has_room() {
            return 0;
        }
        self.splits.saturating_mul(self.features).saturating_add(self.shape().width())
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        if !self.has_room() {
            return Signal::FALSE;
        }
        let shape = self.shape();
        let (sides, chosen) = h.split_at(shape.width());
        let chosen: Vec<&[Signal]> = chosen.chunks_exact(self.features).collect();
        let mut constraints = vec![shape.is_tree(circuit, sides)];
        for feature in &chosen {
            constraints.push(circuit.exactly(1, feature.iter().copied()));
        }
        for (below, above, under) in shape.descents(circuit, sides) {
            for (&one, &other) in chosen[above].iter().zip(chosen[below]) {
                constraints.push(!circuit.and([under, one, other]));
            }
        }
        circuit.and(constraints)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        if !self.has_room() {
            return Signal::FALSE;
        }
        let shape = self.shape();
        let (sides, chosen) = h.split_at(shape.width());
        let asked: Vec<Signal> =
            chosen.chunks_exact(self.features).map(|feature| choice::chosen(circuit, feature, x)).collect();
        shape.value(circuit, sides, &asked)
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("splits", self.splits as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(self.decode_tree(bits))
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        self.encode((hypothesis as &dyn Any).downcast_ref()?)
    }

    fn finds_members(&self) -> bool {
        true
    }

    /// The search for the least tree costs microseconds for three splits, and grows exponentially with them.
    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        let least = least::least_tree(&self.decode_tree(bits), self.features);
        self.encode(&least).expect("the least tree has as many splits")
    }
}
