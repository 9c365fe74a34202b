//! Which rows a term covers, whatever cuts it tests.

use vesc_col_core::{Dataset, Literal, Samples};

use super::term::CutTerm;
use crate::cuts::{Cuts, UNKNOWN_RANK};

/// The rows of a data set with their ranks in the ordered columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a> {
    pub(super) data: &'a Dataset,
    pub(super) cuts: &'a Cuts,
}

impl<'a> Rows<'a> {
    /// The positive rows that a term covers, or may cover if cells are unknown.
    pub(super) fn covered_positives<'t>(self, term: &'t CutTerm) -> impl Iterator<Item = usize> + 't
    where
        'a: 't,
    {
        self.apart_from_sides(self.data.positives(), term).filter(move |&row| self.is_within(term, row))
    }

    /// The rows that agree with all literals of a term but its sides.
    pub(super) fn apart_from_sides<'t>(
        self,
        samples: &'a Samples,
        term: &'t CutTerm,
    ) -> impl Iterator<Item = usize> + 't
    where
        'a: 't,
    {
        let agrees = |index: &usize| term.others.iter().all(|&literal| agrees(samples, *index, literal));
        (0..samples.distinct()).filter(agrees).flat_map(|index| samples.sources(index)).copied()
    }

    /// Whether a row lies within all sides of a term.
    pub(super) fn is_within(self, term: &CutTerm, row: usize) -> bool {
        term.sides.iter().all(|&side| match self.rank(side.column, row) {
            UNKNOWN_RANK => true,
            rank => side.accepts(rank),
        })
    }

    pub(super) fn rank(self, column: usize, row: usize) -> u32 {
        self.cuts.columns[column].ranks[row]
    }
}

/// Whether a literal is true on a sample, or not known to be false.
fn agrees(samples: &Samples, index: usize, literal: Literal) -> bool {
    let bit = |words: &[u64]| words[literal.feature() / 64] >> (literal.feature() % 64) & 1 == 1;
    samples.unknown(index).is_some_and(bit) || bit(samples.words(index)) != literal.is_negated()
}
