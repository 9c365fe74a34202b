//! Inclusion-exclusion over few rows.

use crate::bits::counting::Count;
use crate::bits::words::Bits;
use crate::term::problem::Problem;

/// Rows up to which inclusion-exclusion pays with `size` literals to go; the work is at most two to their power.
pub(crate) fn worthwhile(size: usize) -> usize {
    match size {
        0..=2 => 0,
        3 => 7,
        4 => 11,
        _ => 14,
    }
}

/// How many sets of `size` candidates without complements hit all rows: all sets, less those that miss a row, and so on.
/// `None` if a machine number cannot hold the sums.
pub(crate) fn count<const W: usize>(
    problem: &Problem<W>,
    rows: &[Bits<W>],
    candidates: &Bits<W>,
    size: usize,
) -> Option<u128> {
    signed(problem, rows, candidates, size, false).and_then(|sum| u128::try_from(sum).ok())
}

/// The sum over the subsets of `rows`, each with the sets of those candidates that hit none of the subset.
fn signed<const W: usize>(
    problem: &Problem<W>,
    rows: &[Bits<W>],
    missing: &Bits<W>,
    size: usize,
    negative: bool,
) -> Option<i128> {
    let Count::Small(count) = problem.free(missing, size) else { return None };
    // So many terms of one sign cannot overflow: there are at most 2^14 of them.
    let count = i128::try_from(count).ok().filter(|&count| count < i128::MAX >> 16)?;
    if count == 0 {
        return Some(0);
    }
    let mut sum = if negative { -count } else { count };
    for (i, row) in rows.iter().enumerate() {
        sum += signed(problem, &rows[i + 1..], &missing.and_not(row), size, !negative)?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use vesc_col_core::Literal;

    use super::*;

    #[test]
    fn sums_are_exact_or_none() {
        let binomial =
            |n: u128, k: u128| (0..k).try_fold(1u128, |product, i| Some(product.checked_mul(n - i)? / (i + 1)));
        let rows = [Bits::<2>::of(0..10), Bits::of(5..20)];
        let problem = Problem::from_rows((0..125).map(Literal::positive).collect(), 0, rows.to_vec());
        for size in 0..=60 {
            let of = |n: u128| binomial(n, size as u128);
            let fits = of(125).is_some_and(|count| count < 1 << 111);
            let hitting = || Some(of(125)? + of(105)? - of(115)? - of(110)?);
            let expected = if fits { hitting() } else { None };
            assert_eq!(count(&problem, &rows, &problem.candidates(), size), expected, "{size}");
        }
    }
}
