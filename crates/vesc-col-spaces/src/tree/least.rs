//! The least tree that is a function.

use std::collections::HashMap;

use super::DecisionTree;
use super::hypothesis::Node;
use crate::diagram::{Diagram, Function};

/// The least tree, in preorder with leaves first, that is the same function as this one and has as many splits.
///
/// The first split decides most, so the features are tried in ascending order. For each feature, all ways to share the
/// other splits between the sides are tried. Of the features on which nothing depends, only the first one not yet asked
/// is tried: the others could be exchanged for it.
pub(super) fn least_tree(tree: &DecisionTree, features: usize) -> DecisionTree {
    let mut search = Search { features, diagram: Diagram::new(), known: HashMap::new() };
    let function = search.function(tree);
    match search.least(function, tree.splits(), &mut Vec::new()) {
        Some(nodes) => DecisionTree::from_preorder(in_places(&nodes)),
        // A tree that asks a feature twice on one way is none of those searched.
        None => tree.clone(),
    }
}

/// Nodes in preorder, splits without the place of their second tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Mark {
    Leaf(bool),
    Split(usize),
}

/// A function, how many splits its tree has, and the features asked on the way to it, ascending.
type Question = (Function, usize, Vec<usize>);

struct Search {
    features: usize,
    diagram: Diagram,
    /// Least trees, or that there is none.
    known: HashMap<Question, Option<Vec<Mark>>>,
}

impl Search {
    fn function(&mut self, tree: &DecisionTree) -> Function {
        let nodes = tree.nodes();
        let mut functions = vec![0; nodes.len()];
        for (place, &node) in nodes.iter().enumerate().rev() {
            functions[place] = match node {
                Node::Leaf(value) => Diagram::constant(value),
                Node::Split { feature, otherwise } => {
                    self.diagram.choose(feature, functions[place + 1], functions[otherwise])
                }
            };
        }
        functions[0]
    }

    /// The least tree of exactly `splits` splits.
    fn least(&mut self, function: Function, splits: usize, asked: &mut Vec<usize>) -> Option<Vec<Mark>> {
        if splits == 0 {
            return Diagram::as_constant(function).map(|value| vec![Mark::Leaf(value)]);
        }
        let support = self.diagram.support(function);
        if support.len() > splits || asked.len() == self.features {
            return None;
        }
        let question = (function, splits, asked.clone());
        if let Some(known) = self.known.get(&question) {
            return known.clone();
        }
        let idle = (0..self.features).find(|feature| !asked.contains(feature) && !support.contains(feature));
        let mut candidates = support;
        candidates.extend(idle);
        candidates.sort_unstable();
        let least = candidates.into_iter().find_map(|feature| self.least_with(function, feature, splits, asked));
        self.known.insert(question, least.clone());
        least
    }

    /// The least tree that asks this feature first.
    fn least_with(
        &mut self,
        function: Function,
        feature: usize,
        splits: usize,
        asked: &mut Vec<usize>,
    ) -> Option<Vec<Mark>> {
        let [high, low] = [true, false].map(|value| self.diagram.restrict(function, feature, value));
        if splits == 1 && high == low {
            return None;
        }
        let place = asked.partition_point(|&other| other < feature);
        asked.insert(place, feature);
        let mut least: Option<Vec<Mark>> = None;
        for share in 0..splits {
            let Some(first) = self.least(high, share, asked) else { continue };
            let Some(second) = self.least(low, splits - 1 - share, asked) else { continue };
            let tree: Vec<Mark> = std::iter::once(Mark::Split(feature)).chain(first).chain(second).collect();
            if least.as_ref().is_none_or(|least| tree < *least) {
                least = Some(tree);
            }
        }
        asked.remove(place);
        least
    }
}

/// The nodes with the places of their second trees.
fn in_places(marks: &[Mark]) -> Box<[Node]> {
    let mut nodes: Vec<Node> = Vec::with_capacity(marks.len());
    // Where the trees behind the present place begin, the next one last.
    let mut begins: Vec<usize> = Vec::new();
    for (place, &mark) in marks.iter().enumerate().rev() {
        let node = match mark {
            Mark::Leaf(value) => Node::Leaf(value),
            Mark::Split(feature) => {
                // The first tree begins right here, the second one where the next tree does.
                begins.pop();
                Node::Split { feature, otherwise: begins.pop().unwrap_or(0) }
            }
        };
        begins.push(place);
        nodes.push(node);
    }
    nodes.reverse();
    nodes.into_boxed_slice()
}
