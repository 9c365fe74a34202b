//! The least formula of a concept in a sub-space.
//!
//! A depth-first search, literal by literal, for the least sorted sequence of implicants. What keeps it from trying in
//! vain is the question, asked for every prefix, whether it can be completed at all (see the module `slots`). The
//! question is answered from a sample of the function's points. The search may arrive at implicants that contain all of
//! them but are not the function. Then a point that they miss is added to the sample.
//!
//! The order of the terms needs no thought there. A completion by a term smaller than those chosen would make a smaller
//! sequence, which the search would have met before.

use super::allowed::{Allowed, padding};
use super::cube::{Cube, Large, SMALL_FEATURES, Small, Storage, Universe};
use super::function::{Everywhere, Function};
use super::prime_cover::{OfPrimes, least_of_primes};
use super::slots::{Prefix, Room};
use super::work::Work;
use crate::{Dnf, DnfSpace, Literal, StopReason, SubSpace, Term, TermRules};

pub(super) fn least_formula(
    primes: &[Box<[Literal]>],
    space: &DnfSpace,
    rules: &TermRules,
    work: &mut Work<'_>,
) -> Result<Option<Dnf>, StopReason> {
    let universe = Universe::of(primes.iter().map(|prime| &**prime));
    let in_range = universe.features().last().is_none_or(|&last| last < space.features());
    if !in_range || space.terms() == 0 || space.terms() > space.literals() {
        return Ok(None);
    }
    if !primes[0].is_empty() {
        match of_primes(primes, &universe, space, rules, work)? {
            OfPrimes::None => return Ok(None),
            OfPrimes::Least(least) => return Ok(formula(least.iter().map(|&prime| primes[prime].clone()))),
            OfPrimes::Padded => {}
        }
    }
    with_padding(primes, universe, space, rules, work)
}

/// Settles the question where there is no smaller formula.
fn of_primes(
    primes: &[Box<[Literal]>],
    universe: &Universe,
    space: &DnfSpace,
    rules: &TermRules,
    work: &mut Work<'_>,
) -> Result<OfPrimes, StopReason> {
    fn find<S: Storage>(
        primes: &[Box<[Literal]>],
        universe: &Universe,
        space: &DnfSpace,
        rules: &TermRules,
        work: &mut Work<'_>,
    ) -> Result<OfPrimes, StopReason> {
        let cubes: Vec<Cube<S>> = primes.iter().map(|prime| universe.cube(prime)).collect();
        let size = (space.literals(), space.terms());
        least_of_primes(&cubes, |prime| rules.allow_literals(&primes[prime]), universe.len(), size, work)
    }
    if universe.len() <= SMALL_FEATURES {
        find::<Small>(primes, universe, space, rules, work)
    } else {
        find::<Large>(primes, universe, space, rules, work)
    }
}

/// The search, with some of the features that the function does not depend on.
fn with_padding(
    primes: &[Box<[Literal]>],
    mut universe: Universe,
    space: &DnfSpace,
    rules: &TermRules,
    work: &mut Work<'_>,
) -> Result<Option<Dnf>, StopReason> {
    let others = (0..space.features()).filter(|&feature| !universe.contains(feature));
    let others = padding(others, rules, space.literals());
    universe.add(others);
    fn search<S: Storage>(
        primes: &[Box<[Literal]>],
        universe: &Universe,
        space: &DnfSpace,
        rules: &TermRules,
        work: &mut Work<'_>,
    ) -> Result<Option<Dnf>, StopReason> {
        let primes: Vec<Cube<S>> = primes.iter().map(|prime| universe.cube(prime)).collect();
        let function = Everywhere::new(universe.len(), primes);
        Search::new(function, universe, rules, (space.literals(), space.terms()), work)?.run()
    }
    if universe.len() <= SMALL_FEATURES {
        search::<Small>(primes, &universe, space, rules, work)
    } else {
        search::<Large>(primes, &universe, space, rules, work)
    }
}

fn formula(terms: impl Iterator<Item = Box<[Literal]>>) -> Option<Dnf> {
    let terms: Option<Vec<Term>> = terms.map(|literals| Term::new(literals).ok()).collect();
    Dnf::new(terms?).ok()
}

/// The search in a sub-space for the least formula of a function.
pub(super) struct Search<'u, 'w, 'r, S, F> {
    universe: &'u Universe,
    work: &'w mut Work<'r>,
    literals: usize,
    terms: usize,
    room: Room<S, F>,
    /// The terms chosen so far, ascending, and the literals of each.
    chosen: Vec<Cube<S>>,
    codes: Vec<Vec<usize>>,
}

impl<'u, 'w, 'r, S: Storage, F: Function<S>> Search<'u, 'w, 'r, S, F> {
    pub(super) fn new(
        function: F,
        universe: &'u Universe,
        rules: &TermRules,
        (literals, terms): (usize, usize),
        work: &'w mut Work<'r>,
    ) -> Result<Search<'u, 'w, 'r, S, F>, StopReason> {
        let room = Room::new(universe.len(), (literals, terms), Allowed::new(rules, universe), function, work)?;
        Ok(Search { universe, work, literals, terms, room, chosen: Vec::new(), codes: Vec::new() })
    }

    pub(super) fn run(mut self) -> Result<Option<Dnf>, StopReason> {
        let found = self.has_room(None, self.terms, self.literals)? && self.next_term(self.terms, self.literals)?;
        Ok(if found { formula(self.chosen.iter().map(|cube| self.universe.literals(cube))) } else { None })
    }

    fn has_room(&mut self, prefix: Option<&Prefix<S>>, terms: usize, literals: usize) -> Result<bool, StopReason> {
        self.room.suffices(&self.chosen, prefix, terms, literals, self.work)
    }

    /// Completes the formula by `terms` more terms with `literals` more literals.
    fn next_term(&mut self, terms: usize, literals: usize) -> Result<bool, StopReason> {
        if terms == 0 {
            return self.covers();
        }
        let follows = self.codes.last().cloned();
        let prefix = Prefix { cube: Cube::empty(self.universe.len()), next_feature: 0 };
        self.extend(&prefix, &mut Vec::new(), follows.as_deref(), terms, literals)
    }

    /// Whether the chosen terms, which contain every point known, are the function. Learns a point if not.
    fn covers(&mut self) -> Result<bool, StopReason> {
        let preferred = self.chosen.last().map_or_else(|| Cube::empty(self.universe.len()), Cube::opposite);
        let preferred = preferred.completed(&self.room.contrary_point());
        let missed = self.room.function.missed(&self.chosen, &preferred, self.work)?;
        let complete = missed.is_none();
        if let Some(point) = missed {
            self.room.add_point(point);
        }
        Ok(complete)
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
    ) -> Result<bool, StopReason> {
        self.work.spend(self.room.function.cost())?;
        let ends_here = follows.is_none() && codes.len() <= literals && self.room.function.admits(&prefix.cube);
        if ends_here {
            self.chosen.push(prefix.cube.clone());
            self.codes.push(codes.clone());
            let (terms_left, literals_left) = (terms - 1, literals - codes.len());
            if self.has_room(None, terms_left, literals_left)? && self.next_term(terms_left, literals_left)? {
                return Ok(true);
            }
            self.chosen.pop();
            self.codes.pop();
            if !self.has_room(Some(prefix), terms, literals)? {
                return Ok(false);
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
            if !self.has_room(Some(&longer), terms, literals)? {
                continue;
            }
            codes.push(code);
            let found = self.extend(&longer, codes, follows.filter(|_| bound == Some(code)), terms, literals)?;
            codes.pop();
            if found {
                return Ok(true);
            }
            // It failed because of points that were not known when the shorter prefix was found fit.
            if !self.has_room(Some(prefix), terms, literals)? {
                return Ok(false);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Concept;
    use crate::concept::work::unstopped;

    /// A formula over a number of features, each term by the value of each feature or 2 where it is absent.
    fn formulas(features: usize, terms: usize) -> impl Strategy<Value = Dnf> {
        let literal = |(feature, value): (usize, u8)| (value < 2).then(|| Literal::matching(feature, value == 1));
        let term = prop::collection::vec(0..4u8, features).prop_filter_map("a term has a literal", move |values| {
            Term::new(values.into_iter().enumerate().filter_map(literal)).ok()
        });
        prop::collection::vec(term, 1..=terms).prop_filter_map("terms are distinct", |terms| Dnf::new(terms).ok())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// The cover of primes and the search literal by literal are independent of each other.
        #[test]
        fn primes_tell_what_the_search_finds(
            dnf in formulas(5, 6),
            forbidden in prop::collection::vec(0..10usize, 0..3),
            longest in prop::option::of(1..5usize),
        ) {
            let concept = Concept::of(&dnf);
            let rules = TermRules::new(
                forbidden.into_iter().map(|code| Literal::matching(code / 2, code % 2 == 0)),
                longest,
            );
            for terms in 1..=6 {
                for literals in terms..=14 {
                    let space = DnfSpace::new(5, literals, terms);
                    let universe = Universe::of(concept.primes());
                    let expected = unstopped(|work| with_padding(&concept.primes, universe, &space, &rules, work));
                    let found = unstopped(|work| least_formula(&concept.primes, &space, &rules, work));
                    prop_assert_eq!(found, expected, "{} at ({}, {}) under {:?}", concept, literals, terms, rules);
                }
            }
        }
    }

    #[test]
    fn work_without_end_is_given_up() {
        let terms = (0..12).map(|at| Term::new([Literal::positive(at), Literal::negative((at + 1) % 12)]).unwrap());
        let concept = Concept::of(&Dnf::new(terms).unwrap());
        assert_eq!(concept.primes().len(), 132);
        let run = crate::Run::new();
        let least = |most| {
            let check = || run.check();
            let mut work = Work::bounded(&check, most);
            least_formula(&concept.primes, &DnfSpace::new(12, 24, 12), &TermRules::default(), &mut work)
        };
        assert_eq!(least(10_000), Err(StopReason::EngineLimit));
        assert!(least(u64::MAX).is_ok_and(|found| found.is_some()));
        run.cancel_token().cancel();
        assert_eq!(least(u64::MAX), Err(StopReason::Cancelled));
    }
}
