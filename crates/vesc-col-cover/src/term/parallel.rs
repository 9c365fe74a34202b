//! A search for hitting sets of one size, split into tasks for all threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use vesc_col_core::StopReason;

use crate::bits::counting::Count;
use crate::context::run_context::RunContext;
use crate::relax::budget::RefinementBudget;
use crate::term::found::Found;
use crate::term::hitting::{Node, Search};
use crate::term::problem::Problem;
use crate::term::sink::Sink;

/// Fewer literals to go than this are not worth a task of their own.
const SMALLEST_TASK: usize = 4;
/// Choices that are made, at most, before the search is split into tasks.
const LEVELS: usize = 2;

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
    let budget = RefinementBudget::default();
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
    let split = (context.threads() > 1 && size > SMALLEST_TASK).then(|| SMALLEST_TASK.max(size - LEVELS));
    let (first, nodes) = work(&Node::first(problem, size), split);
    let mut parts = vec![first];
    parts.extend(context.map(&nodes, |node| work(node, None).0));
    parts
}
