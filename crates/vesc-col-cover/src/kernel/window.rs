//! The window: the tightest rows over packed candidates, by rows and by columns.

use crate::bits::words::{BLOCK, turn_into_misses};
use crate::kernel::index_map::CHUNK;
use crate::simd::Lanes;
use crate::simd::SimdOp;

/// Up to 64 rows over packed candidates. The rows that a candidate misses are one word.
///
/// Bit i of word w is packed index 64 w + i.
#[derive(Debug, Default)]
pub(crate) struct Window {
    /// How many rows there are, with the full ones between them.
    rows: usize,
    /// The rows, word by word. Where there are fewer than 64, the others are full.
    packed: Vec<[u64; BLOCK]>,
    /// For each packed index the rows that it misses.
    misses: Vec<[u64; BLOCK]>,
    /// For each packed index its complement, as a bit of the same word; 0 if it has none.
    complements: Vec<[u64; BLOCK]>,
    two_sided: bool,
}

impl Window {
    /// Makes the window anew. `packed` has its rows, a block for each word; the rows after them are full.
    #[inline(always)]
    fn fill(&mut self, rows: usize, packed: &[[u64; BLOCK]]) {
        self.rows = rows + rows.saturating_sub(1) / (CHUNK - 1);
        self.packed.clear();
        self.packed.extend_from_slice(packed);
        self.misses.clear();
        self.misses.extend_from_slice(packed);
        for misses in &mut self.misses {
            turn_into_misses(misses);
        }
    }

    /// Sets the complements in `words` words of packed indices.
    ///
    /// `pairs` has the first literal of each feature of which both are packed; `None` if there is no such feature.
    pub(crate) fn set_complements(&mut self, words: usize, pairs: Option<&[u64]>) {
        self.two_sided = pairs.is_some();
        self.complements.clear();
        self.complements.resize(words, [0; BLOCK]);
        for (complements, &first) in self.complements.iter_mut().zip(pairs.into_iter().flatten()) {
            for (bit, complement) in complements.iter_mut().enumerate() {
                *complement = (first & 1 << bit) << 1 | (first << 1 & 1 << bit) >> 1;
            }
        }
    }

    /// How many words the packed indices take.
    pub(crate) fn words(&self) -> usize {
        self.packed.len()
    }

    /// How many rows there are, with the full ones between them.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The rows, word by word.
    pub(crate) fn packed(&self) -> &[[u64; BLOCK]] {
        &self.packed
    }

    /// For each packed index the rows that it misses.
    pub(crate) fn misses(&self) -> &[[u64; BLOCK]] {
        &self.misses
    }

    /// Whether any packed index has its complement.
    pub(crate) fn two_sided(&self) -> bool {
        self.two_sided
    }

    /// The rows that a packed index misses.
    #[inline(always)]
    pub(crate) fn missed(&self, word: usize, bit: usize) -> u64 {
        self.misses[word][bit]
    }

    /// The complement of a packed index, as a bit of the same word.
    #[inline(always)]
    pub(crate) fn complement(&self, word: usize, bit: usize) -> u64 {
        self.complements[word][bit]
    }

    /// Returns the row of `rows` with the fewest open candidates among the window's first `compared`. `rows` must not
    /// be empty.
    #[inline(always)]
    pub(crate) fn tightest(&self, rows: u64, open: &[u64], compared: usize) -> usize {
        let mut best = rows.trailing_zeros() as usize;
        let mut fewest = u32::MAX;
        let mut rest = rows & (!0 >> (64 - self.rows.min(compared).max(1)));
        while rest != 0 {
            let row = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mut size = 0;
            for (packed, open) in self.packed.iter().zip(open) {
                size += (packed[row] & open).count_ones();
            }
            if size < fewest {
                (best, fewest) = (row, size);
            }
        }
        best
    }

    /// The packed indices of one word that hit a row.
    pub(crate) fn row(&self, row: usize, word: usize) -> u64 {
        self.packed[word][row]
    }

    /// Fills `indices` with the open packed indices that hit a row, by word and bit.
    #[inline(always)]
    pub(crate) fn hitting(&self, row: usize, open: &[u64], indices: &mut Vec<[usize; 2]>) {
        indices.clear();
        for (word, (packed, open)) in self.packed.iter().zip(open).enumerate() {
            let mut rest = packed[row] & open;
            while rest != 0 {
                indices.push([word, rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
    }
}

/// [`Window::fill`] as a SIMD operation.
pub(crate) struct FillWindow<'w> {
    pub(crate) window: &'w mut Window,
    pub(crate) rows: usize,
    pub(crate) packed: &'w [[u64; BLOCK]],
}

impl SimdOp for FillWindow<'_> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        self.window.fill(self.rows, self.packed);
    }
}
