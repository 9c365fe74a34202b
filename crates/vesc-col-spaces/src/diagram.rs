//! Small reduced decision diagrams, to compare functions by.

use std::collections::HashMap;

/// A function in a [`Diagram`]: equal numbers are equal functions.
pub(crate) type Function = usize;

/// Hash-consed functions of features, tested in ascending order.
#[derive(Debug)]
pub(crate) struct Diagram {
    /// Feature, function where it is true, function where it is false. The first two places stand for the constants.
    nodes: Vec<(usize, Function, Function)>,
    unique: HashMap<(usize, Function, Function), Function>,
}

impl Diagram {
    pub(crate) fn new() -> Diagram {
        // The constants have a feature beyond all others.
        Diagram { nodes: vec![(usize::MAX, 0, 0), (usize::MAX, 1, 1)], unique: HashMap::new() }
    }

    pub(crate) fn constant(value: bool) -> Function {
        usize::from(value)
    }

    pub(crate) fn as_constant(function: Function) -> Option<bool> {
        [Some(false), Some(true)].get(function).copied().flatten()
    }

    /// `high` where the feature is true, `low` elsewhere.
    pub(crate) fn choose(&mut self, feature: usize, high: Function, low: Function) -> Function {
        if high == low {
            return high;
        }
        let top = self.top(high).min(self.top(low));
        if feature < top {
            return self.node(feature, high, low);
        }
        let (high_high, high_low) = (self.restrict(high, top, true), self.restrict(high, top, false));
        let (low_high, low_low) = (self.restrict(low, top, true), self.restrict(low, top, false));
        if feature == top {
            return self.node(feature, high_high, low_low);
        }
        let (then, otherwise) = (self.choose(feature, high_high, low_high), self.choose(feature, high_low, low_low));
        self.node(top, then, otherwise)
    }

    /// The function where the feature has this value.
    pub(crate) fn restrict(&mut self, function: Function, feature: usize, value: bool) -> Function {
        let (top, high, low) = self.nodes[function];
        if top > feature {
            return function;
        }
        if top == feature {
            return if value { high } else { low };
        }
        let (high, low) = (self.restrict(high, feature, value), self.restrict(low, feature, value));
        self.node(top, high, low)
    }

    /// The features that the function depends on, ascending.
    pub(crate) fn support(&self, function: Function) -> Vec<usize> {
        let mut seen = vec![function];
        let mut features = Vec::new();
        let mut next = 0;
        while let Some(&function) = seen.get(next) {
            next += 1;
            let (feature, high, low) = self.nodes[function];
            if feature != usize::MAX {
                features.push(feature);
                for child in [high, low] {
                    if !seen.contains(&child) {
                        seen.push(child);
                    }
                }
            }
        }
        features.sort_unstable();
        features.dedup();
        features
    }

    fn top(&self, function: Function) -> usize {
        self.nodes[function].0
    }

    fn node(&mut self, feature: usize, high: Function, low: Function) -> Function {
        if high == low {
            return high;
        }
        let nodes = &mut self.nodes;
        *self.unique.entry((feature, high, low)).or_insert_with(|| {
            nodes.push((feature, high, low));
            nodes.len() - 1
        })
    }
}
