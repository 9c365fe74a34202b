//! `a ? b ? 1 : 0 : 1`.

use std::collections::VecDeque;
use std::fmt;

use vesc_col_core::{Features, Hypothesis, ParseError, Sample};

use crate::syntax::{Names, Parser};

/// A decision tree over Boolean features, at least one of which is asked.
///
/// ```
/// use vesc_col_core::Features;
/// use vesc_col_spaces::DecisionTree;
///
/// let features = Features::new(["mode", "irq", "mask"])?;
/// let tree = DecisionTree::parse("mode ? irq ? 1 : 0 : mask ? 0 : 1", &features)?;
/// assert_eq!(tree.splits(), 3);
/// assert_eq!(tree.display(&features).to_string(), "mode ? (irq ? 1 : 0) : mask ? 0 : 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DecisionTree {
    /// In preorder: a split, all of its tree for true, all of its tree for false.
    nodes: Box<[Node]>,
}

/// A node in preorder. The order is that of trees: leaves first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Node {
    Leaf(bool),
    /// With the position of the tree for false.
    Split {
        feature: usize,
        otherwise: usize,
    },
}

/// What one side of a split leads to: the argument of [`DecisionTree::new`].
///
/// ```
/// use vesc_col_spaces::{DecisionTree, Split};
///
/// let root = (0, [Split::Inner(1), Split::Leaf(false)]);
/// let tree = DecisionTree::new([root, (1, [Split::Leaf(true), Split::Leaf(false)])])?;
/// assert_eq!(tree.to_string(), "x0 ? (x1 ? 1 : 0) : 0");
/// # Ok::<(), vesc_col_spaces::TreeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Split {
    /// The split with this number.
    Inner(usize),
    /// A value.
    Leaf(bool),
}

/// Why splits do not make a [`DecisionTree`].
///
/// ```
/// use vesc_col_spaces::{DecisionTree, Split, TreeError};
///
/// let lonely = (0, [Split::Inner(1), Split::Leaf(false)]);
/// assert_eq!(DecisionTree::new([]), Err(TreeError::NoSplits));
/// assert_eq!(DecisionTree::new([lonely]), Err(TreeError::NotATree { split: 1 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// There is no split.
    #[error("a decision tree needs at least one split")]
    NoSplits,
    /// The sides do not lead to each split but the first exactly once, from one with a smaller number.
    #[error("split {split} (counted from 0) is not the child of exactly one split before it")]
    NotATree {
        /// Number of the split.
        split: usize,
    },
}

/// What a name must not contain without quotes, beside the signs of DNF.
const SIGNS: &str = "?:";

impl DecisionTree {
    /// The tree of these splits, the root first: each asks a feature, and leads on from its sides for true and for
    /// false.
    ///
    /// # Errors
    ///
    /// [`TreeError`] if that is no tree.
    pub fn new(splits: impl IntoIterator<Item = (usize, [Split; 2])>) -> Result<DecisionTree, TreeError> {
        let splits: Vec<(usize, [Split; 2])> = splits.into_iter().collect();
        let mut parents = vec![0; splits.len()];
        for (split, (_, sides)) in splits.iter().enumerate() {
            for side in sides {
                match *side {
                    Split::Inner(child) if child > split && child < splits.len() => parents[child] += 1,
                    Split::Inner(child) => return Err(TreeError::NotATree { split: child }),
                    Split::Leaf(_) => {}
                }
            }
        }
        if splits.is_empty() {
            return Err(TreeError::NoSplits);
        }
        if let Some(orphan) = parents.iter().skip(1).position(|&parents| parents != 1) {
            return Err(TreeError::NotATree { split: orphan + 1 });
        }
        let mut nodes = Vec::with_capacity(2 * splits.len() + 1);
        // What is yet to be written, with the split whose tree for false it is.
        let mut pending = vec![(Split::Inner(0), None)];
        while let Some((next, parent)) = pending.pop() {
            let here = nodes.len();
            if let Some(Node::Split { otherwise, .. }) = parent.and_then(|parent: usize| nodes.get_mut(parent)) {
                *otherwise = here;
            }
            match next {
                Split::Leaf(value) => nodes.push(Node::Leaf(value)),
                Split::Inner(split) => {
                    let (feature, [high, low]) = splits[split];
                    nodes.push(Node::Split { feature, otherwise: 0 });
                    pending.extend([(low, Some(here)), (high, None)]);
                }
            }
        }
        Ok(DecisionTree { nodes: nodes.into_boxed_slice() })
    }

    /// The tree of these nodes, which are one, in preorder.
    pub(super) fn from_preorder(nodes: Box<[Node]>) -> DecisionTree {
        DecisionTree { nodes }
    }

    /// Reads a tree such as `a ? (b ? 1 : 0) : 1`; the parentheses make no difference. Names are quoted as in a DNF,
    /// and also where they contain `?` or `:`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the position and what was expected.
    pub fn parse(text: &str, features: &Features) -> Result<DecisionTree, ParseError> {
        let mut parser = Parser::new(text, features, SIGNS)?;
        let mut nodes: Vec<Node> = Vec::new();
        // What is open, innermost last.
        let mut open: Vec<Open> = Vec::new();
        loop {
            while parser.accept('(')? {
                open.push(Open::Parenthesis);
            }
            if !parser.is_leaf()? {
                let feature = parser.feature("a feature, `0`, `1` or `(`")?;
                parser.expect('?', "`?`")?;
                open.push(Open::High(nodes.len()));
                nodes.push(Node::Split { feature, otherwise: 0 });
                continue;
            }
            if nodes.is_empty() {
                return Err(parser.unexpected("a feature"));
            }
            nodes.push(Node::Leaf(parser.one_of(&["0", "1"], "`0` or `1`")? == 1));
            // A tree has ended, and whatever ends with it.
            loop {
                match open.pop() {
                    None => {
                        parser.finish("the end")?;
                        return Ok(DecisionTree { nodes: nodes.into_boxed_slice() });
                    }
                    Some(Open::Parenthesis) => parser.expect(')', "`)`")?,
                    Some(Open::Low) => {}
                    Some(Open::High(split)) => {
                        parser.expect(':', "`:`")?;
                        let here = nodes.len();
                        if let Node::Split { otherwise, .. } = &mut nodes[split] {
                            *otherwise = here;
                        }
                        open.push(Open::Low);
                        break;
                    }
                }
            }
        }
    }

    /// How many splits (inner nodes) there are.
    #[must_use]
    pub fn splits(&self) -> usize {
        self.nodes.len() / 2
    }

    /// The splits level by level, from left to right: what [`DecisionTree::new`] takes.
    ///
    /// ```
    /// use vesc_col_core::Features;
    /// use vesc_col_spaces::{DecisionTree, Split};
    ///
    /// let tree = DecisionTree::parse("x2 ? 1 : x0 ? 0 : 1", &Features::numbered(3))?;
    /// let splits = tree.level_order();
    /// assert_eq!(splits[0], (2, [Split::Leaf(true), Split::Inner(1)]));
    /// assert_eq!(DecisionTree::new(splits), Ok(tree));
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn level_order(&self) -> Vec<(usize, [Split; 2])> {
        let mut splits = Vec::with_capacity(self.splits());
        let mut queue = VecDeque::from([0]);
        let mut numbered = 1;
        while let Some(place) = queue.pop_front() {
            let Node::Split { feature, otherwise } = self.nodes[place] else { continue };
            let sides = [place + 1, otherwise].map(|side| match self.nodes[side] {
                Node::Leaf(value) => Split::Leaf(value),
                Node::Split { .. } => {
                    queue.push_back(side);
                    numbered += 1;
                    Split::Inner(numbered - 1)
                }
            });
            splits.push((feature, sides));
        }
        splits
    }

    /// Whether some split asks a feature that was asked on the way to it, or leads to two equal leaves.
    pub(super) fn asks_in_vain(&self) -> bool {
        // The trees yet to be visited, with the number of features asked on the way to each.
        let mut pending = vec![(0, 0)];
        let mut asked: Vec<usize> = Vec::new();
        while let Some((place, depth)) = pending.pop() {
            let Node::Split { feature, otherwise } = self.nodes[place] else { continue };
            asked.truncate(depth);
            let sides = [self.nodes[place + 1], self.nodes[otherwise]];
            if asked.contains(&feature) || matches!(sides, [Node::Leaf(one), Node::Leaf(other)] if one == other) {
                return true;
            }
            asked.push(feature);
            pending.extend([(otherwise, depth + 1), (place + 1, depth + 1)]);
        }
        false
    }

    /// The nodes in preorder.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The tree in the syntax of [`DecisionTree::parse`], with the features' names.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        (self as &dyn Hypothesis).display(features)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, names: Names<'_>) -> fmt::Result {
        // What is yet to be written, the next piece last.
        let mut pieces = vec![Piece::Tree { place: 0, high: false }];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Tree { place, high } => match self.nodes[place] {
                    Node::Leaf(value) => write!(f, "{}", u8::from(value))?,
                    Node::Split { feature, otherwise } => {
                        let (open, close) = if high { ("(", ")") } else { ("", "") };
                        write!(f, "{open}{} ? ", names.feature(feature))?;
                        pieces.extend([
                            Piece::Text(close),
                            Piece::Tree { place: otherwise, high: false },
                            Piece::Text(" : "),
                            Piece::Tree { place: place + 1, high: true },
                        ]);
                    }
                },
            }
        }
        Ok(())
    }
}

impl Hypothesis for DecisionTree {
    fn accepts(&self, sample: &Sample) -> bool {
        let mut place = 0;
        loop {
            match self.nodes[place] {
                Node::Leaf(value) => return value,
                Node::Split { feature, otherwise } => place = if sample[feature] { place + 1 } else { otherwise },
            }
        }
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::of(features, SIGNS))
    }

    /// The nodes in preorder: leaves first, then features.
    fn order_key(&self) -> Vec<u32> {
        let code = |node: &Node| match *node {
            Node::Leaf(value) => u32::from(value),
            Node::Split { feature, .. } => u32::try_from(feature).unwrap_or(u32::MAX - 2) + 2,
        };
        self.nodes.iter().map(code).collect()
    }
}

/// Writes the tree with numbered features: `x0 ? (x1 ? 1 : 0) : 1`.
impl fmt::Display for DecisionTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::numbered())
    }
}

/// A part of a tree's text.
enum Piece {
    Text(&'static str),
    /// The tree at this place; in parentheses, if it has splits and is one for true.
    Tree {
        place: usize,
        high: bool,
    },
}

/// What a reader has not seen the end of.
enum Open {
    Parenthesis,
    /// The tree for true of the split at this place.
    High(usize),
    /// A tree for false.
    Low,
}
