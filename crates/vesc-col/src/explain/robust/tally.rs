//! How many rows, and pairs of rows, change an answer.

use std::collections::HashSet;

use vesc_col_core::Dataset;

use super::listing::{Wrong, rows};

/// How many choices of rows change an answer if they are left out.
///
/// ```
/// use vesc_col::explain::Tally;
///
/// let tally = Tally { tried: 10, changed: 3, open: 0 };
/// assert_eq!(tally.unchanged(), 7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tally {
    /// How many choices leave rows of both labels.
    pub tried: u64,
    /// Without how many of these the answer is another one.
    pub changed: u64,
    /// Of how many of these a limit left it open.
    pub open: u64,
}

impl Tally {
    /// Without how many choices the answer is the same.
    #[must_use]
    pub fn unchanged(&self) -> u64 {
        self.tried - self.changed - self.open
    }
}

/// The tallies of single rows and of pairs. `minimal` are the least sets of samples, of at most two rows, that change the answer; up to `complete`
/// rows they are all known.
pub(super) fn tallies<'a>(
    data: &Dataset,
    minimal: impl Iterator<Item = &'a Wrong>,
    complete: Option<u64>,
) -> [Tally; 2] {
    let labels = data.weights();
    let (single, pairs): (HashSet<&Wrong>, HashSet<&Wrong>) = minimal.partition(|wrong| rows(wrong, data) == 1);
    let changing =
        [true, false].map(|label| single.iter().filter(|wrong| wrong[0].is_positive() == label).count() as u64);
    let others = [labels[0] - changing[0], labels[1] - changing[1]];
    let tally = |tried: u64, changed: u64, size: u64| {
        let open = if complete >= Some(size) { 0 } else { tried - changed };
        Tally { tried, changed, open }
    };
    let tried_pairs = pairs_among(labels, labels);
    let with_single = tried_pairs - pairs_among(others, labels);
    [
        tally(labels.iter().filter(|&&count| count > 1).sum(), single.len() as u64, 1),
        tally(tried_pairs, with_single + pairs.len() as u64, 2),
    ]
}

/// The number of pairs among these numbers of positive and negative rows. A pair that is all of the data of a label does not count.
fn pairs_among([positives, negatives]: [u64; 2], labels: [u64; 2]) -> u64 {
    let alike = |count: u64, of: u64| if of > 2 { count.saturating_mul(count.saturating_sub(1)) / 2 } else { 0 };
    let mixed = if labels.iter().all(|&count| count > 1) { positives.saturating_mul(negatives) } else { 0 };
    alike(positives, labels[0]).saturating_add(alike(negatives, labels[1])).saturating_add(mixed)
}
