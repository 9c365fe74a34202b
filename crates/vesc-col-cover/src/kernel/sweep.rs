//! The sweep over the last three literals: 32 pairs are tested in the window at once. Nearly all time goes here.
//!
//! The sweep fills a buffer of survivors and returns. The caller checks the survivors against all rows and
//! resumes the sweep.

use crate::bits::words::BLOCK;
use crate::kernel::index_map::CHUNK;
use crate::kernel::partner_lists::{Exclusions, PartnerLists};
use crate::kernel::survivors::{PairSurvivors, Survivors};
use crate::kernel::tables::Buckets;
use crate::kernel::tables::{MOST_CHUNKS, Tables};
use crate::kernel::window::Window;
use crate::simd::SimdOp;
use crate::simd::{CacheLine, LANES, Lanes};

/// Rows that are compared: the first literal hits the tightest of them. Set, rows: they are nearly in order.
const ROWS_COMPARED: usize = 16;
/// Words of packed indices from which on the sweep returns after each first literal, so that the caller checks its
/// limits. Set.
const WORDS_TO_RETURN: usize = 8;
/// First literals after which partner lists are made anew. Set: a list has at most 63 members that are no longer open.
const FIRSTS_PER_LIST: usize = 64;
/// Words of packed indices up to which the sweep can tell open members of a list, and count. One vector has as many.
pub(crate) const OPEN_WORDS: usize = 8;
/// Stands for a number of chunks that is not known to the compiler: loops over chunks are not unrolled.
const DYNAMIC: usize = 0;

/// Why the sweep returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Returned {
    /// [`SweepState::survivors`] has sets that hit all rows of the window. There may be none: then the caller only
    /// checks its limits.
    Survivors,
    /// The first literal hits all rows of the window: any two open literals may join it.
    Free,
    /// The caller asked for an end: no set of three of the open literals has been tested.
    Unsearched,
    /// All sets have been tested. [`SweepState::counted`] has the number of sets that were counted instead of handed
    /// over.
    Done,
}

/// Where a sweep stands, and its memory, which is kept from one sweep to the next.
#[derive(Debug, Default)]
pub(crate) struct SweepState {
    pub(crate) tables: Tables,
    pub(crate) buckets: Buckets,
    pub(crate) survivors: Survivors,
    lists: PartnerLists,
    exclusions: Exclusions,
    /// The first literals to try, by word and bit, and how many have been taken.
    firsts: Vec<[usize; 2]>,
    taken: usize,
    /// The first literal whose pairs are being tested.
    first: Option<First>,
    /// The packed indices that may still be chosen: [`OPEN_WORDS`] words, or more if there are more indices.
    open: Vec<u64>,
    /// For each tile the last literals that the tables leave for 32 pairs.
    last: Vec<CacheLine>,
    /// Counted sets, one sum per word.
    sums: CacheLine,
    counted: u64,
}

/// A first literal.
#[derive(Clone, Copy, Debug)]
struct First {
    index: [usize; 2],
    /// The rows of the window that it misses.
    missed: u64,
    /// Its complement, if that was open: no set has both.
    complement: u64,
    /// The cache line that had the complement before it was removed from the tables.
    line: Option<CacheLine>,
    /// The position in the list of the pair to test next.
    start: usize,
}

impl SweepState {
    /// The first literal after [`Returned::Free`].
    pub(crate) fn first(&self) -> Option<[usize; 2]> {
        self.first.map(|first| first.index)
    }

    /// The packed indices that may still be chosen, word by word.
    pub(crate) fn open(&self) -> &[u64] {
        &self.open
    }

    pub(crate) fn counted(&self) -> u64 {
        self.counted
    }
}

/// Begins a sweep over the packed indices in `members`.
pub(crate) struct BeginSweep<'a> {
    pub(crate) window: &'a Window,
    pub(crate) members: &'a [u64],
    /// Whether sets need only be counted; the tables have all rows then.
    pub(crate) counts: bool,
    pub(crate) state: &'a mut SweepState,
}

impl SimdOp for BeginSweep<'_> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) {
        let BeginSweep { window, members, counts, state } = self;
        state.tables.fill(lanes, window.packed(), members);
        state.exclusions = match (counts, window.two_sided()) {
            (true, _) => Exclusions::All,
            (false, true) => Exclusions::Complements,
            (false, false) => Exclusions::None,
        };
        state.lists.begin(lanes, window, &state.tables, state.exclusions);
        state.last.resize(state.tables.tiles(), CacheLine([0; LANES]));
        state.sums = lanes.store_line(lanes.splat(0));
        state.counted = 0;
        state.survivors.clear();
        state.open.clear();
        state.open.extend_from_slice(members);
        state.open.resize(members.len().max(OPEN_WORDS), 0);
        let row = window.tightest(!0, &state.open, ROWS_COMPARED);
        window.hitting(row, &state.open, &mut state.firsts);
        (state.taken, state.first) = (0, None);
    }
}

/// Resumes a sweep until it returns, and says why it did.
pub(crate) struct ResumeSweep<'a> {
    pub(crate) window: &'a Window,
    /// Whether to end before the next first literal.
    pub(crate) stop: bool,
    pub(crate) state: &'a mut SweepState,
}

impl SimdOp for ResumeSweep<'_> {
    type Output = Returned;

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) -> Returned {
        let ResumeSweep { window, stop, state } = self;
        match state.exclusions {
            Exclusions::None => state.resume::<L, { Exclusions::None as u8 }>(lanes, window, stop),
            Exclusions::Complements => state.resume::<L, { Exclusions::Complements as u8 }>(lanes, window, stop),
            Exclusions::All => state.resume::<L, { Exclusions::All as u8 }>(lanes, window, stop),
        }
    }
}

impl SweepState {
    /// Goes on until the caller has something to do. Compiled for each kind of [`Exclusions`].
    #[inline(always)]
    fn resume<L: Lanes, const EXCLUDED: u8>(&mut self, lanes: L, window: &Window, stop: bool) -> Returned {
        loop {
            if let Some(mut first) = self.first {
                if first.missed != 0 && self.test_pairs::<L, EXCLUDED>(lanes, window, &mut first) {
                    self.first = Some(first);
                    return Returned::Survivors;
                }
                self.put_back(first);
                if window.words() >= WORDS_TO_RETURN {
                    return Returned::Survivors;
                }
            }
            if self.taken == self.firsts.len() {
                if !self.survivors.is_empty() {
                    return Returned::Survivors;
                }
                let nothing = lanes.store_line(lanes.splat(0));
                self.counted += lanes.sum(lanes.load_line(&std::mem::replace(&mut self.sums, nothing)));
                return Returned::Done;
            }
            if stop && EXCLUDED != Exclusions::All as u8 {
                self.taken = self.firsts.len();
                return Returned::Unsearched;
            }
            if self.take_first::<L, EXCLUDED>(lanes, window) {
                return Returned::Free;
            }
        }
    }

    /// Takes the next first literal; later sets are without it. Returns whether it hits all rows of the window.
    #[inline(always)]
    fn take_first<L: Lanes, const EXCLUDED: u8>(&mut self, lanes: L, window: &Window) -> bool {
        let index @ [word, bit] = self.firsts[self.taken];
        if self.taken % FIRSTS_PER_LIST == FIRSTS_PER_LIST - 1 {
            self.lists.forget();
        }
        self.taken += 1;
        self.open[word] &= !(1 << bit);
        self.tables.remove(lanes, index);
        let missed = window.missed(word, bit);
        let complement = window.complement(word, bit) & self.open[word];
        if missed != 0 {
            self.lists.prepare(lanes, window, missed.trailing_zeros() as usize, &self.open);
        }
        self.open[word] &= !complement;
        let is_in_tables = EXCLUDED != Exclusions::None as u8 && complement != 0 && missed != 0;
        let line = is_in_tables.then(|| self.tables.remove(lanes, [word, complement.trailing_zeros() as usize]));
        self.first = Some(First { index, missed, complement, line, start: 0 });
        missed == 0
    }

    /// Puts back the complement of a first literal, which may be chosen again.
    #[inline(always)]
    fn put_back(&mut self, first: First) {
        let word = first.index[0];
        if let Some(line) = first.line {
            self.tables.put_back([word, first.complement.trailing_zeros() as usize], line);
        }
        self.open[word] |= first.complement;
        self.first = None;
    }

    /// Tests the pairs of a first literal. Returns whether it ended early because there are many survivors.
    #[inline(always)]
    fn test_pairs<L: Lanes, const EXCLUDED: u8>(&mut self, lanes: L, window: &Window, first: &mut First) -> bool {
        if !L::UNROLLED {
            return self.test_pairs_in::<L, DYNAMIC, EXCLUDED>(lanes, window, first);
        }
        match self.tables.chunks() {
            1 => self.test_pairs_in::<L, 1, EXCLUDED>(lanes, window, first),
            2 => self.test_pairs_in::<L, 2, EXCLUDED>(lanes, window, first),
            3 => self.test_pairs_in::<L, 3, EXCLUDED>(lanes, window, first),
            _ => self.test_pairs_in::<L, 4, EXCLUDED>(lanes, window, first),
        }
    }

    /// The same for tables of `CHUNKS` chunks, or of a [`DYNAMIC`] number.
    #[inline(always)]
    fn test_pairs_in<L: Lanes, const CHUNKS: usize, const EXCLUDED: u8>(
        &mut self,
        lanes: L,
        window: &Window,
        first: &mut First,
    ) -> bool {
        let (complements, counts) = (EXCLUDED == Exclusions::Complements as u8, EXCLUDED == Exclusions::All as u8);
        let SweepState { buckets, lists, last, tables, open: open_indices, survivors, sums, .. } = self;
        let list = lists.current();
        let length = list.length();
        // A list may have indices that are no longer open.
        let open = lanes.load_words(open_indices, 0);
        let chunks = if CHUNKS == DYNAMIC { tables.chunks() } else { CHUNKS };
        let mut missed_here = [lanes.splat(0); MOST_CHUNKS];
        for (chunk, vector) in missed_here[..chunks].iter_mut().enumerate() {
            *vector = lanes.splat_lane((first.missed >> (CHUNK * chunk)) as u16);
        }
        let mut counted = lanes.load_line(sums);
        for start in (first.start..length).step_by(LANES) {
            let mut misses = missed_here;
            let misses = &mut misses[..chunks];
            for (chunk, misses) in misses.iter_mut().enumerate() {
                *misses = lanes.and(*misses, list.misses(lanes, chunk, start));
            }
            if counts {
                let valid = lanes.expand_mask(list.open_lanes(lanes, open, start));
                counted = tables.count(lanes, misses, list.excluded(start), valid, counted);
                continue;
            }
            let tiles = buckets.tiles(if complements { 0 } else { list.missed_by_all(start) & first.missed as u16 });
            let mut hit = if complements {
                tables.hit::<L, true>(lanes, misses, list.complements(lanes, start), tiles, last)
            } else {
                tables.hit::<L, false>(lanes, misses, lanes.splat(0), tiles, last)
            };
            if complements && window.words() <= OPEN_WORDS {
                hit &= list.open_lanes(lanes, open, start);
            } else if length - start < LANES {
                hit &= (1 << (length - start)) - 1;
            }
            if hit != 0 {
                let index = (BLOCK * first.index[0] + first.index[1]) as u16;
                let found = PairSurvivors { start, lanes: hit, tiles, last };
                found.add_to(survivors, lanes, list, index, open_indices);
                if survivors.is_full() {
                    first.start = start + LANES;
                    return true;
                }
            }
        }
        if counts {
            *sums = lanes.store_line(counted);
        }
        false
    }
}
