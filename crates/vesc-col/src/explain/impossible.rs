//! A sample that forbids every hypothesis, whatever the unknown cells are.

use std::collections::HashSet;

use vesc_col_core::{Dataset, Domain, Samples};

use super::sample_id::SampleId;

/// Finds a sample with unknown cells that forbids every hypothesis: each of its legal completions is a known row of the other
/// label.
///
/// `None` says nothing: samples may forbid every hypothesis together, though none does so alone. So it is beyond a million
/// completions.
///
/// ```
/// use vesc_col::data::Domain;
/// use vesc_col::explain::{SampleId, impossible_sample};
/// use vesc_col::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::new(["a", "b"])?);
/// builder.push_partial(true, [Some(true), None])?;
/// builder.push(false, [true, false])?;
/// assert_eq!(impossible_sample(&builder.clone().build()?, &Domain::free()), None);
/// builder.push(false, [true, true])?;
/// assert_eq!(impossible_sample(&builder.build()?, &Domain::free()), Some(SampleId::positive(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn impossible_sample(data: &Dataset, domain: &Domain) -> Option<SampleId> {
    if data.unknown_cells() == 0 {
        return None;
    }
    let whole = data.completed_within(domain).ok()?;
    let positive = forbidden(data.positives(), whole.positives(), data.negatives()).map(SampleId::positive);
    positive.or_else(|| forbidden(data.negatives(), whole.negatives(), data.positives()).map(SampleId::negative))
}

/// The first of `ours` all of whose completions are known samples of `theirs`.
fn forbidden(ours: &Samples, completed: &Samples, theirs: &Samples) -> Option<usize> {
    let known = (0..theirs.distinct()).filter(|&index| theirs.unknown(index).is_none());
    let known: HashSet<&[u64]> = known.map(|index| theirs.words(index)).collect();
    let left = (0..completed.distinct()).filter(|&index| !known.contains(completed.words(index)));
    let rows_left: HashSet<usize> = left.flat_map(|index| completed.sources(index).iter().copied()).collect();
    let is_forbidden = |&index: &usize| {
        ours.unknown(index).is_some() && ours.sources(index).iter().all(|row| !rows_left.contains(row))
    };
    (0..ours.distinct()).find(is_forbidden)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::Features;

    use super::*;

    proptest! {
        /// Against all functions of two columns.
        #[test]
        fn no_function_fits_an_impossible_sample(
            rows in prop::collection::vec((any::<bool>(), [any::<Option<bool>>(), any::<Option<bool>>()]), 1..7),
        ) {
            let mut builder = Dataset::builder(Features::numbered(2)).with_contradictions();
            for (label, cells) in &rows {
                builder.push_partial(*label, *cells)?;
            }
            let data = builder.build()?;
            let is_like = |cells: &[Option<bool>; 2], input: usize| {
                (0..2).all(|at| cells[at].is_none_or(|cell| cell == (input >> at & 1 == 1)))
            };
            // A function has a bit for each input; a row fits if some completion has its label.
            let fits = |function: usize| rows.iter().all(|(label, cells)| {
                (0..4).any(|input| is_like(cells, input) && (function >> input & 1 == 1) == *label)
            });
            let is_possible = (0..16).any(fits);
            if impossible_sample(&data, &Domain::free()).is_some() {
                prop_assert!(!is_possible);
            }
            // One row with unknown cells forbids alone, or not at all, if the others are known and no two of them are equal.
            let unknown = rows.iter().filter(|(_, cells)| cells.contains(&None)).count();
            if unknown == 1 && data.equal_pairs().is_empty() {
                prop_assert_eq!(impossible_sample(&data, &Domain::free()).is_none(), is_possible);
            }
        }
    }
}
