//! The last three literals, where nearly all of the time goes: 32 pairs are tested in the window at once.
//!
//! The sweep fills a buffer of survivors and returns. The search above checks the survivors against all rows and resumes the sweep.

use crate::bits::words::BLOCK;
use crate::kernel::index_map::CHUNK;
use crate::kernel::partner_lists::{Exclusions, PartnerLists};
use crate::kernel::survivors::{Left, Survivors};
use crate::kernel::tables::Buckets;
use crate::kernel::tables::{MOST_CHUNKS, Tables};
use crate::kernel::window::Window;
use crate::simd::Kernel;
use crate::simd::{LANES, Lanes, Line};

/// Rows that are considered for the first literal: it comes from the tightest of them.
const LOOKS: usize = 16;
/// Words of packed indices from which on the sweep returns after each first literal, so that the caller can check the run's limits.
const SLOW: usize = 8;
/// First literals after which the lists of second literals are made anew, without the first literals tried since.
const RENEWED: usize = 64;
/// Words of packed indices for which the sweep knows which members of a list are still open, and can count.
pub(crate) const OPEN_WORDS: usize = 8;
/// Stands for any number of chunks: loops over them are not unrolled.
const ANY: usize = 0;

/// Why the sweep returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Batch {
    /// [`SweepState::survivors`] has sets that hit all rows of the window. There may be none: then the caller only checks its limits.
    Survivors,
    /// The first literal hits all rows of the window: any two open literals may join it.
    Free,
    /// The caller asked for an end: no set of three of the open literals has been tested.
    Unsearched,
    /// All sets have been tested. [`SweepState::counted`] has the number of sets that were counted instead of handed over.
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
    /// For 32 pairs the last literals that the tables leave.
    left: Vec<Line>,
    /// Counted sets, one sum per word.
    sums: Line,
    counted: u64,
}

/// A first literal.
#[derive(Clone, Copy, Debug)]
struct First {
    index: [usize; 2],
    /// The rows of the window that it misses.
    missed: u64,
    /// Its complement, if that was open: it may not come behind.
    complement: u64,
    /// The line of the tables that the complement has been taken out of.
    line: Option<Line>,
    /// The pair of the list to test next.
    start: usize,
}

impl SweepState {
    /// The first literal of a [`Batch::Free`].
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

/// Prepares a sweep over the packed indices in `members`.
pub(crate) struct Begin<'a> {
    pub(crate) window: &'a Window,
    pub(crate) members: &'a [u64],
    /// Whether sets need only be counted; the tables have all rows then.
    pub(crate) counts: bool,
    pub(crate) state: &'a mut SweepState,
}

impl Kernel for Begin<'_> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) {
        let Begin { window, members, counts, state } = self;
        state.tables.fill(lanes, window.packed(), members);
        state.exclusions = match (counts, window.two_sided()) {
            (true, _) => Exclusions::All,
            (false, true) => Exclusions::Complements,
            (false, false) => Exclusions::None,
        };
        state.lists.begin(lanes, window, &state.tables, state.exclusions);
        state.left.resize(state.tables.parts(), Line([0; LANES]));
        state.sums = lanes.store_line(lanes.splat(0));
        state.counted = 0;
        state.survivors.clear();
        state.open.clear();
        state.open.extend_from_slice(members);
        state.open.resize(members.len().max(OPEN_WORDS), 0);
        let row = window.tightest(!0, &state.open, LOOKS);
        window.hitting(row, &state.open, &mut state.firsts);
        (state.taken, state.first) = (0, None);
    }
}

/// Goes on until there is something to hand over.
pub(crate) struct Resume<'a> {
    pub(crate) window: &'a Window,
    /// Whether to end before the next first literal.
    pub(crate) stop: bool,
    pub(crate) state: &'a mut SweepState,
}

impl Kernel for Resume<'_> {
    type Output = Batch;

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) -> Batch {
        let Resume { window, stop, state } = self;
        match state.exclusions {
            Exclusions::None => state.resume::<L, { Exclusions::None as u8 }>(lanes, window, stop),
            Exclusions::Complements => state.resume::<L, { Exclusions::Complements as u8 }>(lanes, window, stop),
            Exclusions::All => state.resume::<L, { Exclusions::All as u8 }>(lanes, window, stop),
        }
    }
}

impl SweepState {
    /// Compiled for each kind of [`Exclusions`].
    #[inline(always)]
    fn resume<L: Lanes, const EXCLUDED: u8>(&mut self, lanes: L, window: &Window, stop: bool) -> Batch {
        loop {
            if let Some(mut first) = self.first {
                if first.missed != 0 && self.two::<L, EXCLUDED>(lanes, window, &mut first) {
                    self.first = Some(first);
                    return Batch::Survivors;
                }
                self.close(first);
                if window.words() >= SLOW {
                    return Batch::Survivors;
                }
            }
            if self.taken == self.firsts.len() {
                if !self.survivors.is_empty() {
                    return Batch::Survivors;
                }
                let nothing = lanes.store_line(lanes.splat(0));
                self.counted += lanes.sum(lanes.load_line(&std::mem::replace(&mut self.sums, nothing)));
                return Batch::Done;
            }
            if stop && EXCLUDED != Exclusions::All as u8 {
                self.taken = self.firsts.len();
                return Batch::Unsearched;
            }
            if self.take::<L, EXCLUDED>(lanes, window) {
                return Batch::Free;
            }
        }
    }

    /// Takes the next first literal; later sets are without it. Returns whether it hits all rows of the window.
    #[inline(always)]
    fn take<L: Lanes, const EXCLUDED: u8>(&mut self, lanes: L, window: &Window) -> bool {
        let index @ [word, bit] = self.firsts[self.taken];
        if self.taken % RENEWED == RENEWED - 1 {
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

    /// Leaves a first literal: its complement may be chosen again.
    #[inline(always)]
    fn close(&mut self, first: First) {
        let word = first.index[0];
        if let Some(line) = first.line {
            self.tables.put_back([word, first.complement.trailing_zeros() as usize], line);
        }
        self.open[word] |= first.complement;
        self.first = None;
    }

    /// Tests the pairs of a first literal. Returns whether it ended early because there are many survivors.
    #[inline(always)]
    fn two<L: Lanes, const EXCLUDED: u8>(&mut self, lanes: L, window: &Window, first: &mut First) -> bool {
        if !L::UNROLLED {
            return self.pairs::<L, ANY, EXCLUDED>(lanes, window, first);
        }
        match self.tables.chunks() {
            1 => self.pairs::<L, 1, EXCLUDED>(lanes, window, first),
            2 => self.pairs::<L, 2, EXCLUDED>(lanes, window, first),
            3 => self.pairs::<L, 3, EXCLUDED>(lanes, window, first),
            _ => self.pairs::<L, 4, EXCLUDED>(lanes, window, first),
        }
    }

    /// The same for tables of `CHUNKS` chunks, or [`ANY`] number.
    #[inline(always)]
    fn pairs<L: Lanes, const CHUNKS: usize, const EXCLUDED: u8>(
        &mut self,
        lanes: L,
        window: &Window,
        first: &mut First,
    ) -> bool {
        let (complements, counts) = (EXCLUDED == Exclusions::Complements as u8, EXCLUDED == Exclusions::All as u8);
        let SweepState { buckets, lists, left: places, tables, open: open_indices, survivors, sums, .. } = self;
        let list = lists.current();
        let length = list.length();
        // A list may have indices that have been removed since it was made. Also, a literal and its complement hit all rows.
        let open = lanes.load_words(open_indices, 0);
        let chunks = if CHUNKS == ANY { tables.chunks() } else { CHUNKS };
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
                let valid = lanes.ones(list.valid(lanes, open, start));
                counted = tables.count(lanes, misses, list.excluded(start), valid, counted);
                continue;
            }
            let lines = buckets.lines(if complements { 0 } else { list.common(start) & first.missed as u16 });
            let mut left = if complements {
                tables.hit::<L, true>(lanes, misses, list.complements(lanes, start), lines, places)
            } else {
                tables.hit::<L, false>(lanes, misses, lanes.splat(0), lines, places)
            };
            if complements && window.words() <= OPEN_WORDS {
                left &= list.valid(lanes, open, start);
            } else if length - start < LANES {
                left &= (1 << (length - start)) - 1;
            }
            if left != 0 {
                let number = (BLOCK * first.index[0] + first.index[1]) as u16;
                let left = Left { start, lanes: left, parts: lines, places };
                left.note(lanes, list, number, open_indices, survivors);
                if survivors.are_many() {
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
