//! Three literals to go: the window over the rows and candidates of a search, and its survivors, which are checked
//! again by columns.

use std::ops::ControlFlow;

use crate::bits::words::{BLOCK, Bits};
use crate::kernel::index_map::{IndexMap, PackRows};
use crate::kernel::survivors::{Column, Refute, Survivor};
use crate::kernel::sweep::{BeginSweep, OPEN_WORDS, ResumeSweep, Returned, SweepState};
use crate::kernel::tables;
use crate::kernel::window::{FillWindow, Window};
use crate::term::hitting::{Rows, Search};

/// Memory for the last literals, kept from one window to the next.
#[derive(Debug, Default)]
pub(crate) struct WindowMemory {
    window: Window,
    packed: Vec<[u64; BLOCK]>,
    /// The packed indices in use, word by word.
    members: Vec<u64>,
    sweep: SweepState,
    refutation: Refutation,
}

impl<const W: usize> Search<'_, W> {
    /// Three literals to go: in a window of the tightest rows, over the candidates packed.
    pub(super) fn three_to_go(&mut self, rows: Rows<'_, W>, candidates: &Bits<W>) -> ControlFlow<()> {
        self.budget.earn(candidates.len(), 3, self.number_of_selections());
        let mut tightest = Vec::new();
        let rows = if rows.sorted {
            rows
        } else {
            let rows = self.tightest_rows(rows, candidates, self.problem.tuning.rows_for_four, &mut tightest);
            Rows::for_window(rows.near, rows.far)
        };
        // The search may come here again below. Until then the memory is its own.
        let mut memory = self.window_memory.take().unwrap_or_default();
        let flow = self.search_window(&mut memory, rows, candidates);
        self.window_memory = Some(memory);
        flow
    }

    /// Tests the sets of a window and goes on with its survivors.
    fn search_window(&mut self, memory: &mut WindowMemory, rows: Rows<'_, W>, candidates: &Bits<W>) -> ControlFlow<()> {
        let simd = self.simd;
        let index_map = self.pack(memory, rows, candidates);
        let WindowMemory { window, members, sweep, refutation, .. } = memory;
        // Where all rows have tables, sets need only be counted.
        let counts = index_map.words() <= OPEN_WORDS && rows.none_is_far() && self.counts();
        let wanted = if counts { tables::MOST_CHUNKS } else { tables::chunks_worthwhile(window, members) };
        sweep.tables.choose(window, wanted, index_map.tiles());
        refutation.begin();
        simd.run(BeginSweep { window, members, counts, state: &mut *sweep });
        loop {
            let stop = !counts && self.is_spent();
            match simd.run(ResumeSweep { window, stop, state: &mut *sweep }) {
                Returned::Survivors => {
                    self.checked()?;
                    let survivors = sweep.survivors.take();
                    if !survivors.is_empty() {
                        if refutation.candidates.is_empty() {
                            index_map.candidates(&mut refutation.candidates);
                        }
                        self.check_survivors(refutation, survivors)?;
                    }
                }
                Returned::Free => self.with_chosen(&index_map, sweep.first().as_slice(), |search| {
                    let rows = [rows.behind, rows.far].map(|rows| search.missed(rows)).concat();
                    search.branch(Rows::all(&rows), &index_map.unpack_set(sweep.open()), 2)
                })?,
                Returned::Unsearched => self.refine(&index_map.unpack_set(sweep.open()), 3)?,
                Returned::Done => break,
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
    fn pack(&self, memory: &mut WindowMemory, rows: Rows<'_, W>, candidates: &Bits<W>) -> IndexMap<W> {
        let WindowMemory { window, packed, members, sweep, .. } = memory;
        let pairs = self.problem.pairs(candidates);
        let two_sided = !pairs.is_empty();
        let buckets = if !two_sided { sweep.buckets.sort(candidates, rows.near) } else { None };
        let index_map = match &buckets {
            Some(buckets) => IndexMap::of_buckets(buckets, &self.problem.first_sides),
            None => IndexMap::new(candidates, &self.problem.first_sides),
        };
        if buckets.is_none() {
            sweep.buckets.use_all(index_map.tiles());
        }
        if two_sided {
            index_map.pack_set(&pairs, members);
        }
        window.set_complements(index_map.words(), two_sided.then_some(members));
        self.simd.run(PackRows { index_map: &index_map, rows: rows.near, packed });
        self.simd.run(FillWindow { window, rows: rows.near.len(), packed });
        index_map.all(members);
        index_map
    }

    /// Goes on with the candidates of some packed indices chosen as well.
    fn with_chosen(
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

/// What the check of a window's survivors needs, made for the first one.
#[derive(Debug, Default)]
pub(crate) struct Refutation {
    /// The candidate of each packed index.
    pub(super) candidates: Vec<u16>,
    /// For each selection the first rows that the literals chosen before the window miss.
    selections: Vec<Column>,
}

impl Refutation {
    /// Begins another window.
    pub(super) fn begin(&mut self) {
        self.candidates.clear();
        self.selections.clear();
    }

    fn candidate(&self, index: u16) -> usize {
        self.candidates[usize::from(index)].into()
    }
}

impl<const W: usize> Search<'_, W> {
    /// Checks the survivors of a window against all rows, and gives the sink those that hit all. Reorders `survivors`.
    fn check_survivors(&mut self, refutation: &mut Refutation, survivors: &mut [Survivor]) -> ControlFlow<()> {
        if refutation.selections.is_empty() {
            refutation.selections = self.selections();
        }
        let columns = self.problem.first_rows();
        let Refutation { candidates, selections } = &*refutation;
        self.pay_for(survivors.len(), selections.len());
        let kept = self.simd.run(Refute { columns, candidates, selections, survivors });
        self.checked()?;
        for same_pair in survivors[..kept].chunk_by(|one, next| [one[0], one[1]] == [next[0], next[1]]) {
            let [first, second, _] = same_pair[0].map(|index| refutation.candidate(index));
            let missed = columns[first].and(&columns[second]);
            let before = self.chosen.len();
            self.chosen.extend([first, second]);
            for (selection, column) in selections.iter().enumerate() {
                let missed = missed.and(column);
                let last = same_pair.iter().map(|&[_, _, index]| refutation.candidate(index));
                let last = Bits::of(last.filter(|&last| missed.and(&columns[last]) == Column::EMPTY));
                if !last.is_empty() && self.emit_selection(selection, &last).is_break() {
                    self.chosen.truncate(before);
                    return ControlFlow::Break(());
                }
            }
            self.chosen.truncate(before);
        }
        ControlFlow::Continue(())
    }

    /// How many selections there are: ways to choose one literal of each relaxed choice.
    pub(super) fn number_of_selections(&self) -> usize {
        self.relaxed.iter().fold(1, |selections, relax| selections.saturating_mul(relax.len()))
    }

    /// Whether selections are few enough to be told apart.
    fn tells_selections_apart(&self) -> bool {
        self.number_of_selections() <= self.problem.tuning.selections
    }

    /// Returns for each selection the first rows that the chosen literals miss. The literal of the last relaxed choice
    /// changes fastest.
    ///
    /// If there are too many selections, returns one column: the first rows that all chosen literals miss.
    fn selections(&self) -> Vec<Column> {
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

    /// Emits the chosen literals of one of the [`selections`](Search::selections) with each one of `last`. They hit all
    /// first rows.
    fn emit_selection(&mut self, selection: usize, last: &Bits<W>) -> ControlFlow<()> {
        if !self.is_relaxed() {
            return self.emit_past_first_rows(last);
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
        let flow = if last.is_empty() { ControlFlow::Continue(()) } else { self.emit_past_first_rows(&last) };
        (self.chosen, self.relaxed) = (chosen, relaxed);
        flow
    }
}
