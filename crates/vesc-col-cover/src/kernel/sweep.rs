//! The last literals, where nearly all of the time goes: 32 pairs are tested in the window at once, and what it leaves on the
//! other rows.

use std::ops::ControlFlow;

use crate::kernel::classes::Classes;
use crate::kernel::index_map::{BLOCK, CHUNK};
use crate::kernel::leaves::Leaves;
use crate::kernel::partner_lists::{Bars, KEPT, Lists};
use crate::kernel::survivors::{Left, Triples};
use crate::kernel::tables::{CHUNKS_OF_BLOCK, LANES, MOST_AT_FIRST, Pairs, Tables};
use crate::kernel::window::Window;
use crate::simd::dispatch::Kernel;
use crate::simd::lanes::{Lanes, Line};

/// The first literal comes from the tightest of so many rows.
const LOOKS: usize = 16;
/// With so many words of candidates, one choice of the first of three literals takes long enough for a look at the run.
const SLOW: usize = 8;
/// The lists of second literals are made anew after so many first ones, which have been dropped from then on.
const RENEWED: usize = 64;
/// The same for the first of four.
const RENEWED_BY_FOUR: usize = 8;

/// So many words of places are looked at to see which of a list are still open, and can be counted.
pub(crate) const OPEN_WORDS: usize = 8;

/// However many first chunks there are: loops over them are not unrolled.
const ANY: usize = 0;

/// Chooses the last three or four places, all of which together hit all rows of the window, and hands over those that do.
pub(crate) struct Sweep<'a> {
    pub(crate) window: &'a Window,
    /// All places that may be chosen.
    pub(crate) members: &'a [u64],
    /// How many are to be chosen: three or four.
    pub(crate) size: usize,
    /// Whether sets need only be counted, and the window has all rows that there are.
    pub(crate) counts: bool,
    pub(crate) bench: &'a mut Bench,
    pub(crate) leaves: &'a mut dyn Leaves,
}

/// Room for what a sweep makes, kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Bench {
    pub(crate) tables: Tables,
    pub(crate) classes: Classes,
    lists: Lists,
    /// What the tables leave of the last places, for 32 pairs.
    left: Vec<Line>,
    /// The places chosen before the second to last.
    chosen: Vec<[usize; 2]>,
    /// What is open before the second to last, and the fourth to last: [`OPEN_WORDS`], or more if there are more places.
    open: [Vec<u64>; 2],
    /// The first of four, and ...
    firsts: Vec<[usize; 2]>,
    /// ... the first of three.
    places: Vec<[usize; 2]>,
    /// What the tables leave: the last three places.
    triples: Triples,
    /// The last places after a pair that leaves many.
    last: Vec<u64>,
    /// How many triples have been counted and not yet handed over, word by word.
    counted: Line,
}

impl Kernel for Sweep<'_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn call<L: Lanes>(mut self, lanes: L) -> ControlFlow<()> {
        self.bench.tables.fill(lanes, self.window.packed(), self.members);
        let bars = match (self.counts, self.window.two_sided()) {
            (true, _) => Bars::All,
            (false, true) => Bars::Complements,
            (false, false) => Bars::None,
        };
        self.bench.lists.begin(lanes, self.window, &self.bench.tables, bars);
        self.bench.left.resize(self.bench.tables.parts(), Line([0; LANES]));
        self.bench.chosen.clear();
        self.bench.counted = lanes.store_line(lanes.splat(0));
        self.bench.triples.take();
        for open in &mut self.bench.open {
            open.clear();
            open.extend_from_slice(self.members);
            open.resize(self.members.len().max(OPEN_WORDS), 0);
        }
        match bars {
            Bars::None => self.all::<L, { Bars::None as u8 }>(lanes),
            Bars::Complements => self.all::<L, { Bars::Complements as u8 }>(lanes),
            Bars::All => self.all::<L, { Bars::All as u8 }>(lanes),
        }
    }
}

impl Sweep<'_> {
    /// Three places, or each first of four with three more. Compiled for each kind of [`Bars`].
    #[inline(always)]
    fn all<L: Lanes, const BARS: u8>(&mut self, lanes: L) -> ControlFlow<()> {
        if self.size == 3 {
            return self.three::<L, BARS>(lanes, !0, None);
        }
        let mut open = std::mem::take(&mut self.bench.open[1]);
        let mut firsts = std::mem::take(&mut self.bench.firsts);
        let row = self.window.tightest(!0, &open, LOOKS);
        let second = self.window.second(row, !0, &open, LOOKS);
        self.window.in_order(row, second, &open, &mut firsts);
        for (done, &[word, bit]) in firsts.iter().enumerate() {
            if self.leaves.is_spent() {
                self.leaves.rest(&self.bench.chosen, &open, 4)?;
                break;
            }
            if done % RENEWED_BY_FOUR == 0 {
                self.bench.lists.forget();
            }
            open[word] &= !(1 << bit);
            self.bench.tables.bar(lanes, [word, bit]);
            let complement = self.window.complement(word, bit);
            self.bench.open[0].copy_from_slice(&open);
            self.bench.open[0][word] &= !complement;
            self.bench.chosen.push([word, bit]);
            let missed = self.window.missed(word, bit);
            if missed == 0 {
                self.leaves.any(&self.bench.chosen, &self.bench.open[0], 3)?;
            } else {
                // What three drop is there again for the next first.
                self.bench.tables.save();
                if complement != 0 {
                    self.bench.tables.bar(lanes, [word, complement.trailing_zeros() as usize]);
                }
                self.three::<L, BARS>(lanes, missed, Some(&open))?;
                self.bench.tables.restore();
            }
            self.bench.chosen.pop();
        }
        (self.bench.open[1], self.bench.firsts) = (open, firsts);
        ControlFlow::Continue(())
    }

    /// Three places that hit the missed rows. Lists have what is open, or, after a first of four, `listed`: all that is open before
    /// the others.
    #[inline(always)]
    fn three<L: Lanes, const BARS: u8>(&mut self, lanes: L, missed: u64, listed: Option<&[u64]>) -> ControlFlow<()> {
        let mut places = std::mem::take(&mut self.bench.places);
        let row = self.window.tightest(missed, &self.bench.open[0], LOOKS);
        // After a first of four, lists are there already, and have what has been dropped since.
        let second = if listed.is_none() { self.window.second(row, missed, &self.bench.open[0], KEPT) } else { row };
        self.window.in_order(row, second, &self.bench.open[0], &mut places);
        for (done, &place) in places.iter().enumerate() {
            if BARS != Bars::All as u8 && self.leaves.is_spent() {
                self.leaves.rest(&self.bench.chosen, &self.bench.open[0], 3)?;
                break;
            }
            if listed.is_none() && done % RENEWED == RENEWED - 1 {
                self.bench.lists.forget();
            }
            self.first_of_three::<L, BARS>(lanes, place, missed, second, listed)?;
        }
        self.bench.places = places;
        self.look_at_triples(0)?;
        let nothing = lanes.store_line(lanes.splat(0));
        match lanes.sum(lanes.load_line(&std::mem::replace(&mut self.bench.counted, nothing))) {
            0 => ControlFlow::Continue(()),
            count => self.leaves.counted(count),
        }
    }

    /// This place and two more; from now on it is dropped.
    #[inline(always)]
    fn first_of_three<L: Lanes, const BARS: u8>(
        &mut self,
        lanes: L,
        [word, bit]: [usize; 2],
        missed: u64,
        second: usize,
        listed: Option<&[u64]>,
    ) -> ControlFlow<()> {
        let window = self.window;
        self.bench.open[0][word] &= !(1 << bit);
        self.bench.tables.bar(lanes, [word, bit]);
        let missed = missed & window.missed(word, bit);
        // The complement may not come behind it, but for later ones it is there again.
        let complement = window.complement(word, bit) & self.bench.open[0][word];
        self.bench.chosen.push([word, bit]);
        if missed == 0 {
            self.bench.open[0][word] &= !complement;
            self.leaves.any(&self.bench.chosen, &self.bench.open[0], 2)?;
        } else {
            let listed = listed.unwrap_or(&self.bench.open[0]);
            let row = Window::next(second, missed);
            self.bench.lists.prepare(lanes, window, row, listed);
            self.bench.open[0][word] &= !complement;
            if BARS != Bars::None as u8 && complement != 0 {
                let place = [word, complement.trailing_zeros() as usize];
                let line = self.bench.tables.bar(lanes, place);
                self.two::<L, BARS>(lanes, missed)?;
                self.bench.tables.put_back(place, line);
            } else {
                self.two::<L, BARS>(lanes, missed)?;
            }
        }
        self.bench.open[0][word] |= complement;
        self.bench.chosen.pop();
        if window.words() >= SLOW {
            self.leaves.checked()?;
        }
        ControlFlow::Continue(())
    }

    /// Tests all of the list for the second to last place.
    #[inline(always)]
    fn two<L: Lanes, const BARS: u8>(&mut self, lanes: L, missed: u64) -> ControlFlow<()> {
        if !L::UNROLLED {
            return self.pairs::<L, ANY, BARS>(lanes, missed);
        }
        match self.bench.tables.chunks().first {
            1 => self.pairs::<L, 1, BARS>(lanes, missed),
            2 => self.pairs::<L, 2, BARS>(lanes, missed),
            3 => self.pairs::<L, 3, BARS>(lanes, missed),
            4 => self.pairs::<L, 4, BARS>(lanes, missed),
            5 => self.pairs::<L, 5, BARS>(lanes, missed),
            _ => self.pairs::<L, 6, BARS>(lanes, missed),
        }
    }

    /// Those whose tables have so many first chunks, or [`ANY`] number.
    #[inline(always)]
    fn pairs<L: Lanes, const CHUNKS: usize, const BARS: u8>(&mut self, lanes: L, missed: u64) -> ControlFlow<()> {
        let (complements, counts) = (BARS == Bars::Complements as u8, BARS == Bars::All as u8);
        let list = self.bench.lists.current();
        let length = list.length();
        // A list may have places that have been dropped since it was made. Also, a literal and its complement hit all rows.
        let open = lanes.load_words(&self.bench.open[0], 0);
        let chunks = if CHUNKS == ANY { self.bench.tables.chunks().first } else { CHUNKS };
        let mut missed_here = [lanes.splat(0); MOST_AT_FIRST];
        for (chunk, vector) in missed_here[..chunks].iter_mut().enumerate() {
            let behind_window = chunk >= CHUNKS_OF_BLOCK;
            *vector = lanes.splat_lane(if behind_window {
                self.bench.lists.missed(chunk, &self.bench.chosen)
            } else {
                (missed >> (CHUNK * chunk)) as u16
            });
        }
        let mut sums = lanes.load_line(&self.bench.counted);
        for start in (0..length).step_by(LANES) {
            let Bench { classes, lists, chosen, left: places, tables, open: open_places, triples, last, .. } =
                &mut *self.bench;
            let list = lists.current();
            let mut misses = missed_here;
            let misses = &mut misses[..chunks];
            for (chunk, misses) in misses.iter_mut().enumerate() {
                *misses = lanes.and(*misses, list.misses(lanes, chunk, start));
            }
            if counts {
                let valid = lanes.ones(list.valid(lanes, open, start));
                sums = tables.count(lanes, misses, Pairs { lists, chosen, start }, valid, sums);
                continue;
            }
            let lines = classes.lines(if complements { 0 } else { list.common(start) & missed as u16 });
            let mut left = if complements {
                tables.hit::<L, true>(lanes, misses, list.complements(lanes, start), lines, places)
            } else {
                tables.hit::<L, false>(lanes, misses, lanes.splat(0), lines, places)
            };
            if complements && self.window.words() <= OPEN_WORDS {
                left &= list.valid(lanes, open, start);
            } else if length - start < LANES {
                left &= (1 << (length - start)) - 1;
            }
            if left != 0 {
                let left = Left { start, lanes: left, parts: lines, places };
                let mut full = left.note(lanes, list, number(chosen[chosen.len() - 1]), &open_places[0], triples);
                while full != 0 {
                    let lane = full.trailing_zeros();
                    full &= full - 1;
                    left.last(lanes, list, lane, &open_places[0], last);
                    let second = usize::from(list.number(lanes, start, lane));
                    chosen.push([second / BLOCK, second % BLOCK]);
                    let flow = self.leaves.last(chosen, last);
                    chosen.pop();
                    flow?;
                }
                if triples.are_many() {
                    self.look_at_triples(1)?;
                }
            }
        }
        if counts {
            self.bench.counted = lanes.store_line(sums);
        }
        ControlFlow::Continue(())
    }

    /// Hands over the triples that the tables have left, `chosen` places of which have been chosen.
    #[inline(never)]
    fn look_at_triples(&mut self, chosen: usize) -> ControlFlow<()> {
        let Bench { triples, chosen: places, .. } = &mut *self.bench;
        match triples.take() {
            [] => ControlFlow::Continue(()),
            triples => self.leaves.triples(&places[..places.len() - chosen], triples),
        }
    }
}

/// The number of a place.
#[inline(always)]
fn number([word, bit]: [usize; 2]) -> u16 {
    (BLOCK * word + bit) as u16
}
