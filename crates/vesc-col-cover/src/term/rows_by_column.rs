//! All rows by columns, for the few sets that nothing else has refuted, and for what few literals miss.

use crate::bits::transpose::misses;
use crate::bits::words::Bits;
use crate::simd::dispatch::Kernel;
use crate::simd::lanes::Lanes;

/// Words that are checked together.
const AT_ONCE: usize = 8;

/// For each candidate the rows that it misses, 64 to a word.
#[derive(Debug)]
pub(crate) struct Columns {
    /// How many words a column has: a multiple of those that are checked together.
    words: usize,
    columns: Vec<u64>,
}

impl Columns {
    pub(crate) fn of<const W: usize>(rows: &[Bits<W>]) -> Columns {
        let words = rows.len().div_ceil(64).next_multiple_of(AT_ONCE);
        let mut columns = vec![0; 64 * W * words];
        for (block, rows) in rows.chunks(64).enumerate() {
            for (word, columns) in columns.chunks_exact_mut(64 * words).enumerate() {
                for (column, missed) in columns.chunks_exact_mut(words).zip(misses(rows, word)) {
                    column[block] = missed;
                }
            }
        }
        Columns { words, columns }
    }
}

/// Keeps those of some last candidates each of which hits all rows that none of the chosen ones does.
pub(crate) struct HitAll<'c> {
    pub(crate) columns: &'c Columns,
    pub(crate) chosen: &'c [usize],
    pub(crate) last: &'c mut Vec<usize>,
}

impl Kernel for HitAll<'_> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) {
        let HitAll { columns: Columns { words, columns }, chosen, last } = self;
        for start in (0..*words).step_by(AT_ONCE) {
            let column = |candidate: usize| lanes.load_words(columns, candidate * words + start);
            let mut missed = lanes.splat(!0);
            for &candidate in chosen {
                missed = lanes.and(missed, column(candidate));
            }
            let mut kept = 0;
            for at in 0..last.len() {
                let candidate = last[at];
                last[kept] = candidate;
                kept += usize::from(lanes.full_lanes(lanes.and(missed, column(candidate))) == 0);
            }
            last.truncate(kept);
            if kept == 0 {
                return;
            }
        }
    }
}

/// The rows that none of some candidates hits, of which there must be one; 64 to a word.
pub(crate) struct MissedByAll<'c> {
    pub(crate) columns: &'c Columns,
    pub(crate) candidates: &'c [usize],
    pub(crate) set: &'c mut Vec<u64>,
}

impl Kernel for MissedByAll<'_> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        let MissedByAll { columns: Columns { words, columns }, candidates, set } = self;
        set.clear();
        set.resize(*words, !0);
        for candidate in candidates {
            for (missed, column) in set.iter_mut().zip(&columns[candidate * words..][..*words]) {
                *missed &= column;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::dispatch::SimdLevel;

    #[test]
    fn rows_are_hit_if_they_have_a_candidate() {
        let mut state = 7u64;
        let mut word = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state.rotate_left(31)
        };
        for rows in [0, 1, 63, 64, 65, 200, 511, 513] {
            let rows: Vec<Bits<2>> = (0..rows).map(|_| Bits([word() | 1 << 7, word() | word()])).collect();
            let columns = &Columns::of(&rows);
            for candidates in [&[][..], &[7], &[0, 1, 2], &[3, 70, 100, 127], &[64, 65, 66, 67, 68, 69, 70, 71, 72]] {
                let hit = |row: &Bits<2>, last| candidates.iter().chain([&last]).any(|&one| row.contains(one));
                let expected: Vec<usize> =
                    (0..128).step_by(5).filter(|&last| rows.iter().all(|row| hit(row, last))).collect();
                for level in SimdLevel::all() {
                    let last = &mut (0..128).step_by(5).collect();
                    level.run(HitAll { columns, chosen: candidates, last });
                    assert_eq!(last, &expected);
                    if !candidates.is_empty() {
                        let set = &mut vec![5];
                        level.run(MissedByAll { columns, candidates, set });
                        let missed = |at: usize| {
                            rows.get(at).is_some_and(|row| !candidates.iter().any(|&one| row.contains(one)))
                        };
                        assert!((0..64 * set.len()).all(|at| (set[at / 64] >> (at % 64) & 1 == 1) == missed(at)));
                        assert!(64 * set.len() >= rows.len());
                    }
                }
            }
        }
    }
}
