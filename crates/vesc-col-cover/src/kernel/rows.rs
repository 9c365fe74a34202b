//! Choosing among rows: those that a literal misses, and the tightest.

use crate::bits::words::Bits;
use crate::simd::Lanes;
use crate::simd::{SimdLevel, SimdOp};

/// Rows between two tests whether a pair is still open. Set, rows: few, as most pairs miss one of the first.
const ROWS_BETWEEN_TESTS: usize = 16;
/// Rows for which room is made at once. Set, rows.
const ROOM_STEP: usize = 1024;

/// Fills `missed` with the rows that none of the candidates `hitting` hits, up to `limit` of them.
///
/// About half of the rows are missed, in no pattern. So each row is written without a branch, and kept or overwritten.
pub(crate) struct SelectMissed<'r, const W: usize> {
    pub(crate) rows: &'r [Bits<W>],
    pub(crate) hitting: &'r [usize],
    pub(crate) limit: usize,
    pub(crate) missed: &'r mut Vec<Bits<W>>,
}

impl<const W: usize> SimdOp for SelectMissed<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        let SelectMissed { rows, hitting, limit, missed } = self;
        let set = Bits::of(hitting.iter().copied());
        let mut kept = 0;
        // Most rows may be hit, so room is made step by step. Old rows are overwritten.
        for rows in rows.chunks(ROOM_STEP) {
            let room = limit.min(kept + rows.len());
            if missed.len() < room {
                missed.resize(room, Bits::EMPTY);
            }
            if let &[candidate] = hitting {
                // One candidate is looked up faster than a set.
                for row in rows {
                    if kept == limit {
                        break;
                    }
                    missed[kept] = *row;
                    kept += usize::from(!row.contains(candidate));
                }
            } else {
                for row in rows {
                    if kept == limit {
                        break;
                    }
                    missed[kept] = *row;
                    kept += usize::from(!row.meets(&set));
                }
            }
            if kept == limit {
                break;
            }
        }
        missed.truncate(kept);
    }
}

/// Finds the pairs that hit all rows, each of one of the `firsts` and one of the `rest`.
pub(crate) struct HittingPairs<'r, const W: usize> {
    /// The first literals of the two-sided features.
    pub(crate) first_sides: &'r Bits<W>,
    pub(crate) rows: &'r [Bits<W>],
    /// The candidates that hit one row, which should be among the tightest.
    pub(crate) firsts: Bits<W>,
    /// The candidates that may be in a pair. The firsts are removed one by one.
    pub(crate) rest: &'r mut Bits<W>,
    /// Each first candidate with all that hit the rows together with it.
    pub(crate) found: &'r mut Vec<(usize, Bits<W>)>,
}

impl<const W: usize> SimdOp for HittingPairs<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        for first in self.firsts.iter() {
            let mut last = self.rest.beside(first, self.first_sides);
            *self.rest = self.rest.without(first);
            for rows in self.rows.chunks(ROWS_BETWEEN_TESTS) {
                for row in rows {
                    let hit = u64::from(row.contains(first)).wrapping_neg();
                    for (last, &row) in last.0.iter_mut().zip(&row.0) {
                        *last &= row | hit;
                    }
                }
                if last.is_empty() {
                    break;
                }
            }
            if !last.is_empty() {
                self.found.push((first, last));
            }
        }
    }
}

/// Returns the row that the fewest candidates hit.
#[inline(always)]
pub(crate) fn tightest<const W: usize>(rows: &[Bits<W>], candidates: &Bits<W>) -> Bits<W> {
    let mut best = rows[0];
    let mut fewest = u32::MAX;
    for row in rows {
        let common = row.common(candidates);
        if common < fewest {
            (best, fewest) = (*row, common);
        }
    }
    best
}

/// [`tightest`] as a SIMD operation.
pub(crate) struct TightestRow<'r, const W: usize> {
    pub(crate) rows: &'r [Bits<W>],
    pub(crate) candidates: &'r Bits<W>,
}

impl<const W: usize> SimdOp for TightestRow<'_, W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) -> Bits<W> {
        tightest(self.rows, self.candidates)
    }
}

/// Returns the candidates of one row in the order in which the search should try them: those that hit a second row
/// first.
///
/// Each is removed for the later ones. So few candidates of the second row are left for those that miss it.
pub(crate) fn branching_order<const W: usize>(
    simd: SimdLevel,
    rows: &[Bits<W>],
    candidates: &Bits<W>,
    choices: Bits<W>,
) -> impl Iterator<Item = usize> + use<W> {
    let second = simd.run(SecondRow { rows, candidates, choices: &choices });
    let [hit, miss] = [choices.and(&second), choices.and_not(&second)];
    [hit, miss].into_iter().flat_map(|part| part.iter())
}

/// Finds the row that makes [`branching_order`] gain most.
struct SecondRow<'r, const W: usize> {
    rows: &'r [Bits<W>],
    candidates: &'r Bits<W>,
    choices: &'r Bits<W>,
}

impl<const W: usize> SimdOp for SecondRow<'_, W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) -> Bits<W> {
        let all = self.choices.len();
        // The rows that a choice misses have one about this tight in any case.
        let usual = all - all / 5;
        let others = self.candidates.and_not(self.choices);
        let (mut best, mut most) = (*self.choices, 0);
        for row in self.rows {
            // Each choice that misses the row gains the candidates by which the row is tighter than usual.
            let gain = (all - row.common(self.choices)) * usual.saturating_sub(row.common(&others));
            if gain > most {
                (best, most) = (*row, gain);
            }
        }
        best
    }
}

/// The memory of a counting sort of rows, kept from one use to the next.
#[derive(Debug, Default)]
pub(crate) struct CountingSort {
    /// For each row its number of candidates.
    sizes: Vec<u32>,
    /// For each size the number of rows, and then the position of the next row.
    positions: Vec<usize>,
}

/// Fills `selected` with the `limit` tightest rows, or all if there are fewer, the tightest first.
///
/// Rows of one size keep their order, so that similar rows do not come next to each other.
pub(crate) struct SelectTightest<'s, const W: usize> {
    pub(crate) sort: &'s mut CountingSort,
    pub(crate) rows: &'s [Bits<W>],
    pub(crate) candidates: &'s Bits<W>,
    pub(crate) limit: usize,
    pub(crate) selected: &'s mut Vec<Bits<W>>,
}

impl<const W: usize> SimdOp for SelectTightest<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        let CountingSort { sizes, positions } = self.sort;
        sizes.clear();
        sizes.extend(self.rows.iter().map(|row| row.common(self.candidates)));
        positions.clear();
        positions.resize(64 * W + 1, 0);
        for &size in sizes.iter() {
            positions[size as usize] += 1;
        }
        let limit = self.limit.min(self.rows.len());
        let mut next = 0;
        for position in positions.iter_mut() {
            next += std::mem::replace(position, next);
        }
        self.selected.clear();
        // One position more, for all rows that are not among the tightest.
        self.selected.resize(limit + 1, Bits::EMPTY);
        for (row, &size) in self.rows.iter().zip(sizes.iter()) {
            let position = &mut positions[size as usize];
            self.selected[(*position).min(limit)] = *row;
            *position += 1;
        }
        self.selected.truncate(limit);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rows_are_chosen_by_their_candidates(
            rows in prop_oneof![1..200usize, ROOM_STEP - 2..2 * ROOM_STEP + 100].prop_flat_map(|rows| {
                prop::collection::vec(prop::array::uniform2(prop_oneof![any::<u64>(), Just(0), Just(!0)]), rows)
            }),
            candidates in prop::array::uniform2(prop_oneof![any::<u64>(), Just(!0)]),
            hitting in prop::collection::vec(0usize..128, 1..3),
            limit in prop_oneof![1usize..100, ROOM_STEP - 3..ROOM_STEP + 300],
        ) {
            let (rows, candidates): (Vec<_>, _) = (rows.into_iter().map(Bits).collect(), Bits(candidates));
            let size = |row: &Bits<2>| row.common(&candidates);
            let mut sorted = rows.clone();
            sorted.sort_by_key(size);
            sorted.truncate(limit);
            let missing = rows.iter().filter(|row| !hitting.iter().any(|&candidate| row.contains(candidate)));
            let missing: Vec<_> = missing.take(limit).copied().collect();
            for level in SimdLevel::all() {
                let mut chosen = vec![Bits([1, 2]); 3];
                let sort = &mut CountingSort::default();
                level.run(SelectTightest { sort, rows: &rows, candidates: &candidates, limit, selected: &mut chosen });
                prop_assert_eq!(&chosen, &sorted);
                level.run(SelectMissed { rows: &rows, hitting: &hitting, limit, missed: &mut chosen });
                prop_assert_eq!(&chosen, &missing);
                let tightest = level.run(TightestRow { rows: &rows, candidates: &candidates });
                prop_assert_eq!(size(&tightest), size(&sorted[0]));
            }
        }
    }
}
