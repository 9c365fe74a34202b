//! The least formula of a concept on declared inputs.

use super::allowed::{padding, sides};
use super::cube::{Cube, Large, SMALL_FEATURES, Small, Storage, Universe};
use super::fields::{Block, Fields};
use super::function::Function;
use super::least::Search;
use super::work::Work;
use crate::domain::DomainPart;
use crate::{Dnf, DnfSpace, Domain, Literal, StopReason, SubSpace, TermRules};

/// The least formula in the sub-space of the function with primes of these keys, among those whose terms the rules
/// allow.
///
/// A formula may speak of a part on which the function does not depend. It stays one when that part is set to any of
/// its patterns, and has fewer literals then. The terms that are left are allowed, since they are no larger. So where
/// no smaller sub-space has a formula of the function, only the parts on which it depends can take part. Otherwise
/// those of all constraints can, and some free features.
///
/// Of ordered features only [some](needed) can take part.
pub(super) fn least_formula(
    domain: &Domain,
    primes: &[Box<[u64]>],
    space: &DnfSpace,
    rules: &TermRules,
    work: &mut Work<'_>,
) -> Result<Option<Dnf>, StopReason> {
    let ids = primes.iter().flat_map(|key| Fields::ids_in(domain, key));
    let own = Fields::of(domain, ids);
    let features = own.features();
    let in_range = features.iter().all(|&feature| feature < space.features());
    if !in_range || !space.has_room() {
        return Ok(None);
    }
    let size = (space.literals(), space.terms());
    if !features.is_empty() {
        let (few, blocks) = own.with_fewer(&own.blocks_of(primes), |features| needed(features, rules, 0));
        if !has_smaller(&few, &blocks, rules, size, work)? {
            return search(&few, &blocks, rules, size, work);
        }
    }
    let is_allowed = |&feature: &usize| sides(feature).iter().any(|&literal| !rules.forbids(literal));
    let parts = domain.parts().iter().filter(|part| part.features().iter().any(is_allowed));
    let constrained = parts.flat_map(DomainPart::features).copied();
    let mut universe = Universe::from_features(features);
    let is_other = |feature: &usize| domain.part_of(*feature).is_none() && !universe.contains(*feature);
    let free = padding((0..space.features()).filter(is_other), rules, space.literals());
    universe.add(constrained.filter(|&feature| feature < space.features()).chain(free));
    let all = Fields::of(domain, universe.features().iter().copied());
    let (few, blocks) = all.with_fewer(&all.blocks_of(primes), |features| needed(features, rules, space.literals()));
    search(&few, &blocks, rules, size, work)
}

/// The features of an ordered part of which the least formula can speak. Beside each feature stands whether the function
/// depends on it. At most `padding` others stand in a row: none if no smaller sub-space has a formula, and otherwise as
/// many as there are literals.
///
/// Let a formula speak of a feature on which the function does not depend. It stays one if it speaks of the feature before
/// instead, or of a constant before the first. If it spoke of the feature before anyway, or if that is a constant, it gets
/// smaller. Otherwise it gets lesser. So the least formula speaks of such a feature only if it is the first, or if it
/// speaks of the one before, too. If no smaller sub-space has a formula, it speaks of none.
fn needed(features: &[(usize, bool)], rules: &TermRules, padding: usize) -> Vec<usize> {
    let is_here = |feature| features.binary_search_by_key(&feature, |&(feature, _)| feature).is_ok();
    // The feature before might be forbidden.
    let has_rules = rules.forbidden().iter().any(|literal| is_here(literal.feature()));
    let mut left = padding;
    let mut is_needed = |depends: bool| {
        let is_needed = depends || left > 0;
        left = if depends { padding } else { left.saturating_sub(1) };
        is_needed
    };
    let needed = features.iter().filter(|&&(_, depends)| has_rules || is_needed(depends));
    needed.map(|&(feature, _)| feature).collect()
}

/// Whether the function has a formula of fewer literals and no more terms.
fn has_smaller(
    fields: &Fields<'_>,
    primes: &[Block],
    rules: &TermRules,
    (literals, terms): (usize, usize),
    work: &mut Work<'_>,
) -> Result<bool, StopReason> {
    for literals in 1..literals {
        for terms in 1..=terms.min(literals) {
            if search(fields, primes, rules, (literals, terms), work)?.is_some() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn search(
    fields: &Fields<'_>,
    primes: &[Block],
    rules: &TermRules,
    size: (usize, usize),
    work: &mut Work<'_>,
) -> Result<Option<Dnf>, StopReason> {
    let universe = Universe::from_features(fields.features());
    if universe.len() <= SMALL_FEATURES {
        Search::new(DeclaredFunction::<Small>::new(fields, &universe, primes), &universe, rules, size, work)?.run()
    } else {
        Search::new(DeclaredFunction::<Large>::new(fields, &universe, primes), &universe, rules, size, work)?.run()
    }
}

/// A function on declared inputs.
struct DeclaredFunction<'a, S> {
    fields: &'a Fields<'a>,
    universe: &'a Universe,
    primes: Vec<Prime<S>>,
    /// For each feature that is only ordered the number of its order, and the pattern from which on it is false.
    orders: Vec<Option<(usize, usize)>>,
    /// What else no legal input satisfies.
    nogoods: Vec<Cube<S>>,
}

/// A prime implicant.
struct Prime<S> {
    block: Block,
    /// A legal term implies it iff it has a literal of each set of one of these lists.
    ways: Vec<Vec<Cube<S>>>,
}

impl<S: Storage> Prime<S> {
    fn is_implied_by(&self, term: &Cube<S>) -> bool {
        self.ways.iter().any(|sets| sets.iter().all(|set| !set.intersection(term).is_empty()))
    }
}

impl<'a, S: Storage> DeclaredFunction<'a, S> {
    fn new(fields: &'a Fields<'a>, universe: &'a Universe, primes: &[Block]) -> DeclaredFunction<'a, S> {
        let prime = |block: &Block| {
            let ways = fields.ways(block).into_iter().map(|sets| {
                let sets: Vec<Cube<S>> = sets.iter().map(|set| universe.cube(set)).collect();
                let is_least = |set: &&Cube<S>| !sets.iter().any(|other| other != *set && other.is_subset(set));
                sets.iter().filter(is_least).cloned().collect()
            });
            Prime { ways: ways.collect(), block: block.clone() }
        };
        let mut orders = vec![None; universe.len()];
        for (number, ends) in fields.orders().enumerate() {
            ends.into_iter().for_each(|(feature, end)| orders[universe.place(feature)] = Some((number, end)));
        }
        let known = |nogood: &&[Literal]| universe.contains(nogood[0].feature());
        let nogoods =
            fields.domain().nogoods_beside_orders().filter(known).map(|nogood| universe.cube(nogood)).collect();
        DeclaredFunction { fields, universe, primes: primes.iter().map(prime).collect(), orders, nogoods }
    }

    /// Whether some legal input satisfies the literals.
    fn is_legal(&self, literals: &Cube<S>) -> bool {
        if self.nogoods.iter().any(|nogood| nogood.is_subset(literals)) {
            return false;
        }
        // Of an order some pattern is left if the first one that is allowed comes before the first that is not.
        let mut left: Vec<(usize, usize, usize)> = Vec::new();
        literals.codes().all(|code| {
            let Some((order, end)) = self.orders[code / 2] else { return true };
            let place = left.iter().position(|one| one.0 == order).unwrap_or_else(|| {
                left.push((order, 0, usize::MAX));
                left.len() - 1
            });
            let (_, first, after) = &mut left[place];
            if code % 2 == 0 {
                *after = end.min(*after);
            } else {
                *first = end.max(*first);
            }
            first < after
        })
    }

    fn point(&self, block: &Block, preferred: &Cube<S>) -> Cube<S> {
        let is_preferred = |literal: Literal| {
            preferred.contains(2 * self.universe.place(literal.feature()) + usize::from(literal.is_negated()))
        };
        self.universe.cube(&self.fields.point(block, is_preferred))
    }
}

impl<S: Storage> Function<S> for DeclaredFunction<'_, S> {
    fn admits(&self, term: &Cube<S>) -> bool {
        !term.is_empty() && self.is_legal(term) && self.primes.iter().any(|prime| prime.is_implied_by(term))
    }

    fn least(&self, given: &Cube<S>, allowed: &Cube<S>) -> Option<usize> {
        if !self.is_legal(given) {
            return None;
        }
        let added = |sets: &Vec<Cube<S>>| {
            let mut taken = Cube::empty(self.universe.len());
            let mut added = 0;
            for set in sets {
                let possible = set.intersection(allowed);
                if possible.is_empty() {
                    return None;
                }
                // Sets that share no literal need one each.
                if set.intersection(given).is_empty() && possible.intersection(&taken).is_empty() {
                    taken = taken.union(&possible);
                    added += 1;
                }
            }
            Some(added)
        };
        let added = self.primes.iter().flat_map(|prime| &prime.ways).filter_map(added).min()?;
        Some((given.len() + added).max(1))
    }

    fn rank(&self, point: &Cube<S>) -> usize {
        self.primes.iter().filter(|prime| prime.is_implied_by(point)).count()
    }

    fn supply(&self, size: usize, enough: usize) -> usize {
        if size == 0 { 0 } else { enough }
    }

    fn seeds(&self, work: &mut Work<'_>) -> Result<Vec<Cube<S>>, StopReason> {
        let mut points = Vec::new();
        for (i, prime) in self.primes.iter().enumerate() {
            let others: Vec<Block> =
                self.primes.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, other)| other.block.clone()).collect();
            if let Some(block) = self.fields.uncovered(&others, &prime.block, work)? {
                let point: Cube<S> = self.point(&block, &Cube::empty(self.universe.len()));
                points.push(self.point(&block, &point.opposite()));
                points.push(point);
            }
        }
        Ok(points)
    }

    fn missed(
        &self,
        chosen: &[Cube<S>],
        preferred: &Cube<S>,
        work: &mut Work<'_>,
    ) -> Result<Option<Cube<S>>, StopReason> {
        let chosen: Vec<Block> =
            chosen.iter().filter_map(|term| self.fields.block(&self.universe.literals(term))).collect();
        for prime in &self.primes {
            if let Some(missed) = self.fields.uncovered(&chosen, &prime.block, work)? {
                return Ok(Some(self.point(&missed, preferred)));
            }
        }
        Ok(None)
    }

    fn cost(&self) -> usize {
        self.primes.iter().flat_map(|prime| &prime.ways).map(Vec::len).sum()
    }
}
