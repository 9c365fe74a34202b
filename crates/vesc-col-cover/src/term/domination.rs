//! The candidates that no other candidate dominates.
//!
//! One candidate dominates another if it is false on all negatives that the other is false on. In a term it can stand in the other's
//! place. So where no shorter term is consistent, there is one of a size over all candidates exactly if there is one over these. How many
//! there are is another question. A coverage database has many implied columns: there 1606 of 4062 candidates are left.

use std::cmp::Reverse;

use vesc_col_core::Literal;

use crate::bits::columns::Columns;

/// The candidates that no other one dominates, in their order; of equal ones the first. Only the negatives `among` count.
pub(crate) fn undominated(negatives: &Columns, candidates: &[Literal], among: &[u64]) -> Vec<Literal> {
    let rejected =
        |&literal: &Literal| negatives.rejected(literal).zip(among).map(|(word, among)| word & among).collect();
    let rejected: Vec<Box<[u64]>> = candidates.iter().map(rejected).collect();
    let count = |&candidate: &usize| rejected[candidate].iter().map(|word| word.count_ones()).sum::<u32>();
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_cached_key(|candidate| Reverse(count(candidate)));
    let mut kept: Vec<usize> = Vec::new();
    for candidate in order {
        let dominates = |&other: &usize| is_subset(&rejected[candidate], &rejected[other]);
        if !kept.iter().any(dominates) {
            kept.push(candidate);
        }
    }
    kept.sort_unstable();
    kept.into_iter().map(|candidate| candidates[candidate]).collect()
}

fn is_subset(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one & !other == 0)
}
