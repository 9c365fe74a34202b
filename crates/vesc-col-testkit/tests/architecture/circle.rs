//! Circles in a directed graph. `cargo modules` finds some circle or none, but knows no exceptions.

use std::collections::{BTreeMap, BTreeSet};

/// From each node to the nodes that it points to.
pub(crate) type Graph = BTreeMap<String, BTreeSet<String>>;

/// Returns the largest sets of two or more nodes that all lead to each other.
pub(crate) fn circles(graph: &Graph) -> Vec<BTreeSet<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> = graph.keys().map(|node| (node, reach(graph, node))).collect();
    let mut circles: Vec<BTreeSet<String>> = Vec::new();
    for (node, others) in &reached {
        if circles.iter().any(|circle| circle.contains(*node)) {
            continue;
        }
        let back = |other: &&&String| reached.get(*other).is_some_and(|others| others.contains(node));
        let circle: BTreeSet<String> = others.iter().filter(back).map(|other| (*other).clone()).collect();
        if circle.len() > 1 {
            circles.push(circle);
        }
    }
    circles
}

/// All nodes to which there is a way of at least one step.
fn reach<'g>(graph: &'g Graph, node: &String) -> BTreeSet<&'g String> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&String> = graph.get(node).into_iter().flatten().collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(graph.get(next).into_iter().flatten());
        }
    }
    reached
}

#[test]
fn circles_are_found() {
    let graph = |edges: &[(&str, &str)]| {
        let mut graph = Graph::new();
        for (from, to) in edges {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        graph
    };
    let set = |nodes: &[&str]| nodes.iter().map(|&node| node.to_owned()).collect::<BTreeSet<String>>();
    assert!(circles(&graph(&[("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])).is_empty());
    let two = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "b"), ("d", "e"), ("e", "f"), ("f", "e")];
    assert_eq!(circles(&graph(&two)), [set(&["b", "c", "d"]), set(&["e", "f"])]);
}
