//! The least formula of a concept in a sub-space.
//!
//! A depth-first search, literal by literal, for the least sorted sequence of implicants. What keeps it from trying in
//! vain is the question, asked for every prefix, whether it can be completed at all ([`Slots`](super::slots)). The
//! question is answered from a sample of the function's points; whenever the search arrives at implicants that contain
//! them all but are not the function, a point that they miss is added to the sample.
//!
//! The order of the terms needs no thought there: were there a completion by a term smaller than those chosen, it would
//! make a smaller sequence, which the search would have met before.

use super::allowed::{Allowed, padding};
use super::cover::uncovered_point;
use super::cube::{Cube, Large, SMALL_FEATURES, Small, Storage, Universe};
use super::function::{Everywhere, Function, others};
use super::slots::{Prefix, Room};
use crate::{Dnf, DnfSpace, Literal, SubSpace, Term, TermRules};

pub(super) fn least_formula(primes: &[Box<[Literal]>], space: &DnfSpace, rules: &TermRules) -> Option<Dnf> {
    let universe = Universe::of(primes.iter().map(|prime| &**prime));
    let in_range = universe.features().last().is_none_or(|&last| last < space.features());
    if !in_range || space.terms() == 0 || space.terms() > space.literals() {
        return None;
    }
    if universe.len() <= SMALL_FEATURES {
        without_padding::<Small>(primes, universe, space, rules)
    } else {
        without_padding::<Large>(primes, universe, space, rules)
    }
}

/// Settles the question where the primes that every formula needs leave no room for anything else.
fn without_padding<S: Storage>(
    primes: &[Box<[Literal]>],
    universe: Universe,
    space: &DnfSpace,
    rules: &TermRules,
) -> Option<Dnf> {
    let cubes: Vec<Cube<S>> = primes.iter().map(|prime| universe.cube(prime)).collect();
    if !cubes[0].is_empty() {
        let preferred = Cube::empty(universe.len());
        let essential: Vec<usize> =
            (0..cubes.len()).filter(|&i| uncovered_point(others(&cubes, i), &cubes[i], &preferred).is_some()).collect();
        // Each of them has a point that nothing but a term within this prime contains.
        let literals: usize = essential.iter().map(|&i| cubes[i].len()).sum();
        if essential.len() > space.terms() || literals > space.literals() {
            return None;
        }
        if essential.len() == space.terms() {
            let cover = || essential.iter().map(|&i| &cubes[i]);
            if cubes.iter().any(|cube| uncovered_point(cover(), cube, &preferred).is_some()) {
                return None;
            }
            if literals == space.literals() {
                let only = formula(essential.iter().map(|&i| primes[i].clone()))?;
                return only.terms().iter().all(|term| rules.allow(term)).then_some(only);
            }
        }
    }
    with_padding(primes, universe, space, rules)
}

/// The search, with some of the features that the function does not depend on.
fn with_padding(primes: &[Box<[Literal]>], mut universe: Universe, space: &DnfSpace, rules: &TermRules) -> Option<Dnf> {
    let others = (0..space.features()).filter(|&feature| !universe.contains(feature));
    let others = padding(others, rules, space.literals());
    universe.add(others);
    fn search<S: Storage>(
        primes: &[Box<[Literal]>],
        universe: &Universe,
        space: &DnfSpace,
        rules: &TermRules,
    ) -> Option<Dnf> {
        let primes: Vec<Cube<S>> = primes.iter().map(|prime| universe.cube(prime)).collect();
        let function = Everywhere::new(universe.len(), primes);
        Search::new(function, universe, rules, (space.literals(), space.terms())).run()
    }
    if universe.len() <= SMALL_FEATURES {
        search::<Small>(primes, &universe, space, rules)
    } else {
        search::<Large>(primes, &universe, space, rules)
    }
}

fn formula(terms: impl Iterator<Item = Box<[Literal]>>) -> Option<Dnf> {
    let terms: Option<Vec<Term>> = terms.map(|literals| Term::new(literals).ok()).collect();
    Dnf::new(terms?).ok()
}

/// The search in a sub-space for the least formula of a function.
pub(super) struct Search<'u, S, F> {
    universe: &'u Universe,
    literals: usize,
    terms: usize,
    room: Room<S, F>,
    /// The terms chosen so far, ascending, and the literals of each.
    chosen: Vec<Cube<S>>,
    codes: Vec<Vec<usize>>,
}

impl<'u, S: Storage, F: Function<S>> Search<'u, S, F> {
    pub(super) fn new(
        function: F,
        universe: &'u Universe,
        rules: &TermRules,
        (literals, terms): (usize, usize),
    ) -> Search<'u, S, F> {
        let room = Room::new(universe.len(), (literals, terms), Allowed::new(rules, universe), function);
        Search { universe, literals, terms, room, chosen: Vec::new(), codes: Vec::new() }
    }

    pub(super) fn run(mut self) -> Option<Dnf> {
        if self.has_room(None, self.terms, self.literals) && self.next_term(self.terms, self.literals) {
            formula(self.chosen.iter().map(|cube| self.universe.literals(cube)))
        } else {
            None
        }
    }

    fn has_room(&self, prefix: Option<&Prefix<S>>, terms: usize, literals: usize) -> bool {
        self.room.suffices(&self.chosen, prefix, terms, literals)
    }

    /// Completes the formula by `terms` more terms with `literals` more literals.
    fn next_term(&mut self, terms: usize, literals: usize) -> bool {
        if terms == 0 {
            return self.covers();
        }
        let follows = self.codes.last().cloned();
        let prefix = Prefix { cube: Cube::empty(self.universe.len()), next_feature: 0 };
        self.extend(&prefix, &mut Vec::new(), follows.as_deref(), terms, literals)
    }

    /// Whether the chosen terms, which contain every point known, are the function. Learns a point if not.
    fn covers(&mut self) -> bool {
        let preferred = self.chosen.last().map_or_else(|| Cube::empty(self.universe.len()), Cube::opposite);
        let preferred = preferred.completed(&self.room.contrary_point());
        let missed = self.room.function.missed(&self.chosen, &preferred);
        let complete = missed.is_none();
        if let Some(point) = missed {
            self.room.add_point(point);
        }
        complete
    }

    /// Completes the formula by a term that begins with the prefix, and more terms after it.
    ///
    /// `codes` lists the prefix's literals. As long as they are also the first literals of the term before, `follows`
    /// has that term, and what comes must be greater.
    fn extend(
        &mut self,
        prefix: &Prefix<S>,
        codes: &mut Vec<usize>,
        follows: Option<&[usize]>,
        terms: usize,
        literals: usize,
    ) -> bool {
        let ends_here = follows.is_none() && codes.len() <= literals && self.room.function.admits(&prefix.cube);
        if ends_here {
            self.chosen.push(prefix.cube.clone());
            self.codes.push(codes.clone());
            let (terms_left, literals_left) = (terms - 1, literals - codes.len());
            let found = self.has_room(None, terms_left, literals_left) && self.next_term(terms_left, literals_left);
            if found {
                return true;
            }
            self.chosen.pop();
            self.codes.pop();
            if !self.has_room(Some(prefix), terms, literals) {
                return false;
            }
        }
        let bound = follows.and_then(|before| before.get(codes.len()).copied());
        let first = (2 * prefix.next_feature).max(bound.unwrap_or(0));
        for code in first..2 * self.universe.len() {
            if !self.room.allowed.literals.contains(code) {
                continue;
            }
            let mut cube = prefix.cube.clone();
            cube.insert(code);
            let longer = Prefix { cube, next_feature: code / 2 + 1 };
            if !self.has_room(Some(&longer), terms, literals) {
                continue;
            }
            codes.push(code);
            let found = self.extend(&longer, codes, follows.filter(|_| bound == Some(code)), terms, literals);
            codes.pop();
            if found {
                return true;
            }
            // It failed because of points that were not known when the shorter prefix was found fit.
            if !self.has_room(Some(prefix), terms, literals) {
                return false;
            }
        }
        false
    }
}
