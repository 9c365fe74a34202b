//! Tables: for each tile of sixteen packed indices, which of them hit all rows of a subset?

use std::ops::Range;

use crate::bits::words::{BLOCK, Bits};
use crate::kernel::index_map::CHUNK;
use crate::kernel::window::Window;
use crate::simd::{CacheLine, LANES, Lanes, TILE};

/// Rows of a group, at most: a cache line has an entry for each subset of five rows.
const MAX_GROUP_ROWS: usize = 5;
/// Chunks of rows of a window, at most.
pub(crate) const MOST_CHUNKS: usize = 4;
/// Last indices that the tables may leave for a pair, on average. Set: of 32 pairs mostly none has one.
const SURVIVORS_PER_PAIR: f64 = 0.008;

/// For each tile of packed indices and group of rows a table: the indices that hit all rows of each subset of the
/// group.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// Tile by tile, and in each tile group by group.
    lines: Vec<CacheLine>,
    /// How many chunks of rows have tables.
    chunks: usize,
    tiles: usize,
    /// How many cache lines a tile has: one for each group of rows.
    lines_per_tile: usize,
}

/// For each row of a group the subsets without it. In the table of a smaller group the subsets repeat.
const ABSENT: [[u16; LANES]; MAX_GROUP_ROWS] = {
    let mut absent = [[0; LANES]; MAX_GROUP_ROWS];
    let mut at = 0;
    while at < MAX_GROUP_ROWS * LANES {
        let (row, subset) = (at / LANES, at % LANES);
        absent[row][subset] = if subset >> row & 1 == 1 { 0 } else { !0 };
        at += 1;
    }
    absent
};

/// The logarithm of the share of sets of three that hit all rows of a chunk, were indices independent.
///
/// `hits` is the share of the rows that an index hits.
fn log_survival(hits: f64) -> f64 {
    (1.0 - (1.0 - hits).powi(3)).ln() * (CHUNK - 1) as f64
}

/// Returns the number of chunks of rows that pay for tables.
pub(crate) fn chunks_worthwhile(window: &Window, members: &[u64]) -> usize {
    let indices: u32 = members.iter().map(|word| word.count_ones()).sum();
    let mut left = f64::from(indices).ln();
    let mut wanted = 0;
    while wanted < MOST_CHUNKS && left > SURVIVORS_PER_PAIR.ln() {
        let row = CHUNK * wanted + CHUNK / 2;
        let hits = members.iter().enumerate().map(|(word, &open)| (window.row(row, word) & open).count_ones());
        left += log_survival(f64::from(hits.sum::<u32>()) / f64::from(indices));
        wanted += 1;
    }
    wanted
}

impl Tables {
    /// Chooses the `wanted` first chunks of rows, or all that the window has, for `tiles` tiles of packed indices.
    pub(crate) fn choose(&mut self, window: &Window, wanted: usize, tiles: usize) {
        self.chunks = wanted.min(window.rows().div_ceil(CHUNK));
        self.tiles = tiles;
    }

    pub(crate) fn chunks(&self) -> usize {
        self.chunks
    }

    /// How many tiles of sixteen packed indices there are.
    pub(crate) fn tiles(&self) -> usize {
        self.tiles
    }

    /// Makes the tables of the chosen chunks.
    #[inline(always)]
    pub(crate) fn fill<L: Lanes>(&mut self, lanes: L, packed: &[[u64; BLOCK]], members: &[u64]) {
        self.lines_per_tile = L::GROUPS * self.chunks;
        self.lines.resize(self.tiles * self.lines_per_tile, CacheLine([0; LANES]));
        let mut lines = self.lines.iter_mut();
        for tile in 0..self.tiles {
            // The entries of the first group leave out the indices that are not members.
            let mut start = lanes.splat_lane((members[tile / 4] >> (16 * (tile % 4))) as u16);
            for chunk in 0..self.chunks {
                let rows = &packed[tile / 4][CHUNK * chunk..][..CHUNK];
                for group in rows.chunks_exact(L::GROUP) {
                    let mut product = std::mem::replace(&mut start, lanes.splat(!0));
                    for (row, absent) in group.iter().zip(&ABSENT) {
                        let row = lanes.splat_lane((row >> (16 * (tile % 4))) as u16);
                        product = lanes.and(product, lanes.or(row, lanes.load_lanes(absent, 0)));
                    }
                    if let Some(line) = lines.next() {
                        *line = lanes.store_line(product);
                    }
                }
            }
        }
    }

    /// Removes a packed index, given by word and bit. Returns the cache line as it was.
    #[inline(always)]
    pub(crate) fn remove<L: Lanes>(&mut self, lanes: L, index: [usize; 2]) -> CacheLine {
        let line = self.line(index);
        let before = *line;
        let bit = lanes.splat_lane(1 << (index[1] % TILE));
        *line = lanes.store_line(lanes.and_not(lanes.load_line(&before), bit));
        before
    }

    /// Undoes a removal.
    #[inline(always)]
    pub(crate) fn put_back(&mut self, index: [usize; 2], line: CacheLine) {
        *self.line(index) = line;
    }

    /// The first cache line of an index's tile.
    #[inline(always)]
    fn line(&mut self, [word, bit]: [usize; 2]) -> &mut CacheLine {
        let first = (4 * word + bit / TILE) * self.lines_per_tile;
        &mut self.lines[first]
    }

    /// Looks up which indices of some tiles hit all rows that 32 pairs miss. Fills `last` with them, tile by tile.
    ///
    /// Leaves out the complements if `EXCLUDE_COMPLEMENTS` is set. Returns a mask of the pairs that have a last index.
    #[inline(always)]
    pub(crate) fn hit<L: Lanes, const EXCLUDE_COMPLEMENTS: bool>(
        &self,
        lanes: L,
        missed: &[L::Vector],
        complements: L::Vector,
        tiles: &[Range<usize>],
        last: &mut [CacheLine],
    ) -> u32 {
        let subsets = subsets(lanes, missed);
        let subsets = &subsets[..missed.len()];
        let mut any = lanes.splat(0);
        for range in tiles {
            let step = self.lines_per_tile;
            let lines = &self.lines[range.start * step..range.end * step];
            for (tile, lines) in range.clone().zip(lines.chunks_exact(step)) {
                let mut left = look_up(lanes, lines, subsets);
                if EXCLUDE_COMPLEMENTS {
                    left = lanes.and_not(left, lanes.one_hot(complements, (TILE * tile) as u16));
                }
                any = lanes.or(any, left);
                last[tile] = lanes.store_line(left);
            }
        }
        lanes.nonzero_lanes(any)
    }

    /// Adds to `sums` how many indices hit all missed rows and are not excluded, in all lanes of the vector mask
    /// `valid`.
    #[inline(always)]
    pub(crate) fn count<L: Lanes>(
        &self,
        lanes: L,
        missed: &[L::Vector],
        excluded: &[CacheLine],
        valid: L::Vector,
        mut sums: L::Vector,
    ) -> L::Vector {
        let subsets = subsets(lanes, missed);
        let subsets = &subsets[..missed.len()];
        for (lines, excluded) in self.lines.chunks_exact(self.lines_per_tile).zip(excluded) {
            let left = lanes.and_not(look_up(lanes, lines, subsets), lanes.load_line(excluded));
            sums = lanes.add_popcounts(sums, lanes.and(left, valid));
        }
        sums
    }
}

/// The subsets of each chunk. By a loop, as what `map` calls would be compiled for the plain machine.
#[inline(always)]
fn subsets<L: Lanes>(lanes: L, missed: &[L::Vector]) -> [L::Subsets; MOST_CHUNKS] {
    let mut subsets = [lanes.subsets(lanes.splat(0)); MOST_CHUNKS];
    for (subsets, &chunk) in subsets.iter_mut().zip(missed) {
        *subsets = lanes.subsets(chunk);
    }
    subsets
}

/// The indices of one tile that hit all rows of the given subsets, a lane for each pair.
#[inline(always)]
fn look_up<L: Lanes>(lanes: L, lines: &[CacheLine], subsets: &[L::Subsets]) -> L::Vector {
    let mut left = lanes.splat(!0);
    for (lines, &subsets) in lines[..subsets.len() * L::GROUPS].chunks_exact(L::GROUPS).zip(subsets) {
        left = lanes.and(left, lanes.look_up(lines, subsets));
    }
    left
}

/// The first row that tells buckets apart. The row before it is the tightest, which the first of three literals hits.
const FIRST_BUCKET_ROW: usize = 1;
/// Rows that tell buckets apart. Set: with more, buckets would be smaller than a tile.
const BUCKET_ROWS: usize = 4;
/// Buckets: one for each subset of their rows.
const BUCKET_COUNT: usize = 1 << BUCKET_ROWS;
/// Words of packed indices from which on they are sorted into buckets. Set: fewer have less than a tile for each
/// bucket.
const MIN_BUCKET_WORDS: usize = 5;

/// The tiles that have packed indices of each bucket.
///
/// A last index must hit each row that both indices before it miss. Most pairs miss some of the first few rows. So
/// where there are many indices, they are sorted into buckets by which of these rows they hit. A bucket is skipped if
/// it misses a row that all pairs of a step miss.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    /// For each set of these rows, the tiles with packed indices that hit all of it.
    tiles: [Vec<Range<usize>>; BUCKET_COUNT],
    /// Whether packed indices are in the order of their buckets.
    sorted: bool,
}

impl Buckets {
    /// Makes no buckets: every step looks up all `tiles` tiles.
    pub(crate) fn use_all(&mut self, tiles: usize) {
        self.sorted = false;
        self.tiles[0].clear();
        self.tiles[0].push(0..tiles);
    }

    /// Sorts candidates into buckets, in the order in which they get packed indices; `None` if they are too few.
    ///
    /// No candidate's complement may be among them.
    pub(crate) fn sort<const W: usize>(
        &mut self,
        candidates: &Bits<W>,
        rows: &[Bits<W>],
    ) -> Option<[Bits<W>; BUCKET_COUNT]> {
        let rows = rows.get(FIRST_BUCKET_ROW..FIRST_BUCKET_ROW + BUCKET_ROWS)?;
        if (candidates.len() as usize) <= 64 * (MIN_BUCKET_WORDS - 1) {
            return None;
        }
        let buckets = std::array::from_fn(|number| {
            let hits = |row: usize| bucket(number) >> row & 1 == 1;
            let side =
                |members: Bits<W>, (number, row)| if hits(number) { members.and(row) } else { members.and_not(row) };
            rows.iter().enumerate().fold(*candidates, side)
        });
        for (missed, ranges) in self.tiles.iter_mut().enumerate() {
            ranges.clear();
            let mut first = 0;
            for (number, members) in buckets.iter().enumerate() {
                let indices = first..first + members.len() as usize;
                first = indices.end;
                if bucket(number) & missed != missed || indices.is_empty() {
                    continue;
                }
                let tiles = indices.start / TILE..indices.end.div_ceil(TILE);
                match ranges.last_mut() {
                    Some(before) if before.end >= tiles.start => before.end = tiles.end,
                    _ => ranges.push(tiles),
                }
            }
        }
        self.sorted = true;
        Some(buckets)
    }

    /// Returns the tiles of the buckets that hit all of `missed`, as far as buckets tell. `missed` are rows of the
    /// first chunk.
    #[inline(always)]
    pub(crate) fn tiles(&self, missed: u16) -> &[Range<usize>] {
        let missed = if self.sorted { missed as usize >> FIRST_BUCKET_ROW & (BUCKET_COUNT - 1) } else { 0 };
        &self.tiles[missed]
    }
}

/// The rows that a bucket hits, by its number in Gray code: neighbours differ in one row.
///
/// So a step with pairs of two buckets still has most missed rows in common.
fn bucket(number: usize) -> usize {
    number ^ number >> 1
}
