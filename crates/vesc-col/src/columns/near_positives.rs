//! The cuts next to positives.

/// The cuts on either side of the values that positive rows have: the last one that each reaches, and the first that it does not.
///
/// There are `cuts` cuts, and `ranks` says how many of them each row reaches.
pub(super) fn near_positives(ranks: &[u32], labels: &[bool], cuts: usize) -> Vec<u32> {
    let mut is_near = vec![false; cuts];
    for (&rank, _) in ranks.iter().zip(labels).filter(|&(_, &positive)| positive) {
        let rank = rank as usize;
        [rank.checked_sub(1), Some(rank)]
            .into_iter()
            .flatten()
            .filter(|&cut| cut < cuts)
            .for_each(|cut| is_near[cut] = true);
    }
    (0..cuts as u32).filter(|&cut| is_near[cut as usize]).collect()
}
