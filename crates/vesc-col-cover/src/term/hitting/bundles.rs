//! Several literals tried as one.
//!
//! Where there are many rows, far fewer would do to rule out nearly all sets. So a *bundle* of literals is chosen at once, and stands for
//! a literal that hits what any of them hits: only the rows that all of them miss remain. What hits these is looked at again, with each
//! literal of the bundle by itself.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use super::{NEARLY, Rows, Search};
use crate::bits::words::Bits;
use crate::kernel::index_map::WIDTH;
use crate::relax::choices::{Bundle, Columns, Take, Together};
use crate::term::problem::binomial;

/// Literals that a window chooses.
const WINDOW: usize = 3;
/// A bundle has so many literals at most.
const MOST: usize = 8;
/// Bundles may leave such a share of all sets to be looked at again, by estimate.
pub(super) const LEFT: f64 = 5e-4;
/// The density of the rows is estimated from so many, ...
const SAMPLE: usize = 64;
/// ... and how many are missed, from so many.
const COUNTED: usize = 2048;
/// Bundles leave more than was estimated where literals are alike, or where many sets hit all rows. To look at a set by the first rows
/// takes as long as to rule out so many, ...
const PRICE: i64 = 50;
/// ... and so many more for each way to choose one literal of each bundle; ...
const PRICE_OF_WAY: i64 = 20;
/// ... and to look at it again with each literal of the bundles by itself, so many.
const PRICE_OF_EACH: i64 = 5_000;
/// This is paid from a credit, which is so much at first, ...
const CREDIT: i64 = 5_000_000;
/// ... and with bundles at most so much. A window with bundles earns what these spare: as many windows as there are ways but one.
pub(super) const MOST_CREDIT: i64 = 200 * CREDIT;
/// A window is worth as much as it rules out, and for its tables, and what they leave, so much at least.
const WORTH: i64 = CREDIT / 10;

/// What bundles may still leave to be looked at again. All threads have one, as what one of them learns holds for all.
#[derive(Debug)]
pub(crate) struct Credit {
    /// Below one there are no bundles.
    left: AtomicI64,
    /// What is owed when all is spent: twice as much each time, so that what is lost in all is little, until bundles have earned all
    /// that they can.
    penalty: AtomicI64,
}

impl Default for Credit {
    /// All that there is at first.
    fn default() -> Credit {
        Credit { left: AtomicI64::new(CREDIT), penalty: AtomicI64::new(CREDIT) }
    }
}

impl Credit {
    fn is_left(&self) -> bool {
        self.left.load(Ordering::Relaxed) > 0
    }

    pub(super) fn spend(&self, price: i64) {
        let before = self.left.fetch_sub(price, Ordering::Relaxed);
        if before > 0 && before <= price {
            let penalty = self.penalty.load(Ordering::Relaxed);
            self.left.fetch_sub(penalty, Ordering::Relaxed);
            self.penalty.store(penalty.saturating_mul(2), Ordering::Relaxed);
        }
    }

    /// A window begins, in which so many of the candidates are chosen, with so many ways to choose what was chosen before. Without
    /// bundles, too, it earns what it is worth, such that they are tried again, but then no more than there was at first.
    pub(super) fn earn(&self, candidates: u32, size: usize, ways: usize) {
        let bundled = ways > 1;
        let missing = if bundled { MOST_CREDIT } else { CREDIT } - self.left.load(Ordering::Relaxed);
        if missing <= 0 {
            return;
        }
        let sets = binomial(candidates.into(), size as u128).and_then(|sets| sets.try_into().ok()).unwrap_or(CREDIT);
        let spared = i64::try_from(ways - 1).unwrap_or(i64::MAX).max(1);
        let earned = spared.saturating_mul(WORTH.max(sets));
        self.left.fetch_add(earned.min(missing), Ordering::Relaxed);
        if bundled && earned >= missing {
            self.penalty.store(CREDIT, Ordering::Relaxed);
        }
    }
}

/// How large bundles may be at some point of the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundling {
    /// The least share of the rows that a bundle leaves.
    share: f64,
    /// How many times more rows must be looked at than without bundles.
    pub(super) widening: f64,
}

impl<const W: usize> Search<'_, W> {
    /// How large bundles may be, if there may be any: `size` literals are to go.
    pub(super) fn bundling(&self, rows: Rows<'_, W>, candidates: &Bits<W>, size: usize) -> Option<Bundling> {
        if size <= WINDOW || !self.lessons.credit.is_left() {
            return None;
        }
        let there = if rows.none_is_far() { rows.near.len() as f64 } else { self.missed_about(rows.far[1]) };
        let (mut hits, mut asked) = (0, 0);
        for row in rows.near.iter().step_by(rows.near.len().div_ceil(SAMPLE)) {
            hits += row.common(candidates);
            asked += candidates.len();
        }
        let misses = 1.0 - f64::from(hits) / f64::from(asked);
        // So many rows leave that share of the sets behind a bundle, were literals independent.
        let kept = 1.0 - misses.powi(size as i32 - 1);
        let needed = (self.left.ln() / kept.ln() / self.lessons.dependence.worth_of_rows()).max(WIDTH as f64);
        // One literal leaves so many. Each further one of a bundle takes one step: it leaves a share of `misses`.
        let left = misses * there;
        let steps = (left / needed).ln() / -misses.ln();
        let widening = misses.powf(-steps_here(steps, size - WINDOW));
        let share = misses / widening;
        (share < misses * misses).then_some(Bundling { share, widening })
    }

    /// How many of the rows no chosen candidate hits, about, if these are many.
    fn missed_about(&self, rows: &[Bits<W>]) -> f64 {
        let hitting = Bits::of(self.chosen.iter().copied());
        let some = rows.iter().step_by(rows.len().div_ceil(COUNTED).max(1));
        let asked = some.len().max(1) as f64;
        some.filter(|row| !row.meets(&hitting)).count() as f64 / asked * rows.len() as f64
    }

    /// Where the next bundle ends, of some choices with columns for so many rows; `missed` gets those that all of it miss.
    pub(super) fn next_bundle(
        &self,
        bundling: Option<Bundling>,
        rows: usize,
        columns: &Columns,
        choices: Range<usize>,
        missed: &mut Vec<u64>,
    ) -> usize {
        let (most, least) = match bundling.filter(|_| self.lessons.credit.is_left()) {
            None => (1, 0),
            Some(bundling) => {
                (choices.len().min(MOST), (bundling.share * rows as f64).ceil().max(WIDTH as f64) as usize)
            }
        };
        let first = choices.start;
        first + self.path.run(Together { columns, first, most, least, missed })
    }

    /// Chooses a bundle: `missed` are the rows that all of it misses, and `rest` the candidates with those of the bundle.
    pub(super) fn bundle(
        &mut self,
        bundle: Bundle<'_>,
        rows: Rows<'_, W>,
        missed: Rows<'_, W>,
        rest: &Bits<W>,
        size: usize,
    ) -> ControlFlow<()> {
        let members = bundle.members;
        let beside = members.iter().fold(*rest, |beside, &candidate| self.problem.beside(&beside, candidate));
        let complements = rest.and_not(&beside).and_not(&Bits::of(members.iter().copied()));
        self.with_complements(bundle, &complements, rows, rest, size)?;
        let start = self.chosen.len();
        self.chosen.extend_from_slice(members);
        self.bundles.push(start..self.chosen.len());
        let flow = self.branch(missed, &rest.and_not(&complements), size - 1);
        self.bundles.pop();
        self.chosen.truncate(start);
        flow
    }

    /// Sets with a literal of the bundle and the complement of another, which hits all rows that the bundle leaves.
    fn with_complements(
        &mut self,
        bundle: Bundle<'_>,
        complements: &Bits<W>,
        rows: Rows<'_, W>,
        rest: &Bits<W>,
        size: usize,
    ) -> ControlFlow<()> {
        // As many as will be looked at two levels below.
        let limit = match size {
            4 => WIDTH,
            5 | 6 => NEARLY,
            _ => usize::MAX,
        };
        let mut rest = *rest;
        let mut missed = Vec::new();
        for (missing, &first) in bundle.members.iter().enumerate() {
            rest = self.problem.without(&rest, first);
            let mut open = self.problem.beside(&rest, first);
            for (hitting, &other) in bundle.members.iter().enumerate() {
                let second = other ^ 1;
                if !complements.and(&open).contains(second) {
                    continue;
                }
                open = self.problem.without(&open, second);
                // A complement misses the rows that the literal itself hits.
                let set = bundle.missed_and_hit(missing, hitting);
                self.path.run(Take { rows: rows.near, set, limit, taken: &mut missed });
                self.chosen.extend([first, second]);
                let below = Rows { near: &missed, far: [&[], rows.whole()], sorted: false };
                let flow = self.branch(below, &self.problem.beside(&open, second), size - 2);
                self.chosen.truncate(self.chosen.len() - 2);
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes on with each literal of the latest bundle by itself.
    pub(super) fn unbundle(&mut self, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        let Some(bundle) = self.bundles.pop() else { unreachable!("somebody has looked whether there is a bundle") };
        self.pay_for_one();
        // One literal misses rows that are hit by others of the bundle.
        let above = self.rows_for_nodes(Arc::clone(&self.problem.rows));
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
            flow = if size != 1 {
                let rows = self.missed(&self.problem.rows);
                self.branch(Rows::all(&rows), &open, size)
            } else if self.in_bundles() {
                self.unbundle(&open, 1)
            } else {
                self.leaf_of_some(&open)
            };
            if flow.is_break() {
                break;
            }
        }
        self.chosen = chosen;
        self.bundles.push(bundle);
        above.map(|above| self.rows_for_nodes(above));
        flow
    }

    /// Pays for a set that is looked at again.
    pub(super) fn pay_for_one(&self) {
        self.lessons.credit.spend(PRICE_OF_EACH);
    }

    /// Pays for so many sets that are looked at by the first rows, each in so many ways.
    pub(super) fn pay_for(&self, sets: usize, ways: usize) {
        if self.in_bundles() {
            let price = PRICE + PRICE_OF_WAY * ways as i64;
            self.lessons.credit.spend(price.saturating_mul(sets as i64));
        }
    }

    /// Whether what is found must be looked at again.
    pub(super) fn in_bundles(&self) -> bool {
        !self.bundles.is_empty()
    }

    /// Whether bundles have left so much lately that they had better be taken apart.
    pub(super) fn is_spent(&self) -> bool {
        self.in_bundles() && !self.lessons.credit.is_left()
    }
}

/// How many of the steps that can be spared are taken at this level, if there are so many levels above the window: as many as each of
/// those gets that can have pairs at least, this one first. Pairs on a high level spare more than on a low one.
fn steps_here(steps: f64, levels: usize) -> f64 {
    steps / (levels as f64).min(steps.floor()).max(1.0)
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

    /// So many windows without candidates until something is left.
    fn windows_until_left(credit: &Credit) -> usize {
        (0..).take_while(|_| !credit.is_left()).inspect(|_| credit.earn(0, 3, 1)).count()
    }

    const PART: i64 = CREDIT / 250;

    #[test]
    fn each_time_all_is_spent_twice_as_much_is_to_be_earned() {
        let credit = Credit::default();
        (1..250).for_each(|_| credit.spend(PART));
        assert!(credit.is_left());
        credit.spend(PART);
        assert_eq!(windows_until_left(&credit), 11);
        (0..WORTH / PART).for_each(|_| credit.spend(PART));
        assert_eq!(windows_until_left(&credit), 21);
        // Bundles that have earned all that they can start afresh.
        credit.earn(1000, 3, usize::MAX);
        credit.spend(MOST_CREDIT);
        assert_eq!(windows_until_left(&credit), 11);
    }

    /// A credit of nothing, after which a window of 300 candidates with so many ways has begun.
    fn earned(ways: usize) -> i64 {
        let credit = Credit { left: AtomicI64::new(0), penalty: AtomicI64::new(CREDIT) };
        credit.earn(300, 3, ways);
        credit.left.into_inner()
    }

    #[test]
    fn a_window_earns_what_it_rules_out_and_with_bundles_what_it_spares() {
        let sets = 300 * 299 * 298 / 6;
        assert_eq!(earned(1), sets);
        assert_eq!(earned(2), sets);
        assert_eq!(earned(64), 63 * sets);
        assert_eq!(earned(4096), MOST_CREDIT);
    }

    #[test]
    fn without_bundles_there_is_never_more_credit_than_at_first() {
        let credit = Credit::default();
        credit.earn(300, 3, 1);
        assert_eq!(credit.left.load(Ordering::Relaxed), CREDIT);
        credit.spend(PART);
        credit.earn(300, 3, 1);
        assert_eq!(credit.left.load(Ordering::Relaxed), CREDIT);
    }
}
