//! Eight words at a time, by plain loops, which the compiler turns into whatever vectors it may use.

/// Eight words, a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Octet(pub(crate) [u64; 8]);

/// Sixteen words to be looked up by four bits.
pub(crate) type Table = [Octet; 2];

impl Octet {
    #[inline(always)]
    pub(crate) fn splat(word: u64) -> Octet {
        Octet([word; 8])
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Octet) -> Octet {
        Octet(std::array::from_fn(|lane| self.0[lane] & other.0[lane]))
    }

    #[inline(always)]
    pub(crate) fn and_not(self, removed: Octet) -> Octet {
        Octet(std::array::from_fn(|lane| self.0[lane] & !removed.0[lane]))
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Octet) -> Octet {
        Octet(std::array::from_fn(|lane| self.0[lane] | other.0[lane]))
    }

    /// Each word without its lowest four bits.
    #[inline(always)]
    pub(crate) fn next_index(self) -> Octet {
        Octet(std::array::from_fn(|lane| self.0[lane] >> 4))
    }

    /// For each lane the word of the table that the lowest four bits of its index say.
    #[inline(always)]
    pub(crate) fn look_up(self, table: &Table) -> Octet {
        let word = |index: u64| table[(index >> 3 & 1) as usize].0[(index & 7) as usize];
        Octet(std::array::from_fn(|lane| word(self.0[lane])))
    }

    /// The lanes in which two octets have a bit in common.
    #[inline(always)]
    pub(crate) fn meet(self, other: Octet) -> u8 {
        (0..8).fold(0, |mask, lane| mask | u8::from(self.0[lane] & other.0[lane] != 0) << lane)
    }

    /// The lanes of `mask`, and zero in the others.
    #[inline(always)]
    pub(crate) fn keep(self, mask: u8) -> Octet {
        Octet(std::array::from_fn(|lane| if mask >> lane & 1 == 1 { self.0[lane] } else { 0 }))
    }

    /// Adds to each lane the number of ones in the same lane of `other`.
    #[inline(always)]
    pub(crate) fn add_ones(self, other: Octet) -> Octet {
        Octet(std::array::from_fn(|lane| self.0[lane] + u64::from(other.0[lane].count_ones())))
    }
}
