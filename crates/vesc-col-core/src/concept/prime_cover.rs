//! The least formula of primes alone: an exact set cover.
//!
//! Each term of a formula contains a prime, and the primes that the terms contain are a formula, too. So where no
//! smaller sub-space has a formula of the function, all terms are primes. The formulas are then the sets of primes that
//! cover the function's points. A few points do for all: those that a cover found so far has missed.

use super::cover::uncovered_point;
use super::cube::{Cube, Storage};
use super::function::others;
use super::work::Work;
use crate::StopReason;
use crate::set_cover::{Limits, SetCover};

/// What the primes tell about the formulas of a size.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum OfPrimes {
    /// There is no formula of this size.
    None,
    /// All formulas of this size are sets of primes, and this one, by positions, is the least.
    Least(Vec<usize>),
    /// There is a smaller formula, so that terms of this size may be padded.
    Padded,
}

/// Finds the least formula of a size, literals and terms, as a set of the primes that are allowed, if those tell.
///
/// `primes` are all prime implicants of a function that is not true everywhere, in canonical order, over so many
/// features.
///
/// # Errors
///
/// The reason to stop, if the work ends before its time.
pub(super) fn least_of_primes<S: Storage>(
    primes: &[Cube<S>],
    is_allowed: impl Fn(usize) -> bool,
    features: usize,
    (literals, terms): (usize, usize),
    work: &mut Work<'_>,
) -> Result<OfPrimes, StopReason> {
    let mut corner = Cube::empty(features);
    (0..features).for_each(|feature| corner.insert(2 * feature));
    let allowed: Vec<usize> = (0..primes.len()).filter(|&prime| is_allowed(prime)).collect();
    let weights = allowed.iter().map(|&prime| primes[prime].len()).collect();
    let mut points = Points { primes, allowed, corner, cover: SetCover::new(weights) };
    let mut essential = Vec::new();
    for (position, prime) in primes.iter().enumerate() {
        if let Some(point) = uncovered_point(others(primes, position), prime, &points.corner, work)? {
            points.add(&point, work)?;
            essential.push(position);
        }
    }
    // Each of them has a point that nothing but a term within this prime contains.
    let needed: usize = essential.iter().map(|&prime| primes[prime].len()).sum();
    if essential.len() > terms || needed > literals || !essential.iter().all(|&prime| is_allowed(prime)) {
        return Ok(OfPrimes::None);
    }
    if points.missed_by(&essential, work)?.is_empty() {
        return Ok(match (needed == literals, essential.len() == terms) {
            (true, true) => OfPrimes::Least(essential),
            (true, false) => OfPrimes::None,
            (false, _) => OfPrimes::Padded,
        });
    }
    points.least(literals, terms, work)
}

/// The points that are known, and the primes that may cover them.
struct Points<'p, S> {
    primes: &'p [Cube<S>],
    /// The positions of the primes that are allowed.
    allowed: Vec<usize>,
    /// A point: where nothing matters, another point takes its values.
    corner: Cube<S>,
    cover: SetCover,
}

impl<S: Storage> Points<'_, S> {
    fn least(&mut self, literals: usize, terms: usize, work: &mut Work<'_>) -> Result<OfPrimes, StopReason> {
        let all = vec![true; self.allowed.len()];
        let smaller = Limits { weight: literals - 1, sets: terms, all_sets: false };
        if self.find(&[], &all, smaller, work)?.is_some() {
            return Ok(OfPrimes::Padded);
        }
        let limits = Limits { weight: literals, sets: terms, all_sets: true };
        let Some(mut found) = self.find(&[], &all, limits, work)? else { return Ok(OfPrimes::None) };
        // A formula with a smaller prime is the smaller one, so that each is taken if it can be.
        let (mut taken, mut open) = (Vec::new(), all);
        for candidate in 0..open.len() {
            open[candidate] = false;
            taken.push(candidate);
            if !found.contains(&candidate) {
                match self.find(&taken, &open, limits, work)? {
                    Some(other) => found = other,
                    None => drop(taken.pop()),
                }
            }
            if taken.len() == terms {
                break;
            }
        }
        Ok(OfPrimes::Least(taken.into_iter().map(|candidate| self.allowed[candidate]).collect()))
    }

    /// A cover of the whole function by the candidates taken and others that are open, within the limits.
    fn find(
        &mut self,
        taken: &[usize],
        open: &[bool],
        limits: Limits,
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<usize>>, StopReason> {
        while let Some(found) = self.cover.find_with(taken, open, limits, &mut |units| work.spend(units))? {
            let chosen: Vec<usize> = found.iter().map(|&candidate| self.allowed[candidate]).collect();
            let missed = self.missed_by(&chosen, work)?;
            if missed.is_empty() {
                return Ok(Some(found));
            }
            for point in missed {
                self.add(&point, work)?;
            }
        }
        Ok(None)
    }

    /// Two points of each prime that the chosen primes do not cover.
    fn missed_by(&self, chosen: &[usize], work: &mut Work<'_>) -> Result<Vec<Cube<S>>, StopReason> {
        let chosen = || chosen.iter().map(|&prime| &self.primes[prime]);
        let mut missed = Vec::new();
        for prime in self.primes {
            if let Some(point) = uncovered_point(chosen(), prime, &self.corner, work)? {
                missed.extend(uncovered_point(chosen(), prime, &point.opposite(), work)?);
                missed.push(point);
            }
        }
        Ok(missed)
    }

    fn add(&mut self, point: &Cube<S>, work: &mut Work<'_>) -> Result<(), StopReason> {
        let covering = (0..self.allowed.len()).filter(|&at| self.primes[self.allowed[at]].is_subset(point)).collect();
        work.spend(self.cover.len())?;
        self.cover.demand(covering);
        Ok(())
    }
}
