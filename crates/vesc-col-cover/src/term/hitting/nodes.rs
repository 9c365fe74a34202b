//! A search split at points where other threads go on.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::bits::words::Bits;
use crate::kernel::rows::SelectMissed;
use crate::term::hitting::{Rows, Search};
use crate::term::problem::Problem;

/// What has been chosen at some point of the search, and what may come below.
#[derive(Clone, Debug)]
pub(crate) struct Node<const W: usize> {
    /// All rows that what is chosen misses, and others.
    rows: Arc<Vec<Bits<W>>>,
    /// Whether only some of them are near.
    far: bool,
    chosen: Vec<usize>,
    relaxed: Vec<Range<usize>>,
    candidates: Bits<W>,
    size: usize,
}

impl<const W: usize> Node<W> {
    /// Nothing is chosen yet, and `size` literals are to go.
    pub(crate) fn first(problem: &Problem<W>, size: usize) -> Node<W> {
        let rows = Arc::clone(&problem.rows);
        Node { rows, far: false, chosen: Vec::new(), relaxed: Vec::new(), candidates: problem.candidates(), size }
    }
}

/// What a search that is to be split leaves to others.
#[derive(Debug)]
pub(super) struct Split<const W: usize> {
    /// The largest number of literals to go of its nodes.
    size: usize,
    nodes: Vec<Node<W>>,
    /// The rows of the node above, or of one above it.
    rows: Arc<Vec<Bits<W>>>,
    /// How many bytes more may be kept of rows.
    room: usize,
}

impl<const W: usize> Search<'_, W> {
    /// Gives the sink every set below a node that hits all rows. A break means that the sink has enough, or that
    /// [`stopped`](Search::stopped) says why not.
    pub(crate) fn run(&mut self, node: &Node<W>) -> ControlFlow<()> {
        // When the run is over, many nodes may be left, and each would go through all rows first.
        self.checked()?;
        self.chosen.clone_from(&node.chosen);
        self.relaxed.clone_from(&node.relaxed);
        if self.chosen.is_empty() && !node.far {
            return self.branch(Rows::all(&node.rows), &node.candidates, node.size);
        }
        let mut near = Vec::new();
        let limit = if node.far { self.problem.tuning.rows_for_five } else { usize::MAX };
        self.simd.run(SelectMissed { rows: &node.rows, hitting: &self.chosen, limit, missed: &mut near });
        let far: &[Bits<W>] = if node.far { &node.rows } else { &[] };
        self.branch(Rows { near: &near, behind: &[], far, sorted: false }, &node.candidates, node.size)
    }

    /// Runs the search below a node, but gives back the nodes with `size` literals to go, or fewer.
    pub(crate) fn split(&mut self, node: &Node<W>, size: usize) -> (ControlFlow<()>, Vec<Node<W>>) {
        self.split =
            Some(Split { size, nodes: Vec::new(), rows: Arc::clone(&node.rows), room: self.problem.tuning.task_bytes });
        let flow = self.run(node);
        (flow, self.split.take().map_or(Vec::new(), |split| split.nodes))
    }

    /// Sets the rows of nodes that are left to others from now on, if the search is split. Returns the rows set before.
    pub(super) fn rows_for_nodes(&mut self, rows: Arc<Vec<Bits<W>>>) -> Option<Arc<Vec<Bits<W>>>> {
        self.split.as_mut().map(|split| std::mem::replace(&mut split.rows, rows))
    }

    /// Gives [nodes](Search::rows_for_nodes) a copy of these rows, if there is room for it.
    pub(super) fn copy_rows_for_nodes(&mut self, rows: &[Bits<W>]) -> Option<Arc<Vec<Bits<W>>>> {
        let split = self.split.as_mut().filter(|split| rows.len() < split.rows.len())?;
        split.room = split.room.checked_sub(size_of_val(rows))?;
        self.rows_for_nodes(Arc::new(rows.to_vec()))
    }

    /// Leaves this point to others, if it is time to.
    pub(super) fn left_to_others(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>, size: usize) -> bool {
        let Some(split) = self.split.as_mut().filter(|split| size <= split.size) else { return false };
        let (chosen, relaxed) = (self.chosen.clone(), self.relaxed.clone());
        let (far, rows) = (!rows.none_is_far(), Arc::clone(&split.rows));
        split.nodes.push(Node { rows, far, chosen, relaxed, candidates: *candidates, size });
        true
    }
}
