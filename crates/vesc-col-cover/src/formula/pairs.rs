//! The number of formulas of two terms, by what the shorter one covers.
//!
//! The other term has the literals that are left, and covers whatever the shorter one does not:
//!
//! ```text
//! |formulas of (l, 2)| = sum over s < l/2 and C of |terms of s literals that cover just C|
//!                                                * |terms of l - s literals that cover all outside of C|
//! ```
//!
//! For s = l/2 each formula is met twice, and a term that covers everything stands once beside itself. So long terms are counted
//! only where short ones leave many positives to them, which is cheap.

use num_bigint::{BigInt, BigUint};

use crate::bits::bit_set::PositiveSet;
use crate::context::{Interrupt, RunContext};
use crate::formula::cost;
use crate::formula::inclusion_exclusion::{MOST_POSITIVES, cover};
use crate::formula::term_store::TermStore;

/// How many formulas have two terms and `literals` literals in all. `None` if the positives are too many, or it would cost
/// more than `most`.
pub(crate) fn count(
    store: &mut TermStore,
    literals: usize,
    most: f64,
    context: RunContext<'_>,
) -> Result<Option<BigUint>, Interrupt> {
    if store.positives() > MOST_POSITIVES {
        return Ok(None);
    }
    let mut pairs = Pairs { all: (1 << store.positives()) - 1, store, left: most, context };
    let mut sum = BigInt::ZERO;
    for shorter in 1..=literals / 2 {
        let Some(formulas) = pairs.with(shorter, literals - shorter)? else { return Ok(None) };
        sum += formulas;
    }
    sum.to_biguint().ok_or(Interrupt::Contradiction).map(Some)
}

/// Sets of positives are masks.
struct Pairs<'a> {
    /// All positives.
    all: usize,
    store: &'a mut TermStore,
    /// What counts may still cost.
    left: f64,
    context: RunContext<'a>,
}

impl Pairs<'_> {
    /// The formulas of a term of `shorter` literals and one of `longer`; `None` if that would cost too much.
    fn with(&mut self, shorter: usize, longer: usize) -> Result<Option<BigInt>, Interrupt> {
        // Beside a term that covers nothing, the other one covers all, or there is none.
        let Some(of_all) = self.covering(&[self.all], longer)? else { return Ok(None) };
        let is_idle_needed = of_all[0] != BigInt::ZERO;
        let sets: Vec<usize> = (usize::from(!is_idle_needed)..=self.all).collect();
        let Some(counts) = self.covering(&sets, shorter)? else { return Ok(None) };
        let mut just = vec![BigInt::ZERO; self.all + 1];
        for (set, count) in sets.into_iter().zip(counts) {
            just[set] = count;
        }
        // From those that cover all of a set to those that cover nothing else.
        for bit in (0..self.store.positives()).map(|positive| 1 << positive) {
            for set in (0..=self.all).filter(|set| set & bit == 0) {
                let more = just[set | bit].clone();
                just[set] -= more;
            }
        }
        if !is_idle_needed {
            just[0] = BigInt::ZERO;
        }
        let covers: Vec<usize> = (0..=self.all).filter(|&set| just[set] != BigInt::ZERO).collect();
        let rests: Vec<usize> = covers.iter().map(|set| self.all ^ set).collect();
        let Some(others) = self.covering(&rests, longer)? else { return Ok(None) };
        let formulas: BigInt = covers.iter().zip(others).map(|(&set, others)| &just[set] * others).sum();
        Ok(Some(if shorter == longer { (formulas - &just[self.all]) / 2 } else { formulas }))
    }

    /// For each of these sets how many terms of this size cover all of it; `None` if that would cost too much.
    fn covering(&mut self, sets: &[usize], size: usize) -> Result<Option<Vec<BigInt>>, Interrupt> {
        let (positives, rows) = (self.store.positives(), self.store.data().negatives().distinct());
        let covers = self.store.covers(self.context)?;
        let sets: Vec<PositiveSet> = sets.iter().map(|&set| cover(set, positives)).collect();
        let of_set = |set: &PositiveSet| {
            let candidates = covers.shared(set);
            cost::projecting(candidates, rows) + cost::counting(candidates, rows, size)
        };
        self.left -= sets.iter().map(of_set).sum::<f64>();
        if self.left < 0.0 {
            return Ok(None);
        }
        let mut counts = Vec::with_capacity(sets.len());
        for (done, set) in sets.iter().enumerate() {
            self.context.check()?;
            self.context.progress("counting terms by the positives that they cover", done, sets.len());
            counts.push(BigInt::from(self.store.count(set, size, self.context)?));
        }
        Ok(Some(counts))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use vesc_col_core::{Dataset, Domain, Features, Run};

    use super::*;
    use crate::context::{HeldMemory, Threads};

    fn counted(positives: usize, literals: usize, most: f64) -> Option<BigUint> {
        let mut builder = Dataset::builder(Features::numbered(4));
        for row in 1..=positives {
            builder.push(true, (0..4).map(|feature| row >> feature & 1 == 1)).unwrap();
        }
        builder.push(false, [false; 4]).unwrap();
        let mut store = TermStore::new(Arc::new(builder.build().unwrap()), Domain::free(), Arc::default());
        let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
        count(&mut store, literals, most, threads.context(&run, &held_memory)).unwrap()
    }

    /// The negative has no feature, so that each literal without a negation is a consistent term.
    #[test]
    fn no_term_stands_beside_itself() {
        assert_eq!(counted(1, 2, 1e9), Some(3u32.into()), "x0 | x1, x0 | x2 or x0 | x3");
        assert_eq!(counted(3, 2, 1e9), Some(1u32.into()), "x0 | x1");
        assert_eq!(counted(0, 2, 1e9), Some(6u32.into()), "two of four");
    }

    #[test]
    fn what_would_cost_too_much_is_not_begun() {
        assert_eq!(counted(1, 2, 0.0), None);
        assert!(counted(MOST_POSITIVES, 2, 1e9).is_some());
        assert_eq!(counted(MOST_POSITIVES + 1, 2, 1e9), None);
    }
}
