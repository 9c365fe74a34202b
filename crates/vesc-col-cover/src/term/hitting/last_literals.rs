//! Three literals to go, or four: from the rows and candidates of a search to a window, its tables, and what they leave.

use std::ops::ControlFlow;

use crate::bits::words::Bits;
use crate::kernel::behind::Behind;
use crate::kernel::index_map::{BLOCK, Pack, Packing, WIDTH};
use crate::kernel::leaves::Leaves;
use crate::kernel::survivors::Triple;
use crate::kernel::sweep::{Bench, OPEN_WORDS, Sweep};
use crate::kernel::tables::{self, CHUNKS_OF_BLOCK, Chunks};
use crate::kernel::window::{Fill, Window};
use crate::term::hitting::{NEAR, Rows, Search, refuting::Refuting};

/// Room for the last literals, kept from one time to the next.
#[derive(Debug, Default)]
pub(crate) struct Room {
    window: Window,
    packed: Vec<[u64; BLOCK]>,
    members: Vec<u64>,
    bench: Bench,
    behind: Behind,
    refuting: Refuting,
}

impl<const W: usize> Search<'_, W> {
    /// Three literals to go, or four: in a window of the tightest rows, over the candidates packed.
    pub(crate) fn last(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>, size: usize) -> ControlFlow<()> {
        self.lessons.credit.earn(candidates.len(), size, self.number_of_ways());
        let mut front = Vec::new();
        let rows = if size == 3 && rows.sorted {
            rows
        } else {
            let rows = self.front(rows, candidates, NEAR, &mut front);
            Rows::for_window(rows.near, rows.far[1])
        };
        let path = self.path;
        // All of this is away while it is in use.
        let mut room = self.room.take().unwrap_or_default();
        let Room { window, packed, members, bench, behind, refuting } = &mut *room;
        let pairs = self.problem.pairs(candidates);
        let two_sided = !pairs.is_empty();
        let classes = if !two_sided { bench.classes.sort(candidates, rows.near) } else { None };
        let packing = match &classes {
            Some(classes) => Packing::of_classes(classes, &self.problem.even),
            None => Packing::new(candidates, &self.problem.even),
        };
        if classes.is_none() {
            bench.classes.leave(packing.lines());
        }
        if two_sided {
            packing.places(&pairs, members);
        }
        window.pair_up(packing.words(), two_sided.then_some(members));
        path.run(Pack { packing: &packing, rows: rows.near, packed });
        path.run(Fill { window, rows: rows.near.len(), packed });
        packing.members(members);
        // Where all rows have tables, sets need only be counted.
        let counts = packing.words() <= OPEN_WORDS && self.all_have_tables(rows, size);
        let wanted = if counts {
            Chunks::of_all_rows(size)
        } else {
            let worth = self.lessons.dependence.worth_of_rows();
            bench.tables.worthwhile(window, members, size, worth)
        };
        let blocks = wanted.all.div_ceil(CHUNKS_OF_BLOCK) - 1;
        let blocks = behind.fill(path, &packing, rows.far[0], &self.chosen, blocks);
        bench.tables.choose(window, blocks, wanted, packing.lines());
        refuting.begin();
        let mut beyond = Beyond { search: self, packing: &packing, rows, refuting, left: 0 };
        let flow = path.run(Sweep { window, members, size, counts, bench, leaves: &mut beyond });
        let left = beyond.left;
        if !counts && !self.is_spent() {
            self.lessons.dependence.learn(room.bench.tables.estimate(), candidates.len(), size, left);
        }
        self.room = Some(room);
        flow
    }

    /// Whether there is room in the tables for all rows, such that sets need only be counted.
    fn all_have_tables(&self, rows: Rows<'_, W>, size: usize) -> bool {
        let room = tables::most_rows(size) - rows.near.len();
        let chosen = Bits::of(self.chosen.iter().copied());
        let missed = rows.far[0].iter().filter(|row| !row.meets(&chosen));
        self.counts() && rows.far[1].is_empty() && missed.take(room + 1).count() <= room
    }

    /// Whether one window is enough for four literals.
    pub(crate) fn four_at_once(&self, rows: Rows<'_, W>, candidates: &Bits<W>) -> bool {
        let places = candidates.len() as usize;
        if self.counts() && rows.none_is_far() && rows.near.len() <= tables::most_rows(4) {
            places <= BLOCK
        } else {
            rows.near.len() > WIDTH
                && tables::leave_little(rows.near, candidates, self.lessons.dependence.worth_of_rows())
        }
    }
}

/// What the window leaves, and the rows beyond it, which have their say.
struct Beyond<'s, 'a, 'r, const W: usize> {
    search: &'s mut Search<'a, W>,
    packing: &'s Packing<W>,
    rows: Rows<'r, W>,
    refuting: &'s mut Refuting,
    /// How many sets the window has left.
    left: usize,
}

impl<const W: usize> Beyond<'_, '_, '_, W> {
    /// Adds candidates by their places, and says how many there were before.
    fn choose(&mut self, places: &[[usize; 2]]) -> usize {
        let before = self.search.chosen.len();
        self.search.chosen.extend(places.iter().map(|&place| self.packing.candidate(place)));
        before
    }
}

impl<const W: usize> Leaves for Beyond<'_, '_, '_, W> {
    fn checked(&mut self) -> ControlFlow<()> {
        self.search.checked()
    }

    fn any(&mut self, chosen: &[[usize; 2]], open: &[u64], size: usize) -> ControlFlow<()> {
        let chosen_before = self.choose(chosen);
        let rows = self.rows.far.map(|rows| self.search.missed(rows)).concat();
        let flow = self.search.branch(Rows::all(&rows), &self.packing.unpack(open), size);
        self.search.chosen.truncate(chosen_before);
        flow
    }

    fn is_spent(&self) -> bool {
        self.search.is_spent()
    }

    fn rest(&mut self, chosen: &[[usize; 2]], open: &[u64], size: usize) -> ControlFlow<()> {
        let chosen_before = self.choose(chosen);
        let flow = self.search.unbundle(&self.packing.unpack(open), size);
        self.search.chosen.truncate(chosen_before);
        flow
    }

    fn triples(&mut self, chosen: &[[usize; 2]], triples: &mut [Triple]) -> ControlFlow<()> {
        self.left += triples.len();
        if self.refuting.candidates.is_empty() {
            self.packing.candidates(&mut self.refuting.candidates);
        }
        self.search.triples(self.refuting, chosen, triples)
    }

    fn last(&mut self, chosen: &[[usize; 2]], last: &[u64]) -> ControlFlow<()> {
        self.search.checked()?;
        self.search.pay_for(1, 1);
        self.left += last.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        let chosen_before = self.choose(chosen);
        let problem = self.search.problem;
        let flow = self.search.last_of_all(&problem.rows, &self.packing.unpack(last));
        self.search.chosen.truncate(chosen_before);
        flow
    }

    fn counted(&mut self, count: u64) -> ControlFlow<()> {
        self.search.sink.counted(count.into())
    }
}
