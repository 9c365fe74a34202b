//! Sets of candidate literals as a few words, and the transposition between rows and columns.

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

    /// Returns the members that can stand beside a candidate: neither itself nor its complement. `even` has the first candidates of
    /// the two-sided features.
    #[inline(always)]
    pub(crate) fn beside(self, candidate: usize, even: &Bits<W>) -> Bits<W> {
        let complement = if even.contains(candidate & !1) { candidate ^ 1 } else { candidate };
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

/// Of up to 64 rows those that each candidate of one word misses. Rows that are not there are hit by all.
#[inline(always)]
pub(crate) fn misses<const W: usize>(rows: &[Bits<W>], word: usize) -> [u64; 64] {
    let mut square = [!0; 64];
    for (line, row) in square.iter_mut().zip(rows) {
        *line = row.0[word];
    }
    turn_into_misses(&mut square);
    square
}

/// Transposes a 64 x 64 bit matrix: bit j of word i becomes bit i of word j.
#[inline(always)]
pub(crate) fn transpose(square: &mut [u64; 64]) {
    swap_blocks::<32>(square, 0x0000_0000_ffff_ffff);
    swap_blocks::<16>(square, 0x0000_ffff_0000_ffff);
    swap_blocks::<8>(square, 0x00ff_00ff_00ff_00ff);
    swap_blocks::<4>(square, 0x0f0f_0f0f_0f0f_0f0f);
    swap_blocks::<2>(square, 0x3333_3333_3333_3333);
    swap_blocks::<1>(square, 0x5555_5555_5555_5555);
}

/// Turns the words of 64 rows, which say what each row contains, into the rows that each packed index misses.
#[inline(always)]
pub(crate) fn turn_into_misses(square: &mut [u64; 64]) {
    transpose(square);
    for word in square {
        *word = !*word;
    }
}

/// Swaps the two off-diagonal blocks of each square of twice `SIDE` lines; `mask` has the lower columns of the squares.
#[inline(always)]
fn swap_blocks<const SIDE: usize>(square: &mut [u64; 64], mask: u64) {
    for lines in square.chunks_exact_mut(2 * SIDE) {
        let (above, below) = lines.split_at_mut(SIDE);
        for (above, below) in above.iter_mut().zip(below) {
            let swap = ((*above >> SIDE) ^ *below) & mask;
            *above ^= swap << SIDE;
            *below ^= swap;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_swaps_rows_and_columns() {
        let mut state = 1u64;
        let original: [u64; 64] = std::array::from_fn(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 29
        });
        let mut square = original;
        transpose(&mut square);
        for (i, row) in original.iter().enumerate() {
            for (j, column) in square.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }
}
