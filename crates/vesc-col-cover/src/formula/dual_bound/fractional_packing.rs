//! Fractional packing, a small linear program: weights as large as possible, but nowhere too heavy.
//!
//! Ours, because each step looks at the run and counts what it costs. What it finds is only a hint: the bound is proven in
//! whole numbers.

/// Smaller than this is zero. Set: far above rounding errors, far below weights.
const EPSILON: f64 = 1e-9;
/// Multiples smaller than this are not divided by. Set: errors grow a million times at most.
const SMALLEST_PIVOT: f64 = 1e-6;
/// By how much one weight may count more than another. Set: the sum loses a thousandth at most.
const UNEVEN: f64 = 1e-3;
/// Constraints above which those that do not bind are dropped. Set: each step reads all of them.
const MOST_ROWS: usize = 600;

/// Maximises the sum of `count` weights, none negative, under constraints on the sums of some of them.
///
/// A condensed tableau: each row says that a basic variable and multiples of the others sum up to a number.
/// Variables are the weights, then one slack for each constraint.
#[derive(Debug)]
pub(crate) struct FractionalPacking {
    count: usize,
    /// Row by row the multiples of the others, then the number.
    rows: Vec<Vec<f64>>,
    basic: Vec<usize>,
    others: Vec<usize>,
    /// What one unit of each other variable adds to the sum.
    gain: Vec<f64>,
    slacks: usize,
}

impl FractionalPacking {
    /// `count` weights whose sum is at most `most`.
    pub(crate) fn new(count: usize, most: f64) -> FractionalPacking {
        let others = (0..count).collect();
        // Were all the same, most steps would gain nothing and might go in circles.
        let gain = |weight: usize| 1.0 + UNEVEN * (weight as f64 * 0.618_033_988_749_895).fract();
        let mut packing = FractionalPacking {
            count,
            rows: Vec::new(),
            basic: Vec::new(),
            others,
            gain: (0..count).map(gain).collect(),
            slacks: 0,
        };
        packing.limit(0..count, most);
        packing
    }

    /// The sum of these weights is at most `most`.
    pub(crate) fn limit(&mut self, weights: impl Iterator<Item = usize>, most: f64) {
        let mut row = vec![0.0; self.count + 1];
        row[self.count] = most;
        // Where a weight stands: in a column, or as the basic variable of a row.
        let mut column = vec![None; self.count];
        for (at, &variable) in self.others.iter().enumerate().filter(|&(_, &variable)| variable < self.count) {
            column[variable] = Some(at);
        }
        let mut basis = vec![None; self.count];
        for (at, &variable) in self.basic.iter().enumerate().filter(|&(_, &variable)| variable < self.count) {
            basis[variable] = Some(at);
        }
        for weight in weights {
            if let Some(at) = column[weight] {
                row[at] += 1.0;
            } else if let Some(at) = basis[weight] {
                row.iter_mut().zip(&self.rows[at]).for_each(|(sum, multiple)| *sum -= multiple);
            }
        }
        self.rows.push(row);
        self.basic.push(self.count + self.slacks);
        self.slacks += 1;
    }

    /// The weights of a solution that is as good as possible.
    ///
    /// # Errors
    ///
    /// The error of `go_on`, which is called before each step with its cost in words read.
    pub(crate) fn solve<E>(&mut self, mut go_on: impl FnMut(usize) -> Result<(), E>) -> Result<Vec<f64>, E> {
        while let Some((row, column)) = self.repair().or_else(|| self.improve()) {
            go_on(self.rows.len() * self.count / 8)?;
            self.pivot(row, column);
        }
        if self.rows.len() > MOST_ROWS {
            self.drop_loose();
        }
        let mut weights = vec![0.0; self.count];
        for (&variable, row) in self.basic.iter().zip(&self.rows) {
            if variable < self.count {
                weights[variable] = row[self.count].max(0.0);
            }
        }
        Ok(weights)
    }

    /// A step towards a solution that keeps to the constraints.
    fn repair(&self) -> Option<(usize, usize)> {
        let number = |row: usize| self.rows[row][self.count];
        let row = (0..self.rows.len()).min_by(|&a, &b| number(a).total_cmp(&number(b)))?;
        if number(row) > -EPSILON {
            return None;
        }
        let multiple = |column: usize| self.rows[row][column];
        let loss = |column: usize| self.gain[column] / multiple(column);
        let column = (0..self.count).filter(|&column| multiple(column) < -SMALLEST_PIVOT);
        column.min_by(|&a, &b| loss(a).total_cmp(&loss(b))).map(|column| (row, column))
    }

    /// A step to a better solution.
    fn improve(&self) -> Option<(usize, usize)> {
        let column = (0..self.count).max_by(|&a, &b| self.gain[a].total_cmp(&self.gain[b]))?;
        if self.gain[column] < EPSILON {
            return None;
        }
        let room = |row: usize| self.rows[row][self.count] / self.rows[row][column];
        let row = (0..self.rows.len()).filter(|&row| self.rows[row][column] > SMALLEST_PIVOT);
        row.min_by(|&a, &b| room(a).total_cmp(&room(b))).map(|row| (row, column))
    }

    /// Exchanges a row's basic variable and another one.
    fn pivot(&mut self, row: usize, column: usize) {
        let mut pivot = std::mem::take(&mut self.rows[row]);
        let inverse = 1.0 / pivot[column];
        pivot[column] = 1.0;
        pivot.iter_mut().for_each(|multiple| *multiple *= inverse);
        for other in self.rows.iter_mut().filter(|other| !other.is_empty()) {
            let factor = std::mem::take(&mut other[column]);
            if factor != 0.0 {
                other.iter_mut().zip(&pivot).for_each(|(multiple, by)| *multiple -= factor * by);
            }
        }
        let factor = std::mem::take(&mut self.gain[column]);
        self.gain.iter_mut().zip(&pivot).for_each(|(gain, by)| *gain -= factor * by);
        self.rows[row] = pivot;
        std::mem::swap(&mut self.basic[row], &mut self.others[column]);
    }

    /// Drops the constraints that leave room: they say nothing about the solution.
    fn drop_loose(&mut self) {
        // The first constraint keeps the sum finite.
        let loose = |at: usize| self.basic[at] > self.count && self.rows[at][self.count] > EPSILON;
        let keep: Vec<bool> = (0..self.rows.len()).map(|at| !loose(at)).collect();
        let mut kept = keep.iter().copied();
        self.rows.retain(|_| kept.next().unwrap_or(true));
        let mut kept = keep.iter().copied();
        self.basic.retain(|_| kept.next().unwrap_or(true));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(packing: &mut FractionalPacking) -> Vec<f64> {
        let mut steps = 0;
        let go_on = |_| {
            steps += 1;
            if steps < 1000 { Ok(()) } else { Err("in circles") }
        };
        packing.solve(go_on).unwrap()
    }

    fn sum(weights: &[f64]) -> f64 {
        weights.iter().sum()
    }

    #[test]
    fn the_sum_grows_to_its_limit() {
        let mut packing = FractionalPacking::new(3, 7.5);
        assert!((sum(&solved(&mut packing)) - 7.5).abs() < 1e-6);
    }

    #[test]
    fn a_triangle_is_packed_by_halves() {
        let mut packing = FractionalPacking::new(3, 100.0);
        for pair in [[0, 1], [1, 2], [2, 0]] {
            packing.limit(pair.into_iter(), 1.0);
        }
        let weights = solved(&mut packing);
        assert!(weights.iter().all(|weight| (weight - 0.5).abs() < 1e-6), "{weights:?}");
    }

    #[test]
    fn constraints_may_come_after_a_solution() {
        // The seven lines of the Fano plane, one by one: in the end each point weighs a third.
        let lines = [[0, 1, 2], [0, 3, 4], [0, 5, 6], [1, 3, 5], [1, 4, 6], [2, 3, 6], [2, 4, 5]];
        let mut packing = FractionalPacking::new(7, 100.0);
        let mut before = f64::INFINITY;
        for line in lines {
            packing.limit(line.into_iter(), 1.0);
            let weights = solved(&mut packing);
            assert!(sum(&weights) <= before + 1e-6);
            before = sum(&weights);
        }
        assert!((before - 7.0 / 3.0).abs() < 1e-6, "{before}");
    }

    #[test]
    fn loose_constraints_can_go() {
        let mut packing = FractionalPacking::new(2, 100.0);
        packing.limit(0..1, 3.0);
        packing.limit(1..2, 4.0);
        packing.limit(0..2, 50.0);
        solved(&mut packing);
        packing.drop_loose();
        assert_eq!(packing.rows.len(), 3, "the first one stays");
        packing.limit(0..2, 5.0);
        assert!((sum(&solved(&mut packing)) - 5.0).abs() < 1e-6);
    }
}
