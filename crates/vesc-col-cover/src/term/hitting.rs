//! The search for hitting sets of one size.
//!
//! ```text
//! branch   one node: rows, candidates, literals to go
//!    |-- no row left -------------------------> ends: emit_free
//!    |-- few rows, and sets are only counted -> problem: count_hitting
//!    |-- one or two literals to go -----------> ends
//!    |-- three -------------------------------> last_literals: sweep of the kernel, then check survivors
//!    |-- four or more ------------------------> each_choice -> choose -> branch
//!                                                              relaxing: relax, for a relaxed choice -> branch
//!
//! a set that was found under a relaxed choice -> relaxing: refine -> branch, for each literal of the choice
//! ```
//!
//! `nodes` cuts a search into tasks for several threads.

mod ends;
mod last_literals;
pub(crate) mod nodes;
mod relaxing;
#[cfg(test)]
mod tests;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use vesc_col_core::StopReason;

use crate::bits::counting::Count;
use crate::bits::words::Bits;
use crate::context::RunContext;
use crate::kernel::index_map::WINDOW_ROWS;
use crate::kernel::rows::{CountingSort, SelectMissed, SelectTightest, TightestRow, branching_order};
use crate::relax::{ChoiceColumns, CopyRows, FillColumns, RefinementBudget, RelaxedChoice, at_a_time};
use crate::simd::SimdLevel;
use crate::term::problem::{MissedByAll, Problem, count_hitting};
use crate::term::sink::{Found, Sink};
use last_literals::WindowMemory;
use nodes::{Node, Split};
use relaxing::Relaxation;

/// Words of a set of rows that are copied between two checks of the run. Set: a few milliseconds if a row has 600
/// literals.
const WORDS_BETWEEN_CHECKS: usize = 1024;

/// Searches on all threads of the current pool; the parts come in the same order for any number of threads.
pub(crate) fn search<const W: usize, S: Sink<W>>(
    problem: &Problem<W>,
    size: usize,
    sink: impl Fn() -> S + Sync,
    context: RunContext<'_>,
) -> Vec<Found<S>> {
    // Without this check, a size above the number of features would only be noticed after all choices.
    if matches!(problem.count_sets(&problem.candidates(), size), Count::Small(0)) {
        return Vec::new();
    }
    context.progress("finding terms", 0, 1);
    // At each depth the search keeps the rows missed so far, about half of those above. A list that grows is there
    // twice for a moment.
    let context = match context.with_room_for(2 * size_of_val(&problem.rows[..])) {
        Ok(context) => context,
        Err(_) => return vec![Found { terms: sink(), complete: false, stopped: Some(StopReason::Memory) }],
    };
    // Once one part has enough, or is stopped, the others need not go on.
    let over = AtomicBool::new(false);
    let (budget, tuning) = (RefinementBudget::new(&problem.tuning), &problem.tuning);
    let work = |node: &Node<W>, split: Option<usize>| {
        let mut sink = sink();
        let check = &mut || {
            // The reason is not a limit of the run and is dropped below.
            if over.load(Ordering::Relaxed) { Err(StopReason::ListLimit) } else { context.run.check() }
        };
        let progress = |done, all| context.progress("finding terms", done, all);
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

/// One worker's state: scratch space and the literals chosen so far.
pub(crate) struct Search<'a, const W: usize> {
    pub(crate) problem: &'a Problem<W>,
    simd: SimdLevel,
    pub(crate) sink: &'a mut dyn Sink<W>,
    /// Asked once for each choice of all but three literals, and more often when there are very many candidates.
    check: &'a mut dyn FnMut() -> Result<(), StopReason>,
    /// Told how many of the first choices have been gone through, and how many there are.
    progress: Option<&'a dyn Fn(usize, usize)>,
    pub(crate) stopped: Option<StopReason>,
    pub(crate) chosen: Vec<usize>,
    /// Those of the chosen ones that are tried together.
    relaxed: Vec<Range<usize>>,
    budget: &'a RefinementBudget,
    window_memory: Option<Box<WindowMemory>>,
    sort: CountingSort,
    /// If it is to be split: what it leaves to others.
    split: Option<Split<W>>,
}

/// The negatives that are to be hit.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'r, const W: usize> {
    /// Those that are checked.
    pub(crate) near: &'r [Bits<W>],
    /// Those behind a window, where the near ones are a window's. They follow the near ones in the same order.
    pub(crate) behind: &'r [Bits<W>],
    /// Empty if the near rows and those behind are all. Otherwise all rows, among which some may be hit already.
    pub(crate) far: &'r [Bits<W>],
    /// Whether the near ones are sorted, the tightest first, or were before the latest choice.
    pub(crate) sorted: bool,
}

impl<'r, const W: usize> Rows<'r, W> {
    pub(crate) fn all(rows: &'r [Bits<W>]) -> Rows<'r, W> {
        Rows { near: rows, behind: &[], far: &[], sorted: false }
    }

    /// Sorted rows: as many as a window has room for are near.
    pub(crate) fn for_window(sorted: &'r [Bits<W>], far: &'r [Bits<W>]) -> Rows<'r, W> {
        let (near, behind) = sorted.split_at(WINDOW_ROWS.min(sorted.len()));
        Rows { near, behind, far, sorted: true }
    }

    /// Returns the near rows if these are all; otherwise all rows, among which some may be hit already.
    ///
    /// No row may stand behind a window.
    pub(crate) fn whole(&self) -> &'r [Bits<W>] {
        if self.none_is_far() { self.near } else { self.far }
    }

    /// Whether the near rows are all.
    pub(crate) fn none_is_far(&self) -> bool {
        self.behind.is_empty() && self.far.is_empty()
    }
}

impl<'a, const W: usize> Search<'a, W> {
    pub(crate) fn new(
        problem: &'a Problem<W>,
        budget: &'a RefinementBudget,
        sink: &'a mut dyn Sink<W>,
        check: &'a mut dyn FnMut() -> Result<(), StopReason>,
    ) -> Search<'a, W> {
        Search::with_simd(SimdLevel::best(), problem, budget, sink, check)
    }

    pub(crate) fn with_simd(
        simd: SimdLevel,
        problem: &'a Problem<W>,
        budget: &'a RefinementBudget,
        sink: &'a mut dyn Sink<W>,
        check: &'a mut dyn FnMut() -> Result<(), StopReason>,
    ) -> Search<'a, W> {
        Search {
            problem,
            simd,
            sink,
            check,
            progress: None,
            stopped: None,
            chosen: Vec::new(),
            relaxed: Vec::new(),
            budget,
            window_memory: None,
            sort: CountingSort::default(),
            split: None,
        }
    }

    /// Tells `progress` how many of the first choices have been gone through, and how many there are.
    pub(crate) fn with_progress(self, progress: &'a dyn Fn(usize, usize)) -> Search<'a, W> {
        Search { progress: Some(progress), ..self }
    }

    /// Whether the run goes on.
    pub(crate) fn checked(&mut self) -> ControlFlow<()> {
        match (self.check)() {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => {
                self.stopped = Some(reason);
                ControlFlow::Break(())
            }
        }
    }

    /// Returns the rows that no chosen candidate hits.
    ///
    /// `rows` must have every row that the chosen literals miss. If `rows` is long, the answer comes from the columns of
    /// all rows.
    pub(crate) fn missed(&self, rows: &[Bits<W>]) -> Vec<Bits<W>> {
        let (mut missed, limit) = (Vec::new(), usize::MAX);
        if rows.len() <= self.problem.tuning.rows_one_by_one || self.chosen.is_empty() {
            self.simd.run(SelectMissed { rows, hitting: &self.chosen, limit, missed: &mut missed });
        } else {
            let (columns, mut set) = (self.problem.columns(), Vec::new());
            self.simd.run(MissedByAll { columns, candidates: &self.chosen, set: &mut set });
            let set = set.iter().copied();
            self.simd.run(CopyRows { rows: &self.problem.rows, set, start: 0, limit, taken: &mut missed });
        }
        missed
    }

    /// Finds all sets of `size` of the candidates that, with the chosen literals, hit all rows.
    ///
    /// `rows` must have every row that the chosen literals miss.
    pub(crate) fn branch(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        if (candidates.len() as usize) < size {
            // No set is below. Also, a window needs a candidate.
            return ControlFlow::Continue(());
        }
        if size >= 3 {
            self.checked()?;
        }
        if self.left_to_others(rows, candidates, size) {
            return ControlFlow::Continue(());
        }
        if size >= 3 && self.is_spent() {
            return self.refine(candidates, size);
        }
        if !rows.none_is_far() && rows.near.len() < WINDOW_ROWS {
            // Three literals to go, or four. A near row is among the far ones, too.
            let near = self.missed(rows.far);
            return self.branch(Rows::all(&near), candidates, size);
        }
        if rows.near.is_empty() {
            return self.emit_free(candidates, size);
        }
        if self.counts()
            && rows.none_is_far()
            && rows.near.len() <= self.problem.rows_worth_counting(size)
            && let Some(count) = count_hitting(self.problem, rows.near, candidates, size)
        {
            return self.sink.counted(count);
        }
        match size {
            0 => ControlFlow::Continue(()),
            1 => self.one_to_go(rows.near, candidates),
            2 => self.two_to_go(rows, candidates),
            3 => self.three_to_go(rows, candidates),
            _ => self.four_or_more_to_go(rows, candidates, size),
        }
    }

    /// Four literals to go, or more: branches on the tightest row.
    fn four_or_more_to_go(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        let above = self.copy_rows_for_nodes(rows.whole());
        let flow = self.each_choice(rows, candidates, size);
        above.map(|above| self.rows_for_nodes(above));
        flow
    }

    /// Chooses each candidate of the tightest row in turn, several at once where choices are relaxed.
    fn each_choice(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        let relaxation = self.relaxation(rows, candidates, size);
        let (limit, mut memory) = (self.rows_to_check(size, relaxation), Vec::new());
        let rows = if size == 4 || rows.near.len() > limit {
            self.tightest_rows(rows, candidates, limit, &mut memory)
        } else {
            rows
        };
        // There may be a million rows, and each pass over them takes milliseconds.
        self.checked()?;
        let tightest =
            if rows.sorted { rows.near[0] } else { self.simd.run(TightestRow { rows: rows.near, candidates }) };
        self.checked()?;
        let choices: Vec<usize> = branching_order(self.simd, rows.near, candidates, tightest.and(candidates)).collect();
        self.checked()?;
        let (mut columns, mut set, mut missed) = (ChoiceColumns::default(), Vec::new(), Vec::new());
        let mut rest = *candidates;
        let mut gone_through = 0;
        for with_columns in choices.chunks(at_a_time(rows.near.len(), &self.problem.tuning)) {
            self.simd.run(FillColumns { columns: &mut columns, rows: rows.near, choices: with_columns });
            self.checked()?;
            let mut first = 0;
            while first < with_columns.len() {
                if let Some(progress) = self.progress.filter(|_| self.chosen.is_empty()) {
                    progress(gone_through + first, choices.len());
                }
                if self.is_spent() {
                    // Relaxed choices are taken apart once for all that is left here, not again and again below.
                    return self.refine(&rest, size);
                }
                let open = first..with_columns.len();
                let behind = self.next_relaxed(relaxation, rows.near.len(), &columns, open, &mut set);
                let choice = RelaxedChoice { members: &with_columns[first..behind], columns: &columns, first };
                self.take(rows.near, &set, &mut missed)?;
                self.choose(choice, rows, &missed, &mut rest, size)?;
                first = behind;
            }
            gone_through += with_columns.len();
        }
        ControlFlow::Continue(())
    }

    /// Puts the rows of a set into `taken`, and what was there is overwritten.
    fn take(&mut self, rows: &[Bits<W>], set: &[u64], taken: &mut Vec<Bits<W>>) -> ControlFlow<()> {
        let count = set.iter().map(|word| word.count_ones() as usize).sum();
        if taken.capacity() < count {
            // A list that grows bit by bit is copied each time.
            *taken = Vec::with_capacity(count);
        }
        let (mut start, limit) = (0, usize::MAX);
        for (rows, set) in rows.chunks(64 * WORDS_BETWEEN_CHECKS).zip(set.chunks(WORDS_BETWEEN_CHECKS)) {
            self.simd.run(CopyRows { rows, set: set.iter().copied(), start, limit, taken });
            self.checked()?;
            start = taken.len();
        }
        ControlFlow::Continue(())
    }

    /// How many of the tightest rows are checked first. With few literals to go, the sets that survive these are
    /// checked against the other rows.
    fn rows_to_check(&self, size: usize, relaxation: Option<Relaxation>) -> usize {
        let tuning = &self.problem.tuning;
        match (size, relaxation) {
            (4, None) => tuning.rows_for_four,
            (4, Some(relaxation)) => (tuning.rows_for_four as f64 * relaxation.widening) as usize,
            (5, None) => tuning.rows_for_five,
            _ => usize::MAX,
        }
    }

    /// Searches below a choice, which misses the rows `missed`. Sets that come later are without its literals.
    fn choose(
        &mut self,
        choice: RelaxedChoice<'_>,
        rows: Rows<'_, W>,
        missed: &[Bits<W>],
        rest: &mut Bits<W>,
        size: usize,
    ) -> ControlFlow<()> {
        // A window has room for the tightest rows only; its survivors are checked against the others.
        let below = if size == 4 { Rows::for_window(missed, rows.far) } else { Rows { near: missed, ..rows } };
        if let &[candidate] = choice.members {
            *rest = self.problem.without(rest, candidate);
            self.chosen.push(candidate);
            let flow = self.branch(below, &self.problem.beside(rest, candidate), size - 1);
            self.chosen.pop();
            return flow;
        }
        self.relax(choice, rows, below, rest, size)?;
        choice.members.iter().for_each(|&candidate| rest.remove(candidate));
        ControlFlow::Continue(())
    }

    /// Returns the tightest rows as the near ones, up to `limit`. If these are not all, all are far. `tightest` is
    /// their memory.
    fn tightest_rows<'r>(
        &mut self,
        rows: Rows<'r, W>,
        candidates: &Bits<W>,
        limit: usize,
        tightest: &'r mut Vec<Bits<W>>,
    ) -> Rows<'r, W> {
        self.simd.run(SelectTightest { sort: &mut self.sort, rows: rows.near, candidates, limit, selected: tightest });
        let all = rows.whole();
        let far = if tightest.len() < all.len() { all } else { &[] };
        Rows { near: tightest, behind: &[], far, sorted: true }
    }

    /// Whether sets need only be counted.
    pub(crate) fn counts(&self) -> bool {
        !self.is_relaxed() && self.sink.counts()
    }
}
