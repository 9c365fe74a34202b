//! Positives that no constraint tells apart.

use std::collections::HashMap;

use crate::bits::bit_set::PositiveSet;

/// The positives in groups: those of a group are in the same constraints.
#[derive(Debug)]
pub(crate) struct WeightGroups {
    group: Vec<usize>,
    pub(crate) groups: usize,
}

impl WeightGroups {
    /// Without a constraint all are in one group.
    pub(crate) fn all(positives: usize) -> WeightGroups {
        WeightGroups { group: vec![0; positives], groups: 1 }
    }

    /// A constraint on these positives.
    pub(crate) fn tell_apart(&mut self, constrained: &PositiveSet) {
        let mut inside = HashMap::new();
        for sample in constrained.iter() {
            let next = self.groups + inside.len();
            self.group[sample] = *inside.entry(self.group[sample]).or_insert(next);
        }
        self.groups += inside.len();
    }

    /// Shares the weight of each group among its positives evenly. No constraint sees a difference.
    pub(crate) fn even(&self, weights: &[f64]) -> Vec<f64> {
        let mut sums = vec![(0.0, 0.0); self.groups];
        for (&group, weight) in self.group.iter().zip(weights) {
            sums[group] = (sums[group].0 + weight, sums[group].1 + 1.0);
        }
        self.group.iter().map(|&group| sums[group].0 / sums[group].1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positives_in_the_same_constraints_share_their_weight() {
        let mut weight_groups = WeightGroups::all(4);
        assert_eq!(weight_groups.even(&[4.0, 0.0, 0.0, 0.0]), [1.0; 4]);
        let set = |samples: &[usize]| samples.iter().fold(PositiveSet::none(4), |set, &sample| set.with(sample));
        weight_groups.tell_apart(&set(&[0, 1, 2]));
        assert_eq!(weight_groups.even(&[3.0, 0.0, 0.0, 5.0]), [1.0, 1.0, 1.0, 5.0]);
        weight_groups.tell_apart(&set(&[2, 3]));
        assert_eq!(weight_groups.even(&[3.0, 1.0, 7.0, 5.0]), [2.0, 2.0, 7.0, 5.0]);
    }
}
