//! Triples of places that a window leaves: looked at again by columns of rows.

use std::ops::ControlFlow;

use super::Search;
use crate::bits::words::Bits;
use crate::kernel::first_rows::{self, Column, Refute};
use crate::kernel::survivors::Triple;
use crate::term::rows_by_column::Columns;

/// When so many triples of a window hit all of the first rows, the rows that what was chosen before the window misses are worth columns
/// of their own.
const MANY: usize = if cfg!(test) { 3 } else { 128 };

/// What it takes to look at the triples of a window, made when the first one is left.
#[derive(Debug, Default)]
pub(crate) struct Refuting {
    /// The candidate of each place.
    pub(super) candidates: Vec<u16>,
    /// The first rows that are missed by what was chosen before the window, for each way.
    selections: Vec<Column>,
    /// How many triples have hit all of the first rows.
    kept: usize,
    /// Once these are many: the rows that what was chosen before the window misses.
    missed: Option<MissedRows>,
}

/// For each candidate which of some rows it misses.
#[derive(Debug)]
struct MissedRows {
    first: Vec<Column>,
    /// All of them, if there are more.
    all: Option<Columns>,
}

impl MissedRows {
    fn of<const W: usize>(rows: &[Bits<W>]) -> MissedRows {
        let all = (rows.len() > first_rows::ROWS).then(|| Columns::of(rows));
        MissedRows { first: first_rows::columns(rows), all }
    }
}

impl Refuting {
    /// Another window begins.
    pub(super) fn begin(&mut self) {
        self.candidates.clear();
        self.selections.clear();
        self.kept = 0;
        self.missed = None;
    }

    fn candidate(&self, place: u16) -> usize {
        self.candidates[usize::from(place)].into()
    }
}

impl<const W: usize> Search<'_, W> {
    /// Checks the survivors of a window against all rows and gives the sink those that hit them. `triples` may be changed.
    pub(super) fn triples(&mut self, refuting: &mut Refuting, triples: &mut [Triple]) -> ControlFlow<()> {
        if refuting.kept >= MANY && refuting.missed.is_none() && !self.is_relaxed() {
            refuting.missed = Some(MissedRows::of(&self.missed(&self.problem.rows)));
        }
        let before = self.chosen.len();
        let flow = if refuting.missed.is_some() {
            self.triples_by_missed_rows(refuting, triples)
        } else {
            self.triples_by_first_rows(refuting, triples)
        };
        self.chosen.truncate(before);
        flow
    }

    fn triples_by_first_rows(&mut self, refuting: &mut Refuting, triples: &mut [Triple]) -> ControlFlow<()> {
        if refuting.selections.is_empty() {
            refuting.selections = self.selections();
        }
        let columns = self.problem.first_rows();
        let Refuting { candidates, selections, .. } = &*refuting;
        self.pay_for(triples.len(), selections.len());
        let kept = self.level.run(Refute { columns, candidates, selections, triples });
        self.checked()?;
        for triples in by_pair(&triples[..kept]) {
            let [first, second, _] = triples[0].map(|place| refuting.candidate(place));
            let missed = columns[first].and(&columns[second]);
            self.chosen.extend([first, second]);
            for (selection, column) in selections.iter().enumerate() {
                let missed = missed.and(column);
                let last = triples.iter().map(|&[_, _, place]| refuting.candidate(place));
                let last = Bits::of(last.filter(|&last| missed.and(&columns[last]) == Column::EMPTY));
                if !last.is_empty() {
                    self.found(selection, &last)?;
                }
            }
            self.chosen.truncate(self.chosen.len() - 2);
        }
        refuting.kept += kept;
        ControlFlow::Continue(())
    }

    fn triples_by_missed_rows(&mut self, refuting: &Refuting, triples: &mut [Triple]) -> ControlFlow<()> {
        let Refuting { candidates, missed: Some(MissedRows { first: columns, all }), .. } = refuting else {
            unreachable!("they have been made")
        };
        let kept = self.level.run(Refute { columns, candidates, selections: &[Column::FULL], triples });
        self.checked()?;
        let before = self.chosen.len();
        for triples in by_pair(&triples[..kept]) {
            let [first, second, _] = triples[0].map(|place| refuting.candidate(place));
            self.chosen.extend([first, second]);
            let last = triples.iter().map(|&[_, _, place]| refuting.candidate(place));
            match all {
                Some(columns) => self.leaf_by(columns, before, last.collect())?,
                None => self.sink.leaf(&self.chosen, &Bits::of(last))?,
            }
            self.chosen.truncate(self.chosen.len() - 2);
        }
        ControlFlow::Continue(())
    }
}

/// Those together that have the first two places in common.
fn by_pair(triples: &[Triple]) -> impl Iterator<Item = &[Triple]> {
    triples.chunk_by(|one, next| [one[0], one[1]] == [next[0], next[1]])
}
