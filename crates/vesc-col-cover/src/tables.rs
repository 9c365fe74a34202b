//! Which places hit all rows of a subset? Looked up for sixteen places at once.

use std::ops::Range;

use crate::behind::Block;
use crate::bits::Bits;
use crate::lanes::{Lanes, Line};
use crate::packing::{BLOCK, CHUNK};
use crate::window::Window;

/// Rows are combined in groups of so many: a vector has the table of a group, for sixteen places.
const GROUP: usize = 5;
/// A lane has three groups, and the full row.
const GROUPS_OF_CHUNK: usize = CHUNK / GROUP;
/// A window has so many chunks.
pub(crate) const CHUNKS_OF_WINDOW: usize = 4;
/// Chunks that are looked at, of the window and of the block behind it.
pub(crate) const MOST_CHUNKS: usize = 6;
/// Lanes of a vector.
pub(crate) const LANES: usize = 32;
/// Places of a line.
pub(crate) const PLACES: usize = 16;
/// So many rows may have tables.
pub(crate) const MOST_ROWS: usize = MOST_CHUNKS * (CHUNK - 1);
/// Tables leave about so many last places for a pair, at most.
const LEFT: f64 = 0.003;

/// For groups of five rows and sixteen places: which of the places hit all rows of each subset of the group?
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// For sixteen places, group after group.
    lines: Vec<Line>,
    saved: Vec<Line>,
    /// How many chunks of rows have tables.
    chunks: usize,
    /// The rows of the block behind the window, if it has tables, ...
    behind: Vec<[u64; BLOCK]>,
    /// ... and for each place those that it misses.
    misses_behind: Vec<[u64; BLOCK]>,
}

/// For each row of a group the subsets that it is not in.
const ABSENT: [Line; GROUP] = {
    let mut absent = [Line([0; LANES]); GROUP];
    let mut at = 0;
    while at < GROUP * LANES {
        let (row, subset) = (at / LANES, at % LANES);
        absent[row].0[subset] = if subset >> row & 1 == 1 { 0 } else { !0 };
        at += 1;
    }
    absent
};

/// Whether tables of the tightest of these rows leave next to nothing, with so many literals to go.
pub(crate) fn leave_little<const W: usize>(rows: &[Bits<W>], candidates: &Bits<W>, size: i32) -> bool {
    let chunks = (rows.len() / CHUNK).min(MOST_CHUNKS);
    let places = f64::from(candidates.len());
    let mut left = places;
    for row in rows.iter().step_by(rows.len() / chunks.max(1)).take(chunks) {
        left *= kept(f64::from(row.common(candidates)) / places, size);
    }
    left < LEFT
}

/// The share of the last places that hit all rows of a chunk which those before miss, were places independent: each hits
/// such a share of the rows.
fn kept(hits: f64, size: i32) -> f64 {
    (1.0 - (1.0 - hits).powi(size)).powi((CHUNK - 1) as i32)
}

impl Tables {
    /// How many chunks of rows had better have tables, if so many places are to be chosen.
    pub(crate) fn worthwhile(&self, window: &Window, members: &[u64], size: i32) -> usize {
        let places: u32 = members.iter().map(|word| word.count_ones()).sum();
        let mut left = f64::from(places);
        let mut share = 1.0;
        let mut chunks = 0;
        while chunks < MOST_CHUNKS && (chunks < 2 || left > LEFT) {
            if chunks < CHUNKS_OF_WINDOW {
                let row = CHUNK * chunks + CHUNK / 2;
                let hits = members.iter().enumerate().map(|(word, &open)| (window.row(row, word) & open).count_ones());
                share = kept(f64::from(hits.sum::<u32>()) / f64::from(places), size);
            }
            left *= share;
            chunks += 1;
        }
        chunks
    }

    /// Has as many chunks of rows looked at as are wanted, if there are so many. Of the block behind the window, if there is
    /// one, are given the rows, and for each place those that it misses.
    pub(crate) fn choose(&mut self, window: &Window, behind: Option<Block<'_>>, wanted: usize) {
        self.behind.clear();
        self.misses_behind.clear();
        let mut there = window.rows().div_ceil(CHUNK);
        if let Some(block) = behind {
            self.behind.extend_from_slice(block.packed);
            self.misses_behind.extend_from_slice(block.misses);
            there = CHUNKS_OF_WINDOW + block.rows.div_ceil(CHUNK - 1);
        }
        self.chunks = wanted.min(there);
    }

    pub(crate) fn chunks(&self) -> usize {
        self.chunks
    }

    pub(crate) fn misses_behind(&self) -> &[[u64; BLOCK]] {
        &self.misses_behind
    }

    /// Makes the tables of the chosen chunks.
    #[inline(always)]
    pub(crate) fn fill<L: Lanes>(&mut self, lanes: L, packed: &[[u64; BLOCK]], members: &[u64]) {
        self.lines.resize(self.chunks * GROUPS_OF_CHUNK * 4 * packed.len(), Line([0; LANES]));
        let mut lines = self.lines.iter_mut();
        for part in 0..4 * packed.len() {
            // Only the first group needs to know which places there are.
            let mut start = lanes.splat_lane((members[part / 4] >> (16 * (part % 4))) as u16);
            for chunk in 0..self.chunks {
                let rows = if chunk < CHUNKS_OF_WINDOW { packed } else { &self.behind };
                let rows = &rows[part / 4][CHUNK * (chunk % CHUNKS_OF_WINDOW)..][..CHUNK];
                for group in rows.chunks_exact(GROUP) {
                    let mut product = std::mem::replace(&mut start, lanes.splat(!0));
                    for (row, absent) in group.iter().zip(&ABSENT) {
                        let row = lanes.splat_lane((row >> (16 * (part % 4))) as u16);
                        product = lanes.and(product, lanes.or(row, lanes.load_lanes(&absent.0, 0)));
                    }
                    if let Some(line) = lines.next() {
                        lanes.store_lanes(product, &mut line.0, 0);
                    }
                }
            }
        }
    }

    /// Takes a place out of the tables, and gives the line that it has changed.
    #[inline(always)]
    pub(crate) fn bar(&mut self, place: [usize; 2]) -> Line {
        let line = self.line(place);
        let before = *line;
        let bit = 1 << (place[1] % 16);
        line.0.iter_mut().for_each(|places| *places &= !bit);
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
        self.saved.extend(self.lines.iter().step_by(self.chunks * GROUPS_OF_CHUNK));
    }

    /// ... and puts them back.
    #[inline(always)]
    pub(crate) fn restore(&mut self) {
        let lines = self.lines.iter_mut().step_by(self.chunks * GROUPS_OF_CHUNK);
        lines.zip(&self.saved).for_each(|(line, saved)| *line = *saved);
    }

    /// The first line of sixteen places.
    #[inline(always)]
    fn line(&mut self, [word, bit]: [usize; 2]) -> &mut Line {
        &mut self.lines[(4 * word + bit / 16) * self.chunks * GROUPS_OF_CHUNK]
    }

    /// The lanes in which some place of these lines hits all missed rows, but for the barred places of each lane.
    #[inline(always)]
    pub(crate) fn hit<L: Lanes, const CHUNKS: usize, const BARS: bool>(
        &self,
        lanes: L,
        missed: &[L::Vector; CHUNKS],
        barred: &[Line],
        ranges: &[Range<usize>],
    ) -> u32 {
        let index = indices(lanes, missed);
        let mut any = lanes.splat(0);
        for range in ranges {
            let lines = &self.lines[range.start * CHUNKS * GROUPS_OF_CHUNK..range.end * CHUNKS * GROUPS_OF_CHUNK];
            for (part, lines) in range.clone().zip(lines.chunks_exact(CHUNKS * GROUPS_OF_CHUNK)) {
                let mut left = look_up(lanes, lines, &index);
                if BARS {
                    left = lanes.and_not(left, lanes.load_lanes(&barred[part].0, 0));
                }
                any = lanes.or(any, left);
            }
        }
        lanes.full_lanes(any)
    }

    /// Adds how many places hit all missed rows, but for the barred places of each lane, in all valid lanes.
    #[inline(always)]
    pub(crate) fn count<L: Lanes, const CHUNKS: usize>(
        &self,
        lanes: L,
        missed: &[L::Vector; CHUNKS],
        barred: &[Line],
        valid: L::Vector,
        mut sums: L::Vector,
    ) -> L::Vector {
        let index = indices(lanes, missed);
        for (lines, barred) in self.lines.chunks_exact(CHUNKS * GROUPS_OF_CHUNK).zip(barred) {
            let left = lanes.and_not(look_up(lanes, lines, &index), lanes.load_lanes(&barred.0, 0));
            sums = lanes.add_ones(sums, lanes.and(left, valid));
        }
        sums
    }
}

/// The subsets of each group.
#[inline(always)]
fn indices<L: Lanes, const CHUNKS: usize>(
    lanes: L,
    missed: &[L::Vector; CHUNKS],
) -> [[L::Vector; GROUPS_OF_CHUNK]; CHUNKS] {
    let mut index = [[lanes.splat(0); GROUPS_OF_CHUNK]; CHUNKS];
    for (index, &chunk) in index.iter_mut().zip(missed) {
        *index = [chunk, lanes.shifted::<5>(chunk), lanes.shifted::<10>(chunk)];
    }
    index
}

/// Which of sixteen places hit all rows of these subsets?
#[inline(always)]
fn look_up<L: Lanes, const CHUNKS: usize>(
    lanes: L,
    lines: &[Line],
    index: &[[L::Vector; GROUPS_OF_CHUNK]; CHUNKS],
) -> L::Vector {
    let mut left = lanes.splat(!0);
    for (lines, index) in lines.chunks_exact(GROUPS_OF_CHUNK).zip(index) {
        let one = lanes.lookup_lanes(&lines[0], index[0]);
        let two = lanes.lookup_lanes(&lines[1], index[1]);
        let three = lanes.lookup_lanes(&lines[2], index[2]);
        left = lanes.and(lanes.and(left, one), lanes.and(two, three));
    }
    left
}
