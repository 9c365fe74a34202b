//! The rows over the features that narrow terms test.

use std::borrow::Cow;
use std::ops::Range;

use vesc_col_core::{Dataset, Domain, Features, Literal, Run, Samples, StopReason};

use super::sets::holds;
use crate::cuts::ordered_columns;

/// The rows over the features that narrow terms test: all features but cuts that are next to no positive.
///
/// A data set that has all cuts and one that has those next to positives alone give the same.
#[derive(Debug)]
pub(super) struct Tested<'a> {
    /// The features, ascending.
    pub(super) features: Vec<usize>,
    /// Their places of each ordered column with several cuts.
    pub(super) columns: Vec<Range<usize>>,
    /// The positives, a feature a bit.
    pub(super) positives: Vec<Cow<'a, [u64]>>,
    /// The negatives.
    pub(super) negatives: Vec<Cow<'a, [u64]>>,
}

/// So many rows are copied between two looks at the run.
const ROWS_BETWEEN_LOOKS: usize = 1024;

impl<'a> Tested<'a> {
    pub(super) fn new(data: &'a Dataset, run: &Run) -> Result<Tested<'a>, StopReason> {
        let columns: Vec<Range<usize>> = families(data.features()).collect();
        let mut is_tested = vec![true; data.features().len()];
        for column in &columns {
            is_tested[column.clone()].fill(false);
            for row in data.positives().iter() {
                // Up to the value of a positive all cuts are true, and above it all are false.
                let reached = column.start + row[column.clone()].count_ones();
                let next = reached.saturating_sub(1).max(column.start)..=reached.min(column.end - 1);
                is_tested[next].fill(true);
            }
        }
        let features: Vec<usize> = (0..is_tested.len()).filter(|&feature| is_tested[feature]).collect();
        let place = |feature: usize| features.partition_point(|&tested| tested < feature);
        let rows = |samples: &'a Samples| rows(samples, &features, run);
        Ok(Tested {
            columns: columns.iter().map(|column| place(column.start)..place(column.end)).collect(),
            positives: rows(data.positives())?,
            negatives: rows(data.negatives())?,
            features,
        })
    }

    /// Whether a term over the places is true on some legal input.
    pub(super) fn allows(&self, domain: &Domain, term: &[Literal]) -> bool {
        let feature = |literal: &Literal| Literal::matching(self.features[literal.feature()], !literal.is_negated());
        domain.allows(&term.iter().map(feature).collect::<Vec<Literal>>())
    }
}

/// The features of each ordered column that has two cuts or more, so that formulas of one family differ.
pub(super) fn families(features: &Features) -> impl Iterator<Item = Range<usize>> {
    ordered_columns(features).into_iter().filter(|column| column.len() > 1)
}

/// At most so many features narrow terms test, whatever the positives are.
pub(super) fn most_tested(features: &Features, positives: usize) -> usize {
    let left_out = |cuts: usize| cuts.saturating_sub(2 * positives);
    features.len() - families(features).map(|column| left_out(column.len())).sum::<usize>()
}

/// The different rows over some features.
fn rows<'a>(samples: &'a Samples, features: &[usize], run: &Run) -> Result<Vec<Cow<'a, [u64]>>, StopReason> {
    let words = |index: usize| samples.words(index);
    if samples.distinct() == 0 || features.len() == samples.get(0).len() {
        return Ok((0..samples.distinct()).map(|index| Cow::Borrowed(words(index))).collect());
    }
    let mut rows = Vec::with_capacity(samples.distinct());
    for index in 0..samples.distinct() {
        if index % ROWS_BETWEEN_LOOKS == 0 {
            run.check()?;
        }
        let mut row = vec![0; features.len().div_ceil(64)];
        let is_one = |&(_, &feature): &(usize, &usize)| holds(Literal::positive(feature), words(index));
        features.iter().enumerate().filter(is_one).for_each(|(place, _)| row[place / 64] |= 1 << (place % 64));
        rows.push(Cow::Owned(row));
    }
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}
