//! The order in which samples become clauses.

use vesc_col_core::{Run, Samples, StopReason};

/// How many samples are compared before the run's limits are checked again.
const SAMPLES_PER_CHECK: usize = 4096;

/// Sorts the samples by the number of features in which they differ from the nearest sample of the opposite label.
///
/// The fewer these features, the fewer hypotheses tell the two samples apart. At most `compared` of the opposite
/// samples are compared.
pub(crate) fn nearest_first(
    samples: &Samples,
    opposite: &Samples,
    compared: usize,
    run: &Run,
) -> Result<Vec<u32>, StopReason> {
    let count = compared.min(opposite.distinct());
    let others: Vec<&[u64]> = (0..count).map(|i| opposite.words(i * opposite.distinct() / count)).collect();
    let mut distances = Vec::with_capacity(samples.distinct());
    for index in 0..samples.distinct() {
        if index % SAMPLES_PER_CHECK == 0 {
            run.check()?;
        }
        let words = samples.words(index);
        let distance = |other: &[u64]| words.iter().zip(other).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
        distances.push(others.iter().map(|other| distance(other)).min().unwrap_or(0));
    }
    // There are few distances: each sample goes behind all of lesser ones.
    let most = distances.iter().max().map_or(0, |&most| most as usize);
    let mut places = vec![0; most + 2];
    for &distance in &distances {
        places[distance as usize + 1] += 1;
    }
    for distance in 1..places.len() {
        places[distance] += places[distance - 1];
    }
    let mut order = vec![0; distances.len()];
    for (index, &distance) in distances.iter().enumerate() {
        if index % SAMPLES_PER_CHECK == 0 {
            run.check()?;
        }
        let place: &mut usize = &mut places[distance as usize];
        // There are fewer samples than 2^32.
        order[*place] = index as u32;
        *place += 1;
    }
    Ok(order)
}
