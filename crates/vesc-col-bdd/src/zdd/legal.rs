//! The sets that contain none of some forbidden sets.

use std::collections::HashMap;

use vesc_col_core::StopReason;

use crate::run_context::RunContext;
use crate::zdd::{Family, Store};

/// Pairs of elements that exclude each other: each of `first` excludes every greater one of `later`.
#[derive(Debug)]
pub(crate) struct Exclusions {
    first: Vec<u32>,
    /// Ascending, not empty.
    later: Vec<u32>,
}

impl Exclusions {
    /// The literals that an order of two features or more keeps apart, by number. Each feature is implied by the next; the
    /// features ascend or descend.
    pub(crate) fn of_order(order: &[usize]) -> Exclusions {
        let [negated, plain] =
            [1, 0].map(|negated| order.iter().map(|&f| 2 * f as u32 + negated).collect::<Vec<u32>>());
        let is_ascending = order.is_sorted();
        let (first, mut later) = if is_ascending { (negated, plain) } else { (plain, negated) };
        later.sort_unstable();
        Exclusions { first, later }
    }
}

/// The sets of a family that contain no forbidden set, and no pair that `exclusions` name. Forbidden sets are in
/// ascending order, none of them empty. No set has both literals of a feature.
///
/// One walk from the top that remembers, at each node, which forbidden sets may still be completed, and of which
/// exclusions a first element is chosen. Recurses once for each element of a set, along `with` edges only.
///
/// # Errors
///
/// The reason to stop, if the run must end or memory does not suffice.
pub(crate) fn without_supersets(
    store: &mut Store,
    family: Family,
    (forbidden, exclusions): (&[Vec<u32>], &[Exclusions]),
    context: &mut RunContext<'_>,
) -> Result<Family, StopReason> {
    let mut beginning: HashMap<u32, Vec<Begun>> = HashMap::new();
    for (number, set) in forbidden.iter().enumerate() {
        beginning.entry(set[0]).or_default().push((number as u32, 0));
    }
    let numbered = || (forbidden.len() as u32..).zip(exclusions);
    let elements = |of: fn(&Exclusions) -> &Vec<u32>| {
        numbered().flat_map(|(number, pairs)| of(pairs).iter().map(move |&element| (element, number))).collect()
    };
    let (first, later) = (elements(|pairs| &pairs.first), elements(|pairs| &pairs.later));
    let lasts = exclusions.iter().filter_map(|pairs| pairs.later.last().copied()).collect();
    Legal { store, forbidden, beginning, first, later, lasts, known: HashMap::new(), context }.of(family, Vec::new())
}

/// A forbidden set and how many of its elements are chosen. Numbers after those of forbidden sets are of exclusions.
type Begun = (u32, u32);

struct Legal<'a, 'r> {
    store: &'a mut Store,
    forbidden: &'a [Vec<u32>],
    /// The forbidden sets by their first elements.
    beginning: HashMap<u32, Vec<Begun>>,
    /// For each element of some exclusions their number, after those of the forbidden sets. No element is in two.
    first: HashMap<u32, u32>,
    later: HashMap<u32, u32>,
    /// For each of the exclusions the last element that can be excluded.
    lasts: Vec<u32>,
    known: HashMap<(Family, Vec<Begun>), Family>,
    context: &'a mut RunContext<'r>,
}

impl Legal<'_, '_> {
    /// The legal sets of a family, when some forbidden sets have begun.
    fn of(&mut self, family: Family, begun: Vec<Begun>) -> Result<Family, StopReason> {
        // Down the `without` edges, then back up.
        let mut chain: Vec<(Family, Vec<Begun>)> = Vec::new();
        let (mut below, mut begun) = (family, begun);
        let mut result = loop {
            if below.is_terminal() {
                break below;
            }
            let element = self.store.node(below).element;
            begun.retain(|&begun| self.awaited(begun) >= element);
            let key = (below, begun.clone());
            if let Some(&known) = self.known.get(&key) {
                break known;
            }
            chain.push(key);
            below = self.store.node(below).without;
        };
        while let Some((family, begun)) = chain.pop() {
            self.context.spend(64 + 4 * begun.len())?;
            let node = self.store.node(family);
            let with = match self.chosen(node.element, &begun) {
                Some(begun) => self.of(node.with, begun)?,
                None => Family::EMPTY,
            };
            result = self.store.make(node.element, with, result)?;
            self.known.insert((family, begun), result);
        }
        Ok(result)
    }

    /// The greatest element for which it matters that this has begun.
    fn awaited(&self, (set, chosen): Begun) -> u32 {
        match self.forbidden.get(set as usize) {
            Some(elements) => elements[chosen as usize],
            None => self.lasts[set as usize - self.forbidden.len()],
        }
    }

    /// What has begun once an element is chosen; `None` if that completes a forbidden set, or the element is excluded.
    fn chosen(&self, element: u32, begun: &[Begun]) -> Option<Vec<Begun>> {
        let mut next = Vec::with_capacity(begun.len());
        if self.later.get(&element).is_some_and(|&number| begun.contains(&(number, 0))) {
            return None;
        }
        if let Some(&number) = self.first.get(&element).filter(|&&number| !begun.contains(&(number, 0))) {
            next.push((number, 0));
        }
        for &(set, chosen) in begun.iter().chain(self.beginning.get(&element).into_iter().flatten()) {
            let Some(elements) = self.forbidden.get(set as usize) else {
                next.push((set, chosen));
                continue;
            };
            if elements[chosen as usize] != element {
                next.push((set, chosen));
            } else if chosen as usize + 1 == elements.len() {
                return None;
            } else {
                next.push((set, chosen + 1));
            }
        }
        next.sort_unstable();
        Some(next)
    }
}
