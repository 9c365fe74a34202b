//! What is chosen, with one literal of each bundle.

use std::ops::ControlFlow;

use super::Search;
use crate::bits::words::Bits;
use crate::kernel::first_rows::{self, Column};
use crate::term::rows_by_column::{Columns, HitAll};

/// So many ways are told apart. More of them would hit all of the first rows together nearly always, such that these refute nothing.
const MOST: usize = 512;

impl<const W: usize> Search<'_, W> {
    /// How many ways there are to choose one literal of each bundle.
    pub(super) fn number_of_selections(&self) -> usize {
        self.relaxed.iter().fold(1, |selections, relax| selections.saturating_mul(relax.len()))
    }

    /// Whether these are so few that they are told apart.
    fn tells_selections_apart(&self) -> bool {
        self.number_of_selections() <= MOST
    }

    /// The first rows that what is chosen misses, for each way to choose one of each bundle, the last bundle's fastest; where there are
    /// too many ways, what all of each bundle miss.
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

    /// Those chosen, by one of the [`selections`](Search::ways), hit all of the first rows with any one of `last`.
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
            // Of two literals of a bundle in one set the first is the one that was chosen.
            chosen[relax.start..=member].iter().for_each(|&before| last.remove(before));
            self.chosen.splice(relax.clone(), [chosen[member]]);
        }
        let flow = if last.is_empty() { ControlFlow::Continue(()) } else { self.leaf_behind_first_rows(&last) };
        (self.chosen, self.relaxed) = (chosen, relaxed);
        flow
    }

    /// Those chosen hit all of the first rows with `last`, and no bundles are left.
    fn leaf_behind_first_rows(&mut self, last: &Bits<W>) -> ControlFlow<()> {
        let all_are_first = self.problem.rows.len() <= first_rows::ROWS;
        if all_are_first { self.sink.leaf(&self.chosen, last) } else { self.leaf_of_some(last) }
    }

    /// Those chosen hit all rows with some of `last`, or with none, and no bundles are left.
    pub(super) fn leaf_of_some(&mut self, last: &Bits<W>) -> ControlFlow<()> {
        self.leaf_by(self.problem.columns(), 0, last.iter().collect())
    }

    /// The same, where these columns have the rows that the first `before` of those chosen miss.
    pub(super) fn leaf_by(&mut self, columns: &Columns, before: usize, mut last: Vec<usize>) -> ControlFlow<()> {
        self.level.run(HitAll { columns, chosen: &self.chosen[before..], last: &mut last });
        if last.is_empty() { ControlFlow::Continue(()) } else { self.sink.leaf(&self.chosen, &Bits::of(last)) }
    }
}
