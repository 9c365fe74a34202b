//! The rows over the features that narrow terms test.

use std::borrow::Cow;
use std::ops::Range;

use vesc_col_core::{Dataset, Domain, Features, Literal, Run, Samples, StopReason};

use super::sets::{distance, holds};
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
    /// The positives that are told apart, a feature a bit.
    pub(super) positives: Vec<Cow<'a, [u64]>>,
    /// Whether these are all.
    pub(super) has_all_positives: bool,
    /// The negatives.
    pub(super) negatives: Vec<Cow<'a, [u64]>>,
}

/// More positives are not told apart: the sets of positives are too many.
pub(super) const MOST_POSITIVES: usize = 12;
/// How many rows are read between two looks at the run.
pub(super) const ROWS_BETWEEN_LOOKS: usize = 1024;

impl<'a> Tested<'a> {
    pub(super) fn new(data: &'a Dataset, run: &Run) -> Result<Tested<'a>, StopReason> {
        let columns: Vec<Range<usize>> = families(data.features()).collect();
        // Positives are compared by what narrow terms test, whatever else the features are.
        let all: Vec<usize> = (0..data.positives().distinct()).collect();
        let features = near(data, &columns, &all);
        let mut positives = rows(data.positives(), &all, &features, run)?.into_iter().zip(all).collect::<Vec<_>>();
        // In an order that is not that of the rows.
        positives.sort_unstable();
        let has_all_positives = positives.len() <= MOST_POSITIVES;
        if !has_all_positives {
            positives = spread(&positives, |row| &row.0);
        }
        let chosen: Vec<usize> = positives.iter().map(|&(_, index)| index).collect();
        let features = near(data, &columns, &chosen);
        let place = |feature: usize| features.partition_point(|&tested| tested < feature);
        let all_negatives: Vec<usize> = (0..data.negatives().distinct()).collect();
        let mut negatives = rows(data.negatives(), &all_negatives, &features, run)?;
        if !columns.is_empty() {
            // Data with other cuts have them in another order, and some more than once.
            negatives.sort_unstable();
            negatives.dedup();
        }
        Ok(Tested {
            columns: columns.iter().map(|column| place(column.start)..place(column.end)).collect(),
            positives: rows(data.positives(), &chosen, &features, run)?,
            has_all_positives,
            negatives,
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

/// The features without the cuts that are next to none of these positives.
fn near(data: &Dataset, columns: &[Range<usize>], positives: &[usize]) -> Vec<usize> {
    let mut is_tested = vec![true; data.features().len()];
    for column in columns {
        is_tested[column.clone()].fill(false);
        for &index in positives {
            // Up to the value of a positive all cuts are true, and above it all are false.
            let reached = column.start + data.positives().get(index)[column.clone()].count_ones();
            let next = reached.saturating_sub(1).max(column.start)..=reached.min(column.end - 1);
            is_tested[next].fill(true);
        }
    }
    (0..is_tested.len()).filter(|&feature| is_tested[feature]).collect()
}

/// Some rows over some features.
fn rows<'a>(
    samples: &'a Samples,
    indices: &[usize],
    features: &[usize],
    run: &Run,
) -> Result<Vec<Cow<'a, [u64]>>, StopReason> {
    let words = |index: usize| samples.words(index);
    if indices.first().is_some_and(|&first| samples.get(first).len() == features.len()) {
        return Ok(indices.iter().map(|&index| Cow::Borrowed(words(index))).collect());
    }
    let mut rows = Vec::with_capacity(indices.len());
    for (at, &index) in indices.iter().enumerate() {
        if at % ROWS_BETWEEN_LOOKS == 0 {
            run.check()?;
        }
        let mut row = vec![0; features.len().div_ceil(64)];
        let is_one = |&(_, &feature): &(usize, &usize)| holds(Literal::positive(feature), words(index));
        features.iter().enumerate().filter(is_one).for_each(|(place, _)| row[place / 64] |= 1 << (place % 64));
        rows.push(Cow::Owned(row));
    }
    Ok(rows)
}

/// Rows that differ much from each other: each next one is the one that is farthest from those before.
pub(super) fn spread<T: Clone>(rows: &[T], cells: impl Fn(&T) -> &[u64]) -> Vec<T> {
    let mut chosen = vec![&rows[0]];
    while chosen.len() < MOST_POSITIVES {
        let nearest = |row: &&T| chosen.iter().map(|other| distance(cells(row), cells(other))).min();
        let Some(next) = rows.iter().max_by_key(nearest) else { break };
        chosen.push(next);
    }
    chosen.into_iter().cloned().collect()
}
