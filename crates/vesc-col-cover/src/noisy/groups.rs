//! Rows in groups, of which one is right as a whole where few rows are wrong.

/// Rows that may be missed, up to which one is left out at a time. Set: each takes a search of its own.
const MOST_LEFT_OUT: usize = 16;

/// Sets of rows, of which one has no row that is missed, if those that are missed weigh no more than `budget`. `None` if
/// there would be more than `most`.
pub(super) fn larger_groups(weights: &[u64], budget: u64, most: usize) -> Option<Vec<Vec<usize>>> {
    let may_be_missed: Vec<usize> = (0..weights.len()).filter(|&row| weights[row] <= budget).collect();
    let least = may_be_missed.iter().map(|&row| weights[row]).min();
    if may_be_missed.len() <= MOST_LEFT_OUT && least.is_some_and(|least| budget / least == 1) {
        // All but one are the largest sets there are.
        let without = |missed: &usize| (0..weights.len()).filter(|row| row != missed).collect();
        return Some(may_be_missed.iter().map(without).collect());
    }
    groups(weights, budget, most)
}

/// Puts rows into groups. A set of rows whose weight is within the budget has none of some group. `None` if these would
/// be more than `most`.
pub(super) fn groups(weights: &[u64], budget: u64, most: usize) -> Option<Vec<Vec<usize>>> {
    // A row that is too heavy is in each group.
    let (light, heavy): (Vec<_>, Vec<_>) =
        weights.iter().copied().enumerate().partition(|&(_, weight)| weight <= budget);
    let least = light.iter().map(|&(_, weight)| weight).min();
    let count = least.map_or(1, |least| usize::try_from(budget / least).unwrap_or(usize::MAX).min(light.len()) + 1);
    if count > most {
        return None;
    }
    let mut groups: Vec<Vec<usize>> = vec![heavy.into_iter().map(|(row, _)| row).collect(); count];
    light.into_iter().enumerate().for_each(|(number, (row, _))| groups[number % count].push(row));
    groups.iter_mut().for_each(|group| group.sort_unstable());
    Some(groups)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_within_the_budget_leaves_a_group_alone(
            weights in prop::collection::vec(1u64..4, 1..8),
            budget in 0u64..6,
            missed in any::<u8>(),
        ) {
            let missed: Vec<usize> = (0..weights.len()).filter(|row| missed >> row & 1 == 1).collect();
            prop_assume!(missed.iter().map(|&row| weights[row]).sum::<u64>() <= budget);
            let is_alone = |group: &Vec<usize>| !group.iter().any(|row| missed.contains(row));
            prop_assert!(groups(&weights, budget, usize::MAX).unwrap().iter().any(is_alone));
            prop_assert!(larger_groups(&weights, budget, usize::MAX).unwrap().iter().any(is_alone));
        }
    }
}
