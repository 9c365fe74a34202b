//! How far the sides of a term can move outwards.

use num_bigint::BigUint;

use super::rows::Rows;
use super::term::{CutTerm, Side};
use crate::cuts::UNKNOWN_RANK;

/// Parts after which a count gives up: some tenths of a second.
const MOST_COUNTED_PARTS: usize = 1 << 20;

/// The ways to move the sides of a narrow term outwards, by some cuts each, such that it covers no further row of
/// either label. They are the terms that have this one as their narrowest form.
///
/// A way is a number for each side. With a way, each smaller one is allowed too.
#[derive(Clone, Debug)]
pub(super) struct Room {
    /// For each side how many cuts there are beyond it.
    beyond: Vec<u32>,
    /// For each row that must stay outside how far each side would have to move to let it in. Minimal ones only.
    outside: Vec<Vec<u32>>,
}

impl Rows<'_> {
    /// The room of a narrow term, which covers no negative.
    pub(super) fn room(self, term: &CutTerm) -> Room {
        let beyond: Vec<u32> = term.sides.iter().map(|side| side.beyond(self.cuts)).collect();
        let mut outside: Vec<Vec<u32>> = Vec::new();
        let samples = [self.data.positives(), self.data.negatives()];
        for row in samples.into_iter().flat_map(|samples| self.apart_from_sides(samples, term)) {
            let ways = term.sides.iter().zip(&beyond).map(|(&side, &beyond)| self.to_let_in(side, beyond, row));
            let Some(way) = ways.collect::<Option<Vec<u32>>>() else { continue };
            if way.iter().any(|&by| by > 0) && !outside.iter().any(|known| is_within(known, &way)) {
                outside.retain(|known| !is_within(&way, known));
                outside.push(way);
            }
        }
        Room { beyond, outside }
    }

    /// By how many cuts a side must move to let a row in; `None` if it cannot. A value that is not known may be in already.
    fn to_let_in(self, side: Side, beyond: u32, row: usize) -> Option<u32> {
        let rank = self.rank(side.column, row);
        if rank == UNKNOWN_RANK {
            return Some(0);
        }
        let by = if side.is_upper { rank.saturating_sub(side.cut) } else { (side.cut + 1).saturating_sub(rank) };
        (by <= beyond).then_some(by)
    }
}

fn is_within(small: &[u32], large: &[u32]) -> bool {
    small.iter().zip(large).all(|(small, large)| small <= large)
}

impl Room {
    /// How far a side can move while the others stay.
    pub(super) fn of_side(&self, side: usize) -> u32 {
        let only = |way: &&Vec<u32>| way.iter().enumerate().all(|(other, &by)| other == side || by == 0);
        self.outside.iter().filter(only).map(|way| way[side] - 1).min().unwrap_or(self.beyond[side])
    }

    /// How many ways there are; `None` if they are too many to be counted.
    pub(super) fn count(&self) -> Option<BigUint> {
        let outside: Vec<&[u32]> = self.outside.iter().map(Vec::as_slice).collect();
        count(&self.beyond, &outside, &mut 0)
    }

    /// All ways; `None` if there are more than `most`.
    pub(super) fn ways(&self, most: usize) -> Option<Vec<Vec<u32>>> {
        let mut ways: Vec<Vec<u32>> = vec![Vec::new()];
        for &beyond in &self.beyond {
            let mut longer = Vec::new();
            for way in &ways {
                for by in 0..=beyond {
                    let next: Vec<u32> = way.iter().copied().chain([by]).collect();
                    // With the other sides where they are, this must be allowed already.
                    let lets_in = |row: &Vec<u32>| {
                        is_within(&row[..next.len()], &next) && row[next.len()..].iter().all(|&by| by == 0)
                    };
                    if self.outside.iter().any(lets_in) {
                        break;
                    }
                    longer.push(next);
                    if longer.len() > most {
                        return None;
                    }
                }
            }
            ways = longer;
        }
        Some(ways)
    }
}

/// How many ways there are for these sides, none of which is as far as one of `outside`.
fn count(beyond: &[u32], outside: &[&[u32]], parts: &mut usize) -> Option<BigUint> {
    *parts += 1;
    if *parts > MOST_COUNTED_PARTS {
        return None;
    }
    if outside.iter().any(|way| way.iter().all(|&by| by == 0)) {
        return Some(BigUint::ZERO);
    }
    let Some((&first, rest)) = beyond.split_first() else { return Some(BigUint::from(1u32)) };
    if outside.is_empty() {
        return Some(beyond.iter().map(|&beyond| BigUint::from(beyond) + 1u32).product());
    }
    // Where the first side lets more rows in, as far as the others do.
    let mut steps: Vec<u32> = outside.iter().map(|way| way[0]).filter(|&by| by > 0).collect();
    steps.sort_unstable();
    steps.dedup();
    let mut total = BigUint::ZERO;
    let mut from = 0;
    for to in steps.into_iter().chain([first + 1]) {
        let within: Vec<&[u32]> = outside.iter().filter(|way| way[0] <= from).map(|way| &way[1..]).collect();
        total += count(rest, &within, parts)? * (to - from);
        from = to;
    }
    Some(total)
}
