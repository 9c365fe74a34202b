//! Three literals to go: from the rows and candidates of a search to a window, its tables, and the survivors.

use std::ops::ControlFlow;

use crate::bits::transpose::BLOCK;
use crate::bits::words::Bits;
use crate::kernel::index_map::{IndexMap, Pack};
use crate::kernel::sweep::{Batch, Begin, OPEN_WORDS, Resume, SweepState};
use crate::kernel::tables;
use crate::kernel::window::{Fill, Window};
use crate::term::hitting::{NEAR, Rows, Search, refuting::Refuting};

/// Memory for the last literals, kept from one window to the next.
#[derive(Debug, Default)]
pub(crate) struct WindowMemory {
    window: Window,
    packed: Vec<[u64; BLOCK]>,
    members: Vec<u64>,
    sweep: SweepState,
    refuting: Refuting,
}

impl<const W: usize> Search<'_, W> {
    /// Three literals to go: in a window of the tightest rows, over the candidates packed.
    pub(crate) fn last(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>) -> ControlFlow<()> {
        self.budget.earn(candidates.len(), 3, self.number_of_selections());
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

    fn window(&mut self, room: &mut WindowMemory, rows: Rows<'_, W>, candidates: &Bits<W>) -> ControlFlow<()> {
        let level = self.level;
        let WindowMemory { window, packed, members, sweep, refuting } = room;
        let pairs = self.problem.pairs(candidates);
        let two_sided = !pairs.is_empty();
        let classes = if !two_sided { sweep.classes.sort(candidates, rows.near) } else { None };
        let index_map = match &classes {
            Some(classes) => IndexMap::of_classes(classes, &self.problem.even),
            None => IndexMap::new(candidates, &self.problem.even),
        };
        if classes.is_none() {
            sweep.classes.leave(index_map.lines());
        }
        if two_sided {
            index_map.places(&pairs, members);
        }
        window.pair_up(index_map.words(), two_sided.then_some(members));
        level.run(Pack { index_map: &index_map, rows: rows.near, packed });
        level.run(Fill { window, rows: rows.near.len(), packed });
        index_map.members(members);
        // Where all rows have tables, sets need only be counted.
        let counts = index_map.words() <= OPEN_WORDS && rows.none_is_far() && self.counts();
        let wanted = if counts { tables::MOST_CHUNKS } else { tables::worthwhile(window, members) };
        sweep.tables.choose(window, wanted, index_map.lines());
        refuting.begin();
        level.run(Begin { window, members, counts, state: &mut *sweep });
        loop {
            let stop = !counts && self.is_spent();
            match level.run(Resume { window, stop, state: &mut *sweep }) {
                Batch::Survivors => {
                    self.checked()?;
                    let triples = sweep.survivors.take();
                    if !triples.is_empty() {
                        if refuting.candidates.is_empty() {
                            index_map.candidates(&mut refuting.candidates);
                        }
                        self.triples(refuting, triples)?;
                    }
                }
                Batch::Free => self.with(&index_map, sweep.first().as_slice(), |search| {
                    let rows = rows.far.map(|rows| search.missed(rows)).concat();
                    search.branch(Rows::all(&rows), &index_map.unpack(sweep.open()), 2)
                })?,
                Batch::Unsearched => self.refine(&index_map.unpack(sweep.open()), 3)?,
                Batch::Done => break,
            }
        }
        if counts {
            return match sweep.counted() {
                0 => ControlFlow::Continue(()),
                count => self.sink.counted(count.into()),
            };
        }
        ControlFlow::Continue(())
    }

    /// Goes on with the candidates of some packed indices chosen.
    fn with(
        &mut self,
        index_map: &IndexMap<W>,
        indices: &[[usize; 2]],
        go_on: impl FnOnce(&mut Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let before = self.chosen.len();
        self.chosen.extend(indices.iter().map(|&index| index_map.candidate(index)));
        let flow = go_on(self);
        self.chosen.truncate(before);
        flow
    }
}
