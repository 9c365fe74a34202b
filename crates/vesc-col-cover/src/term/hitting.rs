//! The search for hitting sets of one size.

mod last_literals;
pub(crate) mod nodes;
mod relaxing;
#[cfg(test)]
mod tests;

use std::ops::{ControlFlow, Range};

use vesc_col_core::StopReason;

use crate::bits::words::Bits;
use crate::kernel::index_map::WIDTH;
use crate::kernel::rows::{Front, Missed, Sorter, Tightest, Two, in_order};
use crate::relax::RefinementBudget;
use crate::relax::{Columns, Fill, RelaxedChoice, Take, at_a_time};
use crate::simd::SimdLevel;
use crate::term::problem;
use crate::term::problem::MissedByAll;
use crate::term::problem::Problem;
use crate::term::sink::Sink;
use last_literals::WindowMemory;
use nodes::Split;

/// Rows that are gone through for each of some candidates without a look at the run: a millisecond or two in all.
const ROWS_BETWEEN_CHECKS: usize = 1 << 12;

/// One worker's state: scratch space and the literals chosen so far.
pub(crate) struct Search<'a, const W: usize> {
    pub(crate) problem: &'a Problem<W>,
    pub(crate) level: SimdLevel,
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
    pub(crate) room: Option<Box<WindowMemory>>,
    sorter: Sorter,
    /// If it is to be split: what it leaves to others.
    split: Option<Split<W>>,
}

/// The negatives that are to be hit.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'r, const W: usize> {
    /// Those that are checked.
    pub(crate) near: &'r [Bits<W>],
    /// If these are not all: more, among which some may be hit already, in two parts.
    pub(crate) far: [&'r [Bits<W>]; 2],
    /// Whether the near ones are sorted, the tightest first, or were before the latest choice.
    pub(crate) sorted: bool,
}

impl<'r, const W: usize> Rows<'r, W> {
    pub(crate) fn all(rows: &'r [Bits<W>]) -> Rows<'r, W> {
        Rows { near: rows, far: [&[], &[]], sorted: false }
    }

    /// Sorted rows: as many as a window has room for are near.
    pub(crate) fn for_window(sorted: &'r [Bits<W>], far: &'r [Bits<W>]) -> Rows<'r, W> {
        let (near, behind) = sorted.split_at(WIDTH.min(sorted.len()));
        Rows { near, far: [behind, far], sorted: true }
    }

    /// All that there are, and if some are far, some that are hit already.
    pub(crate) fn whole(&self) -> &'r [Bits<W>] {
        if self.none_is_far() { self.near } else { self.far[1] }
    }

    pub(crate) fn none_is_far(&self) -> bool {
        self.far.iter().all(|part| part.is_empty())
    }
}

impl<'a, const W: usize> Search<'a, W> {
    pub(crate) fn new(
        problem: &'a Problem<W>,
        budget: &'a RefinementBudget,
        sink: &'a mut dyn Sink<W>,
        check: &'a mut dyn FnMut() -> Result<(), StopReason>,
    ) -> Search<'a, W> {
        Search::at_level(SimdLevel::best(), problem, budget, sink, check)
    }

    pub(crate) fn at_level(
        level: SimdLevel,
        problem: &'a Problem<W>,
        budget: &'a RefinementBudget,
        sink: &'a mut dyn Sink<W>,
        check: &'a mut dyn FnMut() -> Result<(), StopReason>,
    ) -> Search<'a, W> {
        Search {
            problem,
            level,
            sink,
            check,
            progress: None,
            stopped: None,
            chosen: Vec::new(),
            relaxed: Vec::new(),
            budget,
            room: None,
            sorter: Sorter::default(),
            split: None,
        }
    }

    /// The same search, which tells how many of its first choices have been gone through, and how many there are.
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

    /// Those of the rows that no chosen candidate hits. What is not among these rows must be hit: if they are many, all rows that
    /// there are are asked, by columns.
    pub(crate) fn missed(&self, rows: &[Bits<W>]) -> Vec<Bits<W>> {
        let (mut missed, limit) = (Vec::new(), usize::MAX);
        if rows.len() <= self.problem.tuning.rows_one_by_one || self.chosen.is_empty() {
            self.level.run(Missed { rows, hitting: &self.chosen, limit, missed: &mut missed });
        } else {
            let (columns, mut set) = (self.problem.columns(), Vec::new());
            self.level.run(MissedByAll { columns, candidates: &self.chosen, set: &mut set });
            let set = set.iter().copied();
            self.level.run(Take { rows: &self.problem.rows, set, limit, taken: &mut missed });
        }
        missed
    }

    pub(crate) fn branch(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        if (candidates.len() as usize) < size {
            // No set is below. Also, a window needs a candidate.
            return ControlFlow::Continue(());
        }
        if self.left_to_others(rows, candidates, size) {
            return ControlFlow::Continue(());
        }
        if size >= 3 {
            self.checked()?;
            if self.is_spent() {
                return self.refine(candidates, size);
            }
        }
        if !rows.none_is_far() && rows.near.len() < WIDTH {
            // Three literals to go, or four. The second part has the first part's rows too.
            let near = self.missed(rows.far[1]);
            return self.branch(Rows::all(&near), candidates, size);
        }
        if rows.near.is_empty() {
            return self.free(candidates, size);
        }
        if self.counts()
            && rows.none_is_far()
            && rows.near.len() <= self.problem.worthwhile(size)
            && let Some(count) = problem::count_hitting(self.problem, rows.near, candidates, size)
        {
            return self.sink.counted(count);
        }
        match size {
            0 => ControlFlow::Continue(()),
            1 => self.one(rows.near, candidates),
            2 => self.two(rows, candidates),
            3 => self.last(rows, candidates),
            _ => self.many(rows, candidates, size),
        }
    }

    /// Four literals to go, or more: branch on the tightest row. With few to go, only some hundreds of the tightest rows are
    /// checked first, and the others for the sets that survive.
    fn many(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        let above = self.copy_rows_for_nodes(rows.whole());
        let (tuning, relaxation) = (&self.problem.tuning, self.relaxation(rows, candidates, size));
        let limit = match (size, relaxation) {
            (4, None) => tuning.rows_for_four,
            (4, Some(relaxation)) => (tuning.rows_for_four as f64 * relaxation.widening) as usize,
            (5, None) => tuning.rows_for_five,
            _ => usize::MAX,
        };
        let mut front = Vec::new();
        let rows =
            if size == 4 || rows.near.len() > limit { self.front(rows, candidates, limit, &mut front) } else { rows };
        let tightest =
            if rows.sorted { rows.near[0] } else { self.level.run(Tightest { rows: rows.near, candidates }) };
        let mut rest = *candidates;
        let (mut columns, mut set, mut missed) = (Columns::default(), Vec::new(), Vec::new());
        let choices: Vec<usize> = in_order(self.level, rows.near, candidates, tightest.and(candidates)).collect();
        let (mut gone_through, all) = (0, choices.len());
        for choices in choices.chunks(at_a_time(rows.near.len(), tuning.column_words)) {
            self.level.run(Fill { columns: &mut columns, rows: rows.near, choices });
            let mut first = 0;
            while first < choices.len() {
                if let Some(progress) = self.progress.filter(|_| self.chosen.is_empty()) {
                    progress(gone_through + first, all);
                }
                if self.is_spent() {
                    // Relaxed choices are taken apart once for all that is left here, not again and again below.
                    above.map(|above| self.rows_for_nodes(above));
                    return self.refine(&rest, size);
                }
                let behind = self.next_relaxed(relaxation, rows.near.len(), &columns, first..choices.len(), &mut set);
                let relax = RelaxedChoice { members: &choices[first..behind], columns: &columns, first };
                let (set, limit) = (set.iter().copied(), usize::MAX);
                self.level.run(Take { rows: rows.near, set, limit, taken: &mut missed });
                let below = if size == 4 {
                    // The window has room for these rows; its survivors are checked against the others.
                    Rows::for_window(&missed, rows.far[1])
                } else {
                    Rows { near: &missed, ..rows }
                };
                if let &[candidate] = relax.members {
                    rest = self.problem.without(&rest, candidate);
                    self.chosen.push(candidate);
                    let flow = self.branch(below, &self.problem.beside(&rest, candidate), size - 1);
                    self.chosen.pop();
                    flow?;
                } else {
                    self.relax(relax, rows, below, &rest, size)?;
                    relax.members.iter().for_each(|&candidate| rest.remove(candidate));
                }
                first = behind;
            }
            gone_through += choices.len();
        }
        above.map(|above| self.rows_for_nodes(above));
        ControlFlow::Continue(())
    }

    /// The tightest rows as the near ones, up to `limit`. If these are not all, all are far.
    pub(crate) fn front<'r>(
        &mut self,
        rows: Rows<'r, W>,
        candidates: &Bits<W>,
        limit: usize,
        front: &'r mut Vec<Bits<W>>,
    ) -> Rows<'r, W> {
        self.level.run(Front { sorter: &mut self.sorter, rows: rows.near, candidates, limit, front });
        let all = rows.whole();
        Rows { near: front, far: [&[], if front.len() < all.len() { all } else { &[] }], sorted: true }
    }

    /// Two literals to go, without a window.
    fn two(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>) -> ControlFlow<()> {
        let (mut found, mut rest) = (Vec::new(), *candidates);
        let even = &self.problem.even;
        let firsts = self.level.run(Tightest { rows: rows.near, candidates }).and(candidates);
        if rows.near.len() <= ROWS_BETWEEN_CHECKS {
            self.level.run(Two { even, rows: rows.near, firsts, rest: &mut rest, found: &mut found });
        } else {
            for first in firsts.iter() {
                self.checked()?;
                let firsts = Bits::of([first]);
                self.level.run(Two { even, rows: rows.near, firsts, rest: &mut rest, found: &mut found });
            }
        }
        for (first, last) in found {
            self.chosen.push(first);
            let flow = self.last_of_all(rows.far[1], &last);
            self.chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// One literal to go.
    fn one(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
        let last = rows.iter().fold(*candidates, |last, row| last.and(row));
        if last.is_empty() { ControlFlow::Continue(()) } else { self.leaf(&last) }
    }

    /// One literal to go, of candidates that hit all rows but some of these: nearly always there is none.
    pub(crate) fn last_of_all(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
        let hitting = Bits::of(self.chosen.iter().copied());
        let mut last = *candidates;
        for row in rows.iter().filter(|row| !row.meets(&hitting)) {
            last = last.and(row);
            if last.is_empty() {
                return ControlFlow::Continue(());
            }
        }
        self.leaf(&last)
    }

    /// Those chosen with any one of `last` hit all rows, where each relaxed choice hits what any of it does.
    fn leaf(&mut self, last: &Bits<W>) -> ControlFlow<()> {
        if self.is_relaxed() { self.refine(last, 1) } else { self.sink.leaf(&self.chosen, last) }
    }

    /// Those chosen hit all rows.
    fn free(&mut self, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        if self.is_relaxed() {
            return self.refine(candidates, size);
        }
        self.sink.free(self.problem, &self.chosen, candidates, size)
    }

    /// Whether sets need only be counted.
    pub(crate) fn counts(&self) -> bool {
        !self.is_relaxed() && self.sink.counts()
    }
}
