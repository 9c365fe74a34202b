//! The packed indices that hit a row, a lane each.

use std::ops::Range;

use crate::bits::words::BLOCK;
use crate::kernel::tables::{MOST_CHUNKS, Tables};
use crate::kernel::window::Window;
use crate::simd::{LANES, Lanes, Line, PLACES};

/// The number of rows that have a list of second literals, which is kept while the window lasts.
const KEPT_LISTS: usize = 8;

/// The lists of the first rows of a window, and one for all others.
#[derive(Debug, Default)]
pub(crate) struct PartnerLists {
    lists: Vec<List>,
    /// Which of the first rows have their list.
    listed: u64,
    current: usize,
    places: Places,
    /// The numbers of the packed indices of a list.
    numbers: Vec<u16>,
}

/// All packed indices of a window, by their numbers.
#[derive(Debug, Default)]
struct Places {
    /// The rows that they miss, in so many chunks.
    misses: [Vec<u16>; MOST_CHUNKS],
    chunks: usize,
    exclusions: Exclusions,
    /// Their complements, or themselves if they have none: a packed index never follows itself. Nothing, if there are none at all.
    complements: Vec<u16>,
    /// How many parts of sixteen packed indices there are.
    parts: usize,
}

/// The packed indices that hit a row, in steps of 32.
#[derive(Debug, Default)]
pub(crate) struct List {
    set: Vec<u64>,
    length: usize,
    numbers: Vec<Line>,
    /// The rows that they miss, in chunks.
    misses: [Vec<Line>; MOST_CHUNKS],
    /// Which rows of the first chunk all packed indices of a step miss.
    common: Vec<u16>,
    /// Their complements, if these may not come last, ...
    complements: Vec<Line>,
    /// ... or all that may not come last in each lane: for each step and sixteen packed indices a line.
    excluded: Vec<Line>,
    parts: usize,
}

/// What may not come last, after a packed index of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Exclusions {
    /// Nothing is excluded in time: what is left is checked.
    #[default]
    None,
    /// Complements, which hit all rows together.
    Complements,
    /// These, and the packed indices of the list before it and itself: nothing is left to be looked at.
    All,
}

impl PartnerLists {
    /// Begins a window: there are no lists yet.
    #[inline(always)]
    pub(crate) fn begin<L: Lanes>(&mut self, lanes: L, window: &Window, tables: &Tables, exclusions: Exclusions) {
        self.lists.resize_with(KEPT_LISTS + 1, List::default);
        let words = window.words();
        self.numbers.resize(self.numbers.len().max(BLOCK * words + LANES), 0);
        let places = &mut self.places;
        (places.chunks, places.exclusions, places.parts) = (tables.chunks(), exclusions, tables.parts());
        let chunks = &mut places.misses[..places.chunks];
        chunks.iter_mut().for_each(|chunk| chunk.resize(BLOCK * words, 0));
        for (word, misses) in window.misses().iter().enumerate() {
            lanes.split(misses, chunks, BLOCK * word);
        }
        places.complements.clear();
        if exclusions != Exclusions::None && window.two_sided() {
            for place in 0..BLOCK * words {
                let of = window.complement(place / BLOCK, place % BLOCK);
                let bit = if of == 0 { place % BLOCK } else { of.trailing_zeros() as usize };
                places.complements.push((place / BLOCK * BLOCK + bit) as u16);
            }
        }
        self.forget();
    }

    /// Has all lists made anew.
    pub(crate) fn forget(&mut self) {
        self.listed = 0;
    }

    /// Makes the list of this row the current one. It has at least those that are open.
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
                lanes.numbers(set, (BLOCK * word) as u16, &mut self.numbers, list.length);
                list.length += set.count_ones() as usize;
            }
            // What stands behind the last one is no number.
            self.numbers[list.length..list.length.next_multiple_of(LANES)].fill(0);
            list.fill(lanes, &self.numbers, &self.places);
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

    /// A chunk of the rows that 32 packed indices miss.
    #[inline(always)]
    pub(crate) fn misses<L: Lanes>(&self, lanes: L, chunk: usize, start: usize) -> L::Vector {
        lanes.load_line(&self.misses[chunk][start / LANES])
    }

    /// Which rows of the first chunk all of 32 packed indices miss.
    #[inline(always)]
    pub(crate) fn common(&self, start: usize) -> u16 {
        self.common[start / LANES]
    }

    /// The numbers of the complements of 32 packed indices.
    #[inline(always)]
    pub(crate) fn complements<L: Lanes>(&self, lanes: L, start: usize) -> L::Vector {
        lanes.load_line(&self.complements[start / LANES])
    }

    /// What may not come last after 32 packed indices, a line for each sixteen packed indices.
    #[inline(always)]
    pub(crate) fn excluded(&self, start: usize) -> &[Line] {
        &self.excluded[start / LANES * self.parts..][..self.parts]
    }

    /// The number of the packed index in a lane.
    #[inline(always)]
    pub(crate) fn number<L: Lanes>(&self, lanes: L, start: usize, lane: u32) -> u16 {
        lanes.lane(&self.numbers[start / LANES], lane)
    }

    /// The packed indices of the list, of a part of sixteen, that do not come after the given one.
    #[inline(always)]
    pub(crate) fn up_to(&self, place: u16, part: usize) -> u16 {
        let listed = (self.set[part / 4] >> (PLACES * (part % 4))) as u16;
        let places = (i32::from(place) + 1 - (PLACES * part) as i32).clamp(0, PLACES as i32);
        listed & ((1 << places) - 1) as u16
    }

    /// The lanes that have a packed index which is open.
    #[inline(always)]
    pub(crate) fn valid<L: Lanes>(&self, lanes: L, open: L::Vector, start: usize) -> u32 {
        let valid = lanes.members(open, lanes.load_line(&self.numbers[start / LANES]));
        if self.length - start < LANES { valid & ((1 << (self.length - start)) - 1) } else { valid }
    }

    /// Takes what it needs of the packed indices with these numbers.
    #[inline(always)]
    fn fill<L: Lanes>(&mut self, lanes: L, numbers: &[u16], places: &Places) {
        // What is there already is overwritten.
        let steps = self.length.div_ceil(LANES);
        grow(&mut self.numbers, steps);
        self.misses[..places.chunks].iter_mut().for_each(|misses| grow(misses, steps));
        match places.exclusions {
            Exclusions::None => self.common.resize(steps, 0),
            Exclusions::Complements => grow(&mut self.complements, steps),
            Exclusions::All => {
                grow(&mut self.excluded, steps * places.parts);
                self.parts = places.parts;
            }
        }
        for step in 0..steps {
            let of_step = lanes.load_lanes(numbers, LANES * step);
            let numbers = &numbers[LANES * step..self.length.min(LANES * (step + 1))];
            let words = usize::from(numbers[0]) / BLOCK..usize::from(numbers[numbers.len() - 1]) / BLOCK + 1;
            self.numbers[step] = lanes.store_line(of_step);
            for (list, misses) in self.misses.iter_mut().zip(&places.misses[..places.chunks]) {
                list[step] = lanes.store_line(lanes.pick(misses, words.clone(), of_step));
            }
            match places.exclusions {
                Exclusions::None => {
                    let nobody = lanes.ones(u32::MAX.checked_shl(numbers.len() as u32).unwrap_or(0));
                    self.common[step] = lanes.common(lanes.or(lanes.load_line(&self.misses[0][step]), nobody));
                }
                Exclusions::Complements => {
                    self.complements[step] = lanes.store_line(lanes.pick(&places.complements, words, of_step));
                }
                Exclusions::All => {
                    let excluded = &mut self.excluded[self.parts * step..][..self.parts];
                    exclude(lanes, of_step, words, places, &self.set, excluded);
                }
            }
        }
    }
}

/// The lines of a step that say what may not come last, after the packed indices of a set with these numbers.
#[inline(always)]
fn exclude<L: Lanes>(
    lanes: L,
    numbers: L::Vector,
    words: Range<usize>,
    places: &Places,
    set: &[u64],
    lines: &mut [Line],
) {
    let two_sided = !places.complements.is_empty();
    let complements = if two_sided { lanes.pick(&places.complements, words, numbers) } else { numbers };
    for (part, line) in lines.iter_mut().enumerate() {
        let first = (16 * part) as u16;
        let listed = (set[part / 4] >> (16 * (part % 4))) as u16;
        let mut excluded = lanes.and(lanes.places_up_to(numbers, first), lanes.splat_lane(listed));
        if two_sided {
            excluded = lanes.or(excluded, lanes.place(complements, first));
        }
        *line = lanes.store_line(excluded);
    }
}

/// Makes room for `length` lines.
fn grow(lines: &mut Vec<Line>, length: usize) {
    if lines.len() < length {
        lines.resize(length, Line([0; LANES]));
    }
}
