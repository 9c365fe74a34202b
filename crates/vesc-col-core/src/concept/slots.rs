//! Whether a formula begun can be completed: places for terms, and what they must contain.

use super::allowed::Allowed;
use super::cube::{Cube, Storage};
use super::function::Function;
use super::work::Work;
use crate::StopReason;

/// How many steps the search for places may take before the answer is taken to be yes, which is always safe.
const MOST_STEPS: usize = 4096;

/// The first literals of a term; all others are on `next_feature` or later.
pub(super) struct Prefix<S> {
    pub(super) cube: Cube<S>,
    pub(super) next_feature: usize,
}

/// What is known of a function and a sub-space, to tell what formulas can be completed.
pub(super) struct Room<S, F> {
    features: usize,
    pub(super) allowed: Allowed<S>,
    pub(super) function: F,
    /// Some points of the function. Those that are hard to cover come first.
    points: Vec<(usize, Cube<S>)>,
    latest: Cube<S>,
    /// How many terms of each size there are at most, cut down to the number of terms wanted. That leaves enough for
    /// the terms still wanted when the chosen ones are taken away.
    supply: Vec<usize>,
}

/// The place of one term to come.
#[derive(Clone)]
struct Slot<S> {
    /// Literals that the term has in any case.
    given: Cube<S>,
    /// Literals that the term may have, those given among them.
    allowed: Cube<S>,
    /// How few and how many literals the term can have.
    least: usize,
    most: usize,
}

impl<S: Storage, F: Function<S>> Room<S, F> {
    pub(super) fn new(
        features: usize,
        (literals, terms): (usize, usize),
        allowed: Allowed<S>,
        function: F,
        work: &mut Work<'_>,
    ) -> Result<Room<S, F>, StopReason> {
        let supply = (0..=literals).map(|size| function.supply(size, terms)).collect();
        let latest = Cube::empty(features);
        let seeds = function.seeds(work)?;
        let mut room = Room { features, allowed, function, points: Vec::new(), latest, supply };
        seeds.into_iter().for_each(|point| room.add_point(point));
        Ok(room)
    }

    pub(super) fn add_point(&mut self, point: Cube<S>) {
        let containing = self.function.rank(&point);
        let position = self.points.partition_point(|(rank, _)| *rank <= containing);
        self.latest = point.clone();
        self.points.insert(position, (containing, point));
    }

    /// The point opposite to the one learned last.
    pub(super) fn contrary_point(&self) -> Cube<S> {
        let mut negative = Cube::empty(self.features);
        (0..self.features).for_each(|feature| negative.insert(2 * feature + 1));
        self.latest.opposite().completed(&negative)
    }

    /// Whether `terms` more terms with `literals` literals in all may complete the chosen ones to a formula. If there
    /// is a prefix, one of these terms begins with it. The answer no is certain; the answer yes is not.
    pub(super) fn suffices(
        &self,
        chosen: &[Cube<S>],
        prefix: Option<&Prefix<S>>,
        terms: usize,
        literals: usize,
        work: &mut Work<'_>,
    ) -> Result<bool, StopReason> {
        work.spend(self.points.len() * (1 + chosen.len()))?;
        let missed = self.points.iter().map(|(_, point)| point);
        let mut missed = missed.filter(|point| !chosen.iter().any(|term| term.is_subset(point)));
        if terms == 0 {
            return Ok(literals == 0 && missed.next().is_none());
        }
        let Some(free) = self.slot(Cube::empty(self.features), self.allowed.literals.clone(), self.features) else {
            return Ok(false);
        };
        let mut slots = Vec::with_capacity(terms);
        if let Some(prefix) = prefix {
            let Some(slot) = self.prefix_slot(prefix) else { return Ok(false) };
            slots.push(slot);
        }
        let missed: Vec<&Cube<S>> = missed.collect();
        let mut supply = self.supply.clone();
        for term in chosen {
            supply[term.len()] = supply[term.len()].saturating_sub(1);
        }
        let places = Places { room: self, free, supply, literals, terms };
        let mut patience = MOST_STEPS;
        places.suffice(&mut slots, &missed, &mut patience, work)
    }

    fn prefix_slot(&self, prefix: &Prefix<S>) -> Option<Slot<S>> {
        let mut allowed = self.allowed.literals.clone();
        for code in 0..2 * prefix.next_feature {
            if !prefix.cube.contains(code) {
                allowed.remove(code);
            }
        }
        let most = prefix.cube.len() + self.features - prefix.next_feature;
        self.slot(prefix.cube.clone(), allowed, most)
    }

    fn slot(&self, given: Cube<S>, allowed: Cube<S>, most: usize) -> Option<Slot<S>> {
        let longest = self.allowed.longest;
        let least = self.function.least(&given, &allowed).filter(|&least| least <= longest)?;
        Some(Slot { given, allowed, least, most: most.min(longest) })
    }

    /// The place of a term that contains one more point.
    fn narrowed(&self, slot: &Slot<S>, point: &Cube<S>) -> Option<Slot<S>> {
        if !slot.given.is_subset(point) {
            return None;
        }
        let allowed = slot.allowed.intersection(point);
        let most = allowed.len();
        self.slot(slot.given.clone(), allowed, most)
    }
}

/// One question about the room.
struct Places<'a, S, F> {
    room: &'a Room<S, F>,
    /// A term of which nothing is asked.
    free: Slot<S>,
    /// How many terms of each size have not been chosen, at most.
    supply: Vec<usize>,
    literals: usize,
    terms: usize,
}

impl<S: Storage, F: Function<S>> Places<'_, S, F> {
    /// Whether the points can be shared out among the places so that the number of literals comes out.
    fn suffice(
        &self,
        slots: &mut Vec<Slot<S>>,
        points: &[&Cube<S>],
        patience: &mut usize,
        work: &mut Work<'_>,
    ) -> Result<bool, StopReason> {
        work.spend(slots.len() * (2 + self.room.function.cost()) + self.supply.len())?;
        if !self.sizes_fit(slots) {
            return Ok(false);
        }
        let Some((point, points)) = points.split_first() else {
            return Ok(true);
        };
        *patience = patience.saturating_sub(1);
        if *patience == 0 {
            return Ok(true);
        }
        // A place whose term contains the point whatever it will be costs nothing.
        if slots.iter().any(|slot| slot.allowed.is_subset(point)) {
            return self.suffice(slots, points, patience, work);
        }
        for i in 0..slots.len() {
            if let Some(narrowed) = self.room.narrowed(&slots[i], point) {
                let before = std::mem::replace(&mut slots[i], narrowed);
                let found = self.suffice(slots, points, patience, work);
                slots[i] = before;
                if found? {
                    return Ok(true);
                }
            }
        }
        if slots.len() < self.terms
            && let Some(narrowed) = self.room.narrowed(&self.free, point)
        {
            slots.push(narrowed);
            let found = self.suffice(slots, points, patience, work);
            slots.pop();
            return found;
        }
        Ok(false)
    }

    /// Whether distinct terms with the given number of literals in all fit into the places, judging by sizes alone.
    fn sizes_fit(&self, slots: &[Slot<S>]) -> bool {
        let unused = self.terms - slots.len();
        let most = slots.iter().map(|slot| slot.most).sum::<usize>().saturating_add(self.free.most * unused);
        if most < self.literals {
            return false;
        }
        // The cheapest way: sizes ascending, each given to as many waiting terms as there are terms of that size.
        let (mut waiting, mut placed, mut total) = (0, 0, 0);
        for (size, &supply) in self.supply.iter().enumerate() {
            waiting += slots.iter().filter(|slot| slot.least == size).count();
            waiting += if self.free.least == size { unused } else { 0 };
            let served = waiting.min(supply);
            waiting -= served;
            placed += served;
            total += served * size;
            if total > self.literals {
                return false;
            }
            if placed == self.terms {
                return true;
            }
        }
        false
    }
}
