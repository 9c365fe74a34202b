//! `n0 = c ? 1 : 0; a ? n0 : b ? n0 : 1`.

use std::fmt;

use vesc_col_core::{Features, Hypothesis, ParseError, Sample};

use crate::syntax::{Names, Parser, Token};

/// A binary decision diagram, at least one node.
///
/// It is written node by node, those below first; the last one is the root and has no name:
///
/// ```
/// use vesc_col_core::Features;
/// use vesc_col_spaces::Obdd;
///
/// let features = Features::new(["a", "b", "c"])?;
/// let diagram = Obdd::parse("n0 = c ? 1 : 0; n1 = b ? n0 : 1; a ? n1 : n0", &features)?;
/// assert_eq!(diagram.nodes().len(), 3);
/// assert_eq!(diagram.display(&features).to_string(), "n0 = c ? 1 : 0; n1 = b ? n0 : 1; a ? n1 : n0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Obdd {
    nodes: Box<[ObddNode]>,
}

/// One node of an [`Obdd`].
///
/// ```
/// use vesc_col_spaces::{Obdd, ObddChild, ObddNode};
///
/// let [no, yes] = [false, true].map(ObddChild::Constant);
/// let below = ObddNode { feature: 1, high: yes, low: no };
/// let root = ObddNode { feature: 0, high: ObddChild::Node(0), low: no };
/// assert_eq!(Obdd::new([below, root])?.to_string(), "n0 = x1 ? 1 : 0; x0 ? n0 : 0");
/// # Ok::<(), vesc_col_spaces::ObddError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObddNode {
    /// The feature that is asked.
    pub feature: usize,
    /// Where to go if it is true.
    pub high: ObddChild,
    /// Where to go if it is false.
    pub low: ObddChild,
}

/// Where a node leads.
///
/// ```
/// use vesc_col_core::Features;
/// use vesc_col_spaces::{Obdd, ObddChild};
///
/// let diagram = Obdd::parse("x0 ? 1 : 0", &Features::numbered(1))?;
/// assert_eq!(diagram.nodes()[0].high, ObddChild::Constant(true));
/// # Ok::<(), vesc_col_core::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObddChild {
    /// To a value.
    Constant(bool),
    /// To the node with this number.
    Node(usize),
}

/// Why nodes do not make an [`Obdd`].
///
/// ```
/// use vesc_col_spaces::{Obdd, ObddChild, ObddError, ObddNode};
///
/// let itself = ObddNode { feature: 0, high: ObddChild::Node(0), low: ObddChild::Constant(true) };
/// assert_eq!(Obdd::new([itself]), Err(ObddError::NotBelow { node: 0 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObddError {
    /// There is no node.
    #[error("a decision diagram needs at least one node")]
    NoNodes,
    /// A node leads to itself, or to one that comes after it.
    #[error("node {node} (counted from 0) leads to one that does not come before it")]
    NotBelow {
        /// Number of the node.
        node: usize,
    },
}

/// What a name must not contain without quotes, beside the signs of DNF.
const SIGNS: &str = "?:;";

impl Obdd {
    /// The diagram of these nodes, each after those that it leads to; the last one is the root.
    ///
    /// # Errors
    ///
    /// [`ObddError`] if there is none, or if one leads to a node that does not come before it. Whether the diagram is
    /// reduced and ordered is not asked.
    pub fn new(nodes: impl IntoIterator<Item = ObddNode>) -> Result<Obdd, ObddError> {
        let nodes: Box<[ObddNode]> = nodes.into_iter().collect();
        let leads_on = |node: usize, child| matches!(child, ObddChild::Node(other) if other >= node);
        let mut numbered = nodes.iter().enumerate();
        match numbered.find(|(number, node)| leads_on(*number, node.high) || leads_on(*number, node.low)) {
            Some((node, _)) => Err(ObddError::NotBelow { node }),
            None if nodes.is_empty() => Err(ObddError::NoNodes),
            None => Ok(Obdd { nodes }),
        }
    }

    /// Reads a diagram such as `n0 = b ? 1 : 0; a ? n0 : 1`. Names of features are quoted as in a DNF, and also where
    /// they contain any of `? : ;`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the position and what was expected.
    pub fn parse(text: &str, features: &Features) -> Result<Obdd, ParseError> {
        let mut parser = Parser::new(text, features, SIGNS)?;
        let mut nodes: Vec<ObddNode> = Vec::new();
        loop {
            let named = parser.test().is_none() && parser.is_name_before('=')?;
            if named {
                if node_number(&parser)? != Some(nodes.len()) {
                    return Err(parser.unexpected("the next node: n0, n1, ... in this order"));
                }
                parser.next()?;
                parser.expect('=', "`=`")?;
            }
            let feature = parser.feature("a feature")?;
            parser.expect('?', "`?`")?;
            let high = child(&mut parser, nodes.len())?;
            parser.expect(':', "`:`")?;
            let low = child(&mut parser, nodes.len())?;
            nodes.push(ObddNode { feature, high, low });
            if !named {
                parser.finish("the end")?;
                return Ok(Obdd { nodes: nodes.into_boxed_slice() });
            }
            parser.expect(';', "`;`")?;
        }
    }

    /// The nodes, each after those that it leads to; the last one is the root.
    #[must_use]
    pub fn nodes(&self) -> &[ObddNode] {
        &self.nodes
    }

    /// The diagram in the syntax of [`Obdd::parse`], with the features' names.
    #[must_use]
    pub fn display(&self, features: &Features) -> impl fmt::Display {
        (self as &dyn Hypothesis).display(features)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, names: Names<'_>) -> fmt::Result {
        for (number, node) in self.nodes.iter().enumerate() {
            if number > 0 {
                f.write_str("; ")?;
            }
            if number + 1 < self.nodes.len() {
                write!(f, "n{number} = ")?;
            }
            write!(f, "{} ? {} : {}", names.feature(node.feature), node.high, node.low)?;
        }
        Ok(())
    }
}

/// `n7` is 7.
fn node_number(parser: &Parser<'_>) -> Result<Option<usize>, ParseError> {
    Ok(match parser.peek()? {
        Some(Token::Name(name)) => name.strip_prefix('n').and_then(|number| number.parse().ok()),
        _ => None,
    })
}

/// Reads a child of a node that follows `nodes` others.
fn child(parser: &mut Parser<'_>, nodes: usize) -> Result<ObddChild, ParseError> {
    let node = node_number(parser)?.filter(|&node| node < nodes);
    if let Some(node) = node {
        parser.next()?;
        return Ok(ObddChild::Node(node));
    }
    Ok(ObddChild::Constant(parser.one_of(&["0", "1"], "`0`, `1` or a node before this one")? == 1))
}

/// `0`, `1` or `n7`.
impl fmt::Display for ObddChild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObddChild::Constant(value) => write!(f, "{}", u8::from(*value)),
            ObddChild::Node(node) => write!(f, "n{node}"),
        }
    }
}

impl Hypothesis for Obdd {
    fn accepts(&self, sample: &Sample) -> bool {
        let mut place = ObddChild::Node(self.nodes.len() - 1);
        loop {
            match place {
                ObddChild::Constant(value) => return value,
                ObddChild::Node(node) => {
                    let node = &self.nodes[node];
                    place = if sample[node.feature] { node.high } else { node.low };
                }
            }
        }
    }

    fn fmt_named(&self, features: &Features, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::of(features, SIGNS))
    }

    /// From the root down, each node's feature, then its children.
    fn order_key(&self) -> Vec<u32> {
        let child = |child| match child {
            ObddChild::Constant(value) => u32::from(value),
            ObddChild::Node(node) => u32::try_from(node).unwrap_or(u32::MAX - 2) + 2,
        };
        let code =
            |node: &ObddNode| [u32::try_from(node.feature).unwrap_or(u32::MAX), child(node.high), child(node.low)];
        self.nodes.iter().rev().flat_map(code).collect()
    }
}

/// Writes the diagram with numbered features: `n0 = x1 ? 1 : 0; x0 ? n0 : 1`.
impl fmt::Display for Obdd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Names::numbered())
    }
}
