//! Weighted set covers, exactly, by branch and bound.
//!
//! The bound is Lagrangian: each element pays a price. If no set gets more than it costs from the elements that it
//! covers, then no cover costs less than what all elements pay. Where a set gets more, the surplus is given back.
//! Prices are improved step by step along the subgradient. All arithmetic that decides is in whole numbers, so that no
//! rounding cuts off a cover.
//!
//! A search of its own: it looks for the lightest covers and needs a bound, while engines look for all hitting sets of one size.

mod bound;
mod search;

use search::{BranchAndBound, Visit};

/// Sets with weights, and the elements that a cover must contain.
///
/// ```
/// use vesc_col_core::set_cover::{Limits, SetCover};
///
/// // Three sets; one element is in the first two, another one in the last two.
/// let mut cover = SetCover::new(vec![2, 3, 2]);
/// cover.demand(vec![0, 1]);
/// cover.demand(vec![1, 2]);
/// let mut find = |weight, sets| cover.find(Limits { weight, sets, all_sets: false }, &mut |_| Ok::<(), ()>(()));
/// assert_eq!(find(2, 3), Ok(None));
/// assert_eq!(find(3, 3), Ok(Some(vec![1])));
/// ```
#[derive(Clone, Debug)]
pub struct SetCover {
    weights: Vec<usize>,
    /// For each element the sets that cover it, ascending. None has all those of another one.
    elements: Vec<Vec<usize>>,
    /// For each set the elements that it covers.
    covered: Vec<Vec<usize>>,
    /// What each element pays for the weight of a cover, and for its number of sets; kept from one search to the next.
    prices: [Vec<i64>; 2],
}

/// What a cover may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest weight of all sets together.
    pub weight: usize,
    /// The largest number of sets.
    pub sets: usize,
    /// Whether a cover must have exactly `sets` sets. The search adds no set to what is a cover already. So this is for
    /// a caller who knows that no cover is lighter than the limit.
    pub all_sets: bool,
}

impl SetCover {
    /// Sets of these weights, each at least 1, and nothing to cover.
    #[must_use]
    pub fn new(weights: Vec<usize>) -> SetCover {
        SetCover { covered: vec![Vec::new(); weights.len()], weights, elements: Vec::new(), prices: Default::default() }
    }

    /// The number of elements that a cover must contain.
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether nothing is to be covered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Demands that one of these sets, ascending, is in a cover.
    ///
    /// # Panics
    ///
    /// If there is no set of such a number.
    pub fn demand(&mut self, sets: Vec<usize>) {
        if self.elements.iter().any(|known| is_subset(known, &sets)) {
            return;
        }
        // Whatever covers the new element covers these, too.
        let mut from = self.elements.len();
        if self.elements.iter().any(|known| is_subset(&sets, known)) {
            self.elements.retain(|known| !is_subset(&sets, known));
            self.covered.iter_mut().for_each(Vec::clear);
            // The elements have other numbers now.
            self.prices = Default::default();
            from = 0;
        }
        self.elements.push(sets);
        for (element, sets) in self.elements.iter().enumerate().skip(from) {
            sets.iter().for_each(|&set| self.covered[set].push(element));
        }
    }

    /// A cover within the limits, ascending; `None` if there is none.
    ///
    /// `spend` is told of work before it is done, in units of some nanoseconds.
    ///
    /// # Errors
    ///
    /// The errors of `spend`, which end the search.
    pub fn find<E>(
        &mut self,
        limits: Limits,
        spend: &mut dyn FnMut(usize) -> Result<(), E>,
    ) -> Result<Option<Vec<usize>>, E> {
        let open = vec![true; self.weights.len()];
        self.find_with(&[], &open, limits, spend)
    }

    /// A cover by all sets that are `taken` and others that are `open`, within the limits.
    ///
    /// # Errors
    ///
    /// The errors of `spend`, which end the search.
    ///
    /// # Panics
    ///
    /// If `open` has not an entry for each set, or there is no set of a number that is taken.
    pub fn find_with<E>(
        &mut self,
        taken: &[usize],
        open: &[bool],
        limits: Limits,
        spend: &mut dyn FnMut(usize) -> Result<(), E>,
    ) -> Result<Option<Vec<usize>>, E> {
        let mut found = None;
        self.search(taken, open, limits, spend, &mut |cover| {
            found = Some(cover.to_vec());
            Ok(Visit::Enough)
        })?;
        Ok(found.map(|mut cover: Vec<usize>| {
            cover.sort_unstable();
            cover
        }))
    }

    /// Shows `visit` each cover of exactly `limits.sets` sets and at most `limits.weight` once, in no particular order.
    ///
    /// No cover may be lighter than `limits.weight` or have fewer sets.
    ///
    /// # Errors
    ///
    /// The errors of `spend` and `visit`, which end the search.
    pub fn each<E>(
        &mut self,
        limits: Limits,
        spend: &mut dyn FnMut(usize) -> Result<(), E>,
        visit: &mut dyn FnMut(&[usize]) -> Result<(), E>,
    ) -> Result<(), E> {
        let open = vec![true; self.weights.len()];
        let limits = Limits { all_sets: true, ..limits };
        self.search(&[], &open, limits, spend, &mut |cover| visit(cover).map(|()| Visit::GoOn))
    }

    fn search<E>(
        &mut self,
        taken: &[usize],
        open: &[bool],
        limits: Limits,
        spend: &mut dyn FnMut(usize) -> Result<(), E>,
        visit: &mut dyn FnMut(&[usize]) -> Result<Visit, E>,
    ) -> Result<(), E> {
        let weight: usize = taken.iter().map(|&set| self.weights[set]).sum();
        if weight > limits.weight || taken.len() > limits.sets {
            return Ok(());
        }
        let rest = Limits { weight: limits.weight - weight, sets: limits.sets - taken.len(), ..limits };
        let mut prices = std::mem::take(&mut self.prices);
        prices.iter_mut().for_each(|list| list.resize(self.elements.len(), 0));
        let result = BranchAndBound::new(self, taken, open, spend, visit).run(rest, &mut prices);
        self.prices = prices;
        result
    }
}

/// Whether all of these ascending numbers are among those.
fn is_subset(these: &[usize], those: &[usize]) -> bool {
    let mut rest = those.iter();
    these.iter().all(|number| rest.find(|other| *other >= number) == Some(number))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn unbounded(_: usize) -> Result<(), ()> {
        Ok(())
    }

    /// Each set of sets that covers all elements, with its weight.
    fn covers(weights: &[usize], elements: &[Vec<usize>]) -> Vec<(usize, Vec<usize>)> {
        let chosen = |mask: u32| (0..weights.len()).filter(move |set| mask >> set & 1 == 1);
        (0..1u32 << weights.len())
            .filter(|mask| elements.iter().all(|sets| sets.iter().any(|set| mask >> set & 1 == 1)))
            .map(|mask| (chosen(mask).map(|set| weights[set]).sum(), chosen(mask).collect()))
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Existence within any limits, and all covers of the least weight, as all sets of sets tell.
        #[test]
        fn covers_are_those_of_a_brute_force(
            weights in prop::collection::vec(1..6usize, 1..9),
            memberships in prop::collection::vec(prop::collection::vec(0..9usize, 1..5), 1..12),
            closed in 0..9usize,
        ) {
            let mut elements: Vec<Vec<usize>> = Vec::new();
            for mut sets in memberships {
                sets.iter_mut().for_each(|set| *set %= weights.len());
                sets.sort_unstable();
                sets.dedup();
                elements.push(sets);
            }
            let mut cover = SetCover::new(weights.clone());
            elements.iter().for_each(|sets| cover.demand(sets.clone()));
            let all = covers(&weights, &elements);
            let total: usize = weights.iter().sum();
            for weight in 0..=total {
                for sets in 0..=weights.len() {
                    let limits = Limits { weight, sets, all_sets: false };
                    let found = cover.find(limits, &mut unbounded).unwrap();
                    let fits = |chosen: &Vec<usize>, sum: usize| sum <= weight && chosen.len() <= sets;
                    prop_assert_eq!(found.is_some(), all.iter().any(|(sum, chosen)| fits(chosen, *sum)));
                    if let Some(found) = found {
                        prop_assert!(all.iter().any(|(sum, chosen)| *chosen == found && fits(chosen, *sum)));
                    }
                    let open: Vec<bool> = (0..weights.len()).map(|set| set != closed).collect();
                    let found = cover.find_with(&[0], &open, limits, &mut unbounded).unwrap();
                    let fits = |(sum, chosen): &(usize, Vec<usize>)| {
                        fits(chosen, *sum) && chosen.contains(&0) && (closed == 0 || !chosen.contains(&closed))
                    };
                    prop_assert_eq!(found.is_some(), all.iter().any(fits));
                }
            }
            let least = all.iter().map(|(sum, _)| *sum).min().unwrap();
            let fewest = all.iter().filter(|(sum, _)| *sum == least).map(|(_, chosen)| chosen.len()).min().unwrap();
            let mut expected: Vec<Vec<usize>> = all
                .into_iter()
                .filter(|(sum, chosen)| *sum == least && chosen.len() == fewest)
                .map(|(_, chosen)| chosen)
                .collect();
            let mut found = Vec::new();
            let limits = Limits { weight: least, sets: fewest, all_sets: true };
            cover
                .each(limits, &mut unbounded, &mut |chosen| {
                    let mut chosen = chosen.to_vec();
                    chosen.sort_unstable();
                    found.push(chosen);
                    Ok(())
                })
                .unwrap();
            expected.sort_unstable();
            found.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }

    /// Seven points and seven lines: three points meet all lines, and the fractional optimum is 7/3.
    #[test]
    fn a_gap_to_the_relaxation_is_searched() {
        let lines = [[0, 1, 2], [0, 3, 4], [0, 5, 6], [1, 3, 5], [1, 4, 6], [2, 3, 6], [2, 4, 5]];
        let mut cover = SetCover::new(vec![1; 7]);
        lines.iter().for_each(|line| cover.demand(line.to_vec()));
        let limits = |weight| Limits { weight, sets: 7, all_sets: false };
        assert_eq!(cover.find(limits(2), &mut unbounded), Ok(None));
        assert_eq!(cover.find(limits(3), &mut unbounded).unwrap().map(|cover| cover.len()), Some(3));
        let mut all = 0;
        let count = &mut |_: &[usize]| {
            all += 1;
            Ok(())
        };
        cover.each(Limits { sets: 3, ..limits(3) }, &mut unbounded, count).unwrap();
        assert_eq!(all, 7, "the lines themselves");
    }

    #[test]
    fn work_ends_when_it_is_refused() {
        let mut cover = SetCover::new(vec![1; 3]);
        cover.demand(vec![0, 1]);
        cover.demand(vec![1, 2]);
        let limits = Limits { weight: 3, sets: 3, all_sets: false };
        assert_eq!(cover.find(limits, &mut |_| Err("stop")), Err("stop"));
    }
}
