//! What the search for the least formula must know of a function.

use super::cover::uncovered_point;
use super::cube::{Cube, Storage};
use super::work::Work;
use crate::StopReason;

/// A function, as far as the terms of its formulas are concerned. Terms are cubes over the features of the search.
pub(super) trait Function<S> {
    /// Whether a term may be in a formula: it is one and implies the function.
    fn admits(&self, term: &Cube<S>) -> bool;

    /// How many literals, at least, a term has that has the `given` ones and others among the `allowed`; `None` if
    /// there is no such term. Too low a number does no harm but to the speed.
    fn least(&self, given: &Cube<S>, allowed: &Cube<S>) -> Option<usize>;

    /// How many ways there are, more or less, to cover a point.
    fn rank(&self, point: &Cube<S>) -> usize;

    /// How many terms of a size there are at most, cut down to `enough`.
    fn supply(&self, size: usize, enough: usize) -> usize;

    /// Some points to begin with.
    fn seeds(&self, work: &mut Work<'_>) -> Result<Vec<Cube<S>>, StopReason>;

    /// A point of the function that no chosen term contains, as much like `preferred` as is easy; `None` if there is
    /// none.
    fn missed(
        &self,
        chosen: &[Cube<S>],
        preferred: &Cube<S>,
        work: &mut Work<'_>,
    ) -> Result<Option<Cube<S>>, StopReason>;

    /// Units of work that a look at all primes takes.
    fn cost(&self) -> usize;
}

/// A function on all inputs.
pub(super) struct Everywhere<S> {
    features: usize,
    primes: Vec<Cube<S>>,
}

impl<S: Storage> Everywhere<S> {
    /// The function with these primes.
    pub(super) fn new(features: usize, primes: Vec<Cube<S>>) -> Everywhere<S> {
        Everywhere { features, primes }
    }

    /// Whether it is true everywhere. Then its prime is no term, but any literal is one.
    fn is_true(&self) -> bool {
        self.primes[0].is_empty()
    }
}

impl<S: Storage> Function<S> for Everywhere<S> {
    fn admits(&self, term: &Cube<S>) -> bool {
        !term.is_empty() && self.primes.iter().any(|prime| prime.is_subset(term))
    }

    fn least(&self, given: &Cube<S>, allowed: &Cube<S>) -> Option<usize> {
        if self.is_true() {
            return (!allowed.is_empty()).then(|| given.len().max(1));
        }
        let fitting = self.primes.iter().filter(|prime| prime.is_subset(allowed));
        fitting.map(|prime| prime.union_len(given)).min()
    }

    fn rank(&self, point: &Cube<S>) -> usize {
        match self.is_true() {
            true => point.len(),
            false => self.primes.iter().filter(|prime| prime.is_subset(point)).count(),
        }
    }

    fn supply(&self, size: usize, enough: usize) -> usize {
        if self.is_true() {
            return if size == 0 { 0 } else { extensions(self.features, size, 0, enough) };
        }
        let mut total: usize = 0;
        for prime in &self.primes {
            total = total.saturating_add(extensions(self.features - prime.len(), size, prime.len(), enough));
            if total >= enough {
                return enough;
            }
        }
        total
    }

    fn seeds(&self, work: &mut Work<'_>) -> Result<Vec<Cube<S>>, StopReason> {
        let mut positive = Cube::empty(self.features);
        (0..self.features).for_each(|feature| positive.insert(2 * feature));
        let mut points = Vec::new();
        if self.is_true() {
            return Ok(points);
        }
        for (i, prime) in self.primes.iter().enumerate() {
            // A second point as far from the first as can be tells how far a term for this prime may be padded.
            if let Some(point) = uncovered_point(others(&self.primes, i), prime, &positive, work)? {
                points.extend(uncovered_point(others(&self.primes, i), prime, &point.opposite(), work)?);
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
        for prime in &self.primes {
            if let Some(point) = uncovered_point(chosen, prime, preferred, work)? {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    fn cost(&self) -> usize {
        self.primes.len()
    }
}

pub(super) fn others<S>(cubes: &[Cube<S>], except: usize) -> impl Iterator<Item = &Cube<S>> {
    cubes[..except].iter().chain(&cubes[except + 1..])
}

/// How many ways there are to add literals on `free` features to a term of `length`, cut down to `enough`.
fn extensions(free: usize, size: usize, length: usize, enough: usize) -> usize {
    let Some(added) = size.checked_sub(length).filter(|&added| added <= free) else { return 0 };
    // C(free, added) * 2^added; what each step leaves is a whole number, at least twice the one before.
    let mut ways: u128 = 1;
    for i in 1..=added {
        ways = ways * 2 * (free - added + i) as u128 / i as u128;
        if ways >= enough as u128 {
            return enough;
        }
    }
    ways as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concept::cube::Small;

    #[test]
    fn extensions_are_counted_up_to_enough() {
        // C(4, 2) * 2^2 ways to add two literals on four features.
        for (enough, expected) in [(100, 24), (25, 24), (24, 24), (10, 10), (1, 1), (0, 0)] {
            assert_eq!(extensions(4, 5, 3, enough), expected.min(enough));
        }
        assert_eq!((extensions(4, 3, 3, 9), extensions(4, 7, 3, 99), extensions(4, 8, 3, 9)), (1, 16, 0));
        assert_eq!(extensions(4, 2, 3, 9), 0);
    }

    #[test]
    fn supply_is_that_of_all_primes_together() {
        // Of three features, x0 and !x1 & x2.
        let cube = |codes: &[usize]| {
            let mut cube = Cube::<Small>::empty(3);
            codes.iter().for_each(|&code| cube.insert(code));
            cube
        };
        let function = Everywhere::new(3, vec![cube(&[0]), cube(&[3, 4])]);
        assert_eq!([0, 1, 2, 3, 4].map(|size| function.supply(size, 99)), [0, 1, 4 + 1, 4 + 2, 0]);
        assert_eq!([4, 5, 6].map(|enough| function.supply(2, enough)), [4, 5, 5]);
        // Where the function is true, any literal is a term.
        assert_eq!(Everywhere::new(3, vec![cube(&[])]).supply(1, 99), 6);
    }
}
