//! Rows behind the window, for the few triples that it leaves.

use crate::bits::Bits;
use crate::dispatch::{Kernel, Path};
use crate::lanes::Lanes;
use crate::packing::{BLOCK, Pack, Packing};
use crate::transpose::turn_into_misses;

/// For each block of 64 rows and each place the rows of the block that the place misses. Blocks are made when a pair has
/// come through all before.
#[derive(Debug, Default)]
pub(crate) struct Behind {
    /// Block after block, the words of its places.
    misses: Vec<[u64; BLOCK]>,
    /// How many rows have been looked at for blocks.
    seen: usize,
    packed: Vec<[u64; BLOCK]>,
}

impl Behind {
    /// Forgets all blocks.
    pub(crate) fn clear(&mut self) {
        self.misses.clear();
        self.seen = 0;
    }

    /// Keeps those of the last places that hit all of `rows` which the chosen candidates and the pair miss, and says whether
    /// there are any.
    pub(crate) fn keep_hitting<const W: usize>(
        &mut self,
        path: Path,
        packing: &Packing<W>,
        rows: &[Bits<W>],
        chosen: &[usize],
        pair: [[usize; 2]; 2],
        last: &mut [u64],
    ) -> bool {
        let words = packing.words();
        let mut block = 0;
        loop {
            if block == self.misses.len() && !self.add_block(path, packing, rows, chosen) {
                return true;
            }
            let misses = &self.misses[block..block + words];
            block += words;
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
    }

    /// Makes a block of the next rows that no chosen candidate hits; false if there are none.
    fn add_block<const W: usize>(
        &mut self,
        path: Path,
        packing: &Packing<W>,
        rows: &[Bits<W>],
        chosen: &[usize],
    ) -> bool {
        let hitting = Bits::of(chosen.iter().copied());
        let mut block = [Bits::EMPTY; BLOCK];
        let mut count = 0;
        while count < BLOCK && self.seen < rows.len() {
            block[count] = rows[self.seen];
            count += usize::from(block[count].common(&hitting) == 0);
            self.seen += 1;
        }
        if count == 0 {
            return false;
        }
        path.run(Pack { packing, rows: &block[..count], packed: &mut self.packed });
        path.run(Misses { packed: &mut self.packed, misses: &mut self.misses });
        true
    }
}

/// Turns packed rows into the rows that each place misses, and adds them.
struct Misses<'b> {
    packed: &'b mut [[u64; BLOCK]],
    misses: &'b mut Vec<[u64; BLOCK]>,
}

impl Kernel for Misses<'_> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        for hits in self.packed {
            turn_into_misses(hits);
            self.misses.push(*hits);
        }
    }
}
