//! Rows out of columns, a square of 64 by 64 cells at a time.

use bitvec::field::BitField;

use super::Sample;

/// The rows of a block of 64 rows, packed: feature `i` is bit `i % 64` of word `i / 64`.
pub(super) struct RowBlock {
    stride: usize,
    words: Vec<u64>,
}

impl RowBlock {
    pub(super) fn new(stride: usize) -> RowBlock {
        RowBlock { stride, words: vec![0; 64 * stride] }
    }

    /// Takes the cells of rows `first..first + 64`, as far as there are rows, out of the columns.
    pub(super) fn fill(&mut self, columns: &[&Sample], first: usize) {
        for (place, columns) in columns.chunks(64).enumerate() {
            let mut square = [0; 64];
            for (line, column) in square.iter_mut().zip(columns) {
                *line = column[first..column.len().min(first + 64)].load_le();
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

/// Exchanges rows and columns of a square of bits: bit `j` of word `i` becomes bit `i` of word `j`. Squares of half the
/// size are exchanged first, then their halves.
fn transpose(square: &mut [u64; 64]) {
    let mut mask = u64::MAX >> 32;
    let mut half = 32;
    while half > 0 {
        for line in (0..64).filter(|line| line & half == 0) {
            let exchanged = (square[line] >> half ^ square[line + half]) & mask;
            square[line] ^= exchanged << half;
            square[line + half] ^= exchanged;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_a_square_goes_to_its_mirror_image() {
        for (row, column) in (0..64).flat_map(|row| (0..64).map(move |column| (row, column))) {
            let mut square = [0; 64];
            square[row] = 1 << column;
            transpose(&mut square);
            let mut expected = [0; 64];
            expected[column] = 1 << row;
            assert_eq!(square, expected);
        }
    }
}
