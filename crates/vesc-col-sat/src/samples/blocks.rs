//! Samples packed by feature.

use vesc_col_core::{Run, Samples, StopReason, transpose};

/// Samples in blocks of 64: a circuit is evaluated on a block at once.
#[derive(Debug)]
pub(crate) struct Blocks {
    features: usize,
    /// The samples in the order in which they are packed.
    order: Vec<u32>,
    /// For each block and feature a word. Bit `b` is the value in the block's sample `b`.
    words: Vec<u64>,
    /// For each block the samples without unknown cells.
    known: Vec<u64>,
    /// The samples with unknown cells.
    partial: Vec<u32>,
}

/// Bytes of a sample beside its cells: its places in `order` and `partial`, its distance, and whether it has clauses.
const BYTES_PER_SAMPLE: usize = 13;

/// How many blocks of 64 samples are packed or evaluated before the run's limits are checked again.
pub(super) const BLOCKS_PER_CHECK: usize = 256;

impl Blocks {
    /// Packs the samples in this order.
    pub(crate) fn new(samples: &Samples, features: usize, order: Vec<u32>, run: &Run) -> Result<Blocks, StopReason> {
        let count = order.len().div_ceil(64);
        let mut words = vec![0; count * features];
        let (mut known, mut partial) = (vec![0; count], Vec::new());
        for (block, members) in order.chunks(64).enumerate() {
            if block % BLOCKS_PER_CHECK == 0 {
                run.check()?;
            }
            for (lane, &index) in members.iter().enumerate() {
                match samples.unknown_cells(index as usize) {
                    0 => known[block] |= 1 << lane,
                    _ => partial.push(index),
                }
            }
            for (place, columns) in words[block * features..][..features].chunks_mut(64).enumerate() {
                let mut square = [0; 64];
                members.iter().zip(&mut square).for_each(|(&index, row)| *row = samples.words(index as usize)[place]);
                transpose(&mut square);
                columns.copy_from_slice(&square[..columns.len()]);
            }
        }
        Ok(Blocks { features, order, words, known, partial })
    }

    /// Returns the samples in the order in which they are packed: sample `b` of block `i` is number `64 i + b`.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Returns the number of blocks.
    pub(crate) fn count(&self) -> usize {
        self.known.len()
    }

    /// Returns a block's words, one for each feature.
    pub(crate) fn words(&self, block: usize) -> &[u64] {
        &self.words[block * self.features..][..self.features]
    }

    /// Returns which of a block's samples have no unknown cells.
    pub(crate) fn known(&self, block: usize) -> u64 {
        self.known[block]
    }

    /// Returns the samples with unknown cells.
    pub(crate) fn partial(&self) -> &[u32] {
        &self.partial
    }

    /// Returns the memory that these samples take, in bytes, while they are ordered and packed.
    pub(crate) fn bytes(samples: &Samples, features: usize) -> u64 {
        let blocks = samples.distinct().div_ceil(64);
        (8 * blocks * (features + 1) + BYTES_PER_SAMPLE * samples.distinct()) as u64
    }
}
