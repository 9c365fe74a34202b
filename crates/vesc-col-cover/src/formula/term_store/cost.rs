//! What a search will cost, before it is begun.
//!
//! The estimates suppose that a literal is false on every other negative, independently of the others. They choose between
//! ways that all lead to the same answer.

/// What it takes to see which literals some positives share.
const PER_SET: f64 = 200.0;

/// The cost, in words read, of listing the hitting sets of `size` of `candidates` candidates and `rows` rows.
///
/// The search branches on the tightest row; of n rows with c candidates, each there or not by chance, it has about
/// c/2 - sqrt(c ln(n) / 2).
pub(crate) fn listing(candidates: usize, rows: usize, size: usize) -> f64 {
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

/// An estimate of the terms of `size` of `candidates` candidates that hit all rows.
pub(crate) fn members(candidates: usize, rows: usize, size: usize) -> f64 {
    let sets: f64 = (0..size).map(|i| candidates.saturating_sub(i) as f64 / (i + 1) as f64).product();
    sets * (rows as f64 * (-(0.5f64.powi(i32::try_from(size).unwrap_or(i32::MAX)))).ln_1p()).exp()
}

/// The cost of making the rows of a projection.
pub(crate) fn projecting(candidates: usize, rows: usize) -> f64 {
    rows as f64 * (10.0 + candidates as f64 / 8.0)
}

/// The cost of listing the terms of a projection by a search, whose rows must be made first unless they are `held`.
pub(crate) fn searching(candidates: usize, rows: usize, size: usize, held: bool) -> f64 {
    let making = if held { 0.0 } else { projecting(candidates, rows) };
    making + listing(candidates, rows, size)
}

/// The cost of trying all sets of `size` candidates one after the other.
pub(crate) fn trying(candidates: usize, rows: usize, size: usize) -> f64 {
    if candidates < size {
        return PER_SET;
    }
    let blocks = rows.div_ceil(64) as f64;
    let shorter: f64 = (0..size).map(|size| combinations(candidates, size) as f64).sum();
    // The last literal of a set that is not consistent is given up after a word or two.
    PER_SET + shorter * (blocks + 20.0) + combinations(candidates, size) as f64 * 4.0
}

/// The number of sets of k among n.
pub(crate) fn combinations(n: usize, k: usize) -> usize {
    (0..k.min(n.saturating_sub(k)))
        .try_fold(1usize, |product, i| Some(product.checked_mul(n - i)? / (i + 1)))
        .unwrap_or(usize::MAX)
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

    #[test]
    fn members_are_expected_by_chance() {
        assert!((members(10, 0, 3) - 120.0).abs() < 1e-9);
        assert!((members(10, 1, 1) - 5.0).abs() < 1e-9);
        assert_eq!(combinations(6, 3), 20);
        assert_eq!(combinations(200, 100), usize::MAX);
    }
}
