//! Three literals to go: from the rows and candidates of a search to a window and its survivors, which are checked again by columns.

use std::ops::ControlFlow;

use crate::bits::words::{BLOCK, Bits};
use crate::kernel::index_map::{IndexMap, Pack};
use crate::kernel::survivors::{Column, Refute, Triple};
use crate::kernel::sweep::{Batch, Begin, OPEN_WORDS, Resume, SweepState};
use crate::kernel::tables;
use crate::kernel::window::{Fill, Window};
use crate::term::hitting::{Rows, Search};

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
            let rows = self.front(rows, candidates, self.problem.tuning.rows_for_four, &mut front);
            Rows::for_window(rows.near, rows.far[1])
        };
        // The search may come here again below: until then the memory is its own.
        let mut room = self.room.take().unwrap_or_default();
        let flow = self.window(&mut room, rows, candidates);
        self.room = Some(room);
        flow
    }

    /// Tests the sets of a window and goes on with its survivors.
    fn window(&mut self, room: &mut WindowMemory, rows: Rows<'_, W>, candidates: &Bits<W>) -> ControlFlow<()> {
        let level = self.level;
        let index_map = self.pack(room, rows, candidates);
        let WindowMemory { window, members, sweep, refuting, .. } = room;
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

    /// Packs the candidates, in buckets where that is worth it, and fills the window with the nearest rows.
    fn pack(&self, room: &mut WindowMemory, rows: Rows<'_, W>, candidates: &Bits<W>) -> IndexMap<W> {
        let WindowMemory { window, packed, members, sweep, .. } = room;
        let pairs = self.problem.pairs(candidates);
        let two_sided = !pairs.is_empty();
        let buckets = if !two_sided { sweep.buckets.sort(candidates, rows.near) } else { None };
        let index_map = match &buckets {
            Some(buckets) => IndexMap::of_buckets(buckets, &self.problem.even),
            None => IndexMap::new(candidates, &self.problem.even),
        };
        if buckets.is_none() {
            sweep.buckets.leave(index_map.lines());
        }
        if two_sided {
            index_map.places(&pairs, members);
        }
        window.pair_up(index_map.words(), two_sided.then_some(members));
        self.level.run(Pack { index_map: &index_map, rows: rows.near, packed });
        self.level.run(Fill { window, rows: rows.near.len(), packed });
        index_map.members(members);
        index_map
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

/// What it takes to look at the triples of a window, made when the first one is left.
#[derive(Debug, Default)]
pub(crate) struct Refuting {
    /// The candidate of each packed index.
    pub(super) candidates: Vec<u16>,
    /// The first rows that are missed by what was chosen before the window, for each selection.
    selections: Vec<Column>,
}

impl Refuting {
    /// Another window begins.
    pub(super) fn begin(&mut self) {
        self.candidates.clear();
        self.selections.clear();
    }

    fn candidate(&self, place: u16) -> usize {
        self.candidates[usize::from(place)].into()
    }
}

impl<const W: usize> Search<'_, W> {
    /// Checks the survivors of a window against all rows and gives the sink those that hit them. `triples` may be changed.
    pub(super) fn triples(&mut self, refuting: &mut Refuting, triples: &mut [Triple]) -> ControlFlow<()> {
        if refuting.selections.is_empty() {
            refuting.selections = self.selections();
        }
        let columns = self.problem.first_rows();
        let Refuting { candidates, selections } = &*refuting;
        self.pay_for(triples.len(), selections.len());
        let kept = self.level.run(Refute { columns, candidates, selections, triples });
        self.checked()?;
        for triples in triples[..kept].chunk_by(|one, next| [one[0], one[1]] == [next[0], next[1]]) {
            let [first, second, _] = triples[0].map(|place| refuting.candidate(place));
            let missed = columns[first].and(&columns[second]);
            let before = self.chosen.len();
            self.chosen.extend([first, second]);
            for (selection, column) in selections.iter().enumerate() {
                let missed = missed.and(column);
                let last = triples.iter().map(|&[_, _, place]| refuting.candidate(place));
                let last = Bits::of(last.filter(|&last| missed.and(&columns[last]) == Column::EMPTY));
                if !last.is_empty() && self.found(selection, &last).is_break() {
                    self.chosen.truncate(before);
                    return ControlFlow::Break(());
                }
            }
            self.chosen.truncate(before);
        }
        ControlFlow::Continue(())
    }

    /// How many selections there are to choose one literal of each relaxed choice.
    pub(super) fn number_of_selections(&self) -> usize {
        self.relaxed.iter().fold(1, |selections, relax| selections.saturating_mul(relax.len()))
    }

    /// Whether these are so few that they are told apart.
    fn tells_selections_apart(&self) -> bool {
        self.number_of_selections() <= self.problem.tuning.selections
    }

    /// The first rows that what is chosen misses, for each selection to choose one of each relaxed choice, the last relaxed choice's fastest; where there are
    /// too many selections, what all of each relaxed choice miss.
    pub(super) fn selections(&self) -> Vec<Column> {
        let columns = self.problem.first_rows();
        let missed = |chosen: &[usize]| Column::missed(columns, chosen.iter().copied());
        if !self.tells_selections_apart() {
            return vec![missed(&self.chosen)];
        }
        let mut selections = vec![Column::FULL];
        let mut end = 0;
        for relax in &self.relaxed {
            let before = missed(&self.chosen[end..relax.start]);
            let members = self.chosen[relax.clone()].iter().map(|&member| before.and(&columns[member]));
            selections =
                selections.iter().flat_map(|selection| members.clone().map(|member| selection.and(&member))).collect();
            end = relax.end;
        }
        let behind = missed(&self.chosen[end..]);
        selections.iter_mut().for_each(|selection| *selection = selection.and(&behind));
        selections
    }

    /// Those chosen, by one of the [`selections`](Search::selections), hit all of the first rows with any one of `last`.
    pub(super) fn found(&mut self, selection: usize, last: &Bits<W>) -> ControlFlow<()> {
        if !self.is_relaxed() {
            return self.leaf_behind_first_rows(last);
        }
        if !self.tells_selections_apart() {
            return self.refine(last, 1);
        }
        self.pay_for_one();
        let (chosen, relaxed) = (self.chosen.clone(), std::mem::take(&mut self.relaxed));
        let (mut selection, mut last) = (selection, *last);
        for relax in relaxed.iter().rev() {
            let member = relax.start + selection % relax.len();
            selection /= relax.len();
            // Of two literals of a relaxed choice in one set the first is the one that was chosen.
            chosen[relax.start..=member].iter().for_each(|&before| last.remove(before));
            self.chosen.splice(relax.clone(), [chosen[member]]);
        }
        let flow = if last.is_empty() { ControlFlow::Continue(()) } else { self.leaf_behind_first_rows(&last) };
        (self.chosen, self.relaxed) = (chosen, relaxed);
        flow
    }
}
