//! The choices at a point of the search: which rows each misses, by columns, and which several miss together.

use crate::bits::transpose::misses;
use crate::bits::words::Bits;
use crate::simd::dispatch::Kernel;
use crate::simd::lanes::Lanes;

/// So many choices have columns at a time in any case: as many as a relaxed choice may have.
const AT_LEAST: usize = 8;

/// Returns how many choices get columns at a time, in `words` words of memory.
pub(crate) fn at_a_time(rows: usize, words: usize) -> usize {
    (words / rows.div_ceil(64).max(1)).max(AT_LEAST)
}

/// For some choices, one after the other, the rows that each misses, 64 to a word.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// How many words a column has.
    words: usize,
    columns: Vec<u64>,
}

impl Columns {
    fn of(&self, choice: usize) -> &[u64] {
        &self.columns[self.words * choice..][..self.words]
    }
}

/// Choices side by side that are made at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelaxedChoice<'c> {
    pub(crate) members: &'c [usize],
    pub(crate) columns: &'c Columns,
    /// Which of those with columns is the first one.
    pub(crate) first: usize,
}

impl RelaxedChoice<'_> {
    /// The rows that one member misses and another one hits.
    pub(crate) fn missed_and_hit(&self, missing: usize, hitting: usize) -> impl Iterator<Item = u64> + Clone {
        let [missing, hitting] = [missing, hitting].map(|member| self.columns.of(self.first + member));
        missing.iter().zip(hitting).map(|(missing, hitting)| missing & !hitting)
    }
}

/// Makes the columns of some choices.
pub(crate) struct Fill<'c, const W: usize> {
    pub(crate) columns: &'c mut Columns,
    pub(crate) rows: &'c [Bits<W>],
    pub(crate) choices: &'c [usize],
}

impl<const W: usize> Kernel for Fill<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        let Columns { words, columns } = self.columns;
        *words = self.rows.len().div_ceil(64);
        columns.clear();
        columns.resize(*words * self.choices.len(), 0);
        for (block, rows) in self.rows.chunks(64).enumerate() {
            // Choices of one word mostly stand side by side.
            let (mut word, mut of_word) = (usize::MAX, [0; 64]);
            for (at, &choice) in self.choices.iter().enumerate() {
                if choice / 64 != word {
                    word = choice / 64;
                    of_word = misses(rows, word);
                }
                columns[*words * at + block] = of_word[choice % 64];
            }
        }
    }
}

/// Puts together as many choices as possible, from one of those with columns on and up to so many, such that `least` rows are left which
/// all of them miss; one choice in any case. Says how many they are; `missed` gets the rows.
pub(crate) struct Together<'c> {
    pub(crate) columns: &'c Columns,
    pub(crate) first: usize,
    pub(crate) most: usize,
    pub(crate) least: usize,
    pub(crate) missed: &'c mut Vec<u64>,
}

impl Kernel for Together<'_> {
    type Output = usize;

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) -> usize {
        let Together { columns, first, most, least, missed } = self;
        missed.clear();
        missed.extend_from_slice(columns.of(first));
        for members in 1..most {
            let column = columns.of(first + members);
            let mut left = 0;
            for (missed, column) in missed.iter().zip(column) {
                left += (missed & column).count_ones();
            }
            if (left as usize) < least {
                return members;
            }
            for (missed, column) in missed.iter_mut().zip(column) {
                *missed &= column;
            }
        }
        most
    }
}

/// Takes the rows of a set, up to `limit` of them.
pub(crate) struct Take<'c, const W: usize, S> {
    pub(crate) rows: &'c [Bits<W>],
    /// Word by word.
    pub(crate) set: S,
    pub(crate) limit: usize,
    pub(crate) taken: &'c mut Vec<Bits<W>>,
}

impl<const W: usize, S: Iterator<Item = u64> + Clone> Kernel for Take<'_, W, S> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        let Take { rows, set, limit, taken } = self;
        let mut count = 0;
        for word in set.clone() {
            count += word.count_ones() as usize;
        }
        // What is there already is overwritten.
        taken.resize(count.min(limit), Bits::EMPTY);
        let mut taken = taken.iter_mut();
        for (rows, word) in rows.chunks(64).zip(set) {
            let mut rest = word;
            while rest != 0 {
                let Some(taken) = taken.next() else { return };
                *taken = rows[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::simd::dispatch::SimdLevel;

    proptest! {
        #[test]
        fn choices_miss_what_none_of_them_hits(
            rows in prop::collection::vec(prop::array::uniform3(prop_oneof![any::<u64>(), Just(0), Just(!0)]), 1..200),
            choices in prop::collection::vec(0usize..192, 1..9),
            from in 0usize..8,
            least in 0usize..60,
            limit in 0usize..60,
        ) {
            let rows: Vec<Bits<3>> = rows.into_iter().map(Bits).collect();
            let first = from % choices.len();
            let missed_by = |members: usize| {
                let members = &choices[first..first + members];
                rows.iter().copied().filter(|row| !members.iter().any(|&choice| row.contains(choice))).collect::<Vec<_>>()
            };
            let most = choices.len() - first;
            let expected = (2..=most).find(|&members| missed_by(members).len() < least).map_or(most, |members| members - 1);
            for level in SimdLevel::all() {
                let (columns, missed, taken) = (&mut Columns::default(), &mut vec![1; 9], &mut vec![Bits([1, 2, 3]); 3]);
                level.run(Fill { columns, rows: &rows, choices: &choices });
                prop_assert_eq!(level.run(Together { columns, first, most, least, missed }), expected);
                level.run(Take { rows: &rows, set: missed.iter().copied(), limit: usize::MAX, taken });
                prop_assert_eq!(&*taken, &missed_by(expected));
                let (missing, hitting) = (choices[first], choices[choices.len() - 1]);
                let mut of_the_first: Vec<_> = missed_by(1).into_iter().filter(|row| row.contains(hitting)).collect();
                of_the_first.truncate(limit);
                let members = &choices[first..];
                let relax = RelaxedChoice { members, columns, first };
                let set = relax.missed_and_hit(0, members.len() - 1);
                prop_assert!(missing != hitting || of_the_first.is_empty());
                level.run(Take { rows: &rows, set, limit, taken });
                prop_assert_eq!(&*taken, &of_the_first);
            }
        }
    }
}
