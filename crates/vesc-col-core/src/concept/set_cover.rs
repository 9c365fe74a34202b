//! Weighted set covers by branch and bound.

use super::work::Work;
use crate::StopReason;

/// Elements, each with the sets that cover it, and the weights of the sets.
#[derive(Debug)]
pub(super) struct SetCover {
    weights: Vec<usize>,
    /// For each element the sets that cover it, ascending. None has all those of another one.
    elements: Vec<Vec<usize>>,
    /// For each set the elements that it covers.
    covered: Vec<Vec<usize>>,
}

/// What a cover may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The largest weight of all sets together.
    pub(super) weight: usize,
    /// The largest number of sets.
    pub(super) sets: usize,
    /// Whether it must be exactly so many sets.
    pub(super) all_sets: bool,
}

impl SetCover {
    /// Sets of these weights, each at least 1, and nothing to cover.
    pub(super) fn new(weights: Vec<usize>) -> SetCover {
        SetCover { covered: vec![Vec::new(); weights.len()], weights, elements: Vec::new() }
    }

    /// Demands that one of these sets, ascending, is in a cover.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the work ends before its time.
    pub(super) fn demand(&mut self, sets: Vec<usize>, work: &mut Work<'_>) -> Result<(), StopReason> {
        work.spend(self.elements.iter().map(|known| known.len().min(sets.len())).sum())?;
        if self.elements.iter().any(|known| is_subset(known, &sets)) {
            return Ok(());
        }
        let before = self.elements.len();
        self.elements.retain(|known| !is_subset(&sets, known));
        self.elements.push(sets);
        if self.elements.len() <= before {
            self.covered.iter_mut().for_each(Vec::clear);
            for (element, sets) in self.elements.iter().enumerate() {
                sets.iter().for_each(|&set| self.covered[set].push(element));
            }
        } else {
            self.elements[before].iter().for_each(|&set| self.covered[set].push(before));
        }
        Ok(())
    }

    /// A cover by all sets that are `taken` and others that are `open`, within the limits; `None` if there is none.
    ///
    /// With exactly so many sets, no set is added to what is a cover without it: that is for a caller who knows that no
    /// cover is lighter than the limit.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the work ends before its time.
    pub(super) fn find(
        &self,
        taken: &[usize],
        open: &[bool],
        limits: Limits,
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<usize>>, StopReason> {
        let mut search =
            Search { cover: self, open: open.to_vec(), chosen: Vec::new(), times: vec![0; self.elements.len()] };
        let weight: usize = taken.iter().map(|&set| self.weights[set]).sum();
        if weight > limits.weight || taken.len() > limits.sets {
            return Ok(None);
        }
        taken.iter().for_each(|&set| search.take(set));
        let rest = Limits { weight: limits.weight - weight, sets: limits.sets - taken.len(), ..limits };
        Ok(search.complete(rest, work)?.then_some(search.chosen))
    }
}

/// The state of one search.
struct Search<'a> {
    cover: &'a SetCover,
    open: Vec<bool>,
    chosen: Vec<usize>,
    /// How many of the chosen sets cover each element.
    times: Vec<u32>,
}

/// What a relaxation says about the elements that are not covered.
struct Bound {
    weight: usize,
    sets: usize,
    /// By how much each set is heavier than what its elements pay for it.
    slack: Vec<usize>,
    /// The open sets that cover the element with the fewest.
    branches: Vec<usize>,
}

impl Search<'_> {
    /// Completes the chosen sets to a cover by others within the limits.
    fn complete(&mut self, limits: Limits, work: &mut Work<'_>) -> Result<bool, StopReason> {
        let open: Vec<usize> = (0..self.times.len()).filter(|&element| self.times[element] == 0).collect();
        if open.is_empty() {
            return Ok(!limits.all_sets || limits.sets == 0);
        }
        let Some(bound) = self.bound(&open, work)? else { return Ok(false) };
        if bound.weight > limits.weight || bound.sets > limits.sets {
            return Ok(false);
        }
        // A cover with this set weighs at least as much as the bound and the set's slack.
        let affordable = |&&set: &&usize| bound.weight + bound.slack[set] <= limits.weight;
        let mut branches: Vec<usize> = bound.branches.iter().filter(affordable).copied().collect();
        let new = |set: usize| self.cover.covered[set].iter().filter(|&&element| self.times[element] == 0).count();
        branches.sort_by_key(|&set| (bound.slack[set], std::cmp::Reverse(new(set))));
        let mut found = false;
        let mut tried = 0;
        for &set in &branches {
            let weight = self.cover.weights[set];
            if weight > limits.weight {
                continue;
            }
            self.open[set] = false;
            tried += 1;
            self.take(set);
            let rest = Limits { weight: limits.weight - weight, sets: limits.sets - 1, ..limits };
            found = self.complete(rest, work)?;
            if found {
                break;
            }
            self.give_back(set);
        }
        // The later branches do without the sets of the earlier ones.
        branches.iter().filter(|&&set| self.cover.weights[set] <= limits.weight).take(tried).for_each(|&set| {
            self.open[set] = true;
        });
        Ok(found)
    }

    /// Lets each element in turn pay as much as is left of the cheapest open set that covers it: no cover weighs less than
    /// what all pay together. Elements that share no set need one each. `None` if some element has no open set.
    fn bound(&self, elements: &[usize], work: &mut Work<'_>) -> Result<Option<Bound>, StopReason> {
        let sets_of = |element: usize| self.cover.elements[element].iter().copied().filter(|&set| self.open[set]);
        let mut order: Vec<(usize, usize)> =
            elements.iter().map(|&element| (sets_of(element).count(), element)).collect();
        work.spend(3 * elements.iter().map(|&element| self.cover.elements[element].len()).sum::<usize>())?;
        order.sort_unstable();
        let Some(&(least, hardest)) = order.first().filter(|(count, _)| *count > 0) else { return Ok(None) };
        debug_assert!(least > 0);
        let mut slack = self.cover.weights.clone();
        let (mut weight, mut sets) = (0, 0);
        for (_, element) in order {
            let pays = sets_of(element).map(|set| slack[set]).min().unwrap_or(0);
            let is_alone = sets_of(element).all(|set| slack[set] == self.cover.weights[set]);
            weight += pays;
            sets += usize::from(is_alone);
            sets_of(element).for_each(|set| slack[set] -= pays);
        }
        Ok(Some(Bound { weight, sets, slack, branches: sets_of(hardest).collect() }))
    }

    fn take(&mut self, set: usize) {
        self.chosen.push(set);
        self.cover.covered[set].iter().for_each(|&element| self.times[element] += 1);
    }

    fn give_back(&mut self, set: usize) {
        self.chosen.pop();
        self.cover.covered[set].iter().for_each(|&element| self.times[element] -= 1);
    }
}

/// Whether all of these ascending numbers are among those.
fn is_subset(these: &[usize], those: &[usize]) -> bool {
    let mut rest = those.iter();
    these.iter().all(|number| rest.any(|other| other == number))
}
