//! A search for hitting sets of one size, split into tasks for all threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use vesc_col_core::StopReason;

use crate::bits::Bits;
use crate::crew::Crew;
use crate::dispatch::Path;
use crate::found::Found;
use crate::hitting::Search;
use crate::problem::{Count, Problem};
use crate::rows::{Tightest, in_order, missed_by};
use crate::sink::Sink;

/// Fewer literals to go than this are not worth a task of their own.
const SMALLEST_TASK: usize = 4;

/// Searches on all threads of the current pool; the parts come in the same order for any number of threads.
pub(crate) fn search<const W: usize, S: Sink<W>>(
    problem: &Problem<W>,
    size: usize,
    sink: impl Fn() -> S + Sync,
    crew: Crew<'_>,
) -> Vec<Found<S>> {
    // More literals than features would only be noticed at the end of each path.
    if matches!(problem.free(&problem.candidates(), size), Count::Small(0)) {
        return Vec::new();
    }
    // One thread needs no tasks, of which each would look for its rows among all.
    let tasks = if crew.threads() > 1 { split(problem, size) } else { vec![(Vec::new(), problem.candidates())] };
    // Once one part has enough, or is stopped, the others need not go on.
    let over = AtomicBool::new(false);
    let work = |(chosen, candidates): &(Vec<usize>, Bits<W>)| {
        let mut sink = sink();
        let check = &mut || {
            // The reason is not a limit of the run and is dropped below.
            if over.load(Ordering::Relaxed) { Err(StopReason::ListLimit) } else { crew.run.check() }
        };
        let mut search = Search::new(problem, &mut sink, check);
        let flow = search.run(chosen, candidates, size - chosen.len());
        if flow.is_break() {
            over.store(true, Ordering::Relaxed);
        }
        let stopped = search.stopped.filter(|&reason| reason != StopReason::ListLimit);
        Found { terms: sink, complete: flow == ControlFlow::Continue(()), stopped }
    };
    crew.map(&tasks, work)
}

/// The first one or two choices of the search, each a task.
fn split<const W: usize>(problem: &Problem<W>, size: usize) -> Vec<(Vec<usize>, Bits<W>)> {
    let mut tasks = vec![(Vec::new(), problem.candidates())];
    for to_go in [size, size.saturating_sub(1)] {
        if to_go <= SMALLEST_TASK {
            break;
        }
        tasks = tasks.into_iter().flat_map(|(chosen, candidates)| branches(problem, chosen, candidates)).collect();
    }
    tasks
}

fn branches<const W: usize>(
    problem: &Problem<W>,
    chosen: Vec<usize>,
    candidates: Bits<W>,
) -> Vec<(Vec<usize>, Bits<W>)> {
    let missed = missed_by(&problem.rows, &chosen);
    if missed.is_empty() {
        return vec![(chosen, candidates)];
    }
    let path = Path::best();
    let tightest = path.run(Tightest { rows: &missed, candidates: &candidates });
    let mut rest = candidates;
    let branch = |candidate| {
        let open = rest.and(problem.compatible(candidate));
        rest = rest.and(problem.others(candidate));
        (chosen.iter().copied().chain([candidate]).collect(), open)
    };
    in_order(path, &missed, &candidates, tightest.and(&candidates)).map(branch).collect()
}
