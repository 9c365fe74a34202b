//! The last three literals: a window of the tightest rows, one word wide.

use crate::bits::Bits;

/// How many rows a window has at most.
pub(crate) const WIDTH: usize = 64;
/// Rows are combined in groups of so many.
const GROUP: usize = 4;
const GROUPS: usize = WIDTH / GROUP;

/// Up to 64 rows such that the rows which a literal misses are one word, and the literals that hit all rows of a word are
/// sixteen table look-ups.
#[derive(Debug)]
pub(crate) struct Window<const W: usize> {
    pub(crate) rows: Vec<Bits<W>>,
    /// For each group of four rows and each subset of it, the literals that hit all rows of the subset.
    tables: Vec<[Bits<W>; 1 << GROUP]>,
    /// For each candidate the rows that it misses.
    misses: Vec<u64>,
}

impl<const W: usize> Window<W> {
    pub(crate) fn new() -> Window<W> {
        Window {
            rows: Vec::with_capacity(WIDTH),
            tables: vec![[Bits::EMPTY; 1 << GROUP]; GROUPS],
            misses: vec![0; 64 * W],
        }
    }

    /// All rows of the window, as a word.
    #[inline(always)]
    pub(crate) fn all(&self) -> u64 {
        match self.rows.len() {
            0 => 0,
            count => !0 >> (WIDTH - count),
        }
    }

    /// The rows that a candidate misses.
    #[inline(always)]
    pub(crate) fn missed_by(&self, candidate: usize) -> u64 {
        self.misses[candidate]
    }

    /// Prepares the tables for the rows that were put into `rows`.
    #[inline(always)]
    pub(crate) fn prepare(&mut self) {
        debug_assert!(self.rows.len() <= WIDTH);
        for (group, table) in self.tables.iter_mut().enumerate() {
            table[0] = Bits([!0; W]);
            for i in 0..GROUP {
                let row = self.rows.get(group * GROUP + i).copied().unwrap_or(Bits([!0; W]));
                for subset in 0..1 << i {
                    table[1 << i | subset] = table[subset].and(&row);
                }
            }
        }
        for block in 0..W {
            let mut square = [!0u64; 64];
            for (line, row) in square.iter_mut().zip(&self.rows) {
                *line = row.0[block];
            }
            transpose(&mut square);
            for (misses, hits) in self.misses[block * 64..].iter_mut().zip(square) {
                *misses = !hits;
            }
        }
    }

    /// Those of `candidates` that hit all given rows.
    #[inline(always)]
    pub(crate) fn hitting(&self, rows: u64, candidates: &Bits<W>) -> Bits<W> {
        let mut result = *candidates;
        let mut rest = rows;
        // Half of the groups leave nothing most of the time: look once in between.
        for half in self.tables.chunks_exact(GROUPS / 2) {
            for table in half {
                result = result.and(&table[(rest & 0xf) as usize]);
                rest >>= GROUP;
            }
            if result.is_empty() {
                break;
            }
        }
        result
    }
}

/// Transposes a 64 x 64 bit matrix: bit j of word i becomes bit i of word j.
#[inline(always)]
fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        let mut i = 0;
        while i < 64 {
            let swap = ((square[i] >> width) ^ square[i + width]) & mask;
            square[i] ^= swap << width;
            square[i + width] ^= swap;
            i = (i + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
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
