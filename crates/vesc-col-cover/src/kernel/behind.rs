//! Rows behind the window that have tables, too.

use crate::bits::transpose::{BLOCK, turn_into_misses};
use crate::bits::words::Bits;
use crate::kernel::index_map::{IndexMap, Pack, WIDTH};
use crate::kernel::rows::Missed;
use crate::simd::dispatch::{Kernel, SimdLevel};
use crate::simd::lanes::Lanes;

/// Room for them, kept from one window to the next.
#[derive(Debug, Default)]
pub(crate) struct Behind {
    /// The rows of the latest block, and ...
    block: Vec<[u64; BLOCK]>,
    /// ... of all.
    packed: Vec<[u64; BLOCK]>,
    misses: Vec<[u64; BLOCK]>,
}

/// Blocks of 60 rows, one after the other, each with a word for each row, or place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks<'b> {
    /// How many rows they have: as many as there is room for in each but the last.
    pub(crate) rows: usize,
    pub(crate) packed: &'b [[u64; BLOCK]],
    /// For each place the rows that it misses.
    pub(crate) misses: &'b [[u64; BLOCK]],
}

impl Behind {
    /// Makes up to so many blocks of those of the rows that no chosen candidate hits.
    pub(crate) fn fill<const W: usize>(
        &mut self,
        level: SimdLevel,
        index_map: &IndexMap<W>,
        rows: &[Bits<W>],
        chosen: &[usize],
        blocks: usize,
    ) -> Blocks<'_> {
        let (mut missed, limit) = (Vec::new(), blocks * WIDTH);
        if limit > 0 {
            level.run(Missed { rows, hitting: chosen, limit, missed: &mut missed });
        }
        self.packed.clear();
        self.misses.clear();
        for rows in missed.chunks(WIDTH) {
            level.run(Pack { index_map, rows, packed: &mut self.block });
            level.run(Misses { packed: &self.block, misses: &mut self.misses });
            self.packed.extend_from_slice(&self.block);
        }
        Blocks { rows: missed.len(), packed: &self.packed, misses: &self.misses }
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
