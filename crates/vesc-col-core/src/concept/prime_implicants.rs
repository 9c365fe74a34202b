//! Prime implicants by Tison's method.

use super::cube::{Cube, Large, SMALL_FEATURES, Small, Storage, Universe};
use super::work::Work;
use crate::{Literal, StopReason};

/// The prime implicants of a disjunction of conjunctions, in no particular order.
///
/// Tison: for each feature that appears in both polarities, once, add all consensus terms on it and absorb. Every
/// conjunction on the way belongs to a subset of the given ones, so there are never more than 2^k - 1. `None` if there
/// are more than `most` at a time.
///
/// # Errors
///
/// The reason to stop, if the work ends before its time.
pub(crate) fn prime_implicants(
    terms: &[&[Literal]],
    most: usize,
    work: &mut Work<'_>,
) -> Result<Option<Vec<Box<[Literal]>>>, StopReason> {
    let universe = Universe::of(terms.iter().copied());
    if universe.len() <= SMALL_FEATURES {
        primes::<Small>(&universe, terms, most, work)
    } else {
        primes::<Large>(&universe, terms, most, work)
    }
}

fn primes<S: Storage>(
    universe: &Universe,
    terms: &[&[Literal]],
    most: usize,
    work: &mut Work<'_>,
) -> Result<Option<Vec<Box<[Literal]>>>, StopReason> {
    let mut cubes: Vec<Cube<S>> = Vec::with_capacity(2 * terms.len());
    let mut union = Cube::empty(universe.len());
    for term in terms {
        let cube = universe.cube(term);
        union = union.union(&cube);
        work.spend(2 * cubes.len())?;
        absorb(&mut cubes, cube);
        if cubes.len() > most {
            return Ok(None);
        }
    }
    let mixed = union.intersection(&union.opposite());
    for positive in mixed.codes().filter(|code| code % 2 == 0) {
        if !add_consensus(&mut cubes, positive, most, work)? {
            return Ok(None);
        }
    }
    Ok(Some(cubes.iter().map(|cube| universe.literals(cube)).collect()))
}

/// Adds what follows from each pair of cubes that differ in the feature with this positive code; whether no more than
/// `most` came of it.
fn add_consensus<S: Storage>(
    cubes: &mut Vec<Cube<S>>,
    positive: usize,
    most: usize,
    work: &mut Work<'_>,
) -> Result<bool, StopReason> {
    let side = |code: usize| -> Vec<Cube<S>> {
        let holding = cubes.iter().filter(|cube| cube.contains(code)).cloned();
        let stripped = holding.map(|mut cube| {
            cube.remove(code);
            cube
        });
        stripped.collect()
    };
    let (with, without) = (side(positive), side(positive + 1));
    for a in &with {
        for b in &without {
            if a.conflicts(b) {
                work.spend(0)?;
                continue;
            }
            work.spend(2 * cubes.len())?;
            absorb(cubes, a.union(b));
            if cubes.len() > most {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Adds a cube unless it implies one that is there, and removes those that imply it.
fn absorb<S: Storage>(cubes: &mut Vec<Cube<S>>, cube: Cube<S>) {
    if !cubes.iter().any(|known| known.is_subset(&cube)) {
        cubes.retain(|known| !cube.is_subset(known));
        cubes.push(cube);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concept::work::unstopped;

    #[test]
    fn more_than_enough_is_given_up() {
        let pair = |a, b| [Literal::positive(a), Literal::negative(b)];
        let primes = |terms: &[[Literal; 2]], most| {
            let terms: Vec<&[Literal]> = terms.iter().map(|term| &term[..]).collect();
            unstopped(|work| prime_implicants(&terms, most, work)).map(|primes| primes.len())
        };
        // Three given ones, and three that follow.
        let cycle = [pair(0, 1), pair(1, 2), pair(2, 0)];
        for most in 0..=7 {
            assert_eq!(primes(&cycle, most), (most >= 6).then_some(6), "{most}");
        }
        let apart = [pair(0, 1), pair(2, 3), pair(4, 5)];
        assert_eq!([2, 3].map(|most| primes(&apart, most)), [None, Some(3)]);
    }
}
