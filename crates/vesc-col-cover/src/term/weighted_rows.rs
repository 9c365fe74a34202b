//! What it costs to be wrong on samples.

use std::ops::Range;

/// The rows of a label, each with its samples: one or, where a hypothesis must be right on every completion of a row, all its
/// completions. To be wrong on some of a row's samples costs its weight once.
#[derive(Debug, Default)]
pub(crate) struct WeightedRows {
    /// For each sample its row; the samples of a row are neighbours.
    of: Vec<usize>,
    /// For each row its first sample.
    first: Vec<usize>,
    weights: Vec<u64>,
}

/// No rows.
pub(crate) static NO_ROWS: WeightedRows = WeightedRows { of: Vec::new(), first: Vec::new(), weights: Vec::new() };

impl WeightedRows {
    /// Rows of one sample and weight 1 each.
    pub(crate) fn single(count: usize) -> WeightedRows {
        let mut rows = WeightedRows::default();
        (0..count).for_each(|_| rows.push(1, 1));
        rows
    }

    /// Adds a row that `samples` equal samples of total weight `weight` make.
    pub(crate) fn push(&mut self, samples: usize, weight: u64) {
        self.first.push(self.of.len());
        self.of.extend(std::iter::repeat_n(self.weights.len(), samples));
        self.weights.push(weight);
    }

    /// How many samples there are.
    pub(crate) fn samples(&self) -> usize {
        self.of.len()
    }

    /// The row of a sample.
    pub(crate) fn of(&self, sample: usize) -> usize {
        self.of[sample]
    }

    /// The samples of a row.
    pub(crate) fn samples_of(&self, row: usize) -> Range<usize> {
        self.first[row]..self.first.get(row + 1).copied().unwrap_or(self.of.len())
    }

    /// What a row costs.
    pub(crate) fn weight(&self, row: usize) -> u64 {
        self.weights[row]
    }

    /// The cost of some rows if it is within a budget.
    pub(crate) fn within(&self, mut rows: impl Iterator<Item = usize>, budget: u64) -> Option<u64> {
        rows.try_fold(0u64, |sum, row| sum.checked_add(self.weights[row]).filter(|&sum| sum <= budget))
    }

    /// Whether the rows of these samples, which come in ascending order, cost no more than a budget.
    pub(crate) fn can_pay(&self, samples: impl Iterator<Item = usize>, budget: u64) -> bool {
        // Where each sample is a row, as nearly always, they have the same numbers.
        match self.of.len() == self.weights.len() {
            true => self.within(samples, budget).is_some(),
            false => self.within(self.of_all(samples), budget).is_some(),
        }
    }

    /// The rows of these samples, which come in ascending order; each row once.
    pub(crate) fn of_all(&self, samples: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
        let mut last = None;
        samples.map(|sample| self.of[sample]).filter(move |&row| last.replace(row) != Some(row))
    }
}

#[cfg(test)]
mod tests {
    use super::WeightedRows;

    #[test]
    fn a_row_costs_its_weight_once() {
        let mut rows = WeightedRows::default();
        [(1, 5), (3, 2), (2, 1)].into_iter().for_each(|(samples, weight)| rows.push(samples, weight));
        assert_eq!((rows.samples(), rows.of(3), rows.samples_of(1), rows.samples_of(2)), (6, 1, 1..4, 4..6));
        let samples = || [1, 3, 4, 5].into_iter();
        assert!(rows.can_pay(samples(), 3) && !rows.can_pay(samples(), 2));
        let wrong: Vec<usize> = rows.of_all(samples()).collect();
        assert_eq!(wrong, [1, 2]);
        assert_eq!((rows.within(wrong.iter().copied(), 3), rows.within(wrong.iter().copied(), 2)), (Some(3), None));
    }
}
