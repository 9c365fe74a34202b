//! The nodes of all diagrams, each once.

use vesc_col_core::StopReason;

use crate::run_context::RunContext;
use crate::tuning::SHARDS;

/// A family of sets of elements, as a node of a [`Store`]: equal families are equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Family(u32);

impl Family {
    /// No set.
    pub(crate) const EMPTY: Family = Family(0);
    /// The empty set alone.
    pub(crate) const UNIT: Family = Family(1);

    /// Position among all nodes; the nodes below one have lesser positions.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is one of the two families without a node of their own.
    pub(crate) fn is_terminal(self) -> bool {
        self.0 < 2
    }
}

/// A decision about the least element of any set in the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub(crate) element: u32,
    /// The sets that contain the element, without it.
    pub(crate) with: Family,
    /// The sets that do not.
    pub(crate) without: Family,
}

/// Memory for a node in the list of nodes.
const NODE_BYTES: usize = size_of::<Node>();
/// Slots of a shard to begin with.
const FIRST_SLOTS: usize = 1 << 4;
/// Marks an empty slot: no node has this number, because the terminals are not looked up.
const VACANT: u32 = 0;

/// A growing store of nodes, hash-consed.
///
/// Costs 12 bytes a node and 6 to 12 more for finding it; takes nothing in advance.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    nodes: Vec<Node>,
    /// Open addressing, at most two thirds full.
    shards: Vec<Vec<u32>>,
    /// How many nodes each shard knows.
    filled: Vec<usize>,
    /// Slots in all shards.
    slots: usize,
    /// How many bytes it may take.
    budget: usize,
    peak: usize,
}

impl Store {
    /// Makes an empty store that may take `budget` bytes.
    pub(crate) fn new(budget: usize) -> Store {
        let terminal = Node { element: u32::MAX, with: Family::EMPTY, without: Family::EMPTY };
        Store {
            nodes: vec![terminal; 2],
            shards: vec![Vec::new(); SHARDS],
            filled: vec![0; SHARDS],
            slots: 0,
            budget,
            peak: 0,
        }
    }

    /// Changes how many bytes the store may take from now on.
    pub(crate) fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
    }

    /// How many nodes there are, needed or not.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len() - 2
    }

    /// The greatest number of nodes that there ever were, since [`Store::forget_peak`].
    pub(crate) fn peak(&self) -> usize {
        self.peak.max(self.len())
    }

    /// Starts to look for the greatest number of nodes anew.
    pub(crate) fn forget_peak(&mut self) {
        self.peak = 0;
    }

    /// How many bytes the store takes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * NODE_BYTES + self.slots * size_of::<u32>()
    }

    /// The decision of a family that is no terminal.
    pub(crate) fn node(&self, family: Family) -> Node {
        self.nodes[family.index()]
    }

    /// The sets of `without`, and those of `with` with `element` added, which is less than all elements in either.
    ///
    /// # Errors
    ///
    /// [`StopReason::Memory`] if the budget does not suffice.
    pub(crate) fn make(&mut self, element: u32, with: Family, without: Family) -> Result<Family, StopReason> {
        if with == Family::EMPTY {
            return Ok(without);
        }
        let node = Node { element, with, without };
        debug_assert!([with, without].iter().all(|&below| below.is_terminal() || self.node(below).element > element));
        let hash = hash(node);
        let shard = hash as usize % SHARDS;
        if 3 * (self.filled[shard] + 1) > 2 * self.shards[shard].len() {
            self.grow(shard)?;
        }
        let mut slot = self.first_slot(shard, hash);
        loop {
            match self.shards[shard][slot] {
                VACANT => break,
                known if self.nodes[known as usize] == node => return Ok(Family(known)),
                _ => slot = (slot + 1) & (self.shards[shard].len() - 1),
            }
        }
        self.reserve_node()?;
        let number = u32::try_from(self.nodes.len()).map_err(|_| StopReason::Memory)?;
        self.nodes.push(node);
        self.shards[shard][slot] = number;
        self.filled[shard] += 1;
        Ok(Family(number))
    }

    /// All families that have a node, those below one before it.
    pub(crate) fn families(&self) -> impl Iterator<Item = Family> {
        (2..self.nodes.len() as u32).map(Family)
    }

    /// Removes all nodes that none of the given families needs, and renumbers the families.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end: then all families are lost, and the store is empty.
    pub(crate) fn collect<'a>(
        &mut self,
        roots: impl Iterator<Item = &'a mut Family>,
        context: &mut RunContext<'_>,
    ) -> Result<(), StopReason> {
        self.peak = self.peak();
        let roots: Vec<&mut Family> = roots.collect();
        let old = std::mem::replace(&mut self.nodes, Store::new(0).nodes);
        self.shards = vec![Vec::new(); SHARDS];
        self.filled = vec![0; SHARDS];
        self.slots = 0;
        // A node's new number, once it is known to be needed; those below a node come before it.
        const NEEDED: u32 = u32::MAX;
        let mut renumbered = vec![0; old.len()];
        renumbered[1] = 1;
        for root in &roots {
            if !root.is_terminal() {
                renumbered[root.index()] = NEEDED;
            }
        }
        for index in (2..old.len()).rev() {
            context.spend(4)?;
            if renumbered[index] == NEEDED {
                for below in [old[index].with, old[index].without] {
                    if !below.is_terminal() {
                        renumbered[below.index()] = NEEDED;
                    }
                }
            }
        }
        for index in 2..old.len() {
            if renumbered[index] == NEEDED {
                context.spend(64)?;
                let [with, without] =
                    [old[index].with, old[index].without].map(|below| Family(renumbered[below.index()]));
                renumbered[index] = self.make(old[index].element, with, without)?.0;
            }
        }
        for root in roots {
            *root = Family(renumbered[root.index()]);
        }
        Ok(())
    }

    fn first_slot(&self, shard: usize, hash: u64) -> usize {
        (hash >> 32) as usize & (self.shards[shard].len() - 1)
    }

    /// Makes a shard twice as large.
    fn grow(&mut self, shard: usize) -> Result<(), StopReason> {
        let slots = (2 * self.shards[shard].len()).max(FIRST_SLOTS);
        // The old shard stays until the new one is filled.
        if self.bytes() + slots * size_of::<u32>() > self.budget {
            return Err(StopReason::Memory);
        }
        let old = std::mem::replace(&mut self.shards[shard], vec![VACANT; slots]);
        self.slots += slots - old.len();
        for known in old.into_iter().filter(|&known| known != VACANT) {
            let mut slot = self.first_slot(shard, hash(self.nodes[known as usize]));
            while self.shards[shard][slot] != VACANT {
                slot = (slot + 1) & (slots - 1);
            }
            self.shards[shard][slot] = known;
        }
        Ok(())
    }

    fn reserve_node(&mut self) -> Result<(), StopReason> {
        if self.nodes.len() < self.nodes.capacity() {
            return Ok(());
        }
        // Half as many more, or as many as the budget has room for beside the nodes of old while they are copied.
        let free = self.budget.saturating_sub(self.bytes() + self.nodes.len() * NODE_BYTES) / NODE_BYTES;
        let more = (self.nodes.len() / 2).max(64).min(free);
        if more < 64 {
            return Err(StopReason::Memory);
        }
        self.nodes.reserve_exact(more);
        Ok(())
    }
}

fn hash(node: Node) -> u64 {
    let below = u64::from(node.with.0) << 32 | u64::from(node.without.0);
    let mixed =
        (below ^ u64::from(node.element).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb)
}
