//! All prime terms, where they are few: the minimal hitting sets for each positive.
//!
//! A search of its own: it finds the *minimal* hitting sets of all sizes at once, while `term` finds all hitting sets
//! of one size.
//!
//! A term that covers a positive says on which features it agrees with it. It is consistent if and only if it hits, for
//! each negative, the set of features in which the two rows differ. The minimal hitting sets are found one by one, each
//! once. The search branches on the smallest set that is not hit, as long as each chosen feature is the only one to hit
//! some set.

use std::collections::BTreeSet;

use vesc_col_core::{Dataset, Literal, Samples, Term, TermRules};

use crate::context::{Interrupt, RunContext};

/// The most features: a set of them is one machine number.
const MOST_FEATURES: usize = 128;

/// The primes that the rules allow, in canonical order.
///
/// `None` if they are too many, if rows have too many features, or if a class has no rows.
pub(super) fn list(data: &Dataset, rules: &TermRules, context: RunContext<'_>) -> Result<Option<Vec<Term>>, Interrupt> {
    let features = data.features().len();
    let (most_primes, most_work) = (context.tuning.most_primes, context.tuning.prime_work);
    let (positives, negatives) = (data.positives(), data.negatives());
    if features > MOST_FEATURES || positives.distinct() == 0 || negatives.distinct() == 0 {
        return Ok(None);
    }
    let negatives: Vec<u128> = (0..negatives.distinct()).map(|index| row(negatives, index)).collect();
    let mut found = BTreeSet::new();
    let mut work = 0;
    for index in 0..positives.distinct() {
        context.check()?;
        let positive = row(positives, index);
        let literal = |feature: usize| Literal::matching(feature, positive >> feature & 1 == 1);
        let allowed = (0..features).filter(|&feature| !rules.forbids(literal(feature)));
        let allowed = allowed.fold(0u128, |set, feature| set | 1 << feature);
        work += negatives.len();
        let differences = negatives.iter().map(|negative| (positive ^ negative) & allowed);
        let mut hitting = HittingSets {
            rows: minimal(differences.collect(), &mut work),
            longest: rules.max_literals().unwrap_or(MOST_FEATURES),
            // The first positives tell what the others will cost.
            work_left: most_work.saturating_sub(work).min(most_work / positives.distinct() * (16 + index)),
            found: Vec::new(),
            room: most_primes,
        };
        let before = hitting.work_left;
        if hitting.extend(0, u128::MAX).is_none() {
            return Ok(None);
        }
        work += before - hitting.work_left;
        for set in hitting.found {
            let literals = (0..features).filter(|feature| set >> feature & 1 == 1).map(literal);
            found.extend(Term::new(literals).ok());
        }
        if found.len() > most_primes {
            return Ok(None);
        }
    }
    Ok(Some(found.into_iter().collect()))
}

/// The features that are 1 in a row.
fn row(samples: &Samples, index: usize) -> u128 {
    samples.words(index).iter().rev().fold(0, |row, &word| row << 64 | u128::from(word))
}

/// The sets that contain no other one, the smallest first.
fn minimal(mut sets: Vec<u128>, work: &mut usize) -> Vec<u128> {
    sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
    sets.dedup();
    let mut kept: Vec<u128> = Vec::new();
    for set in sets {
        *work += kept.len();
        if !kept.iter().any(|small| small & !set == 0) {
            kept.push(set);
        }
    }
    kept
}

/// A search for the minimal sets of features that hit each row.
struct HittingSets {
    rows: Vec<u128>,
    /// The most features of a set.
    longest: usize,
    work_left: usize,
    found: Vec<u128>,
    /// How many sets there may be.
    room: usize,
}

impl HittingSets {
    /// Adds open features to the chosen ones in all ways; `None` if that is too much.
    fn extend(&mut self, chosen: u128, open: u128) -> Option<()> {
        self.work_left = self.work_left.checked_sub(self.rows.len() + 1)?;
        let missed = self.rows.iter().filter(|&&row| row & chosen == 0).map(|row| row & open);
        let Some(tightest) = missed.min_by_key(|row| row.count_ones()) else {
            self.room = self.room.checked_sub(1)?;
            self.found.push(chosen);
            return Some(());
        };
        if chosen.count_ones() as usize >= self.longest {
            return Some(());
        }
        let (mut open, mut branches) = (open, tightest);
        while branches != 0 {
            let feature = branches & branches.wrapping_neg();
            branches ^= feature;
            open &= !feature;
            if self.each_is_needed(chosen | feature) {
                self.extend(chosen | feature, open)?;
            }
        }
        Some(())
    }

    /// Whether each of these features is the only one of them in some row.
    fn each_is_needed(&mut self, chosen: u128) -> bool {
        let alone = |row: &u128| Some(row & chosen).filter(|hit| hit.is_power_of_two()).unwrap_or(0);
        self.work_left = self.work_left.saturating_sub(self.rows.len());
        self.rows.iter().map(alone).fold(0, |needed, feature| needed | feature) == chosen
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::{Features, Run};

    use super::*;
    use crate::context::{HeldMemory, Threads};

    proptest! {
        /// All terms over five features, one by one.
        #[test]
        fn primes_are_those_of_a_brute_force(
            rows in prop::collection::btree_map(0..32u32, any::<bool>(), 2..32),
            forbidden in prop::collection::vec(0..10usize, 0..3),
            longest in prop::option::of(1..5usize),
        ) {
            let mut builder = Dataset::builder(Features::numbered(5));
            for (row, label) in &rows {
                builder.push(*label, (0..5).map(|feature| row >> feature & 1 == 1)).unwrap();
            }
            let data = builder.build().unwrap();
            let rules =
                TermRules::new(forbidden.iter().map(|code| Literal::matching(code / 2, code % 2 == 0)), longest);
            let has_both = data.positives().distinct() > 0 && data.negatives().distinct() > 0;
            let is_consistent = |term: &Term| {
                let accepts_any = |rows: &Samples| rows.iter().any(|row| term.accepts(row));
                accepts_any(data.positives()) && !accepts_any(data.negatives())
            };
            let terms = (0..3usize.pow(5)).map(|code| {
                let signs = (0..5).map(move |feature| (feature, code / 3usize.pow(feature as u32) % 3));
                let literals = signs.filter(|(_, sign)| *sign < 2);
                Term::new(literals.map(|(feature, sign)| Literal::matching(feature, sign == 1)))
            });
            let shorter = |term: &Term, without: usize| {
                Term::new(term.iter().enumerate().filter(|(at, _)| *at != without).map(|(_, literal)| *literal))
            };
            let is_prime = |term: &Term| {
                let can_drop = |at| shorter(term, at).is_ok_and(|term| is_consistent(&term));
                is_consistent(term) && !(0..term.len()).any(can_drop)
            };
            let mut expected: Vec<Term> =
                terms.filter_map(Result::ok).filter(|term| is_prime(term) && rules.allow(term)).collect();
            expected.sort_unstable();
            let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
            let found = list(&data, &rules, threads.context(&run, &held_memory)).unwrap();
            prop_assert_eq!(found, has_both.then_some(expected));
        }
    }
}
