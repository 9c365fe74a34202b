//! A diagram of its own, without a manager.

use num_bigint::BigUint;
use oxidd::bdd::BDDFunction;
use oxidd::{LevelNo, VarNo};
use vesc_col_core::{Run, StopReason};

use crate::diagrams::Diagrams;
use crate::fold::fold;

/// How many nodes are restored between two looks at the run.
const CHECK_INTERVAL: usize = 1 << 12;

/// What a node of a snapshot takes: the node, its count, and its entry in a table while it is made.
const SNAPSHOT_NODE_BYTES: usize = 128;

/// A function of some bits as a diagram, copied out of its manager, with the number of models below each node.
///
/// A few numbers for each node, and nothing that is shared: it can go to another thread and outlive the manager.
pub(crate) struct Snapshot {
    width: usize,
    /// The number of the topmost node: 0 is false, 1 is true, and `number` is `nodes[number - 2]`.
    root: usize,
    /// Children first.
    nodes: Vec<Bit>,
    /// For each number the models over the bits from the node's own down.
    counts: Vec<BigUint>,
    count: BigUint,
}

/// A node: which bit it asks, and where to go.
#[derive(Clone, Copy)]
struct Bit {
    bit: u32,
    high: u32,
    low: u32,
}

impl Snapshot {
    /// Copies a function of the variables `levels`, listed from the top, which become the bits.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end; [`StopReason::Memory`] if it would take more bytes than `memory`.
    pub(crate) fn of(
        function: &BDDFunction,
        levels: &[LevelNo],
        memory: usize,
        run: &Run,
    ) -> Result<Snapshot, StopReason> {
        let most_nodes = (memory / SNAPSHOT_NODE_BYTES).min(u32::MAX as usize - 2);
        let mut copy = Snapshot {
            width: levels.len(),
            root: 0,
            nodes: Vec::new(),
            counts: vec![BigUint::ZERO, BigUint::from(1u32)],
            count: BigUint::ZERO,
        };
        let root = fold(function, levels, [0, 1], run, |bit, &high, &low| match copy.nodes.len() < most_nodes {
            true => Ok(copy.push(Bit { bit: bit as u32, high, low })),
            false => Err(StopReason::Memory),
        })?;
        copy.root = root as usize;
        copy.count = &copy.counts[copy.root] << copy.bit(copy.root);
        Ok(copy)
    }

    fn push(&mut self, node: Bit) -> u32 {
        let below = |child| self.below(child as usize, node.bit as usize);
        let count = below(node.high) + below(node.low);
        self.nodes.push(node);
        self.counts.push(count);
        self.counts.len() as u32 - 1
    }

    /// The bit that a node asks; behind the last one for the constants.
    fn bit(&self, number: usize) -> usize {
        number.checked_sub(2).map_or(self.width, |index| self.nodes[index].bit as usize)
    }

    /// How many models a node has over the bits behind this one.
    fn below(&self, number: usize, bit: usize) -> BigUint {
        &self.counts[number] << (self.bit(number) - bit - 1)
    }

    /// The children for false and for true, as seen from this bit, which the diagram may skip.
    fn children(&self, number: usize, bit: usize) -> [usize; 2] {
        if self.bit(number) != bit {
            return [number, number];
        }
        let Bit { high, low, .. } = self.nodes[number - 2];
        [low as usize, high as usize]
    }

    /// How many bits there are.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// How many assignments satisfy the function.
    pub(crate) fn count(&self) -> &BigUint {
        &self.count
    }

    /// The model with this number in ascending lexicographic order, or `None` if there are fewer models.
    pub(crate) fn model(&self, index: &BigUint) -> Option<Vec<bool>> {
        let mut index = (index < &self.count).then(|| index.clone())?;
        let mut at = self.root;
        let bits = (0..self.width).map(|bit| {
            let [low, high] = self.children(at, bit);
            let before = self.below(low, bit);
            let value = index >= before;
            if value {
                index -= before;
            }
            at = if value { high } else { low };
            value
        });
        Some(bits.collect())
    }

    /// Whether an assignment satisfies the function.
    pub(crate) fn contains(&self, bits: &[bool]) -> bool {
        let at =
            bits.iter().enumerate().fold(self.root, |at, (bit, &value)| self.children(at, bit)[usize::from(value)]);
        bits.len() == self.width && at == 1
    }

    /// The function in a manager, where the bits are these variables.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end or the node table is full.
    pub(crate) fn restore(&self, diagrams: &Diagrams, levels: &[VarNo], run: &Run) -> Result<BDDFunction, StopReason> {
        let mut restored = Vec::with_capacity(self.counts.len());
        restored.extend([diagrams.constant(false), diagrams.constant(true)]);
        for (done, node) in self.nodes.iter().enumerate() {
            if done.is_multiple_of(CHECK_INTERVAL) {
                run.check()?;
            }
            let asked = diagrams.literal(levels[node.bit as usize], true)?;
            let function = diagrams.ite(&asked, &restored[node.high as usize], &restored[node.low as usize], run)?;
            restored.push(function);
        }
        Ok(restored.swap_remove(self.root))
    }
}
