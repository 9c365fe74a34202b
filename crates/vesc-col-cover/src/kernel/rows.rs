//! Choosing among rows: those that a literal misses, and the tightest.

use crate::bits::words::Bits;
use crate::simd::Lanes;
use crate::simd::{Kernel, SimdLevel};

/// Rows between two tests whether any candidate set survives.
const AT_ONCE: usize = 16;
/// Rows for which room is made at once.
const STEP: usize = 1024;

/// Fills `missed` with the rows that none of some candidates hits, up to `limit` of them.
/// About half of the rows are missed, in no pattern: a branch would be mispredicted all the time, so each row is written and kept or
/// overwritten.
pub(crate) struct Missed<'r, const W: usize> {
    pub(crate) rows: &'r [Bits<W>],
    pub(crate) hitting: &'r [usize],
    pub(crate) limit: usize,
    pub(crate) missed: &'r mut Vec<Bits<W>>,
}

impl<const W: usize> Kernel for Missed<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        let Missed { rows, hitting, limit, missed } = self;
        let set = Bits::of(hitting.iter().copied());
        let mut kept = 0;
        // Most rows may be hit: room is made step by step. What is there already is overwritten.
        for rows in rows.chunks(STEP) {
            let room = limit.min(kept + rows.len());
            if missed.len() < room {
                missed.resize(room, Bits::EMPTY);
            }
            if let &[candidate] = hitting {
                // A set costs more to ask.
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

/// Finds the pairs that hit these rows, each of one of the `firsts` and any one of a set. The first row should be one of the tightest.
pub(crate) struct Two<'r, const W: usize> {
    /// The first candidates of the two-sided features.
    pub(crate) even: &'r Bits<W>,
    pub(crate) rows: &'r [Bits<W>],
    /// Some candidates that hit one row.
    pub(crate) firsts: Bits<W>,
    /// The candidates that may stand in a pair; the firsts are taken out.
    pub(crate) rest: &'r mut Bits<W>,
    pub(crate) found: &'r mut Vec<(usize, Bits<W>)>,
}

impl<const W: usize> Kernel for Two<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        for first in self.firsts.iter() {
            let mut last = self.rest.beside(first, self.even);
            *self.rest = self.rest.without(first);
            for rows in self.rows.chunks(AT_ONCE) {
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

/// The row with the fewest candidates.
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

/// [`tightest`] as a kernel.
pub(crate) struct Tightest<'r, const W: usize> {
    pub(crate) rows: &'r [Bits<W>],
    pub(crate) candidates: &'r Bits<W>,
}

impl<const W: usize> Kernel for Tightest<'_, W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) -> Bits<W> {
        tightest(self.rows, self.candidates)
    }
}

/// The choices, which are the candidates of one row, in the order in which they had better be made, if each is dropped for the
/// later ones: those that hit a second row first.
pub(crate) fn in_order<const W: usize>(
    level: SimdLevel,
    rows: &[Bits<W>],
    candidates: &Bits<W>,
    choices: Bits<W>,
) -> impl Iterator<Item = usize> + use<W> {
    let second = level.run(Second { rows, candidates, choices: &choices });
    let [hit, miss] = [choices.and(&second), choices.and_not(&second)];
    [hit, miss].into_iter().flat_map(|part| part.iter())
}

/// Finds the second row beside that of the choices. When those that hit it have been dropped for those that miss it, it has few
/// candidates left for these.
struct Second<'r, const W: usize> {
    rows: &'r [Bits<W>],
    candidates: &'r Bits<W>,
    choices: &'r Bits<W>,
}

impl<const W: usize> Kernel for Second<'_, W> {
    type Output = Bits<W>;

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) -> Bits<W> {
        let all = self.choices.len();
        // What choices leave has a row that is about so tight in any case.
        let usual = all - all / 5;
        let others = self.candidates.and_not(self.choices);
        let (mut best, mut most) = (*self.choices, 0);
        for row in self.rows {
            // The gain is the number of choices that miss the row, times the candidates that it has fewer for each.
            let gain = (all - row.common(self.choices)) * usual.saturating_sub(row.common(&others));
            if gain > most {
                (best, most) = (*row, gain);
            }
        }
        best
    }
}

/// Finds the tightest rows; keeps its scratch space from one time to the next.
#[derive(Debug, Default)]
pub(crate) struct Sorter {
    counts: Vec<u32>,
    /// How many rows have a size; then, where the next one of that size goes.
    places: Vec<usize>,
}

/// Fills `front` with the `limit` tightest rows, or all if there are fewer, the tightest first. Rows of one size keep their
/// order: rows that look alike must not come to stand together.
pub(crate) struct Front<'s, const W: usize> {
    pub(crate) sorter: &'s mut Sorter,
    pub(crate) rows: &'s [Bits<W>],
    pub(crate) candidates: &'s Bits<W>,
    pub(crate) limit: usize,
    pub(crate) front: &'s mut Vec<Bits<W>>,
}

impl<const W: usize> Kernel for Front<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        let Sorter { counts, places } = self.sorter;
        counts.clear();
        counts.extend(self.rows.iter().map(|row| row.common(self.candidates)));
        places.clear();
        places.resize(64 * W + 1, 0);
        for &count in counts.iter() {
            places[count as usize] += 1;
        }
        let limit = self.limit.min(self.rows.len());
        let mut next = 0;
        for place in places.iter_mut() {
            next += std::mem::replace(place, next);
        }
        self.front.clear();
        // One packed index more, for all rows that are not among the tightest.
        self.front.resize(limit + 1, Bits::EMPTY);
        for (row, &count) in self.rows.iter().zip(counts.iter()) {
            let place = &mut places[count as usize];
            self.front[(*place).min(limit)] = *row;
            *place += 1;
        }
        self.front.truncate(limit);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rows_are_chosen_by_their_candidates(
            rows in prop_oneof![1..200usize, STEP - 2..2 * STEP + 100].prop_flat_map(|rows| {
                prop::collection::vec(prop::array::uniform2(prop_oneof![any::<u64>(), Just(0), Just(!0)]), rows)
            }),
            candidates in prop::array::uniform2(prop_oneof![any::<u64>(), Just(!0)]),
            hitting in prop::collection::vec(0usize..128, 1..3),
            limit in prop_oneof![1usize..100, STEP - 3..STEP + 300],
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
                let sorter = &mut Sorter::default();
                level.run(Front { sorter, rows: &rows, candidates: &candidates, limit, front: &mut chosen });
                prop_assert_eq!(&chosen, &sorted);
                level.run(Missed { rows: &rows, hitting: &hitting, limit, missed: &mut chosen });
                prop_assert_eq!(&chosen, &missing);
                prop_assert_eq!(size(&level.run(Tightest { rows: &rows, candidates: &candidates })), size(&sorted[0]));
            }
        }
    }
}
