//! Narrow terms over ordered columns, so that each family of formulas counts once.

use std::ops::Range;

use vesc_col_core::Literal;

use super::sets::{bits, full, holds};

/// Which terms are narrow: each cut is next to a positive that the term covers, as in the narrowest form of its family. A
/// term that covers no positive is narrow, too.
#[derive(Debug)]
pub(super) struct Narrow {
    /// The features that narrow terms test, a bit each: all but the cuts that are next to no positive.
    pub(super) within: Vec<u64>,
    /// For each feature the first and the last one of its column; itself for a Boolean column.
    ends: Vec<(usize, usize)>,
}

impl Narrow {
    /// Narrow terms over so many features, with the cuts of these columns. A row is a feature a bit.
    pub(super) fn new(features: usize, columns: &[Range<usize>], positives: &[&[u64]]) -> Narrow {
        let mut within = full(features);
        let mut ends: Vec<(usize, usize)> = (0..features).map(|feature| (feature, feature)).collect();
        for column in columns {
            for feature in column.clone() {
                ends[feature] = (column.start, column.end - 1);
                // Up to the value of a positive all cuts are true, and above it all are false.
                let is_true = |row: &[u64], at: usize| holds(Literal::positive(at), row);
                let is_next = |row: &&[u64]| match is_true(row, feature) {
                    true => feature + 1 == column.end || !is_true(row, feature + 1),
                    false => feature == column.start || is_true(row, feature - 1),
                };
                if !positives.iter().any(is_next) {
                    within[feature / 64] &= !(1 << (feature % 64));
                }
            }
        }
        Narrow { within, ends }
    }

    /// The features that narrow terms test.
    pub(super) fn features(&self) -> Vec<usize> {
        bits(&self.within).collect()
    }

    /// Whether some column has several cuts.
    pub(super) fn has_families(&self) -> bool {
        self.ends.iter().any(|(first, last)| first < last)
    }

    /// The literal at the next cut, which is true on fewer inputs; `None` for the last cut and for a Boolean column.
    pub(super) fn tighter(&self, literal: Literal) -> Option<Literal> {
        let feature = literal.feature();
        let &(first, last) = self.ends.get(feature)?;
        match literal.is_negated() {
            true => (feature > first).then(|| Literal::negative(feature - 1)),
            false => (feature < last).then(|| Literal::positive(feature + 1)),
        }
    }

    /// Whether a term is narrow.
    pub(super) fn is_narrow(&self, term: &[Literal], positives: &[&[u64]]) -> bool {
        let covered: Vec<&&[u64]> =
            positives.iter().filter(|row| term.iter().all(|&literal| holds(literal, row))).collect();
        let is_tight = |&literal: &Literal| match self.tighter(literal) {
            Some(tighter) => covered.iter().any(|row| !holds(tighter, row)),
            None => true,
        };
        covered.is_empty() || term.iter().all(is_tight)
    }
}
