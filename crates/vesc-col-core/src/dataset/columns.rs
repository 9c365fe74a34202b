//! Rows out of columns, a square of 64 by 64 cells at a time.

use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;
use bitvec::store::BitStore;

use crate::transpose;

/// The rows of a block of 64 rows, packed: feature `i` is bit `i % 64` of word `i / 64`.
pub(super) struct RowBlock {
    stride: usize,
    words: Vec<u64>,
}

impl RowBlock {
    pub(super) fn new(stride: usize) -> RowBlock {
        RowBlock { stride, words: vec![0; 64 * stride] }
    }

    /// Takes the cells of 64 rows. `cells(i)` are those of feature `i`, below `features`.
    pub(super) fn fill(&mut self, features: usize, cells: impl Fn(usize) -> u64) {
        for place in 0..self.stride {
            let mut square = [0; 64];
            for (line, feature) in square.iter_mut().zip(64 * place..features) {
                *line = cells(feature);
            }
            transpose(&mut square);
            for (row, &word) in square.iter().enumerate() {
                self.words[row * self.stride + place] = word;
            }
        }
    }

    /// The row with this number in the block.
    pub(super) fn row(&self, number: usize) -> &[u64] {
        &self.words[number * self.stride..][..self.stride]
    }
}

/// The cells of rows `first..first + 64` in a column, as far as there are rows.
pub(super) fn cells_of<T: BitStore>(column: &BitSlice<T, Lsb0>, first: usize) -> u64
where
    BitSlice<T, Lsb0>: BitField,
{
    column[first..column.len().min(first + 64)].load_le()
}
