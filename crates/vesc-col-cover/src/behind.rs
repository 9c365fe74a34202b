//! Rows behind the window, for the few triples that it leaves.

use crate::bits::Bits;
use crate::packing::{BLOCK, Packing};
use crate::transpose::transpose;

/// For each block of 64 rows and each place the rows of the block that the place misses.
#[derive(Debug, Default)]
pub(crate) struct Behind {
    /// Block after block, the words of its places.
    misses: Vec<[u64; BLOCK]>,
    words: usize,
    packed: Vec<[u64; BLOCK]>,
}

impl Behind {
    /// Makes the given rows ready.
    pub(crate) fn fill<const W: usize>(&mut self, packing: &Packing<W>, rows: &[Bits<W>]) {
        self.misses.clear();
        self.words = packing.words();
        for block in rows.chunks(BLOCK) {
            packing.pack(block, &mut self.packed);
            for hits in &mut self.packed {
                transpose(hits);
                self.misses.push(hits.map(|word| !word));
            }
        }
    }

    /// Keeps those of the last places that hit all rows that the pair misses, and says whether there are any.
    pub(crate) fn keep_hitting(&self, pair: [[usize; 2]; 2], last: &mut [u64]) -> bool {
        for misses in self.misses.chunks_exact(self.words) {
            let [first, second] = pair.map(|[word, bit]| misses[word][bit]);
            let missed = first & second;
            let mut any = 0;
            for (misses, last) in misses.iter().zip(&mut *last) {
                let mut rest = *last;
                while rest != 0 {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    if misses[bit] & missed != 0 {
                        *last ^= 1 << bit;
                    }
                }
                any |= *last;
            }
            if any == 0 {
                return false;
            }
        }
        true
    }
}
