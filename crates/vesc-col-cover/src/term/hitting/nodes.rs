//! A search split at points where other threads go on.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use vesc_col_core::StopReason;

use crate::bits::counting::Count;
use crate::bits::words::Bits;
use crate::context::RunContext;
use crate::kernel::rows::Missed;
use crate::relax::RefinementBudget;
use crate::term::hitting::{Rows, Search};
use crate::term::problem::Problem;
use crate::term::sink::Found;
use crate::term::sink::Sink;

/// Searches on all threads of the current pool; the parts come in the same order for any number of threads.
pub(crate) fn search<const W: usize, S: Sink<W>>(
    problem: &Problem<W>,
    size: usize,
    sink: impl Fn() -> S + Sync,
    context: RunContext<'_>,
) -> Vec<Found<S>> {
    // More literals than features would only be noticed at the end of each level.
    if matches!(problem.free(&problem.candidates(), size), Count::Small(0)) {
        return Vec::new();
    }
    context.progress("finding terms", 0, None);
    // Once one part has enough, or is stopped, the others need not go on.
    let over = AtomicBool::new(false);
    let (budget, tuning) = (RefinementBudget::new(&problem.tuning), &problem.tuning);
    let work = |node: &Node<W>, split: Option<usize>| {
        let mut sink = sink();
        let check = &mut || {
            // The reason is not a limit of the run and is dropped below.
            if over.load(Ordering::Relaxed) { Err(StopReason::ListLimit) } else { context.run.check() }
        };
        let progress = |done, all| context.progress("finding terms", done, Some(all));
        let mut search = Search::new(problem, &budget, &mut sink, check);
        if context.threads() == 1 {
            search = search.with_progress(&progress);
        }
        let (flow, nodes) = match split {
            Some(size) => search.split(node, size),
            None => (search.run(node), Vec::new()),
        };
        if flow.is_break() {
            over.store(true, Ordering::Relaxed);
        }
        let stopped = search.stopped.filter(|&reason| reason != StopReason::ListLimit);
        (Found { terms: sink, complete: flow == ControlFlow::Continue(()), stopped }, nodes)
    };
    // One thread needs no tasks, of which each would look for its rows among all.
    let splits = context.threads() > 1 && size > tuning.smallest_task;
    let split = splits.then(|| tuning.smallest_task.max(size.saturating_sub(tuning.choices_before_tasks)));
    let (first, nodes) = work(&Node::first(problem, size), split);
    let mut parts = vec![first];
    parts.extend(context.map(&nodes, |node| work(node, None).0));
    parts
}

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
        self.chosen.clone_from(&node.chosen);
        self.relaxed.clone_from(&node.relaxed);
        let mut near = Vec::new();
        let limit = if node.far { self.problem.tuning.rows_for_five } else { usize::MAX };
        self.level.run(Missed { rows: &node.rows, hitting: &self.chosen, limit, missed: &mut near });
        let far: &[Bits<W>] = if node.far { &node.rows } else { &[] };
        self.branch(Rows { near: &near, far: [&[], far], sorted: false }, &node.candidates, node.size)
    }

    /// The same, but nodes with `size` literals to go, or fewer, are given back.
    pub(crate) fn split(&mut self, node: &Node<W>, size: usize) -> (ControlFlow<()>, Vec<Node<W>>) {
        self.split =
            Some(Split { size, nodes: Vec::new(), rows: Arc::clone(&node.rows), room: self.problem.tuning.task_bytes });
        let flow = self.run(node);
        (flow, self.split.take().map_or(Vec::new(), |split| split.nodes))
    }

    /// If the search is to be split, nodes that are left to others from now on have these rows; gives what they had before.
    pub(super) fn rows_for_nodes(&mut self, rows: Arc<Vec<Bits<W>>>) -> Option<Arc<Vec<Bits<W>>>> {
        self.split.as_mut().map(|split| std::mem::replace(&mut split.rows, rows))
    }

    /// The same with a copy, if there is room for it.
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
