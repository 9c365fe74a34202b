//! Eight words at a time.

/// Eight words, a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Octet(pub(crate) [u64; 8]);

/// Sixteen words to be looked up by four bits.
pub(crate) type Table = [Octet; 2];

/// What the innermost loops do with eight words at once. Kernels are written once, over this, and compiled for the vectors
/// of each machine.
pub(crate) trait Lanes: Copy {
    type Vector: Copy;

    fn load(self, words: &Octet) -> Self::Vector;
    fn store(self, vector: Self::Vector) -> Octet;
    fn splat(self, word: u64) -> Self::Vector;
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn and_not(self, a: Self::Vector, removed: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Each word without its lowest four bits.
    fn next_index(self, index: Self::Vector) -> Self::Vector;
    /// For each lane the word of the table that the lowest four bits of its index say.
    fn lookup(self, table: &Table, index: Self::Vector) -> Self::Vector;
    /// The lanes in which two vectors have a bit in common.
    fn meet(self, a: Self::Vector, b: Self::Vector) -> u8;
    /// The lanes of `mask`, and zero in the others.
    fn keep(self, mask: u8, vector: Self::Vector) -> Self::Vector;
    /// Adds to each lane of `sums` the number of ones in the same lane of `vector`.
    fn add_ones(self, sums: Self::Vector, vector: Self::Vector) -> Self::Vector;
}

/// Plain loops, which the compiler turns into whatever vectors it may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loops;

impl Lanes for Loops {
    type Vector = Octet;

    #[inline(always)]
    fn load(self, words: &Octet) -> Octet {
        *words
    }

    #[inline(always)]
    fn store(self, vector: Octet) -> Octet {
        vector
    }

    #[inline(always)]
    fn splat(self, word: u64) -> Octet {
        Octet([word; 8])
    }

    #[inline(always)]
    fn and(self, a: Octet, b: Octet) -> Octet {
        Octet(std::array::from_fn(|lane| a.0[lane] & b.0[lane]))
    }

    #[inline(always)]
    fn and_not(self, a: Octet, removed: Octet) -> Octet {
        Octet(std::array::from_fn(|lane| a.0[lane] & !removed.0[lane]))
    }

    #[inline(always)]
    fn or(self, a: Octet, b: Octet) -> Octet {
        Octet(std::array::from_fn(|lane| a.0[lane] | b.0[lane]))
    }

    #[inline(always)]
    fn next_index(self, index: Octet) -> Octet {
        Octet(std::array::from_fn(|lane| index.0[lane] >> 4))
    }

    #[inline(always)]
    fn lookup(self, table: &Table, index: Octet) -> Octet {
        let word = |index: u64| table[(index >> 3 & 1) as usize].0[(index & 7) as usize];
        Octet(std::array::from_fn(|lane| word(index.0[lane])))
    }

    #[inline(always)]
    fn meet(self, a: Octet, b: Octet) -> u8 {
        (0..8).fold(0, |mask, lane| mask | u8::from(a.0[lane] & b.0[lane] != 0) << lane)
    }

    #[inline(always)]
    fn keep(self, mask: u8, vector: Octet) -> Octet {
        Octet(std::array::from_fn(|lane| if mask >> lane & 1 == 1 { vector.0[lane] } else { 0 }))
    }

    #[inline(always)]
    fn add_ones(self, sums: Octet, vector: Octet) -> Octet {
        Octet(std::array::from_fn(|lane| sums.0[lane] + u64::from(vector.0[lane].count_ones())))
    }
}
