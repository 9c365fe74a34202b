//! Several literals tried as one.
//!
//! Where there are many rows, far fewer would do to rule out nearly all sets. So several literals are chosen at once,
//! as a *relaxed choice*. It hits what any of them hits, so that only the rows that all of them miss remain. A set that
//! hits these is checked again, with each literal of the relaxed choice by itself.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::{Rows, Search};
use crate::bits::words::Bits;
use crate::kernel::index_map::WINDOW_ROWS;
use crate::relax::{ChoiceColumns, CopyRows, JoinChoices, RelaxedChoice};

/// Literals that a window chooses.
const WINDOW_LITERALS: usize = 3;

/// How large relaxed choices may be at some point of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relaxation {
    /// The least share of the rows that a relaxed choice misses.
    least_missed_share: f64,
    /// Rows that must be read, as a multiple of those without relaxed choices.
    pub(super) widening: f64,
}

impl<const W: usize> Search<'_, W> {
    /// How large relaxed choices may be, if there may be any: `size` literals are to go.
    pub(super) fn relaxation(&self, rows: Rows<'_, W>, candidates: &Bits<W>, size: usize) -> Option<Relaxation> {
        if size <= WINDOW_LITERALS || !self.budget.is_left() {
            return None;
        }
        let there = if rows.none_is_far() { rows.near.len() as f64 } else { self.missed_about(rows.far) };
        let (mut hits, mut asked) = (0, 0);
        for row in rows.near.iter().step_by(rows.near.len().div_ceil(self.problem.tuning.density_rows)) {
            hits += row.common(candidates);
            asked += candidates.len();
        }
        let misses = 1.0 - f64::from(hits) / f64::from(asked);
        // Rows that leave the wanted share of sets behind a relaxed choice, were literals independent.
        let kept = 1.0 - misses.powi(size as i32 - 1);
        let needed = (self.problem.tuning.relaxed_survivors.ln() / kept.ln()).max(WINDOW_ROWS as f64);
        // One literal leaves `left` rows. Each further literal of a relaxed choice leaves a share `misses` of them.
        let left = misses * there;
        let steps = (left / needed).ln() / -misses.ln();
        let widening = misses.powf(-steps_here(steps, size - WINDOW_LITERALS));
        let least_missed_share = misses / widening;
        // Two literals together miss a share of `misses` squared. If no two may be joined, no choice is relaxed.
        (least_missed_share < misses * misses).then_some(Relaxation { least_missed_share, widening })
    }

    /// How many of the rows no chosen candidate hits, about, if these are many.
    fn missed_about(&self, rows: &[Bits<W>]) -> f64 {
        let hitting = Bits::of(self.chosen.iter().copied());
        let some = rows.iter().step_by(rows.len().div_ceil(self.problem.tuning.missed_rows).max(1));
        let asked = some.len().max(1) as f64;
        some.filter(|row| !row.meets(&hitting)).count() as f64 / asked * rows.len() as f64
    }

    /// Returns where the next relaxed choice ends. Its columns have `rows` rows; `missed` gets those that all its
    /// literals miss.
    pub(super) fn next_relaxed(
        &self,
        relaxation: Option<Relaxation>,
        rows: usize,
        columns: &ChoiceColumns,
        choices: Range<usize>,
        missed: &mut Vec<u64>,
    ) -> usize {
        let (most, least) = match relaxation.filter(|_| self.budget.is_left()) {
            None => (1, 0),
            Some(relaxation) => (
                choices.len().min(self.problem.tuning.relaxed_literals),
                (relaxation.least_missed_share * rows as f64).ceil().max(WINDOW_ROWS as f64) as usize,
            ),
        };
        let first = choices.start;
        first + self.simd.run(JoinChoices { columns, first, most, least, missed })
    }

    /// Searches below a relaxed choice. All its members miss the rows `missed`; `rest` are the candidates, its members
    /// among them.
    pub(super) fn relax(
        &mut self,
        relax: RelaxedChoice<'_>,
        rows: Rows<'_, W>,
        missed: Rows<'_, W>,
        rest: &Bits<W>,
        size: usize,
    ) -> ControlFlow<()> {
        let members = relax.members;
        let beside = members.iter().fold(*rest, |beside, &candidate| self.problem.beside(&beside, candidate));
        let complements = rest.and_not(&beside).and_not(&Bits::of(members.iter().copied()));
        self.with_complements(relax, &complements, rows, rest, size)?;
        let start = self.chosen.len();
        self.chosen.extend_from_slice(members);
        self.relaxed.push(start..self.chosen.len());
        let flow = self.branch(missed, &rest.and_not(&complements), size - 1);
        self.relaxed.pop();
        self.chosen.truncate(start);
        flow
    }

    /// Searches the sets with a member of the relaxed choice and the complement of another, which hits all rows that
    /// the choice leaves.
    fn with_complements(
        &mut self,
        relax: RelaxedChoice<'_>,
        complements: &Bits<W>,
        rows: Rows<'_, W>,
        rest: &Bits<W>,
        size: usize,
    ) -> ControlFlow<()> {
        // The rows that are read two choices below.
        let limit = match size {
            4 => WINDOW_ROWS,
            5 | 6 => self.problem.tuning.rows_for_five,
            _ => usize::MAX,
        };
        let mut rest = *rest;
        let mut missed = Vec::new();
        for (missing, &first) in relax.members.iter().enumerate() {
            rest = self.problem.without(&rest, first);
            let mut open = self.problem.beside(&rest, first);
            for (hitting, &other) in relax.members.iter().enumerate() {
                let second = other ^ 1;
                if !complements.and(&open).contains(second) {
                    continue;
                }
                open = self.problem.without(&open, second);
                // A complement misses the rows that the literal itself hits.
                let set = relax.missed_and_hit(missing, hitting);
                self.simd.run(CopyRows { rows: rows.near, set, start: 0, limit, taken: &mut missed });
                self.chosen.extend([first, second]);
                let below = Rows { near: &missed, behind: &[], far: rows.whole(), sorted: false };
                let flow = self.branch(below, &self.problem.beside(&open, second), size - 2);
                self.chosen.truncate(self.chosen.len() - 2);
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes on with each literal of the latest relaxed choice by itself.
    pub(super) fn refine(&mut self, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        let Some(relax) = self.relaxed.pop() else {
            unreachable!("the caller has checked that there is a relaxed choice")
        };
        self.pay_for_one();
        // One literal misses rows that are hit by others of the relaxed choice.
        let above = self.rows_for_nodes(Arc::clone(&self.problem.rows));
        let chosen = std::mem::take(&mut self.chosen);
        let mut open = *candidates;
        let mut flow = ControlFlow::Continue(());
        for at in relax.clone() {
            // Of two literals of a relaxed choice in one set the first is the one that was chosen.
            open.remove(chosen[at]);
            self.chosen.clear();
            self.chosen.extend_from_slice(&chosen[..relax.start]);
            self.chosen.push(chosen[at]);
            self.chosen.extend_from_slice(&chosen[relax.end..]);
            flow = if size != 1 {
                let rows = self.missed(&self.problem.rows);
                self.branch(Rows::all(&rows), &open, size)
            } else if self.is_relaxed() {
                self.refine(&open, 1)
            } else {
                self.emit_hitting(&open)
            };
            if flow.is_break() {
                break;
            }
        }
        self.chosen = chosen;
        self.relaxed.push(relax);
        above.map(|above| self.rows_for_nodes(above));
        flow
    }

    /// Pays for a set that is checked again.
    pub(super) fn pay_for_one(&self) {
        self.budget.spend_for_one();
    }

    /// Pays for `sets` sets that are checked against the first rows, each in `selections` selections.
    pub(super) fn pay_for(&self, sets: usize, selections: usize) {
        if self.is_relaxed() {
            self.budget.spend_for(sets, selections);
        }
    }

    /// Whether what is found must be checked again.
    pub(super) fn is_relaxed(&self) -> bool {
        !self.relaxed.is_empty()
    }

    /// Whether relaxed choices have left so many survivors lately that refining them is cheaper.
    pub(super) fn is_spent(&self) -> bool {
        self.is_relaxed() && !self.budget.is_left()
    }
}

/// Returns how many of `steps` further literals this choice takes, where `choices` choices are left above the window.
///
/// Only as many choices share the steps as get one each, the first ones before the others. There pairs save more.
fn steps_here(steps: f64, choices: usize) -> f64 {
    steps / (choices as f64).min(steps.floor()).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_taken_early_and_by_pairs() {
        assert_eq!(steps_here(-0.3, 2), -0.3);
        assert_eq!(steps_here(0.8, 3), 0.8);
        assert_eq!(steps_here(1.2, 2), 1.2);
        assert_eq!(steps_here(2.4, 3), 1.2);
        assert_eq!(steps_here(4.5, 3), 1.5);
        assert_eq!(steps_here(4.5, 1), 4.5);
    }
}
