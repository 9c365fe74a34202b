//! The shape of a formula that is no DNF: what its drawing and its words are made from.

use serde::{Deserialize, Serialize};

/// A formula as it is drawn.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Shape {
    /// Groups of conditions that meet in one gate each, and these gates in another one.
    Gates { inner: Gate, outer: Gate, groups: Vec<Group> },
    /// Questions of which the first that is answered with yes decides.
    List { nodes: Vec<Node> },
    /// Questions of which the answer leads on; no way leads back, and only one leads to each.
    Tree { nodes: Vec<Node> },
    /// The same, where several ways may lead to one question.
    Diagram { nodes: Vec<Node> },
}

/// What joins conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Gate {
    And,
    Or,
    /// An odd number of conditions, or an even one.
    Odd,
    Even,
    /// At least this number of conditions.
    AtLeast(usize),
}

/// Conditions that meet in one gate.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Group {
    pub(crate) text: String,
    /// On how many runs the gate is true.
    #[serde(flatten)]
    pub(crate) holds: Option<Runs>,
    pub(crate) conditions: Vec<Condition>,
}

/// A literal, or a set of values that a column is to have.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Condition {
    /// The condition without its negation.
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) negated: bool,
    /// On how many runs it is true.
    #[serde(flatten)]
    pub(crate) holds: Option<Runs>,
}

/// A question. The first one is asked first, and each leads only to later ones.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Node {
    pub(crate) question: String,
    /// On how many runs it is asked.
    #[serde(flatten)]
    pub(crate) asked: Option<Runs>,
    pub(crate) yes: Way,
    pub(crate) no: Way,
}

/// Where an answer leads.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Way {
    pub(crate) to: To,
    /// How many runs go there.
    #[serde(flatten)]
    pub(crate) runs: Option<Runs>,
}

/// A verdict, or the position of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum To {
    Verdict(bool),
    Node(usize),
}

/// How many runs of each label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Runs {
    pub(crate) positives: u64,
    pub(crate) negatives: u64,
}

impl Condition {
    /// The condition as it stands in a formula.
    pub(crate) fn written(&self) -> String {
        if self.negated { format!("!{}", self.text) } else { self.text.clone() }
    }
}

impl Shape {
    /// The questions, if it asks any.
    pub(crate) fn nodes(&self) -> &[Node] {
        match self {
            Shape::Gates { .. } => &[],
            Shape::List { nodes } | Shape::Tree { nodes } | Shape::Diagram { nodes } => nodes,
        }
    }

    /// Whether each question leads only to questions after it, and each gate has a condition, so that it can be drawn.
    pub(crate) fn is_sound(&self) -> bool {
        let leads_on = |at: usize, to: To| match to {
            To::Verdict(_) => true,
            To::Node(node) => at < node && node < self.nodes().len(),
        };
        match self {
            Shape::Gates { groups, .. } => {
                !groups.is_empty() && groups.iter().all(|group| !group.conditions.is_empty())
            }
            _ => {
                let mut nodes = self.nodes().iter().enumerate();
                !self.nodes().is_empty()
                    && nodes.all(|(at, node)| leads_on(at, node.yes.to) && leads_on(at, node.no.to))
            }
        }
    }
}
