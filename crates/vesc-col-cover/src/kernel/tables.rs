//! Which places hit all rows of a subset? Looked up for sixteen places at once.

mod look_up;

use crate::bits::words::Bits;
use crate::kernel::behind::Blocks;
use crate::kernel::index_map::{BLOCK, CHUNK};
use crate::kernel::window::Window;
use crate::simd::lanes::{Lanes, Line};
pub(crate) use look_up::Pairs;

/// Rows are combined in groups of up to so many: a line has the table of a group, for sixteen places.
const MOST_OF_GROUP: usize = 5;
/// A window, or a block behind it, has so many chunks.
pub(crate) const CHUNKS_OF_BLOCK: usize = 4;
/// A window and so many blocks behind it may have tables.
pub(crate) const BLOCKS: usize = 3;
/// Chunks that have tables, at most.
pub(crate) const MOST_CHUNKS: usize = BLOCKS * CHUNKS_OF_BLOCK;
/// So many chunks are looked at for all pairs, at most. Where sets need only be counted, there may be more for the places that these
/// leave.
pub(crate) const MOST_AT_FIRST: usize = 6;
/// Lanes of a vector.
pub(crate) const LANES: usize = 32;
/// Places of a line.
pub(crate) const PLACES: usize = 16;
/// Tables leave about so many last places for a pair: so few that mostly nothing is left of 32 pairs.
const LEFT: f64 = 0.008;
/// With four literals to go and more places than that, rows that have no tables do not count.
const FEW_PLACES: u32 = 96;

/// Chunks of rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chunks {
    /// How many are looked at for all pairs, ...
    pub(crate) first: usize,
    /// ... and how many have tables.
    pub(crate) all: usize,
}

impl Chunks {
    /// Those of all rows, with so many literals to go.
    pub(crate) fn of_all_rows(size: usize) -> Chunks {
        Chunks { first: MOST_AT_FIRST, all: most_chunks(size) }
    }
}

/// For groups of rows and sixteen places: which of the places hit all rows of each subset of the group?
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// For sixteen places, group after group.
    lines: Vec<Line>,
    saved: Vec<Line>,
    /// What each chunk was estimated to leave.
    kept: Vec<f64>,
    chunks: Chunks,
    parts: usize,
    /// How many lines each part of sixteen places has: one for each group of rows.
    lines_of_part: usize,
    /// The rows of the blocks behind the window that have tables, block after block, ...
    behind: Vec<[u64; BLOCK]>,
    /// ... and for each place those that it misses.
    misses_behind: Vec<[u64; BLOCK]>,
}

/// For each row of a group the subsets that it is not in; those of a smaller group come again and again.
const ABSENT: [[u16; LANES]; MOST_OF_GROUP] = {
    let mut absent = [[0; LANES]; MOST_OF_GROUP];
    let mut at = 0;
    while at < MOST_OF_GROUP * LANES {
        let (row, subset) = (at / LANES, at % LANES);
        absent[row][subset] = if subset >> row & 1 == 1 { 0 } else { !0 };
        at += 1;
    }
    absent
};

/// How many chunks may have tables, with so many literals to go. With three the rows beyond are asked about so few pairs that
/// tables of them cost more.
fn most_chunks(size: usize) -> usize {
    if size == 3 { MOST_AT_FIRST } else { MOST_CHUNKS }
}

/// How many rows may have tables, with so many literals to go.
pub(crate) fn most_rows(size: usize) -> usize {
    most_chunks(size) * (CHUNK - 1)
}

/// Whether tables of the tightest of these rows leave next to nothing, with four literals to go, if rows rule out as if they were
/// `worth` times as many.
pub(crate) fn leave_little<const W: usize>(rows: &[Bits<W>], candidates: &Bits<W>, worth: f64) -> bool {
    // Half of the rows are hit by the first literal. Of few places the rows without tables refute what is left; of many it is too much.
    let most = if candidates.len() <= FEW_PLACES { MOST_CHUNKS } else { MOST_AT_FIRST };
    let chunks = (rows.len() / CHUNK).min(most);
    let places = f64::from(candidates.len());
    let mut left = places.ln();
    for row in rows.iter().step_by(rows.len() / chunks.max(1)).take(chunks) {
        left += worth * kept(f64::from(row.common(candidates)) / places, 4);
    }
    left < LEFT.ln()
}

/// The share of all sets that hit all rows of a chunk, were places independent, as a logarithm: each place hits such a share of the
/// rows.
fn kept(hits: f64, size: usize) -> f64 {
    (1.0 - (1.0 - hits).powi(size as i32)).ln() * (CHUNK - 1) as f64
}

impl Tables {
    /// How many chunks of rows had better have tables, if so many places are to be chosen. Rows rule out as if they were `worth` times
    /// as many.
    pub(crate) fn worthwhile(&mut self, window: &Window, members: &[u64], size: usize, worth: f64) -> Chunks {
        let places: u32 = members.iter().map(|word| word.count_ones()).sum();
        let mut left = f64::from(places).ln();
        self.kept.clear();
        while self.kept.len() < MOST_AT_FIRST && left > LEFT.ln() {
            let chunk = self.kept.len().min(CHUNKS_OF_BLOCK - 1);
            let row = CHUNK * chunk + CHUNK / 2;
            let hits = members.iter().enumerate().map(|(word, &open)| (window.row(row, word) & open).count_ones());
            let kept = kept(f64::from(hits.sum::<u32>()) / f64::from(places), size);
            self.kept.push(kept);
            left += worth * kept;
        }
        Chunks { first: self.kept.len(), all: self.kept.len() }
    }

    /// The share of all sets that the first chunks leave, were places independent, as a logarithm; after
    /// [`worthwhile`](Tables::worthwhile) has said how many these had better be.
    pub(crate) fn estimate(&self) -> f64 {
        self.kept[..self.chunks.first].iter().sum()
    }

    /// Has as many chunks of rows looked at as are wanted, if there are so many in the window and the blocks behind it, for so
    /// many parts of sixteen places.
    pub(crate) fn choose(&mut self, window: &Window, behind: Blocks<'_>, wanted: Chunks, parts: usize) {
        let there = window.rows().div_ceil(CHUNK) + behind.rows.div_ceil(CHUNK - 1);
        self.chunks = Chunks { first: wanted.first.min(there), all: wanted.all.min(there) };
        self.parts = parts;
        self.behind.clear();
        self.behind.extend_from_slice(behind.packed);
        self.misses_behind.clear();
        self.misses_behind.extend_from_slice(behind.misses);
    }

    pub(crate) fn chunks(&self) -> Chunks {
        self.chunks
    }

    /// How many parts of sixteen places there are.
    pub(crate) fn parts(&self) -> usize {
        self.parts
    }

    /// For each place the rows that it misses of the blocks behind the window that have tables, block after block.
    pub(crate) fn misses_behind(&self) -> &[[u64; BLOCK]] {
        &self.misses_behind
    }

    /// Makes the tables of the chosen chunks.
    #[inline(always)]
    pub(crate) fn fill<L: Lanes>(&mut self, lanes: L, packed: &[[u64; BLOCK]], members: &[u64]) {
        self.lines_of_part = L::GROUPS * self.chunks.all;
        self.lines.resize(self.parts * self.lines_of_part, Line([0; LANES]));
        let mut lines = self.lines.iter_mut();
        for part in 0..self.parts {
            // Only the first group needs to know which places there are.
            let mut start = lanes.splat_lane((members[part / 4] >> (16 * (part % 4))) as u16);
            for chunk in 0..self.chunks.all {
                let (block, at) = (chunk / CHUNKS_OF_BLOCK, chunk % CHUNKS_OF_BLOCK);
                let rows = if block == 0 { packed } else { &self.behind[packed.len() * (block - 1)..] };
                let rows = &rows[part / 4][CHUNK * at..][..CHUNK];
                for group in rows.chunks_exact(L::GROUP) {
                    let mut product = std::mem::replace(&mut start, lanes.splat(!0));
                    for (row, absent) in group.iter().zip(&ABSENT) {
                        let row = lanes.splat_lane((row >> (16 * (part % 4))) as u16);
                        product = lanes.and(product, lanes.or(row, lanes.load_lanes(absent, 0)));
                    }
                    if let Some(line) = lines.next() {
                        *line = lanes.store_line(product);
                    }
                }
            }
        }
    }

    /// Takes a place out of the tables, and gives the line that it has changed.
    #[inline(always)]
    pub(crate) fn bar<L: Lanes>(&mut self, lanes: L, place: [usize; 2]) -> Line {
        let line = self.line(place);
        let before = *line;
        let bit = lanes.splat_lane(1 << (place[1] % PLACES));
        *line = lanes.store_line(lanes.and_not(lanes.load_line(&before), bit));
        before
    }

    #[inline(always)]
    pub(crate) fn put_back(&mut self, place: [usize; 2], line: Line) {
        *self.line(place) = line;
    }

    /// Notes all lines that places may be taken out of, ...
    #[inline(always)]
    pub(crate) fn save(&mut self) {
        self.saved.clear();
        self.saved.extend(self.lines.iter().step_by(self.lines_of_part));
    }

    /// ... and puts them back.
    #[inline(always)]
    pub(crate) fn restore(&mut self) {
        let lines = self.lines.iter_mut().step_by(self.lines_of_part);
        lines.zip(&self.saved).for_each(|(line, saved)| *line = *saved);
    }

    /// The first line of sixteen places.
    #[inline(always)]
    fn line(&mut self, [word, bit]: [usize; 2]) -> &mut Line {
        let first = (4 * word + bit / PLACES) * self.lines_of_part;
        &mut self.lines[first]
    }
}
