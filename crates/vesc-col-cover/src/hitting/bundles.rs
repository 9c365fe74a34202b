//! Several literals tried as one.
//!
//! Where there are many rows, far fewer would do to rule out nearly all sets. So a *bundle* of literals is chosen at once, and stands for
//! a literal that hits what any of them hits: only the rows that all of them miss remain. What hits these is looked at again, with each
//! literal of the bundle by itself.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{NEARLY, Rows, Search};
use crate::bits::Bits;
use crate::packing::WIDTH;
use crate::rows::Missed;

/// A bundle has so many literals at most.
const MOST: usize = 8;
/// So many sets may be left of a bundle for each window below it, by estimate.
pub(super) const LEFT: f64 = 0.25;
/// With so many candidates, one window will most likely do for four literals.
const BY_FOUR: u32 = 120;
/// The density of the rows is estimated from so many.
const SAMPLE: usize = 64;
/// Bundles leave more than was estimated where literals are alike. To look at a set again costs one of so many credits, ...
pub(super) const CREDIT: u32 = 256;
/// ... and a window earns some.
const EARNED: u32 = 8;

/// What bundles may be made of at some point of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bundling {
    /// How many rows there are.
    rows: f64,
    /// The share of the candidates that hit a row.
    hits: f64,
    /// How many literals are to go behind a bundle.
    size: usize,
    /// How many literals the last windows are for: three or four.
    window: usize,
    /// How many sets may be left for each window.
    left: f64,
}

impl Bundling {
    /// The share of the rows that a bundle may leave and still rule out nearly all sets, if the bundles below it do their part.
    pub(crate) fn least_share(&self, candidates: u32) -> f64 {
        let candidates = f64::from(candidates);
        let sets: f64 =
            (0..self.size).map(|taken| ((candidates - taken as f64).max(1.0) / (taken + 1) as f64).ln()).sum();
        let levels = self.size - self.window;
        let windows = levels as f64 * (self.hits * candidates / 2.0).max(1.0).ln();
        let kept = 1.0 - (1.0 - self.hits).powi(self.size as i32);
        let needed = ((self.left.ln() + windows - sets) / kept.ln()).max(WIDTH as f64);
        let missed = (1.0 - self.hits) * self.rows;
        missed * (needed / missed).powf(1.0 / (levels + 1) as f64) / self.rows
    }

    /// How many times more rows must be looked at than without bundles.
    pub(crate) fn widening(&self, candidates: u32) -> f64 {
        ((1.0 - self.hits) / self.least_share(candidates)).max(1.0)
    }
}

impl<const W: usize> Search<'_, W> {
    /// What bundles may be made of, if any: `size` literals are to go, those of a bundle among them.
    pub(super) fn bundling(&self, rows: Rows<'_, W>, candidates: &Bits<W>, size: usize) -> Option<Bundling> {
        let window = if candidates.len() <= BY_FOUR { 4 } else { 3 };
        if size <= window || 2 * self.credit < CREDIT {
            return None;
        }
        let count = if rows.none_is_far() { rows.near.len() } else { self.count_missed(rows.far[1]) };
        let step = rows.near.len().div_ceil(SAMPLE);
        let (mut hits, mut sampled) = (0, 0);
        for row in rows.near.iter().step_by(step) {
            hits += row.common(candidates);
            sampled += 1;
        }
        let hits = f64::from(hits) / f64::from(sampled * candidates.len());
        let bundling = Bundling { rows: count as f64, hits, size: size - 1, window, left: self.left };
        (bundling.least_share(candidates.len()) < (1.0 - hits).powi(2)).then_some(bundling)
    }

    /// How many of the choices make the next bundle; `missed` gets the rows that all of these miss.
    pub(super) fn next_bundle(
        &self,
        bundling: Option<Bundling>,
        rows: Rows<'_, W>,
        choices: &[usize],
        candidates: &Bits<W>,
        missed: &mut Vec<Bits<W>>,
    ) -> usize {
        let limit = usize::MAX;
        self.path.run(Missed { rows: rows.near, hitting: &choices[..1], limit, missed });
        let Some(bundling) = bundling.filter(|_| 2 * self.credit >= CREDIT) else { return 1 };
        let least = (bundling.least_share(candidates.len()) * rows.near.len() as f64).max(WIDTH as f64);
        let mut fewer = Vec::new();
        let mut members = 1;
        while members < choices.len().min(MOST) {
            self.path.run(Missed { rows: missed, hitting: &choices[members..=members], limit, missed: &mut fewer });
            if (fewer.len() as f64) < least {
                break;
            }
            std::mem::swap(missed, &mut fewer);
            members += 1;
        }
        members
    }

    /// Chooses a bundle: `missed` are the rows that all of it misses, and `rest` the candidates with those of the bundle.
    pub(super) fn bundle(
        &mut self,
        bundle: &[usize],
        rows: Rows<'_, W>,
        missed: Rows<'_, W>,
        rest: &Bits<W>,
        size: usize,
    ) -> ControlFlow<()> {
        let mut complements = Bits::EMPTY;
        for &candidate in bundle {
            complements = complements.or(&rest.and_not(self.problem.compatible(candidate)));
        }
        for &candidate in bundle {
            complements.remove(candidate);
        }
        self.with_complements(bundle, &complements, rows, rest, size)?;
        let start = self.chosen.len();
        self.chosen.extend_from_slice(bundle);
        self.bundles.push(start..self.chosen.len());
        let flow = self.branch(missed, &rest.and_not(&complements), size - 1);
        self.bundles.pop();
        self.chosen.truncate(start);
        flow
    }

    /// Sets with a literal of the bundle and the complement of another, which hits all rows that the bundle leaves.
    fn with_complements(
        &mut self,
        bundle: &[usize],
        complements: &Bits<W>,
        rows: Rows<'_, W>,
        rest: &Bits<W>,
        size: usize,
    ) -> ControlFlow<()> {
        if complements.is_empty() {
            return ControlFlow::Continue(());
        }
        let limit = if size == 4 { WIDTH } else { NEARLY };
        let all = if rows.none_is_far() { rows.near } else { rows.far[1] };
        let mut rest = *rest;
        let mut missed = Vec::new();
        for &first in bundle {
            rest = rest.and(self.problem.others(first));
            let mut open = rest.and(self.problem.compatible(first));
            for second in complements.and(&open).iter() {
                open = open.and(self.problem.others(second));
                self.path.run(Missed { rows: rows.near, hitting: &[first, second], limit, missed: &mut missed });
                self.chosen.extend([first, second]);
                let below = Rows { near: &missed, far: [&[], all], sorted: false };
                let flow = self.branch(below, &open.and(self.problem.compatible(second)), size - 2);
                self.chosen.truncate(self.chosen.len() - 2);
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes on with each literal of the latest bundle by itself.
    pub(super) fn unbundle(&mut self, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        let Some(bundle) = self.bundles.pop() else { unreachable!("somebody has looked whether there is a bundle") };
        self.credit = self.credit.saturating_sub(1);
        // One literal misses rows that are hit by others of the bundle.
        let problem = self.problem;
        let above = self.leave(|| Arc::clone(&problem.rows));
        let chosen = std::mem::take(&mut self.chosen);
        let mut open = *candidates;
        let mut flow = ControlFlow::Continue(());
        for at in bundle.clone() {
            // Of two literals of a bundle in one set the first is the one that was chosen.
            open.remove(chosen[at]);
            self.chosen.clear();
            self.chosen.extend_from_slice(&chosen[..bundle.start]);
            self.chosen.push(chosen[at]);
            self.chosen.extend_from_slice(&chosen[bundle.end..]);
            flow = if size > 1 {
                let rows = self.missed(&self.problem.rows);
                self.branch(Rows::all(&rows), &open, size)
            } else if self.in_bundles() {
                self.unbundle(&open, 1)
            } else {
                self.last_of_all(&open)
            };
            if flow.is_break() {
                break;
            }
        }
        self.chosen = chosen;
        self.bundles.push(bundle);
        above.map(|above| self.leave(|| above));
        flow
    }

    /// Whether what is found must be looked at again.
    pub(super) fn in_bundles(&self) -> bool {
        !self.bundles.is_empty()
    }

    /// Whether bundles have left so much lately that they had better be taken apart.
    pub(super) fn is_spent(&self) -> bool {
        self.in_bundles() && self.credit == 0
    }

    /// Notes that a window was made.
    pub(super) fn earn(&mut self) {
        self.credit = (self.credit + EARNED).min(CREDIT);
    }

    /// One literal to go, and nearly always none that will do.
    fn last_of_all(&mut self, candidates: &Bits<W>) -> ControlFlow<()> {
        let hitting = Bits::of(self.chosen.iter().copied());
        let mut last = *candidates;
        for row in self.problem.rows.iter().filter(|row| !row.meets(&hitting)) {
            last = last.and(row);
            if last.is_empty() {
                return ControlFlow::Continue(());
            }
        }
        self.sink.leaf(&self.chosen, &last)
    }

    fn count_missed(&self, rows: &[Bits<W>]) -> usize {
        let hitting = Bits::of(self.chosen.iter().copied());
        rows.iter().filter(|row| !row.meets(&hitting)).count()
    }
}
