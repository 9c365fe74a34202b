//! What a count of terms will cost, before it is begun.
//!
//! The estimates suppose that a literal is false on every other negative, independently of the others.

/// The cost, in words read, of listing the hitting sets of `size` of `candidates` candidates and `rows` rows.
///
/// The search branches on the tightest row. Of n random rows of c candidates, it has about c/2 - sqrt(c ln(n) / 2).
fn listing(candidates: usize, rows: usize, size: usize) -> f64 {
    let (mut candidates, mut rows, mut nodes, mut cost) = (candidates as f64, rows as f64, 1.0, 0.0);
    let words = (candidates / 64.0).ceil();
    for to_go in (2..=size).rev() {
        let tightest = (candidates / 2.0 - (candidates * (rows + 1.0).ln() / 2.0).sqrt()).max(1.0);
        // A last pair sees few rows before nothing is left.
        cost += nodes * words * if to_go == 2 { 10.0 * tightest } else { rows };
        nodes *= tightest;
        // Each child has lost the literals before its own: half of them on average.
        candidates = (candidates - tightest / 2.0).max(1.0);
        rows /= 2.0;
    }
    cost + nodes
}

/// The cost of counting them: where no rows are left, all sets of what remains are counted at once.
pub(crate) fn counting(candidates: usize, rows: usize, size: usize) -> f64 {
    // A literal hits half of the rows: after log2(rows) + 3 literals few rows are still to be hit.
    listing(candidates, rows, size.min(rows.max(1).ilog2() as usize + 3))
}

/// The cost of making the rows of a projection.
pub(crate) fn projecting(candidates: usize, rows: usize) -> f64 {
    rows as f64 * (10.0 + candidates as f64 / 8.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_of_anything_costs_more() {
        for (small, large) in [((50, 1000, 4), (100, 1000, 4)), ((50, 1000, 4), (50, 1000, 5))] {
            assert!(listing(small.0, small.1, small.2) < listing(large.0, large.1, large.2), "{small:?} {large:?}");
        }
        assert!(listing(0, 0, 0).is_finite() && listing(10_000, 100_000, 100).is_finite());
    }
}
