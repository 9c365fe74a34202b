//! Which packed indices hit all rows of a subset? Looked up for sixteen packed indices at once.

use std::ops::Range;

use crate::bits::words::{BLOCK, Bits};
use crate::kernel::index_map::CHUNK;
use crate::kernel::window::Window;
use crate::simd::{LANES, Lanes, Line, PLACES};

/// Rows of a group, at most: a line has the table of a group, for sixteen packed indices.
const MOST_OF_GROUP: usize = 5;
/// Chunks of rows of a window.
pub(crate) const MOST_CHUNKS: usize = 4;
/// Last packed indices that the tables leave for a pair, on average: few enough that of 32 pairs mostly none has one.
const LEFT: f64 = 0.008;

/// For groups of rows and sixteen packed indices: which of the packed indices hit all rows of each subset of the group?
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// For sixteen packed indices, group after group.
    lines: Vec<Line>,
    /// How many chunks of rows have tables.
    chunks: usize,
    parts: usize,
    /// How many lines each part of sixteen packed indices has: one for each group of rows.
    lines_of_part: usize,
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

/// The share of all sets that hit all rows of a chunk, were packed indices independent, as a logarithm: each packed index hits such a share of the
/// rows.
fn kept(hits: f64) -> f64 {
    (1.0 - (1.0 - hits).powi(3)).ln() * (CHUNK - 1) as f64
}

/// Returns the number of chunks of rows that pay for tables.
pub(crate) fn worthwhile(window: &Window, members: &[u64]) -> usize {
    let places: u32 = members.iter().map(|word| word.count_ones()).sum();
    let mut left = f64::from(places).ln();
    let mut wanted = 0;
    while wanted < MOST_CHUNKS && left > LEFT.ln() {
        let row = CHUNK * wanted + CHUNK / 2;
        let hits = members.iter().enumerate().map(|(word, &open)| (window.row(row, word) & open).count_ones());
        left += kept(f64::from(hits.sum::<u32>()) / f64::from(places));
        wanted += 1;
    }
    wanted
}

impl Tables {
    /// Chooses the `wanted` first chunks of rows, or all that the window has, over `parts` times sixteen packed indices.
    pub(crate) fn choose(&mut self, window: &Window, wanted: usize, parts: usize) {
        self.chunks = wanted.min(window.rows().div_ceil(CHUNK));
        self.parts = parts;
    }

    pub(crate) fn chunks(&self) -> usize {
        self.chunks
    }

    /// How many parts of sixteen packed indices there are.
    pub(crate) fn parts(&self) -> usize {
        self.parts
    }

    /// Makes the tables of the chosen chunks.
    #[inline(always)]
    pub(crate) fn fill<L: Lanes>(&mut self, lanes: L, packed: &[[u64; BLOCK]], members: &[u64]) {
        self.lines_of_part = L::GROUPS * self.chunks;
        self.lines.resize(self.parts * self.lines_of_part, Line([0; LANES]));
        let mut lines = self.lines.iter_mut();
        for part in 0..self.parts {
            // Only the first group needs to know which packed indices there are.
            let mut start = lanes.splat_lane((members[part / 4] >> (16 * (part % 4))) as u16);
            for chunk in 0..self.chunks {
                let rows = &packed[part / 4][CHUNK * chunk..][..CHUNK];
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

    /// Takes a packed index out of the tables, and gives the line that it has changed.
    #[inline(always)]
    pub(crate) fn remove<L: Lanes>(&mut self, lanes: L, place: [usize; 2]) -> Line {
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

    /// The first line of sixteen packed indices.
    #[inline(always)]
    fn line(&mut self, [word, bit]: [usize; 2]) -> &mut Line {
        let first = (4 * word + bit / PLACES) * self.lines_of_part;
        &mut self.lines[first]
    }
}

impl Tables {
    /// The pairs after which some packed index of these parts hits all missed rows of the first chunks, but for the complements if they are
    /// barred; `places` gets those that do, part by part.
    #[inline(always)]
    pub(crate) fn hit<L: Lanes, const BARS: bool>(
        &self,
        lanes: L,
        missed: &[L::Vector],
        complements: L::Vector,
        ranges: &[Range<usize>],
        places: &mut [Line],
    ) -> u32 {
        let subsets = subsets(lanes, missed);
        let subsets = &subsets[..missed.len()];
        let mut any = lanes.splat(0);
        for range in ranges {
            let step = self.lines_of_part;
            let lines = &self.lines[range.start * step..range.end * step];
            for (part, lines) in range.clone().zip(lines.chunks_exact(step)) {
                let mut left = look_up(lanes, lines, subsets);
                if BARS {
                    left = lanes.and_not(left, lanes.place(complements, (PLACES * part) as u16));
                }
                any = lanes.or(any, left);
                places[part] = lanes.store_line(left);
            }
        }
        lanes.full_lanes(any)
    }

    /// Adds how many packed indices hit all missed rows, but for the barred packed indices of each lane, in all valid lanes.
    #[inline(always)]
    pub(crate) fn count<L: Lanes>(
        &self,
        lanes: L,
        missed: &[L::Vector],
        barred: &[Line],
        valid: L::Vector,
        mut sums: L::Vector,
    ) -> L::Vector {
        let subsets = subsets(lanes, missed);
        let subsets = &subsets[..missed.len()];
        for (lines, barred) in self.lines.chunks_exact(self.lines_of_part).zip(barred) {
            let left = lanes.and_not(look_up(lanes, lines, subsets), lanes.load_line(barred));
            sums = lanes.add_ones(sums, lanes.and(left, valid));
        }
        sums
    }
}

/// The subsets of each group. (By a loop: what `map` calls would be compiled for the plain machine.)
#[inline(always)]
fn subsets<L: Lanes>(lanes: L, missed: &[L::Vector]) -> [L::Subsets; MOST_CHUNKS] {
    let mut subsets = [lanes.subsets(lanes.splat(0)); MOST_CHUNKS];
    for (subsets, &chunk) in subsets.iter_mut().zip(missed) {
        *subsets = lanes.subsets(chunk);
    }
    subsets
}

/// Which of sixteen packed indices hit all rows of these subsets of the first groups?
#[inline(always)]
fn look_up<L: Lanes>(lanes: L, lines: &[Line], subsets: &[L::Subsets]) -> L::Vector {
    let mut left = lanes.splat(!0);
    for (lines, &subsets) in lines[..subsets.len() * L::GROUPS].chunks_exact(L::GROUPS).zip(subsets) {
        left = lanes.and(left, lanes.look_up(lines, subsets));
    }
    left
}

/// The rows by which buckets are told apart: not the tightest one, which the first of the three literals hits.
const FIRST: usize = 1;
const ROWS: usize = 4;
/// As many as there are sets of these rows.
const BUCKETS: usize = 1 << ROWS;
/// Fewer words of packed indices are not worth it.
const LEAST_WORDS: usize = 5;

/// Which lines of the tables have packed indices of which buckets.
///
/// A last index must hit each row that both indices before it miss. Most pairs leave some of the first few rows open. So where there
/// are many indices, they are sorted into buckets by which of these rows they hit. Buckets that miss a row which all pairs of a step
/// leave open are passed by.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    /// For each set of these rows, the lines with packed indices that hit all of it.
    ranges: [Vec<Range<usize>>; BUCKETS],
    /// Whether packed indices are in the order of their buckets.
    sorted: bool,
}

impl Buckets {
    /// Keeps the packed indices, `lines` lines of them, in their order.
    pub(crate) fn leave(&mut self, lines: usize) {
        self.sorted = false;
        self.ranges[0].clear();
        self.ranges[0].push(0..lines);
    }

    /// Puts candidates into buckets, if that is worth it: the order in which they get their packed indices. No candidate's complement
    /// may be among them.
    pub(crate) fn sort<const W: usize>(
        &mut self,
        candidates: &Bits<W>,
        rows: &[Bits<W>],
    ) -> Option<[Bits<W>; BUCKETS]> {
        let rows = rows.get(FIRST..FIRST + ROWS)?;
        if (candidates.len() as usize) <= 64 * (LEAST_WORDS - 1) {
            return None;
        }
        let buckets = std::array::from_fn(|number| {
            let hits = |row: usize| bucket(number) >> row & 1 == 1;
            let side =
                |members: Bits<W>, (number, row)| if hits(number) { members.and(row) } else { members.and_not(row) };
            rows.iter().enumerate().fold(*candidates, side)
        });
        for (open, ranges) in self.ranges.iter_mut().enumerate() {
            ranges.clear();
            let mut first = 0;
            for (number, members) in buckets.iter().enumerate() {
                let places = first..first + members.len() as usize;
                first = places.end;
                if bucket(number) & open != open || places.is_empty() {
                    continue;
                }
                let lines = places.start / PLACES..places.end.div_ceil(PLACES);
                match ranges.last_mut() {
                    Some(before) if before.end >= lines.start => before.end = lines.end,
                    _ => ranges.push(lines),
                }
            }
        }
        self.sorted = true;
        Some(buckets)
    }

    /// The lines with packed indices that hit what these rows of the window, given as its first chunk, have of these.
    #[inline(always)]
    pub(crate) fn lines(&self, missed: u16) -> &[Range<usize>] {
        let open = if self.sorted { missed as usize >> FIRST & (BUCKETS - 1) } else { 0 };
        &self.ranges[open]
    }
}

/// The buckets in such an order that neighbours differ in one row: steps with pairs of two buckets still have most rows in
/// common.
fn bucket(number: usize) -> usize {
    number ^ number >> 1
}
