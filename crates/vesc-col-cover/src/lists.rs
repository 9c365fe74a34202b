//! The places that hit a row, a lane each.

use crate::lanes::{Lanes, Line};
use crate::packing::BLOCK;
use crate::tables::{CHUNKS_OF_BLOCK, LANES, MOST_CHUNKS, Tables};
use crate::window::Window;

/// So many rows have a list of second literals that is kept while the window lasts.
pub(crate) const KEPT: usize = 8;

/// Lists of the first rows of a window, and one for all others.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    lists: Vec<List>,
    /// Which of the first rows have their list.
    listed: u64,
    current: usize,
    /// For each place the place of its complement, or if it has none its own: it never follows itself.
    complements: Vec<[u64; BLOCK]>,
    /// For each place its number.
    numbers: Vec<[u64; BLOCK]>,
}

#[derive(Debug, Default)]
pub(crate) struct List {
    set: Vec<u64>,
    length: usize,
    /// The rows that they miss, in chunks.
    misses: [Vec<u16>; MOST_CHUNKS],
    /// Which rows of the first chunk all of 32 places miss, where nothing is barred.
    common: Vec<u16>,
    numbers: Vec<u16>,
    complements: Vec<u16>,
    /// What may not come last in each lane: for 32 lanes and sixteen places a line.
    barred: Vec<Line>,
    parts: usize,
}

/// What may not come last, after a place of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bars {
    /// Nothing is barred in time: what is left is looked at.
    None,
    /// Complements, which hit all rows together.
    Complements,
    /// These, and the places of the list before it and itself: nothing is left to be looked at.
    All,
}

impl Lists {
    /// Has all lists made anew.
    pub(crate) fn forget(&mut self) {
        self.listed = 0;
    }

    #[inline(always)]
    pub(crate) fn note_complements(&mut self, window: &Window) {
        self.complements.resize(window.words(), [0; BLOCK]);
        for (word, complements) in self.complements.iter_mut().enumerate().filter(|_| window.two_sided()) {
            for (bit, complement) in complements.iter_mut().enumerate() {
                let of = window.complement(word, bit);
                let at = if of == 0 { bit } else { of.trailing_zeros() as usize };
                *complement = (BLOCK * word + at) as u64;
            }
        }
        let words = self.numbers.len()..window.words();
        self.numbers.extend(words.map(|word| std::array::from_fn(|bit| (BLOCK * word + bit) as u64)));
    }

    /// Makes the list of this row the current one. It has at least those that are open.
    #[inline(always)]
    pub(crate) fn prepare<L: Lanes>(
        &mut self,
        lanes: L,
        window: &Window,
        tables: &Tables,
        row: usize,
        open: &[u64],
        bars: Bars,
    ) {
        let at = row.min(KEPT);
        self.current = at;
        if at == KEPT || self.listed >> at & 1 == 0 {
            self.listed |= 1 << at;
            self.lists.resize_with(KEPT + 1, List::default);
            let list = &mut self.lists[at];
            list.set.clear();
            list.set.extend(open.iter().enumerate().map(|(word, open)| window.row(row, word) & open));
            let mut blocks = list.misses[..tables.chunks().all].chunks_mut(CHUNKS_OF_BLOCK);
            let here = blocks.next().unwrap_or_default();
            list.length = narrow(lanes, &list.set, window.misses(), here);
            for (chunks, misses) in blocks.zip(tables.misses_behind().chunks_exact(window.words())) {
                narrow(lanes, &list.set, misses, chunks);
            }
            if bars == Bars::None {
                list.common.clear();
                let steps = list.misses[0][..list.length].chunks(LANES);
                list.common.extend(steps.map(|step| step.iter().fold(!0, |common, misses| common & misses)));
            } else {
                if window.two_sided() {
                    narrow(lanes, &list.set, &self.complements, std::slice::from_mut(&mut list.complements));
                }
                narrow(lanes, &list.set, &self.numbers, std::slice::from_mut(&mut list.numbers));
                list.bar(lanes, bars, window.two_sided(), tables.parts());
            }
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

    /// A chunk of the rows that 32 places miss.
    #[inline(always)]
    pub(crate) fn misses<L: Lanes>(&self, lanes: L, chunk: usize, start: usize) -> L::Vector {
        lanes.load_lanes(&self.misses[chunk], start)
    }

    /// Which rows of the first chunk all of 32 places miss.
    #[inline(always)]
    pub(crate) fn common(&self, start: usize) -> u16 {
        self.common[start / LANES]
    }

    /// The complements of 32 places, a line for sixteen of them.
    #[inline(always)]
    pub(crate) fn barred(&self, start: usize) -> &[Line] {
        &self.barred[start / LANES * self.parts..][..self.parts]
    }

    /// The place with so many before it.
    pub(crate) fn place(&self, mut before: u32) -> [usize; 2] {
        let mut word = 0;
        while self.set[word].count_ones() <= before {
            before -= self.set[word].count_ones();
            word += 1;
        }
        let mut rest = self.set[word];
        (0..before).for_each(|_| rest &= rest - 1);
        [word, rest.trailing_zeros() as usize]
    }

    /// Removes the places of the list that do not come after the given one.
    pub(crate) fn bar_up_to(&self, [word, bit]: [usize; 2], places: &mut [u64]) {
        places.iter_mut().zip(&self.set).take(word).for_each(|(places, set)| *places &= !set);
        places[word] &= !(self.set[word] & !0 >> (63 - bit));
    }

    /// The lanes that have a place which is open.
    #[inline(always)]
    pub(crate) fn valid<L: Lanes>(&self, lanes: L, open: L::Vector, start: usize) -> u32 {
        let valid = lanes.members(open, lanes.load_lanes(&self.numbers, start));
        if self.length - start < LANES { valid & ((1 << (self.length - start)) - 1) } else { valid }
    }

    #[inline(always)]
    fn bar<L: Lanes>(&mut self, lanes: L, bars: Bars, two_sided: bool, parts: usize) {
        self.parts = parts;
        self.barred.clear();
        for start in (0..self.length).step_by(LANES) {
            let numbers = lanes.load_lanes(&self.numbers, start);
            for part in 0..self.parts {
                let first = (16 * part) as u16;
                let mut barred = lanes.splat(0);
                if two_sided {
                    barred = lanes.place(lanes.load_lanes(&self.complements, start), first);
                }
                if bars == Bars::All {
                    let listed = (self.set[part / 4] >> (16 * (part % 4))) as u16;
                    let before = lanes.and(lanes.places_up_to(numbers, first), lanes.splat_lane(listed));
                    barred = lanes.or(barred, before);
                }
                self.barred.push(lanes.store_line(barred));
            }
        }
    }
}

/// Brings the words of the members together, in chunks of sixteen bits, and says how many there are.
#[inline(always)]
fn narrow<L: Lanes>(lanes: L, set: &[u64], words: &[[u64; BLOCK]], chunks: &mut [Vec<u16>]) -> usize {
    let room = BLOCK * set.len() + LANES;
    chunks.iter_mut().filter(|chunk| chunk.len() < room).for_each(|chunk| chunk.resize(room, 0));
    let mut length = 0;
    for (&set, words) in set.iter().zip(words) {
        lanes.narrow(set, words, chunks, length);
        length += set.count_ones() as usize;
    }
    length
}
