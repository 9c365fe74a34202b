//! Triples of packed indices that a window leaves: checked again by columns of rows.

use std::ops::ControlFlow;

use super::Search;
use crate::bits::words::Bits;
use crate::kernel::first_rows::{self, Column, Refute};
use crate::kernel::survivors::Triple;
use crate::term::rows_by_column::{Columns, HitAll};

/// So many selections are told apart. More of them would hit all of the first rows together nearly always, such that these refute nothing.
const MOST: usize = 512;

/// What it takes to look at the triples of a window, made when the first one is left.
#[derive(Debug, Default)]
pub(crate) struct Refuting {
    /// The candidate of each packed index.
    pub(super) candidates: Vec<u16>,
    /// The first rows that are missed by what was chosen before the window, for each selection.
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
        if refuting.kept >= self.problem.tuning.triples_before_columns
            && refuting.missed.is_none()
            && !self.is_relaxed()
        {
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

/// Those together that have the first two packed indices in common.
fn by_pair(triples: &[Triple]) -> impl Iterator<Item = &[Triple]> {
    triples.chunk_by(|one, next| [one[0], one[1]] == [next[0], next[1]])
}

impl<const W: usize> Search<'_, W> {
    /// How many selections there are to choose one literal of each relaxed choice.
    pub(super) fn number_of_selections(&self) -> usize {
        self.relaxed.iter().fold(1, |selections, relax| selections.saturating_mul(relax.len()))
    }

    /// Whether these are so few that they are told apart.
    fn tells_selections_apart(&self) -> bool {
        self.number_of_selections() <= MOST
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

    /// Those chosen hit all of the first rows with `last`, and no relaxed choices are left.
    fn leaf_behind_first_rows(&mut self, last: &Bits<W>) -> ControlFlow<()> {
        let all_are_first = self.problem.rows.len() <= first_rows::ROWS;
        if all_are_first { self.sink.leaf(&self.chosen, last) } else { self.leaf_of_some(last) }
    }

    /// Those chosen hit all rows with some of `last`, or with none, and no relaxed choices are left.
    pub(super) fn leaf_of_some(&mut self, last: &Bits<W>) -> ControlFlow<()> {
        self.leaf_by(self.problem.columns(), 0, last.iter().collect())
    }

    /// The same, where these columns have the rows that the first `before` of those chosen miss.
    pub(super) fn leaf_by(&mut self, columns: &Columns, before: usize, mut last: Vec<usize>) -> ControlFlow<()> {
        self.level.run(HitAll { columns, chosen: &self.chosen[before..], last: &mut last });
        if last.is_empty() { ControlFlow::Continue(()) } else { self.sink.leaf(&self.chosen, &Bits::of(last)) }
    }
}
