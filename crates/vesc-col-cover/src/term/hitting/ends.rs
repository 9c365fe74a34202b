//! The ends of the search: two literals to go, one, or none.

use std::ops::ControlFlow;

use crate::bits::words::Bits;
use crate::kernel::rows::{Tightest, Two};
use crate::kernel::survivors::FIRST_ROWS;
use crate::term::hitting::{Rows, Search};
use crate::term::problem::HitAll;

/// Rows that are gone through for each of some candidates without a look at the run: a millisecond or two in all.
const ROWS_BETWEEN_CHECKS: usize = 1 << 12;

impl<const W: usize> Search<'_, W> {
    /// Two literals to go, without a window.
    pub(super) fn two(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>) -> ControlFlow<()> {
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
    pub(super) fn one(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
        let last = rows.iter().fold(*candidates, |last, row| last.and(row));
        if last.is_empty() { ControlFlow::Continue(()) } else { self.leaf(&last) }
    }

    /// One literal to go, of candidates that hit all rows but some of these: nearly always there is none.
    pub(super) fn last_of_all(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
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
    pub(super) fn leaf(&mut self, last: &Bits<W>) -> ControlFlow<()> {
        if self.is_relaxed() { self.refine(last, 1) } else { self.sink.leaf(&self.chosen, last) }
    }

    /// Those chosen hit all of the first rows with `last`, and no relaxed choices are left.
    pub(super) fn leaf_behind_first_rows(&mut self, last: &Bits<W>) -> ControlFlow<()> {
        let all_are_first = self.problem.rows.len() <= FIRST_ROWS;
        if all_are_first { self.sink.leaf(&self.chosen, last) } else { self.leaf_of_some(last) }
    }

    /// Those chosen hit all rows with some of `last`, or with none, and no relaxed choices are left.
    pub(super) fn leaf_of_some(&mut self, last: &Bits<W>) -> ControlFlow<()> {
        let mut last = last.iter().collect();
        self.level.run(HitAll { columns: self.problem.columns(), chosen: &self.chosen, last: &mut last });
        if last.is_empty() { ControlFlow::Continue(()) } else { self.sink.leaf(&self.chosen, &Bits::of(last)) }
    }

    /// Those chosen hit all rows.
    pub(super) fn free(&mut self, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        if self.is_relaxed() {
            return self.refine(candidates, size);
        }
        self.sink.free(self.problem, &self.chosen, candidates, size)
    }
}
