//! Partner lists: for a row of the window the packed indices that hit it, 32 to a vector.

use std::ops::Range;

use crate::bits::words::BLOCK;
use crate::kernel::tables::{MOST_CHUNKS, Tables};
use crate::kernel::window::Window;
use crate::simd::{CacheLine, LANES, Lanes, TILE};

/// The first rows of a window whose lists are kept while it lasts. Set, rows: few first literals hit all eight.
const KEPT_LISTS: usize = 8;

/// The partner lists of a window, made when they are asked for.
#[derive(Debug, Default)]
pub(crate) struct PartnerLists {
    lists: Vec<List>,
    /// Which of the first rows have their list.
    listed: u64,
    current: usize,
    indices: WindowIndices,
    /// The packed indices of the list that is being made.
    members: Vec<u16>,
}

/// What is known about each packed index of a window.
#[derive(Debug, Default)]
struct WindowIndices {
    /// For each chunk of rows, and each packed index, the rows that it misses.
    misses: [Vec<u16>; MOST_CHUNKS],
    /// How many chunks are in use.
    chunks: usize,
    exclusions: Exclusions,
    /// For each packed index its complement, or itself if it has none: no set has an index twice. Empty if no index has
    /// one.
    complements: Vec<u16>,
    /// How many tiles of sixteen packed indices there are.
    tiles: usize,
}

/// The partner list of one row, in steps of 32 packed indices.
#[derive(Debug, Default)]
pub(crate) struct List {
    /// The members as a set, word by word.
    set: Vec<u64>,
    length: usize,
    /// For each step the members.
    members: Vec<CacheLine>,
    /// For each chunk of rows, and each step, the rows that the members miss.
    misses: [Vec<CacheLine>; MOST_CHUNKS],
    /// For each step the rows of the first chunk that all its members miss. Only with [`Exclusions::None`].
    missed_by_all: Vec<u16>,
    /// For each step the complements of its members. Only with [`Exclusions::Complements`].
    complements: Vec<CacheLine>,
    /// For each step and tile the indices that may not come last, in the lane of each member. Only with
    /// [`Exclusions::All`].
    excluded: Vec<CacheLine>,
    tiles: usize,
}

/// The last indices that are excluded before the look-up, for each second index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Exclusions {
    /// None: survivors are checked.
    #[default]
    None,
    /// The complement of the second index, as both hit all rows together.
    Complements,
    /// Its complement, itself and the list's members before it: no survivor needs a check.
    All,
}

impl PartnerLists {
    /// Begins a window without lists.
    #[inline(always)]
    pub(crate) fn begin<L: Lanes>(&mut self, lanes: L, window: &Window, tables: &Tables, exclusions: Exclusions) {
        self.lists.resize_with(KEPT_LISTS + 1, List::default);
        let words = window.words();
        self.members.resize(self.members.len().max(BLOCK * words + LANES), 0);
        let indices = &mut self.indices;
        (indices.chunks, indices.exclusions, indices.tiles) = (tables.chunks(), exclusions, tables.tiles());
        let chunks = &mut indices.misses[..indices.chunks];
        chunks.iter_mut().for_each(|chunk| chunk.resize(BLOCK * words, 0));
        for (word, misses) in window.misses().iter().enumerate() {
            lanes.split(misses, chunks, BLOCK * word);
        }
        indices.complements.clear();
        if exclusions != Exclusions::None && window.two_sided() {
            for index in 0..BLOCK * words {
                let complement = window.complement(index / BLOCK, index % BLOCK);
                let bit = if complement == 0 { index % BLOCK } else { complement.trailing_zeros() as usize };
                indices.complements.push((index / BLOCK * BLOCK + bit) as u16);
            }
        }
        self.forget();
    }

    /// Forgets all lists, so that they are made anew.
    pub(crate) fn forget(&mut self) {
        self.listed = 0;
    }

    /// Makes the list of a row the current one. It has all open indices that hit the row, and may have others.
    #[inline(always)]
    pub(crate) fn prepare<L: Lanes>(&mut self, lanes: L, window: &Window, row: usize, open: &[u64]) {
        let at = row.min(KEPT_LISTS);
        self.current = at;
        if at == KEPT_LISTS || self.listed >> at & 1 == 0 {
            self.listed |= 1 << at;
            let list = &mut self.lists[at];
            list.set.clear();
            list.set.extend((0..window.words()).zip(open).map(|(word, open)| window.row(row, word) & open));
            list.length = 0;
            for (word, &set) in list.set.iter().enumerate() {
                lanes.compress(set, (BLOCK * word) as u16, &mut self.members, list.length);
                list.length += set.count_ones() as usize;
            }
            // Behind the last member are old numbers.
            self.members[list.length..list.length.next_multiple_of(LANES)].fill(0);
            list.fill(lanes, &self.members, &self.indices);
        }
    }

    #[inline(always)]
    pub(crate) fn current(&self) -> &List {
        &self.lists[self.current]
    }
}

impl List {
    #[inline(always)]
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// The rows of a chunk that 32 members miss, from position `start` on.
    #[inline(always)]
    pub(crate) fn misses<L: Lanes>(&self, lanes: L, chunk: usize, start: usize) -> L::Vector {
        lanes.load_line(&self.misses[chunk][start / LANES])
    }

    /// The rows of the first chunk that all of 32 members miss.
    #[inline(always)]
    pub(crate) fn missed_by_all(&self, start: usize) -> u16 {
        self.missed_by_all[start / LANES]
    }

    /// The complements of 32 members.
    #[inline(always)]
    pub(crate) fn complements<L: Lanes>(&self, lanes: L, start: usize) -> L::Vector {
        lanes.load_line(&self.complements[start / LANES])
    }

    /// The indices that may not come last after 32 members, tile by tile.
    #[inline(always)]
    pub(crate) fn excluded(&self, start: usize) -> &[CacheLine] {
        &self.excluded[start / LANES * self.tiles..][..self.tiles]
    }

    /// The member in a lane.
    #[inline(always)]
    pub(crate) fn member<L: Lanes>(&self, lanes: L, start: usize, lane: u32) -> u16 {
        lanes.lane(&self.members[start / LANES], lane)
    }

    /// The members in a tile, up to and including the given index.
    #[inline(always)]
    pub(crate) fn up_to(&self, index: u16, tile: usize) -> u16 {
        let listed = (self.set[tile / 4] >> (TILE * (tile % 4))) as u16;
        let bits = (i32::from(index) + 1 - (TILE * tile) as i32).clamp(0, TILE as i32);
        listed & ((1 << bits) - 1) as u16
    }

    /// A mask of the lanes whose member is open.
    #[inline(always)]
    pub(crate) fn open_lanes<L: Lanes>(&self, lanes: L, open: L::Vector, start: usize) -> u32 {
        let found = lanes.members(open, lanes.load_line(&self.members[start / LANES]));
        if self.length - start < LANES { found & ((1 << (self.length - start)) - 1) } else { found }
    }

    /// Copies what the sweep needs to know about each member.
    #[inline(always)]
    fn fill<L: Lanes>(&mut self, lanes: L, members: &[u16], indices: &WindowIndices) {
        // What is there already is overwritten.
        let steps = self.length.div_ceil(LANES);
        grow(&mut self.members, steps);
        self.misses[..indices.chunks].iter_mut().for_each(|misses| grow(misses, steps));
        match indices.exclusions {
            Exclusions::None => self.missed_by_all.resize(steps, 0),
            Exclusions::Complements => grow(&mut self.complements, steps),
            Exclusions::All => {
                grow(&mut self.excluded, steps * indices.tiles);
                self.tiles = indices.tiles;
            }
        }
        for step in 0..steps {
            let of_step = lanes.load_lanes(members, LANES * step);
            let members = &members[LANES * step..self.length.min(LANES * (step + 1))];
            let words = usize::from(members[0]) / BLOCK..usize::from(members[members.len() - 1]) / BLOCK + 1;
            self.members[step] = lanes.store_line(of_step);
            for (list, misses) in self.misses.iter_mut().zip(&indices.misses[..indices.chunks]) {
                list[step] = lanes.store_line(lanes.gather(misses, words.clone(), of_step));
            }
            match indices.exclusions {
                Exclusions::None => {
                    let unused = lanes.expand_mask(u32::MAX.checked_shl(members.len() as u32).unwrap_or(0));
                    self.missed_by_all[step] =
                        lanes.reduce_and(lanes.or(lanes.load_line(&self.misses[0][step]), unused));
                }
                Exclusions::Complements => {
                    self.complements[step] = lanes.store_line(lanes.gather(&indices.complements, words, of_step));
                }
                Exclusions::All => {
                    let excluded = &mut self.excluded[self.tiles * step..][..self.tiles];
                    exclude(lanes, of_step, words, indices, &self.set, excluded);
                }
            }
        }
    }
}

/// Fills `lines`, tile by tile, with the indices that may not come last after each of 32 members of the list `set`.
#[inline(always)]
fn exclude<L: Lanes>(
    lanes: L,
    members: L::Vector,
    words: Range<usize>,
    indices: &WindowIndices,
    set: &[u64],
    lines: &mut [CacheLine],
) {
    let two_sided = !indices.complements.is_empty();
    let complements = if two_sided { lanes.gather(&indices.complements, words, members) } else { members };
    for (tile, line) in lines.iter_mut().enumerate() {
        let first = (16 * tile) as u16;
        let listed = (set[tile / 4] >> (16 * (tile % 4))) as u16;
        let mut excluded = lanes.and(lanes.bits_up_to(members, first), lanes.splat_lane(listed));
        if two_sided {
            excluded = lanes.or(excluded, lanes.one_hot(complements, first));
        }
        *line = lanes.store_line(excluded);
    }
}

/// Makes room for `length` cache lines. Those that are there are kept.
fn grow(lines: &mut Vec<CacheLine>, length: usize) {
    if lines.len() < length {
        lines.resize(length, CacheLine([0; LANES]));
    }
}
