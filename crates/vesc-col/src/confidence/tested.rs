//! The rows over the features that narrow terms test.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use vesc_col_core::{Dataset, Dnf, Domain, Features, Literal, Run, Samples, StopReason};

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
/// Rows that have more cells than this are not compared with all others. It takes some hundredths of a second.
const MOST_COMPARED: usize = 1 << 24;
/// How many rows are read between two looks at the run.
pub(super) const ROWS_BETWEEN_LOOKS: usize = 1024;

impl<'a> Tested<'a> {
    /// Of more positives than are told apart those are chosen that rivals of these `answers` find hardest to explain.
    pub(super) fn new(data: &'a Dataset, answers: &[&Dnf], run: &Run) -> Result<Tested<'a>, StopReason> {
        let columns: Vec<Range<usize>> = families(data.features()).collect();
        // Positives are compared by what narrow terms test, whatever else the features are.
        let all: Vec<usize> = (0..data.positives().distinct()).collect();
        let features = near(data, &columns, &all);
        let mut positives = rows(data.positives(), &all, &features, run)?.into_iter().zip(all).collect::<Vec<_>>();
        // In an order that is not that of the rows.
        positives.sort_unstable();
        let has_all_positives = positives.len() <= MOST_POSITIVES;
        if !has_all_positives {
            let beside = beside(data.positives(), answers);
            positives = spread_among(&positives, |row| &row.0, |&(_, index)| beside[index]);
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

/// The most features that narrow terms test, whatever the positives are.
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

/// For each positive how many others the larger term explains that explains it, in the answer where these are fewest. Where a term explains
/// few, a rival must find another one for just these.
fn beside(positives: &Samples, answers: &[&Dnf]) -> Vec<usize> {
    let mut beside = vec![usize::MAX; positives.distinct()];
    for answer in answers {
        let mut in_answer = vec![0; positives.distinct()];
        for term in answer.terms() {
            let explained: Vec<usize> =
                (0..positives.distinct()).filter(|&index| term.accepts(positives.get(index))).collect();
            explained.iter().for_each(|&index| in_answer[index] = explained.len().max(in_answer[index]));
        }
        beside.iter_mut().zip(in_answer).for_each(|(least, most)| *least = most.min(*least));
    }
    beside
}

/// Rows that differ much from each other: first the one that differs most from all, then each time the one that is farthest
/// from those before. Neither the order of the features counts, nor which of their values is called true. Only ties depend on
/// these. So do rows with more cells than [`MOST_COMPARED`].
pub(super) fn spread<T: Clone>(rows: &[T], cells: impl Fn(&T) -> &[u64]) -> Vec<T> {
    spread_among(rows, cells, |_| 0)
}

/// A row, and how many rows have another value than it, all features together; then the sum of the cubes.
type Measured<'r, T> = (&'r T, (u64, u128));

/// The same in groups that take turns, as long as they have rows.
fn spread_among<T: Clone>(rows: &[T], cells: impl Fn(&T) -> &[u64], group: impl Fn(&T) -> usize) -> Vec<T> {
    let bits = cells(&rows[0]).len() * 64;
    let has = |row: &T, bit: usize| cells(row)[bit / 64] >> (bit % 64) & 1 == 1;
    let bits = if bits.saturating_mul(rows.len()) > MOST_COMPARED { 0 } else { bits };
    let ones: Vec<u64> = (0..bits).map(|bit| rows.iter().filter(|row| has(row, bit)).count() as u64).collect();
    // How many rows have the other value, all bits together; and the sum of the cubes, which tells more rows apart. Squares
    // say the same as the plain sum.
    let differing = |row: &T| {
        let others = |bit: usize| if has(row, bit) { rows.len() as u64 - ones[bit] } else { ones[bit] };
        (0..bits).map(others).fold((0, 0), |(sum, cubes), others| (sum + others, cubes + u128::from(others).pow(3)))
    };
    let mut groups: BTreeMap<usize, Vec<Measured<'_, T>>> = BTreeMap::new();
    rows.iter().for_each(|row| groups.entry(group(row)).or_default().push((row, differing(row))));
    let mut chosen: Vec<&T> = Vec::new();
    while !groups.is_empty() {
        for left in groups.values_mut() {
            if chosen.len() == MOST_POSITIVES {
                return chosen.into_iter().cloned().collect();
            }
            let nearest = |row: &T| chosen.iter().map(|other| distance(cells(row), cells(other))).min();
            let farthest = (0..left.len()).max_by_key(|&place| (nearest(left[place].0), left[place].1));
            chosen.extend(farthest.map(|place| left.remove(place).0));
        }
        groups.retain(|_, left| !left.is_empty());
    }
    chosen.into_iter().cloned().collect()
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// Five rows of forty are a group of their own: all of them are chosen.
    #[test]
    fn small_groups_have_their_turn() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let rows: Vec<([u64; 1], usize)> = (0..40).map(|row| ([random.next_u64()], row)).collect();
        let chosen = spread_among(&rows, |row| &row.0, |&(_, index)| usize::from(index >= 5));
        assert_eq!(chosen.len(), MOST_POSITIVES);
        assert_eq!(chosen.iter().filter(|(_, index)| *index < 5).count(), 5);
    }

    /// A term that explains two of three positives, and one that explains the third.
    #[test]
    fn positives_beside_which_a_term_explains_few_are_told() {
        let mut builder = Dataset::builder(Features::numbered(2));
        for row in [[true, false], [true, true], [false, true]] {
            builder.push(true, row).unwrap();
        }
        let data = builder.build().unwrap();
        let answer = Dnf::parse("x0 | !x0 & x1", data.features()).unwrap();
        let mut told = beside(data.positives(), &[&answer]);
        told.sort_unstable();
        assert_eq!((told, beside(data.positives(), &[])), (vec![1, 2, 2], vec![usize::MAX; 3]));
    }

    /// Columns change places, and their values names: the same rows are chosen.
    #[test]
    fn the_order_of_columns_does_not_matter_nor_which_value_is_true() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut same = 0;
        for _ in 0..100 {
            let rows: Vec<(u64, usize)> = (0..40).map(|row| (random.next_u64() >> 40, row)).collect();
            let (shift, flips) = (random.next_u32() % 24, random.next_u64() >> 40);
            let turned = |(row, index): &(u64, usize)| {
                let moved = (row << shift | row >> (24 - shift)) & 0xff_ffff;
                (moved ^ flips, *index)
            };
            let others: Vec<(u64, usize)> = rows.iter().map(turned).collect();
            let chosen = |mut rows: Vec<(u64, usize)>| {
                rows.sort_unstable();
                let rows: Vec<([u64; 1], usize)> = rows.into_iter().map(|(row, index)| ([row], index)).collect();
                spread(&rows, |row| &row.0).into_iter().map(|(_, index)| index).collect::<Vec<_>>()
            };
            same += usize::from(chosen(rows) == chosen(others));
        }
        // The rest are ties.
        assert!(same > 95, "{same} of 100");
    }
}
