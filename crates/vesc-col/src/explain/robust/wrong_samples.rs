//! The samples that a hypothesis is wrong on.

use vesc_col_core::{Dataset, Dnf, Hypothesis, Literal, Run};

use crate::explain::sample_id::SampleId;
use crate::formula::as_dnf::as_dnf;
use crate::rows::packed_columns::packed_columns;

/// The samples of a data set without unknown cells, column by column, so that a DNF is judged on 64 of them at once.
pub(super) struct Judge<'a> {
    data: &'a Dataset,
    columns: Vec<Vec<u64>>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(data: &'a Dataset) -> Judge<'a> {
        // Nothing stops this run.
        let columns = packed_columns(data, &Run::new()).unwrap_or_default();
        Judge { data, columns }
    }

    /// The samples that a hypothesis is wrong on, positive ones first.
    pub(super) fn wrong(&self, hypothesis: &dyn Hypothesis) -> Vec<SampleId> {
        match as_dnf(hypothesis) {
            Some(dnf) => self.wrong_of(dnf),
            None => SampleId::all(self.data)
                .filter(|sample| hypothesis.accepts(sample.get(self.data)) != sample.is_positive())
                .collect(),
        }
    }

    fn wrong_of(&self, dnf: &Dnf) -> Vec<SampleId> {
        let (positives, all) = (self.data.positives().distinct(), self.data.distinct());
        let mut wrong = Vec::new();
        for word in 0..all.div_ceil(64) {
            let accepted = dnf.terms().iter().fold(0, |accepted, term| accepted | self.accepted(word, term.literals()));
            let positive = first_ones(positives.saturating_sub(64 * word));
            let mut differing = (accepted ^ positive) & first_ones(all - 64 * word);
            while differing != 0 {
                let index = 64 * word + differing.trailing_zeros() as usize;
                differing &= differing - 1;
                wrong.push(match index.checked_sub(positives) {
                    None => SampleId::positive(index),
                    Some(index) => SampleId::negative(index),
                });
            }
        }
        wrong
    }

    /// Which of 64 samples these literals are all true on.
    fn accepted(&self, word: usize, literals: &[Literal]) -> u64 {
        literals.iter().fold(!0, |accepted, literal| {
            let column = self.columns[literal.feature()][word];
            accepted & if literal.is_negated() { !column } else { column }
        })
    }
}

/// A word whose first `count` bits are set, or all of them.
fn first_ones(count: usize) -> u64 {
    if count >= 64 { !0 } else { (1 << count) - 1 }
}
