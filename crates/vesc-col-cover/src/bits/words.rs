//! Sets of candidate literals as a few words, and the step from rows to columns.

use vesc_col_core::transpose;

/// A set of fewer than `64 * W` candidates. Everything is a loop over `W` words, which the compiler turns into vector
/// operations of whatever width the calling kernel is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Bits<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Bits<W> {
    pub(crate) const EMPTY: Bits<W> = Bits([0; W]);

    /// The set of these candidates.
    pub(crate) fn of(candidates: impl IntoIterator<Item = usize>) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        for candidate in candidates {
            bits.insert(candidate);
        }
        bits
    }

    /// The set of all candidates below `count`.
    pub(crate) fn below(count: usize) -> Bits<W> {
        Bits::of(0..count)
    }

    #[inline(always)]
    pub(crate) fn contains(&self, candidate: usize) -> bool {
        self.0[candidate / 64] >> (candidate % 64) & 1 == 1
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, candidate: usize) {
        self.0[candidate / 64] |= 1 << (candidate % 64);
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, candidate: usize) {
        self.0[candidate / 64] &= !(1 << (candidate % 64));
    }

    #[inline(always)]
    pub(crate) fn without(mut self, candidate: usize) -> Bits<W> {
        self.remove(candidate);
        self
    }

    /// Returns the members that may be in a set with a candidate: neither itself nor its complement.
    ///
    /// `first_sides` has the first literal of each two-sided feature.
    #[inline(always)]
    pub(crate) fn beside(self, candidate: usize, first_sides: &Bits<W>) -> Bits<W> {
        let complement = if first_sides.contains(candidate & !1) { candidate ^ 1 } else { candidate };
        self.without(candidate).without(complement)
    }

    #[inline(always)]
    pub(crate) fn and(&self, other: &Bits<W>) -> Bits<W> {
        let mut result = *self;
        for (word, &other) in result.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
        result
    }

    #[inline(always)]
    pub(crate) fn and_not(&self, other: &Bits<W>) -> Bits<W> {
        let mut result = *self;
        for (word, &other) in result.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
        result
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, &word| any | word) == 0
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// How many candidates are in both sets.
    #[inline(always)]
    pub(crate) fn common(&self, other: &Bits<W>) -> u32 {
        self.0.iter().zip(&other.0).map(|(&a, &b)| (a & b).count_ones()).sum()
    }

    /// Whether any candidate is in both sets.
    #[inline(always)]
    pub(crate) fn meets(&self, other: &Bits<W>) -> bool {
        self.0.iter().zip(&other.0).fold(0, |any, (&a, &b)| any | a & b) != 0
    }

    /// The members in ascending order.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let words = self.0;
        (0..W).flat_map(move |block| {
            let mut rest = words[block];
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let candidate = block * 64 + rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    candidate
                })
            })
        })
    }
}

/// Rows in a block: as many as a word has bits.
pub(crate) const BLOCK: usize = 64;

/// Turns rows into columns: for each of some candidates the rows that it misses, 64 to a word.
///
/// Calls `put` with the position of a candidate among `candidates`, the number of a word, and the word. Rows after the
/// last one are hit by all candidates. Candidates should ascend, as those of one word are transposed together.
#[inline(always)]
pub(crate) fn each_column_word<const W: usize>(
    rows: &[Bits<W>],
    candidates: impl Iterator<Item = usize> + Clone,
    mut put: impl FnMut(usize, usize, u64),
) {
    for (block, rows) in rows.chunks(BLOCK).enumerate() {
        let (mut word, mut of_word) = (usize::MAX, [0; BLOCK]);
        for (at, candidate) in candidates.clone().enumerate() {
            if candidate / BLOCK != word {
                word = candidate / BLOCK;
                of_word = misses(rows, word);
            }
            put(at, block, of_word[candidate % BLOCK]);
        }
    }
}

/// Of up to 64 rows those that each candidate of one word misses. Rows that are not there are hit by all.
#[inline(always)]
fn misses<const W: usize>(rows: &[Bits<W>], word: usize) -> [u64; 64] {
    let mut square = [!0; 64];
    for (line, row) in square.iter_mut().zip(rows) {
        *line = row.0[word];
    }
    turn_into_misses(&mut square);
    square
}

/// Turns the words of 64 rows, which say what each row contains, into the rows that lack each of the 64 bits.
#[inline(always)]
pub(crate) fn turn_into_misses(square: &mut [u64; 64]) {
    transpose(square);
    for word in square {
        *word = !*word;
    }
}
