//! Three literals to go: from the rows and candidates of a search to a window, its tables, and the survivors.

use std::ops::ControlFlow;

use crate::bits::transpose::BLOCK;
use crate::bits::words::Bits;
use crate::kernel::behind::Behind;
use crate::kernel::index_map::{Pack, Packing};
use crate::kernel::survivors::DensePair;
use crate::kernel::sweep::{Batch, Begin, OPEN_WORDS, Resume, SweepState};
use crate::kernel::tables::{self, CHUNKS_OF_BLOCK};
use crate::kernel::window::{Fill, Window};
use crate::term::hitting::{NEAR, Rows, Search, refuting::Refuting};

/// Memory for the last literals, kept from one window to the next.
#[derive(Debug, Default)]
pub(crate) struct Room {
    window: Window,
    packed: Vec<[u64; BLOCK]>,
    members: Vec<u64>,
    sweep: SweepState,
    behind: Behind,
    refuting: Refuting,
}

impl<const W: usize> Search<'_, W> {
    /// Three literals to go: in a window of the tightest rows, over the candidates packed.
    pub(crate) fn last(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>) -> ControlFlow<()> {
        self.lessons.credit.earn(candidates.len(), 3, self.number_of_ways());
        let mut front = Vec::new();
        let rows = if rows.sorted {
            rows
        } else {
            let rows = self.front(rows, candidates, NEAR, &mut front);
            Rows::for_window(rows.near, rows.far[1])
        };
        // The search may come here again below: until then the memory is its own.
        let mut room = self.room.take().unwrap_or_default();
        let flow = self.window(&mut room, rows, candidates);
        self.room = Some(room);
        flow
    }

    fn window(&mut self, room: &mut Room, rows: Rows<'_, W>, candidates: &Bits<W>) -> ControlFlow<()> {
        let path = self.path;
        let Room { window, packed, members, sweep, behind, refuting } = room;
        let pairs = self.problem.pairs(candidates);
        let two_sided = !pairs.is_empty();
        let classes = if !two_sided { sweep.classes.sort(candidates, rows.near) } else { None };
        let packing = match &classes {
            Some(classes) => Packing::of_classes(classes, &self.problem.even),
            None => Packing::new(candidates, &self.problem.even),
        };
        if classes.is_none() {
            sweep.classes.leave(packing.lines());
        }
        if two_sided {
            packing.places(&pairs, members);
        }
        window.pair_up(packing.words(), two_sided.then_some(members));
        path.run(Pack { packing: &packing, rows: rows.near, packed });
        path.run(Fill { window, rows: rows.near.len(), packed });
        packing.members(members);
        // Where all rows have tables, sets need only be counted.
        let counts = packing.words() <= OPEN_WORDS && self.all_have_tables(rows);
        let wanted = if counts {
            tables::MOST_CHUNKS
        } else {
            sweep.tables.worthwhile(window, members, self.lessons.dependence.worth_of_rows())
        };
        let blocks = wanted.div_ceil(CHUNKS_OF_BLOCK) - 1;
        let block = behind.fill(path, &packing, rows.far[0], &self.chosen, blocks);
        sweep.tables.choose(window, block, wanted, packing.lines());
        refuting.begin();
        path.run(Begin { window, members, counts, state: &mut *sweep });
        let mut left = 0;
        loop {
            let stop = !counts && self.is_spent();
            match path.run(Resume { window, stop, state: &mut *sweep }) {
                Batch::Survivors => {
                    self.checked()?;
                    for DensePair { pair, last } in std::mem::take(&mut sweep.survivors.dense) {
                        left += last.iter().map(|word| word.count_ones() as usize).sum::<usize>();
                        let pair = pair.map(usize::from).map(|index| [index / BLOCK, index % BLOCK]);
                        self.pay_for(1, 1);
                        let problem = self.problem;
                        self.with(&packing, &pair, |search| search.last_of_all(&problem.rows, &packing.unpack(&last)))?;
                    }
                    let triples = sweep.survivors.take();
                    if !triples.is_empty() {
                        left += triples.len();
                        if refuting.candidates.is_empty() {
                            packing.candidates(&mut refuting.candidates);
                        }
                        self.triples(refuting, triples)?;
                    }
                }
                Batch::Free => self.with(&packing, sweep.first().as_slice(), |search| {
                    let rows = rows.far.map(|rows| search.missed(rows)).concat();
                    search.branch(Rows::all(&rows), &packing.unpack(sweep.open()), 2)
                })?,
                Batch::Unsearched => self.unbundle(&packing.unpack(sweep.open()), 3)?,
                Batch::Done => break,
            }
        }
        if counts {
            return match sweep.counted() {
                0 => ControlFlow::Continue(()),
                count => self.sink.counted(count.into()),
            };
        }
        if !self.is_spent() {
            self.lessons.dependence.learn(sweep.tables.estimate(), candidates.len(), 3, left);
        }
        ControlFlow::Continue(())
    }

    /// Goes on with the candidates of some packed indices chosen.
    fn with(
        &mut self,
        packing: &Packing<W>,
        indices: &[[usize; 2]],
        go_on: impl FnOnce(&mut Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let before = self.chosen.len();
        self.chosen.extend(indices.iter().map(|&index| packing.candidate(index)));
        let flow = go_on(self);
        self.chosen.truncate(before);
        flow
    }

    /// Whether all missed rows fit into the tables, so that sets need only be counted.
    fn all_have_tables(&self, rows: Rows<'_, W>) -> bool {
        let room = tables::MOST_ROWS - rows.near.len();
        let chosen = Bits::of(self.chosen.iter().copied());
        let missed = rows.far[0].iter().filter(|row| !row.meets(&chosen));
        self.counts() && rows.far[1].is_empty() && missed.take(room + 1).count() <= room
    }
}
