//! Narrow terms over ordered columns, so that each family of formulas counts once.

use std::ops::Range;

use vesc_col_core::Literal;

use super::sets::holds;

/// Which terms are narrow: each cut is next to a positive that the term covers, as in the narrowest form of its family. A
/// term that covers no positive is narrow, too.
#[derive(Debug)]
pub(super) struct Narrow {
    /// For each feature the first and the last one of its column; itself for a Boolean column.
    ends: Vec<(usize, usize)>,
}

impl Narrow {
    /// Narrow terms over `features` features. `columns` are the cuts of each ordered column.
    pub(super) fn new(features: usize, columns: &[Range<usize>]) -> Narrow {
        let mut ends: Vec<(usize, usize)> = (0..features).map(|feature| (feature, feature)).collect();
        columns.iter().for_each(|column| ends[column.clone()].fill((column.start, column.end - 1)));
        Narrow { ends }
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
