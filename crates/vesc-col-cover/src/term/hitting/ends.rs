//! The ends of the search: two literals to go, one, or none.

use std::ops::ControlFlow;

use crate::bits::words::Bits;
use crate::kernel::rows::{HittingPairs, TightestRow};
use crate::kernel::survivors::FIRST_ROWS;
use crate::term::hitting::{Rows, Search};
use crate::term::problem::RetainHitting;

/// Rows up to which all pairs are tested between two checks of the run. Set, rows: one or two milliseconds.
const PAIRED_ROWS_BETWEEN_CHECKS: usize = 1 << 12;

impl<const W: usize> Search<'_, W> {
    /// Two literals to go: tests pairs without a window.
    pub(super) fn two_to_go(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>) -> ControlFlow<()> {
        let (mut found, mut rest) = (Vec::new(), *candidates);
        let first_sides = &self.problem.first_sides;
        let firsts = self.simd.run(TightestRow { rows: rows.near, candidates }).and(candidates);
        if rows.near.len() <= PAIRED_ROWS_BETWEEN_CHECKS {
            self.simd.run(HittingPairs { first_sides, rows: rows.near, firsts, rest: &mut rest, found: &mut found });
        } else {
            for first in firsts.iter() {
                self.checked()?;
                let firsts = Bits::of([first]);
                self.simd.run(HittingPairs {
                    first_sides,
                    rows: rows.near,
                    firsts,
                    rest: &mut rest,
                    found: &mut found,
                });
            }
        }
        for (first, last) in found {
            self.chosen.push(first);
            let flow = self.emit_past_near_rows(rows.far, &last);
            self.chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// One literal to go: intersects the rows.
    pub(super) fn one_to_go(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
        let last = rows.iter().fold(*candidates, |last, row| last.and(row));
        if last.is_empty() { ControlFlow::Continue(()) } else { self.emit(&last) }
    }

    /// Emits the chosen literals with those of `candidates` that hit all `rows`; they hit all others. Nearly always
    /// there is none.
    fn emit_past_near_rows(&mut self, rows: &[Bits<W>], candidates: &Bits<W>) -> ControlFlow<()> {
        let hitting = Bits::of(self.chosen.iter().copied());
        let mut last = *candidates;
        for row in rows.iter().filter(|row| !row.meets(&hitting)) {
            last = last.and(row);
            if last.is_empty() {
                return ControlFlow::Continue(());
            }
        }
        self.emit(&last)
    }

    /// Emits the chosen literals with each one of `last`. They hit all rows if each relaxed choice hits what any of its
    /// members does.
    fn emit(&mut self, last: &Bits<W>) -> ControlFlow<()> {
        if self.is_relaxed() { self.refine(last, 1) } else { self.sink.one_more(&self.chosen, last) }
    }

    /// Emits the chosen literals with those of `last` that hit all rows. They hit all first rows, and none is relaxed.
    pub(super) fn emit_past_first_rows(&mut self, last: &Bits<W>) -> ControlFlow<()> {
        let all_are_first = self.problem.rows.len() <= FIRST_ROWS;
        if all_are_first { self.sink.one_more(&self.chosen, last) } else { self.emit_hitting(last) }
    }

    /// Emits the chosen literals with those of `last` that hit all rows, if any. No choice is relaxed.
    pub(super) fn emit_hitting(&mut self, last: &Bits<W>) -> ControlFlow<()> {
        let mut last = last.iter().collect();
        self.simd.run(RetainHitting { columns: self.problem.columns(), chosen: &self.chosen, last: &mut last });
        if last.is_empty() { ControlFlow::Continue(()) } else { self.sink.one_more(&self.chosen, &Bits::of(last)) }
    }

    /// Emits the chosen literals, which hit all rows, with any `size` candidates.
    pub(super) fn emit_free(&mut self, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        if self.is_relaxed() {
            return self.refine(candidates, size);
        }
        self.sink.any_more(self.problem, &self.chosen, candidates, size)
    }
}
