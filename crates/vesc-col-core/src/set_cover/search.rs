//! The search: what is forced, then the bounds, then a branch for each set that covers the hardest element.

use super::bound::{Bound, Objective, Rest, Uncovered};
use super::{Limits, SetCover};

/// What the caller wants after a cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    GoOn,
    Enough,
}

/// Improvements of the prices at the root, and below it.
const ROUNDS_AT_ROOT: usize = 300;
const ROUNDS_BELOW: usize = 30;

/// The state of one search.
pub(super) struct BranchAndBound<'a, E> {
    cover: &'a SetCover,
    open: Vec<bool>,
    chosen: Vec<usize>,
    /// How many of the chosen sets cover each element.
    times: Vec<u32>,
    spend: &'a mut dyn FnMut(usize) -> Result<(), E>,
    visit: &'a mut dyn FnMut(&[usize]) -> Result<Visit, E>,
}

impl<'a, E> BranchAndBound<'a, E> {
    pub(super) fn new(
        cover: &'a SetCover,
        taken: &[usize],
        open: &[bool],
        spend: &'a mut dyn FnMut(usize) -> Result<(), E>,
        visit: &'a mut dyn FnMut(&[usize]) -> Result<Visit, E>,
    ) -> BranchAndBound<'a, E> {
        assert_eq!(open.len(), cover.weights.len(), "an entry for each set");
        let times = vec![0; cover.elements.len()];
        let mut search = BranchAndBound { cover, open: open.to_vec(), chosen: Vec::new(), times, spend, visit };
        taken.iter().for_each(|&set| search.take(set));
        search
    }

    /// Visits the covers that complete the sets taken, within the limits. `prices` has those of the elements for each
    /// objective.
    pub(super) fn run(mut self, limits: Limits, prices: &mut [Vec<i64>; 2]) -> Result<(), E> {
        self.complete(limits, prices, ROUNDS_AT_ROOT).map(drop)
    }

    /// Goes through the completions of the chosen sets, and leaves the state as it was.
    fn complete(&mut self, limits: Limits, prices: &mut [Vec<i64>; 2], rounds: usize) -> Result<Visit, E> {
        let before = self.chosen.len();
        let mut closed = Vec::new();
        let result = self.narrow_and_branch(limits, prices, rounds, &mut closed);
        while self.chosen.len() > before {
            self.give_back();
        }
        closed.into_iter().for_each(|set| self.open[set] = true);
        result
    }

    fn narrow_and_branch(
        &mut self,
        limits: Limits,
        prices: &mut [Vec<i64>; 2],
        rounds: usize,
        closed: &mut Vec<usize>,
    ) -> Result<Visit, E> {
        let Some((rest, bound)) = self.narrow(limits, prices, rounds, closed)? else { return Ok(Visit::GoOn) };
        let Some(bound) = bound else {
            let is_whole = !rest.limits.all_sets || rest.limits.sets == 0;
            return if is_whole { (self.visit)(&self.chosen) } else { Ok(Visit::GoOn) };
        };
        let hardest = rest.elements.iter().min_by_key(|(element, sets)| (sets.len(), -prices[0][*element], *element));
        let Some((_, branches)) = hardest else { return Ok(Visit::GoOn) };
        let new = |set: usize| self.cover.covered[set].iter().filter(|&&element| self.times[element] == 0).count();
        let mut branches = branches.clone();
        branches.sort_by_key(|&set| (bound.reduced(set), std::cmp::Reverse(new(set))));
        for set in branches {
            // The later branches do without the sets of the earlier ones.
            self.close(set, closed);
            let weight = self.cover.weights[set];
            let below = Limits { weight: rest.limits.weight - weight, sets: rest.limits.sets - 1, ..rest.limits };
            self.take(set);
            let result = self.complete(below, &mut prices.clone(), ROUNDS_BELOW);
            self.give_back();
            if result? == Visit::Enough {
                return Ok(Visit::Enough);
            }
        }
        Ok(Visit::GoOn)
    }

    /// Takes and closes what must be, until nothing changes. `None` if no completion fits, and no bound if the cover is
    /// whole.
    fn narrow(
        &mut self,
        mut limits: Limits,
        prices: &mut [Vec<i64>; 2],
        mut rounds: usize,
        closed: &mut Vec<usize>,
    ) -> Result<Option<(Rest, Option<Bound>)>, E> {
        loop {
            let Some(elements) = self.rest(limits)? else { return Ok(None) };
            let rest = Rest { elements, limits };
            if rest.elements.is_empty() {
                return Ok(Some((rest, None)));
            }
            if limits.sets == 0 {
                return Ok(None);
            }
            let mut forced: Vec<usize> =
                rest.elements.iter().filter(|(_, sets)| sets.len() == 1).map(|(_, sets)| sets[0]).collect();
            let mut bound = None;
            let mut is_narrower = false;
            if forced.is_empty() {
                for objective in [Objective::Sets, Objective::Weight] {
                    let list = &mut prices[objective as usize];
                    let found = Bound::find(self.cover, &rest, objective, list, rounds, self.spend)?;
                    if found.excludes_all() {
                        return Ok(None);
                    }
                    for set in found.too_dear() {
                        is_narrower |= self.open[set];
                        self.close(set, closed);
                    }
                    forced.extend(found.needed());
                    bound = Some(found);
                }
                rounds = ROUNDS_BELOW.min(rounds);
            }
            forced.sort_unstable();
            forced.dedup();
            for &set in &forced {
                let weight = self.cover.weights[set];
                if !self.open[set] || weight > limits.weight || limits.sets == 0 {
                    return Ok(None);
                }
                self.close(set, closed);
                self.take(set);
                limits.weight -= weight;
                limits.sets -= 1;
            }
            if forced.is_empty() && !is_narrower {
                return Ok(Some((rest, bound)));
            }
        }
    }

    /// The elements that no chosen set covers, with the open sets that are light enough; `None` if one has no such set.
    fn rest(&mut self, limits: Limits) -> Result<Option<Vec<Uncovered>>, E> {
        let mut elements = Vec::new();
        let mut cost = self.times.len();
        for (element, sets) in self.cover.elements.iter().enumerate().filter(|(element, _)| self.times[*element] == 0) {
            let fits = |&&set: &&usize| self.open[set] && self.cover.weights[set] <= limits.weight;
            let fitting: Vec<usize> = sets.iter().filter(fits).copied().collect();
            cost += sets.len();
            if fitting.is_empty() {
                (self.spend)(cost)?;
                return Ok(None);
            }
            elements.push((element, fitting));
        }
        (self.spend)(cost)?;
        Ok(Some(elements))
    }

    fn take(&mut self, set: usize) {
        self.chosen.push(set);
        self.cover.covered[set].iter().for_each(|&element| self.times[element] += 1);
    }

    fn give_back(&mut self) {
        if let Some(set) = self.chosen.pop() {
            self.cover.covered[set].iter().for_each(|&element| self.times[element] -= 1);
        }
    }

    fn close(&mut self, set: usize, closed: &mut Vec<usize>) {
        if std::mem::replace(&mut self.open[set], false) {
            closed.push(set);
        }
    }
}
