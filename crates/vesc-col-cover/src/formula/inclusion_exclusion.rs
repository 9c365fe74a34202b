//! The number of formulas by inclusion-exclusion over the positives: nothing is listed.
//!
//! A formula that covers all positives is one that does not avoid any. Those that avoid all of B, with or without
//! others, are the sets of terms that are each false on all of B, so
//!
//! ```text
//! |formulas of (l, k)| = sum over B of (-1)^|B| [x^l y^k] prod over s of (1 + x^s y)^N(s, B)
//! ```
//!
//! with `N(s, B)` the number of consistent terms of s literals that cover nothing of B.
//!
//! These numbers come from those of the terms that cover all of a set S, by inclusion-exclusion once more. The empty set
//! costs the most, as all consistent terms are counted for it. It is left out for sizes of which each term of a formula is
//! known to cover a positive. Then only such terms are counted:
//!
//! ```text
//! N(s, B) - N(s, all) = sum over S not in B of -(-1)^|S| |terms that cover all of S|
//! ```

use num_bigint::{BigInt, BigUint};

use crate::bits::bit_set::PositiveSet;
use crate::context::Interrupt;
use crate::context::RunContext;
use crate::formula::cost;
use crate::formula::term_store::TermStore;
use crate::formula::term_store::members::TermList;

/// Positives up to which formulas are counted this way. Set: the cost is two to their power.
pub(crate) const MOST_POSITIVES: usize = 14;

/// For each size of a term, and for each set B of positives as a mask, how many consistent terms cover nothing of B.
#[derive(Debug)]
pub(crate) struct InclusionExclusion {
    positives: usize,
    /// By size, then by mask.
    counts: Vec<Vec<BigInt>>,
}

impl InclusionExclusion {
    /// From lists of all terms of the sizes 1, 2, ...; `None` if there are too many positives.
    pub(crate) fn from_lists(
        lists: &[TermList],
        positives: usize,
        context: RunContext<'_>,
    ) -> Result<Option<InclusionExclusion>, Interrupt> {
        if positives > MOST_POSITIVES {
            return Ok(None);
        }
        let subsets = 1usize << positives;
        let mut counts = vec![Vec::new()];
        for list in lists {
            context.check()?;
            // First how many terms cover nothing but what is outside of B, then also of what is inside.
            let mut exact = vec![0u64; subsets];
            for member in list.iter() {
                exact[!mask(&member.cover) & (subsets - 1)] += 1;
            }
            for bit in 0..positives {
                for set in (0..subsets).filter(|set| set >> bit & 1 == 0) {
                    exact[set] += exact[set | 1 << bit];
                }
            }
            counts.push(exact.into_iter().map(BigInt::from).collect());
        }
        Ok(Some(InclusionExclusion { positives, counts }))
    }

    /// From counts of one-term problems, one for each set of positives and each size up to `largest`.
    ///
    /// Idle terms are counted up to `idle` literals. `None` if the sets are too many, or would cost more than `most`.
    pub(crate) fn from_counts(
        store: &mut TermStore,
        largest: usize,
        idle: usize,
        most: f64,
        context: RunContext<'_>,
    ) -> Result<Option<InclusionExclusion>, Interrupt> {
        let positives = store.positives();
        if positives > MOST_POSITIVES {
            return Ok(None);
        }
        let subsets = 1usize << positives;
        // Without the empty set idle terms are not counted.
        let largest_of = |set: usize| if set == 0 { idle.min(largest) } else { largest };
        if total_cost(store, largest_of, context)? > most {
            return Ok(None);
        }
        // First how many terms cover all of a set, then, by inclusion-exclusion, how many cover nothing of it.
        let mut counts = vec![vec![BigInt::ZERO; subsets]; largest + 1];
        for set in 0..subsets {
            context.progress("counting terms by the positives that they cover", set, subsets);
            let on = cover(set, positives);
            for (size, counts) in counts.iter_mut().enumerate().take(largest_of(set) + 1).skip(1) {
                context.check()?;
                let sign = if set.count_ones() % 2 == 0 { 1 } else { -1 };
                counts[set] = BigInt::from(store.count(&on, size, context)?) * sign;
            }
        }
        for (size, counts) in counts.iter_mut().enumerate() {
            for bit in 0..positives {
                for set in (0..subsets).filter(|set| set >> bit & 1 == 1) {
                    let without = counts[set ^ 1 << bit].clone();
                    counts[set] += without;
                }
            }
            if size > idle {
                *counts = counts.iter().map(|count| count - &counts[subsets - 1]).collect();
            }
        }
        Ok(Some(InclusionExclusion { positives, counts }))
    }

    /// The number of consistent formulas.
    ///
    /// # Errors
    ///
    /// Whatever stops the run, and [`Interrupt::Contradiction`] if the counts cannot be those of any terms.
    pub(crate) fn formulas(
        &self,
        literals: usize,
        terms: usize,
        context: RunContext<'_>,
    ) -> Result<BigUint, Interrupt> {
        let mut sum = BigInt::ZERO;
        for set in 0..1usize << self.positives {
            context.check()?;
            let choices = self.choices(set, literals, terms, context)?;
            if set.count_ones() % 2 == 0 { sum += choices } else { sum -= choices }
        }
        sum.to_biguint().ok_or(Interrupt::Contradiction)
    }

    /// The ways to choose `terms` terms with `literals` literals in all that cover none of the positives in `set`.
    fn choices(&self, set: usize, literals: usize, terms: usize, context: RunContext<'_>) -> Result<BigInt, Interrupt> {
        if literals.saturating_mul(terms) > LARGEST_TABLE {
            return Err(Interrupt::TooLong);
        }
        // `ways[t][l]`: the number of ways to choose t terms with l literals.
        let mut ways = vec![vec![BigInt::ZERO; literals + 1]; terms + 1];
        ways[0][0] = BigInt::from(1);
        for size in 1..self.counts.len().min(literals + 2 - terms) {
            let available = &self.counts[size][set];
            if *available == BigInt::ZERO {
                continue;
            }
            let binomials = binomials(available, terms.min(literals / size));
            for terms in (1..=terms).rev() {
                context.check()?;
                for literals in (size..=literals).rev() {
                    let taken = 1..=terms.min(literals / size);
                    let more: BigInt =
                        taken.map(|taken| &ways[terms - taken][literals - taken * size] * &binomials[taken]).sum();
                    ways[terms][literals] += more;
                }
            }
        }
        Ok(std::mem::take(&mut ways[terms][literals]))
    }
}

/// The largest product of terms and literals that is counted this way. Set, in entries of the table of partial sums.
const LARGEST_TABLE: usize = 1 << 20;

/// The binomial coefficients: the ways to choose 0, 1, ... `most` out of `available`.
fn binomials(available: &BigInt, most: usize) -> Vec<BigInt> {
    let mut result = vec![BigInt::from(1)];
    for taken in 1..=most {
        // Zero from the first factor on that is.
        let next = &result[taken - 1] * (available - (taken - 1)) / taken;
        result.push(next);
    }
    result
}

fn total_cost(
    store: &mut TermStore,
    largest_of: impl Fn(usize) -> usize,
    context: RunContext<'_>,
) -> Result<f64, Interrupt> {
    let (positives, rows) = (store.positives(), store.data().negatives().distinct());
    let covers = store.covers(context)?;
    let of_set = |set: usize| {
        let on = cover(set, positives);
        let candidates = covers.shared(&on);
        cost::projecting(candidates, rows)
            + (1..=largest_of(set)).map(|size| cost::counting(candidates, rows, size)).sum::<f64>()
    };
    Ok((0..1usize << positives).map(of_set).sum())
}

fn mask(cover: &PositiveSet) -> usize {
    cover.iter().fold(0, |mask, sample| mask | 1 << sample)
}

/// The positives of a mask.
pub(crate) fn cover(mask: usize, positives: usize) -> PositiveSet {
    (0..positives).filter(|sample| mask >> sample & 1 == 1).fold(PositiveSet::none(positives), PositiveSet::with)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use vesc_col_core::{Dataset, Domain, Features, Run};

    use super::*;
    use crate::context::{HeldMemory, Threads};

    #[test]
    fn binomials_end_in_zeros() {
        assert_eq!(binomials(&BigInt::from(3), 5), [1, 3, 3, 1, 0, 0].map(BigInt::from));
        assert_eq!(binomials(&BigInt::ZERO, 2), [1, 0, 0].map(BigInt::from));
    }

    #[test]
    fn a_negative_number_of_formulas_is_no_answer() {
        // Five terms that cover nothing of a positive, of one in all.
        let counts = vec![vec![], vec![BigInt::from(1), BigInt::from(5)]];
        let run = Run::new();
        let (mut threads, held_memory) = (Threads::default(), HeldMemory::new());
        let context = threads.context(&run, &held_memory);
        assert_eq!(InclusionExclusion { positives: 1, counts }.formulas(1, 1, context), Err(Interrupt::Contradiction));
    }

    #[test]
    fn as_many_positives_as_are_allowed_and_one_more() {
        let run = Run::new();
        let (mut threads, held_memory) = (Threads::default(), HeldMemory::new());
        let context = threads.context(&run, &held_memory);
        for positives in [MOST_POSITIVES, MOST_POSITIVES + 1] {
            let mut builder = Dataset::builder(Features::numbered(4));
            (0..16).for_each(|row| builder.push(row < positives, (0..4).map(|i| row >> i & 1 == 1)).unwrap());
            let mut store = TermStore::new(Arc::new(builder.build().unwrap()), Domain::free(), Arc::default());
            let counted = InclusionExclusion::from_counts(&mut store, 2, 2, 1e9, context).unwrap();
            let lists = store.all_up_to(2, context).unwrap();
            let listed = InclusionExclusion::from_lists(&lists, positives, context).unwrap();
            let few_enough = positives == MOST_POSITIVES;
            assert_eq!((counted.is_some(), listed.is_some()), (few_enough, few_enough));
            // !x1 | !x2 | !x3: false on the last two rows, and on no other.
            for inclusion_exclusion in counted.iter().chain(&listed) {
                assert_eq!(inclusion_exclusion.formulas(3, 3, context), Ok(1u32.into()));
            }
        }
    }

    #[test]
    fn masks_are_covers() {
        assert_eq!(mask(&cover(0b1011, 6)), 0b1011);
    }
}
