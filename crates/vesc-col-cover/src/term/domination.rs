//! The candidates that no other candidate dominates.
//!
//! One candidate dominates another if it is false on the same negatives and more, and in the same required sets and more. In a
//! term it can stand in the other's place. So where no shorter term is consistent, there is one of a size over all candidates exactly if
//! there is one over these. How many there are is another question. A coverage database has many implied columns: there
//! 1606 of 4062 candidates are left. To find them takes a look at each pair. Where a sample shows that few are
//! dominated, as in uniform data, all are kept.

use std::cmp::Reverse;

use vesc_col_core::Literal;

use crate::bits::columns::Columns;
use crate::context::{Interrupt, RunContext};
use crate::term::duplicate_columns::hit;

/// The candidates that no other one dominates, in their order; of equal ones the first. Of the negatives only those `among`
/// count, and all sets that are `required`. All candidates if they are many and less than a quarter of a sample is dominated.
pub(crate) fn undominated(
    (negatives, among): (&Columns, &[u64]),
    required: &[&[Literal]],
    candidates: Vec<Literal>,
    context: RunContext<'_>,
) -> Result<Vec<Literal>, Interrupt> {
    context.check_memory(candidates.len() * size_of_val(among))?;
    let rejected = |&literal: &Literal| {
        let rejected = negatives.rejected(literal).zip(among).map(|(word, among)| word & among);
        rejected.chain(hit(required, literal)).collect()
    };
    let rejected: Vec<Box<[u64]>> = candidates.iter().map(rejected).collect();
    let count = |&candidate: &usize| rejected[candidate].iter().map(|word| word.count_ones()).sum::<u32>();
    // A candidate is dominated by one that comes before it, if by any.
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_cached_key(|candidate| Reverse(count(candidate)));
    let is_dominated = |candidate: usize, by: &[usize]| {
        context.check()?;
        Ok::<bool, Interrupt>(by.iter().any(|&other| is_subset(&rejected[candidate], &rejected[other])))
    };
    if order.len() > context.tuning.literals_without_sample {
        let step = order.len().div_ceil(context.tuning.sampled_literals);
        let sample: Vec<usize> = (0..order.len()).step_by(step).collect();
        let dominated = sample.iter().map(|&at| is_dominated(order[at], &order[..at]).map(usize::from));
        if 4 * dominated.sum::<Result<usize, Interrupt>>()? < sample.len() {
            return Ok(candidates);
        }
    }
    let mut kept: Vec<usize> = Vec::new();
    for candidate in order {
        if !is_dominated(candidate, &kept)? {
            kept.push(candidate);
        }
    }
    kept.sort_unstable();
    Ok(kept.into_iter().map(|candidate| candidates[candidate]).collect())
}

fn is_subset(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one & !other == 0)
}
