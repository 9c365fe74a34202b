//! Reduced ordered decision diagrams.

mod hypothesis;

use std::any::Any;
use std::sync::Arc;

use vesc_col_core::{Circuit, Complexity, Hypothesis, Signal, SubSpace};

use crate::choice;

pub use hypothesis::{Obdd, ObddChild, ObddError, ObddNode};

/// All reduced ordered binary decision diagrams of a given number of nodes under a given order of the features. They
/// are the Boolean functions whose diagram has this size, each once.
///
/// Empty without nodes. No two members are one concept.
///
/// # Encoding
///
/// The nodes are numbered from the bottom up, by their position in the order, then by their children for false and for
/// true. A reduced diagram has one numbering of this kind. Node j has one bit for each feature, of which one is true.
/// For each of its children it has one bit for the constant 1 and one for each node before it. None of them is true for
/// the constant 0. That makes s n + s (s + 1) bits. Membership has O(n s^2) gates; the constraint of a sample has for
/// each node one gate over at most n bits and O(s) more.
///
/// ```
/// use vesc_col_core::SubSpace;
/// use vesc_col_spaces::ObddSpace;
///
/// let space = ObddSpace::new(20, 3);
/// assert_eq!(space.complexity().to_string(), "3 nodes");
/// assert_eq!(space.width(), 72);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObddSpace {
    order: Arc<[usize]>,
    nodes: usize,
}

impl ObddSpace {
    /// The diagrams of `nodes` inner nodes that ask features in the order of their positions.
    #[must_use]
    pub fn new(features: usize, nodes: usize) -> ObddSpace {
        ObddSpace { order: (0..features).collect(), nodes }
    }

    /// The diagrams of `nodes` inner nodes that ask features in this order, which lists every feature once; `None` if
    /// it does not.
    ///
    /// ```
    /// use vesc_col_spaces::ObddSpace;
    ///
    /// assert!(ObddSpace::with_order([2, 0, 1], 3).is_some());
    /// assert!(ObddSpace::with_order([2, 0], 3).is_none());
    /// ```
    #[must_use]
    pub fn with_order(order: impl IntoIterator<Item = usize>, nodes: usize) -> Option<ObddSpace> {
        let order: Arc<[usize]> = order.into_iter().collect();
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        sorted.iter().copied().eq(0..order.len()).then_some(ObddSpace { order, nodes })
    }

    /// The diagrams of 1, 2, ... nodes under the order of the features' positions.
    ///
    /// ```
    /// use vesc_col_spaces::ObddSpace;
    ///
    /// assert_eq!(ObddSpace::up_to(20, 4).count(), 4);
    /// ```
    pub fn up_to(features: usize, max_nodes: usize) -> impl Iterator<Item = ObddSpace> {
        let order: Arc<[usize]> = (0..features).collect();
        (1..=max_nodes).map(move |nodes| ObddSpace { order: Arc::clone(&order), nodes })
    }

    /// The order in which features are asked.
    #[must_use]
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The diagram behind a member's bits; [`SubSpace::decode`] with its type.
    ///
    /// ```
    /// use vesc_col_core::{Features, SubSpace};
    /// use vesc_col_spaces::{Obdd, ObddSpace};
    ///
    /// let space = ObddSpace::with_order([2, 0, 1], 2).expect("each feature once");
    /// assert_eq!(space.order(), [2, 0, 1]);
    /// let obdd = Obdd::parse("n0 = x0 ? 0 : 1; x2 ? n0 : 0", &Features::numbered(3))?;
    /// let bits = space.bits_of(&obdd).expect("two nodes in this order");
    /// assert_eq!(space.decode_obdd(&bits), obdd);
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the bits are not a member's.
    #[must_use]
    pub fn decode_obdd(&self, bits: &[bool]) -> Obdd {
        assert_eq!(bits.len(), self.width(), "not a bit string of this sub-space");
        let child = |bits: &[bool]| match choice::position(bits) {
            None => ObddChild::Constant(false),
            Some(0) => ObddChild::Constant(true),
            Some(node) => ObddChild::Node(node - 1),
        };
        let nodes = self.nodes(bits).map(|(places, low, high)| {
            let place = choice::position(places).expect("a member's node has a feature");
            ObddNode { feature: self.order[place], high: child(high), low: child(low) }
        });
        Obdd::new(nodes).expect("a member is a diagram")
    }

    /// The bits of each node: places in the order, child for false, child for true.
    fn nodes<'a, B>(&self, bits: &'a [B]) -> impl Iterator<Item = (&'a [B], &'a [B], &'a [B])> {
        let features = self.order.len();
        let mut rest = bits;
        (0..self.nodes).map(move |node| {
            let (places, after) = rest.split_at(features);
            let (low, after) = after.split_at(node + 1);
            let (high, after) = after.split_at(node + 1);
            rest = after;
            (places, low, high)
        })
    }

    fn has_room(&self) -> bool {
        self.nodes > 0 && !self.order.is_empty()
    }
}

impl SubSpace for ObddSpace {
    fn features(&self) -> usize {
        self.order.len()
    }

    fn key(&self) -> Option<String> {
        let order: Vec<String> = self.order.iter().map(ToString::to_string).collect();
        Some(format!("obdd order={} nodes={}", order.join(","), self.nodes))
    }

    fn width(&self) -> usize {
        if !self.has_room() {
            return 0;
        }
        let children = self.nodes.saturating_mul(self.nodes.saturating_add(1));
        self.nodes.saturating_mul(self.order.len()).saturating_add(children)
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        if !self.has_room() {
            return Signal::FALSE;
        }
        let nodes: Vec<_> = self.nodes(h).collect();
        let mut constraints = Vec::new();
        // For each node and place, whether the node is at this place or above it.
        let mut reached: Vec<Vec<Signal>> = Vec::new();
        for &(places, low, high) in &nodes {
            constraints.push(circuit.exactly(1, places.iter().copied()));
            for child in [low, high] {
                constraints.push(circuit.at_most(1, child.iter().copied()));
                // A node asks before its children do.
                for (below, &leads) in child.iter().skip(1).enumerate() {
                    for (&here, &above) in places.iter().zip(&reached[below]) {
                        constraints.push(!circuit.and([leads, here, above]));
                    }
                }
            }
            // It asks for a reason.
            let differences: Vec<Signal> = low.iter().zip(high).map(|(&one, &other)| circuit.xor(one, other)).collect();
            constraints.push(circuit.or(differences));
            reached.push(choice::reached(circuit, places));
        }
        // Every node but the last, the root, is somebody's child.
        for node in 0..self.nodes - 1 {
            let parents = nodes[node + 1..].iter().flat_map(|(_, low, high)| [low[node + 1], high[node + 1]]);
            constraints.push(circuit.or(parents));
        }
        // One numbering, and no node twice: the next node stands above this one, or beside it with greater children.
        for (node, pair) in nodes.windows(2).enumerate() {
            let (places, ..) = pair[0];
            constraints.push(choice::precedes_or_equals(circuit, &reached[node + 1], places));
            let above = choice::precedes(circuit, &reached[node + 1], places);
            let greater = {
                // A node beside this one does not lead to it, though it has one bit more for that.
                let [smaller, greater] = [pair[0], pair[1]].map(|(_, low, high)| {
                    let children = [&low[..=node], &high[..=node]];
                    children.into_iter().flat_map(|child| child.iter().rev()).copied().collect::<Vec<Signal>>()
                });
                circuit.greater(&greater, &smaller)
            };
            constraints.push(circuit.or([above, greater]));
        }
        circuit.and(constraints)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        if !self.has_room() {
            return Signal::FALSE;
        }
        let asked: Vec<Signal> = self.order.iter().map(|&feature| x[feature]).collect();
        // The constant 1, and the nodes so far.
        let mut values = vec![Signal::TRUE];
        for (places, low, high) in self.nodes(h) {
            let condition = choice::chosen(circuit, places, &asked);
            let [low, high] = [low, high].map(|child| choice::chosen(circuit, child, &values));
            values.push(circuit.ite(condition, high, low));
        }
        values[self.nodes]
    }

    fn complexity(&self) -> Complexity {
        Complexity::new([("nodes", self.nodes as u64)])
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        Box::new(self.decode_obdd(bits))
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        let diagram: &Obdd = (hypothesis as &dyn Any).downcast_ref()?;
        if diagram.nodes().len() != self.nodes {
            return None;
        }
        let mut bits = Vec::with_capacity(self.width());
        for (number, node) in diagram.nodes().iter().enumerate() {
            let place = self.order.iter().position(|&feature| feature == node.feature)?;
            bits.extend(choice::one_hot(place, self.order.len()));
            for child in [node.low, node.high] {
                let leads = match child {
                    ObddChild::Constant(value) => value.then_some(0),
                    ObddChild::Node(below) => Some(below + 1),
                };
                bits.extend((0..=number).map(|place| leads == Some(place)));
            }
        }
        Some(bits)
    }

    fn finds_members(&self) -> bool {
        true
    }

    /// Under one order a function has one reduced diagram.
    fn formulas_are_concepts(&self) -> bool {
        true
    }
}
