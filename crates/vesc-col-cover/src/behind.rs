//! Rows behind the window, for the few triples that it leaves.

use crate::bits::Bits;
use crate::dispatch::{Kernel, Path};
use crate::lanes::Lanes;
use crate::packing::{BLOCK, Pack, Packing, WIDTH};
use crate::rows::Missed;
use crate::transpose::turn_into_misses;

/// For each block of 60 rows and each place the rows of the block that the place misses. Blocks are made when a pair has
/// come through all before.
#[derive(Debug, Default)]
pub(crate) struct Behind {
    /// Block after block, the words of its places.
    misses: Vec<[u64; BLOCK]>,
    /// How many rows have been looked at for blocks.
    seen: usize,
    /// The rows of the first blocks, which may have tables, and ...
    first: Vec<[u64; BLOCK]>,
    /// ... of the latest block.
    packed: Vec<[u64; BLOCK]>,
}

/// The first blocks of rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks<'b> {
    /// How many rows they have: as many as there is room for in each but the last.
    pub(crate) rows: usize,
    pub(crate) packed: &'b [[u64; BLOCK]],
    /// For each place the rows that it misses.
    pub(crate) misses: &'b [[u64; BLOCK]],
}

impl Behind {
    /// Forgets all blocks.
    pub(crate) fn clear(&mut self) {
        self.misses.clear();
        self.first.clear();
        self.seen = 0;
    }

    /// Makes the first blocks: up to so many.
    pub(crate) fn begin<const W: usize>(
        &mut self,
        path: Path,
        packing: &Packing<W>,
        rows: &[Bits<W>],
        chosen: &[usize],
        blocks: usize,
    ) -> Blocks<'_> {
        let mut count = 0;
        for _ in 0..blocks {
            let Some(rows) = self.add_block(path, packing, rows, chosen) else { break };
            count += rows;
            self.first.extend_from_slice(&self.packed);
        }
        Blocks { rows: count, packed: &self.first, misses: &self.misses }
    }

    /// Keeps those of the last places that hit all of `rows` which the chosen candidates and places miss, and says whether
    /// there are any.
    pub(crate) fn keep_hitting<const W: usize>(
        &mut self,
        path: Path,
        packing: &Packing<W>,
        rows: &[Bits<W>],
        chosen: &[usize],
        places: &[[usize; 2]],
        last: &mut [u64],
    ) -> bool {
        let words = packing.words();
        let mut block = 0;
        loop {
            if block == self.misses.len() && self.add_block(path, packing, rows, chosen).is_none() {
                return true;
            }
            let misses = &self.misses[block..block + words];
            block += words;
            let missed = places.iter().fold(!0, |missed, &[word, bit]| missed & misses[word][bit]);
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

    /// Makes a block of the next rows that no chosen candidate hits, and says how many they are; `None` if there are none.
    fn add_block<const W: usize>(
        &mut self,
        path: Path,
        packing: &Packing<W>,
        rows: &[Bits<W>],
        chosen: &[usize],
    ) -> Option<usize> {
        let mut block = Vec::new();
        self.seen += path.run(Missed { rows: &rows[self.seen..], hitting: chosen, limit: WIDTH, missed: &mut block });
        if block.is_empty() {
            return None;
        }
        path.run(Pack { packing, rows: &block, packed: &mut self.packed });
        path.run(Misses { packed: &self.packed, misses: &mut self.misses });
        Some(block.len())
    }
}

/// Turns packed rows into the rows that each place misses, and adds them.
struct Misses<'b> {
    packed: &'b [[u64; BLOCK]],
    misses: &'b mut Vec<[u64; BLOCK]>,
}

impl Kernel for Misses<'_> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        for packed in self.packed {
            let mut misses = *packed;
            turn_into_misses(&mut misses);
            self.misses.push(misses);
        }
    }
}
