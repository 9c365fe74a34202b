//! The last three literals, where nearly all of the time goes: pairs are tested in the window, eight at a time, and what it
//! leaves on the other rows.

use std::ops::ControlFlow;

use crate::dispatch::Kernel;
use crate::lanes::Lanes;
use crate::octet::{Octet, Table};
use crate::window::{KEPT, Window};

/// The first literal comes from the tightest of so many rows.
pub(crate) const LOOKS: usize = 16;
/// With so many words of candidates, one choice of the first of three literals takes long enough for a look at the run.
pub(crate) const SLOW: usize = 8;
/// More words than a kernel is made for.
const ANY: usize = 0;
/// So many groups leave nothing of most words, ...
const FEW: usize = 8;
/// ... and so many nothing of up to three.
const MOST: usize = 11;
/// The lists of second literals are made anew after so many first ones, which have been dropped from then on.
const RENEWED: usize = 16;

/// Takes what the window leaves. All sets are of places.
pub(crate) trait Leaves {
    /// Whether the run goes on.
    fn checked(&mut self) -> ControlFlow<()>;

    /// The chosen places hit all rows of the window, and any of the open ones may join them until there are `size` more.
    fn any(&mut self, chosen: &[[usize; 2]], open: &[u64], size: usize) -> ControlFlow<()>;

    /// The chosen places hit all rows of the window with any one of `last`, which may be changed. Each place is given as a word
    /// and a bit.
    fn last(&mut self, chosen: &[[usize; 2]], last: &mut [u64]) -> ControlFlow<()>;

    /// So many triples hit all rows of the window.
    fn counted(&mut self, count: u64) -> ControlFlow<()>;
}

/// Chooses three places that hit all rows of the window.
pub(crate) struct LastThree<'a> {
    pub(crate) window: &'a mut Window,
    /// All places that may be chosen.
    pub(crate) members: &'a [u64],
    /// Whether triples need only be counted, and the window has tables for all rows that there are.
    pub(crate) counts: bool,
    pub(crate) scratch: &'a mut Scratch,
    pub(crate) leaves: &'a mut dyn Leaves,
}

/// Room for sets of places.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    others: Vec<u64>,
    open: Vec<u64>,
    firsts: Vec<[usize; 2]>,
    last: Vec<Octet>,
    left: Vec<u64>,
}

impl Kernel for LastThree<'_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn call<L: Lanes>(mut self, _: L) -> ControlFlow<()> {
        if L::SWEEPS {
            unreachable!("not asked for where there are instructions to look up lanes");
        }
        match (self.window.words(), self.counts) {
            (1, false) => self.three::<1, false>(),
            (1, true) => self.three::<1, true>(),
            (2, false) => self.three::<2, false>(),
            (2, true) => self.three::<2, true>(),
            (3, false) => self.three::<3, false>(),
            (_, false) => self.three::<ANY, false>(),
            (_, true) => self.three::<ANY, true>(),
        }
    }
}

impl LastThree<'_> {
    /// P is the number of words, or [`ANY`].
    #[inline(always)]
    fn three<const P: usize, const COUNTS: bool>(&mut self) -> ControlFlow<()> {
        let words = if P == ANY { self.window.words() } else { P };
        let mut others = std::mem::take(&mut self.scratch.others);
        let mut open = std::mem::take(&mut self.scratch.open);
        let mut firsts = std::mem::take(&mut self.scratch.firsts);
        others.clear();
        others.extend_from_slice(&self.members[..words]);
        open.resize(words, 0);
        self.scratch.last.resize(words, Octet([0; 8]));
        let row = self.window.tightest(!0, &others, LOOKS);
        let second = self.window.second(row, !0, &others, KEPT);
        self.window.in_order(row, second, &others, &mut firsts);
        for (done, &[word, bit]) in firsts.iter().enumerate() {
            others[word] &= !(1 << bit);
            if done % RENEWED == RENEWED - 1 {
                self.window.forget_lists();
            }
            open.copy_from_slice(&others);
            open[word] &= !self.window.complement(word, bit);
            match self.window.missed(word, bit) {
                0 => self.leaves.any(&[[word, bit]], &open, 2)?,
                missed => {
                    let at = self.window.list(Window::next(second, missed), &others);
                    self.two::<P, COUNTS>([word, bit], missed, at, &open)?;
                }
            }
            if words >= SLOW {
                self.leaves.checked()?;
            }
        }
        (self.scratch.others, self.scratch.open, self.scratch.firsts) = (others, open, firsts);
        ControlFlow::Continue(())
    }

    /// The second literal comes from a list of the window, eight at a time.
    #[inline(always)]
    fn two<const P: usize, const COUNTS: bool>(
        &mut self,
        first: [usize; 2],
        missed: u64,
        at: usize,
        open: &[u64],
    ) -> ControlFlow<()> {
        let words = if P == ANY { self.window.words() } else { P };
        let lists = &self.window.seconds(at)[..words];
        let tables = self.window.tables();
        let (first_tables, last_tables) = tables.split_at(tables.len().min(MOST * P));
        let Scratch { last, left: places, .. } = &mut *self.scratch;
        let last = &mut last[..words];
        let first_misses = Octet::splat(missed);
        let mut sums = Octet::splat(0);
        for word in 0..words {
            let list = &lists[word];
            let open_here = Octet::splat(open[word]);
            // Pairs of two places of the list are looked at once: with the earlier one as the second literal.
            let start = |other: usize| open[other] & if other < word { !lists[other].set } else { !0 };
            let octets = list.bits.iter().zip(&list.misses).zip(&list.barred).take(list.octets);
            for ((bits, misses), barred) in octets {
                let bits = *bits;
                let live = bits.meet(open_here);
                if live == 0 {
                    continue;
                }
                let misses = misses.and(first_misses);
                let barred = *barred;
                let mut any = Octet::splat(0);
                if P == ANY {
                    for (other, last) in last.iter_mut().enumerate() {
                        let barred = barred.keep(if other == word { 0xff } else { 0 });
                        let left = Octet::splat(start(other)).and_not(barred);
                        let left = hitting_in_word(&tables[other..], words, misses, left);
                        if COUNTS {
                            sums = sums.add_ones(left.keep(live));
                        } else {
                            any = any.or(left);
                            *last = left;
                        }
                    }
                } else {
                    let mut left = [any; P];
                    for (other, left) in left.iter_mut().enumerate() {
                        let barred = barred.keep(if other == word { 0xff } else { 0 });
                        *left = Octet::splat(start(other)).and_not(barred);
                    }
                    if COUNTS {
                        hitting(tables, misses, &mut left);
                        for left in left {
                            sums = sums.add_ones(left.keep(live));
                        }
                        continue;
                    }
                    let index = hitting(first_tables, misses, &mut left);
                    any = union(&left);
                    if any.meet(any) & live == 0 {
                        continue;
                    }
                    hitting(last_tables, index, &mut left);
                    any = union(&left);
                    for (last, left) in last.iter_mut().zip(left) {
                        *last = left;
                    }
                }
                let left = any.meet(any) & live;
                if !COUNTS && left != 0 {
                    hand_over(self.leaves, places, first, word, &bits, last, left)?;
                }
            }
        }
        if COUNTS {
            let count = sums.0.iter().sum();
            if count > 0 {
                self.leaves.counted(count)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Gives the leaves what is left in some lanes.
#[inline(never)]
fn hand_over(
    leaves: &mut dyn Leaves,
    places: &mut Vec<u64>,
    first: [usize; 2],
    word: usize,
    seconds: &Octet,
    last: &[Octet],
    lanes: u8,
) -> ControlFlow<()> {
    for lane in (0..8).filter(|lane| lanes >> lane & 1 == 1) {
        places.clear();
        places.extend(last.iter().map(|last| last.0[lane]));
        leaves.last(&[first, [word, seconds.0[lane].trailing_zeros() as usize]], places)?;
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn union<const P: usize>(places: &[Octet; P]) -> Octet {
    let mut any = places[0];
    for &places in &places[1..] {
        any = any.or(places);
    }
    any
}

/// Keeps those of the places that hit all of the missed rows that have tables, and returns the missed rows after these.
#[inline(always)]
fn hitting<const P: usize>(tables: &[Table], missed: Octet, places: &mut [Octet; P]) -> Octet {
    let mut index = missed;
    for tables in tables.chunks_exact(P) {
        for (places, table) in places.iter_mut().zip(tables) {
            *places = (*places).and(index.look_up(table));
        }
        index = index.next_index();
    }
    index
}

/// The same for one of many words, in every so manyth table: a few groups leave nothing of most words.
#[inline(always)]
fn hitting_in_word(tables: &[Table], step: usize, missed: Octet, places: Octet) -> Octet {
    let (mut places, mut index) = (places, missed);
    for (group, table) in tables.iter().step_by(step).enumerate() {
        if group == FEW && places.meet(places) == 0 {
            break;
        }
        places = places.and(index.look_up(table));
        index = index.next_index();
    }
    places
}
