//! What each literal does to each sample.

use vesc_col_core::{Dataset, Literal, Samples};

use crate::cover::Cover;
use crate::crew::Crew;
use crate::interrupt::Interrupt;

/// What each literal does to each sample. Literals are numbered feature by feature, the positive one first.
#[derive(Debug)]
pub(crate) struct Tables {
    /// For each literal the positives that it may be true on.
    pub(crate) accepts: Vec<Cover>,
    /// For each literal the negatives that it may be false on.
    pub(crate) rejects: Vec<Cover>,
    /// For each negative the literals that may be false on it.
    pub(crate) rejecting: Vec<Cover>,
    /// For how many rows each sample stands.
    pub(crate) positives: Vec<u64>,
    pub(crate) negatives: Vec<u64>,
}

impl Tables {
    pub(crate) fn new(data: &Dataset, crew: Crew<'_>) -> Result<Tables, Interrupt> {
        let literals = 2 * data.features().len();
        let (positives, negatives) = (data.positives(), data.negatives());
        crew.afford(literals * (positives.distinct() + 2 * negatives.distinct()) / 8)?;
        let mut tables = Tables {
            accepts: vec![Cover::none(positives.distinct()); literals],
            rejects: vec![Cover::none(negatives.distinct()); literals],
            rejecting: vec![Cover::none(literals); negatives.distinct()],
            positives: weights(positives),
            negatives: weights(negatives),
        };
        for sample in 0..positives.distinct() {
            crew.check()?;
            for literal in may_be(true, positives, sample) {
                tables.accepts[literal].insert(sample);
            }
        }
        for sample in 0..negatives.distinct() {
            crew.check()?;
            for literal in may_be(false, negatives, sample) {
                tables.rejects[literal].insert(sample);
                tables.rejecting[sample].insert(literal);
            }
        }
        Ok(tables)
    }

    pub(crate) fn literals(&self) -> usize {
        self.accepts.len()
    }

    /// The literal with this number.
    pub(crate) fn literal(number: usize) -> Literal {
        Literal::matching(number / 2, number.is_multiple_of(2))
    }
}

/// The literals that have this value on a sample, or may have it.
fn may_be(value: bool, samples: &Samples, sample: usize) -> impl Iterator<Item = usize> {
    samples.cells(sample).enumerate().flat_map(move |(feature, cell)| {
        let possible = move |negated: usize| cell.is_none_or(|cell| (cell == value) == (negated == 0));
        (0..2).filter(move |&negated| possible(negated)).map(move |negated| 2 * feature + negated)
    })
}

fn weights(samples: &Samples) -> Vec<u64> {
    (0..samples.distinct()).map(|sample| samples.sources(sample).len() as u64).collect()
}

/// The sum of the samples' weights if it is within a budget.
pub(crate) fn weight_within(mut samples: impl Iterator<Item = usize>, weights: &[u64], budget: u64) -> Option<u64> {
    samples.try_fold(0u64, |sum, sample| sum.checked_add(weights[sample]).filter(|&sum| sum <= budget))
}
