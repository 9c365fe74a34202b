//! The cuts of a column whose cells are on a scale.

/// The values at the cuts between neighbours of these: all but the least. No more than `most` if that is given, evenly
/// chosen.
pub(super) fn cut_points<K: Ord + Copy>(values: impl IntoIterator<Item = K>, most: Option<usize>) -> Vec<K> {
    let mut values: Vec<K> = values.into_iter().collect();
    values.sort_unstable();
    values.dedup();
    let cuts = values.get(1..).unwrap_or_default();
    match most.map(|most| most.max(1)) {
        Some(most) if cuts.len() > most => (0..most).map(|i| cuts[(2 * i + 1) * cuts.len() / (2 * most)]).collect(),
        _ => cuts.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_lie_between_all_values() {
        assert_eq!(cut_points([4, 2, 1, 4, 8, -1], None), [1, 2, 4, 8]);
        assert!(cut_points([1, 1], None).is_empty() && cut_points::<i32>([], Some(3)).is_empty());
        assert_eq!(cut_points(0..100, Some(4)), [13, 38, 62, 87]);
    }
}
