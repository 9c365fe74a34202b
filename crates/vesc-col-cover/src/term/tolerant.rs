//! A plain search for terms that may accept some negatives, within a budget, and that hold on some legal input.
//!
//! The kernel of [`hitting`](crate::term::hitting) must hit every row, and knows of complements only. Here a row may be
//! missed at a price, and literals that exclude each other are dropped early. Where neither is needed, this search is
//! not used.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use vesc_col_core::{Dataset, Domain, StopReason, Term, TermRules};

use crate::bits::bit_set::{BitSet, PositiveSet};
use crate::context::Interrupt;
use crate::context::RunContext;
use crate::term::WORDS_BETWEEN_CHECKS;
use crate::term::literal_tables::LiteralTables;
use crate::term::sink::Found;

/// Negatives that are compared to find a tight one, on which the search branches. Set, rows: each branch compares them.
const NEGATIVES_COMPARED: usize = 32;
/// Branches between two checks if the sets are small.
const MOST_BRANCHES_BETWEEN_CHECKS: usize = 1 << 10;

/// A search for the terms of one size.
///
/// It branches on a negative: some literal of the term rejects it, the first one in some order, or none does.
pub(crate) struct TolerantSearch<'a, F> {
    tables: &'a LiteralTables,
    context: RunContext<'a>,
    /// The positives that a term must cover, but for some that cost no more than this.
    needed: Option<(&'a PositiveSet, u64)>,
    chosen: Vec<usize>,
    /// Rows of which a negative is accepted that can no longer be rejected.
    given_up: Vec<usize>,
    /// Words of sets that were gone through since the last check, at least.
    words: usize,
    /// Takes the numbers of a term's literals, and the rows that it accepts, in no particular order.
    take: F,
}

impl<'a, F: FnMut(&[usize], Vec<usize>) -> Result<(), Interrupt>> TolerantSearch<'a, F> {
    pub(crate) fn new(tables: &'a LiteralTables, context: RunContext<'a>, take: F) -> TolerantSearch<'a, F> {
        TolerantSearch { tables, context, needed: None, chosen: Vec::new(), given_up: Vec::new(), words: 0, take }
    }

    /// Only for terms that cover these positives, but for some of at most the given cost.
    pub(crate) fn covering(self, needed: (&'a PositiveSet, u64)) -> TolerantSearch<'a, F> {
        TolerantSearch { needed: Some(needed), ..self }
    }

    /// Finds the terms of `size` of the `allowed` literals that accept negative rows of a weight of at most `budget`.
    pub(crate) fn find(mut self, allowed: BitSet, budget: u64, size: usize) -> Result<(), Interrupt> {
        self.context.check()?;
        let alive = BitSet::all(self.tables.negatives.samples());
        if size == 0 { Ok(()) } else { self.extend(allowed, alive, budget, size) }
    }

    /// Adds the literals still missing, of those allowed. The negatives `alive` are not rejected yet; rows of no more
    /// weight than the budget may be left so.
    fn extend(
        &mut self,
        mut allowed: BitSet,
        mut alive: BitSet,
        mut budget: u64,
        size: usize,
    ) -> Result<(), Interrupt> {
        let before = self.given_up.len();
        // A loop: a large budget gives up more rows, one after the other, than a stack has room for.
        loop {
            self.spend(alive.words() + WORDS_BETWEEN_CHECKS / MOST_BRANCHES_BETWEEN_CHECKS)?;
            if size == 1 {
                self.finish(&allowed, &alive, budget)?;
                break;
            }
            let sample = self.tightest(&allowed, &alive);
            let candidates =
                sample.map_or_else(|| allowed.clone(), |sample| self.tables.rejecting[sample].and(&allowed));
            for literal in candidates.iter() {
                allowed.remove(literal);
                let mut rest = allowed.clone();
                self.tables.nogoods.apart(literal).for_each(|other| rest.remove(other));
                self.chosen.push(literal);
                if self.covers_enough() {
                    self.extend(rest, alive.and_not(&self.tables.rejects[literal]), budget, size - 1)?;
                }
                self.chosen.pop();
            }
            if allowed.len() < size {
                break;
            }
            let Some(row) = sample.map(|sample| self.tables.negatives.of(sample)) else { break };
            let Some(left) = budget.checked_sub(self.tables.negatives.weight(row)) else { break };
            // What the row's other completions are no longer matters.
            self.tables.negatives.samples_of(row).for_each(|sample| alive.remove(sample));
            self.given_up.push(row);
            budget = left;
        }
        self.given_up.truncate(before);
        Ok(())
    }

    /// Whether the literals chosen so far cover what a term must.
    fn covers_enough(&mut self) -> bool {
        let Some((needed, cost)) = self.needed else { return true };
        let mut covered = needed.clone();
        self.chosen.iter().for_each(|&literal| covered.retain(&self.tables.accepts[literal]));
        self.words += covered.words() * self.chosen.len();
        self.tables.positives.can_pay(needed.iter_without(&covered), cost)
    }

    /// Checks the run if it is time for it after these words.
    fn spend(&mut self, words: usize) -> Result<(), Interrupt> {
        self.words += words;
        if self.words < WORDS_BETWEEN_CHECKS {
            return Ok(());
        }
        self.words = 0;
        self.context.check()
    }

    /// The negative that the fewest of the literals may reject, among the first ones.
    fn tightest(&self, allowed: &BitSet, alive: &BitSet) -> Option<usize> {
        alive.iter().take(NEGATIVES_COMPARED).min_by_key(|&sample| self.tables.rejecting[sample].common(allowed))
    }

    /// Adds one more literal, in every way that leaves the budget and completes no nogood.
    fn finish(&mut self, allowed: &BitSet, alive: &BitSet, budget: u64) -> Result<(), Interrupt> {
        for literal in allowed.iter() {
            self.spend(alive.words())?;
            let accepted = || alive.iter_without(&self.tables.rejects[literal]);
            if !self.tables.negatives.can_pay(accepted(), budget) {
                continue;
            }
            self.chosen.push(literal);
            let result = if self.tables.nogoods.is_within(&self.chosen) || !self.covers_enough() {
                Ok(())
            } else {
                let accepted = self.tables.negatives.of_all(accepted());
                (self.take)(&self.chosen, accepted.chain(self.given_up.iter().copied()).collect())
            };
            self.chosen.pop();
            result?;
        }
        Ok(())
    }
}

/// The terms that reject all negatives and hold on some legal input, where not all inputs are legal.
///
/// A term that is true on a positive holds on a legal input. So this search is needed only for terms that need not
/// cover anything: without positives, and to count the terms that cover none.
#[derive(Debug)]
pub(crate) struct PossibleTerms {
    tables: LiteralTables,
    allowed: BitSet,
}

impl PossibleTerms {
    pub(crate) fn new(
        data: &Dataset,
        domain: &Domain,
        rules: &TermRules,
        context: RunContext<'_>,
    ) -> Result<PossibleTerms, Interrupt> {
        let tables = LiteralTables::new(data, domain, false, context)?;
        let mut allowed = BitSet::all(tables.literals());
        let forbidden = (0..tables.literals()).filter(|&number| rules.forbids(LiteralTables::literal(number)));
        forbidden.for_each(|number| allowed.remove(number));
        Ok(PossibleTerms { tables, allowed })
    }

    /// How many such terms of this size there are.
    pub(crate) fn count(&self, size: usize, context: RunContext<'_>) -> Found<BigUint> {
        let mut count = 0u64;
        let found = self.find(size, context, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        Found { terms: count.into(), complete: found.complete, stopped: found.stopped }
    }

    /// These terms: all of them, or more than `enough`.
    pub(crate) fn list(&self, size: usize, enough: usize, context: RunContext<'_>) -> Found<Vec<Term>> {
        let mut terms = Vec::new();
        let found = self.find(size, context, |literals| {
            terms.extend(Term::new(literals.iter().map(|&number| LiteralTables::literal(number))));
            if terms.len() > enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        Found { terms, complete: found.complete, stopped: found.stopped }
    }

    /// Calls `take` with each term's literals until it has enough.
    fn find(
        &self,
        size: usize,
        context: RunContext<'_>,
        mut take: impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Found<()> {
        let search = TolerantSearch::new(&self.tables, context, |literals: &[usize], _| match take(literals) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Interrupt::Enough),
        });
        let stopped: Option<StopReason> = match search.find(self.allowed.clone(), 0, size) {
            Ok(()) => return Found::nothing(),
            Err(Interrupt::Stopped(reason)) => Some(reason),
            Err(_) => None,
        };
        Found { terms: (), complete: false, stopped }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::{Features, Literal, Run};

    use super::*;
    use crate::context::{HeldMemory, Threads};

    const FEATURES: usize = 5;

    /// All terms of this size, by the codes of their literals.
    fn terms(size: usize, from: usize) -> Vec<Vec<usize>> {
        if size == 0 {
            return vec![Vec::new()];
        }
        let first = from..2 * FEATURES;
        first
            .flat_map(|code| {
                terms(size - 1, (code / 2 + 1) * 2).into_iter().map(move |rest| [vec![code], rest].concat())
            })
            .collect()
    }

    proptest! {
        #[test]
        fn all_terms_that_are_allowed_and_legal_are_found(
            negatives in prop::collection::vec(prop::array::uniform5(any::<bool>()), 0..6),
            forbidden in prop::collection::vec(0..2 * FEATURES, 0..4),
            size in 1usize..=4,
        ) {
            let literal = |code: usize| Literal::matching(code / 2, code.is_multiple_of(2));
            let rules = TermRules::new(forbidden.iter().map(|&code| literal(code)), None);
            let domain = Domain::builder(FEATURES)
                .at_most_one([0, 1].map(Literal::positive))
                .at_least_one([2, 3, 4].map(Literal::positive))
                .build()
                .unwrap();
            let mut builder = Dataset::builder(Features::numbered(FEATURES));
            let legal = negatives.iter().filter(|row| !(row[0] && row[1]) && row[2..].contains(&true));
            legal.for_each(|row| builder.push(false, row.iter().copied()).unwrap());
            let data = builder.build().unwrap();
            let (run, held_memory, mut threads) = (Run::new().with_threads(1), HeldMemory::new(), Threads::default());
            let context = threads.context(&run, &held_memory);

            let all = terms(size, 0).into_iter().filter_map(|codes| Term::new(codes.into_iter().map(literal)).ok());
            let is_possible = |term: &Term| rules.allow(term) && domain.allows(term);
            let mut expected: Vec<Term> = all.filter(is_possible).collect();
            expected.retain(|term| !data.negatives().iter().any(|sample| term.accepts(sample)));
            let possible = PossibleTerms::new(&data, &domain, &rules, context).ok().unwrap();
            let enough = possible.list(size, expected.len(), context);
            let more = possible.list(size, expected.len().saturating_sub(1), context);
            prop_assert!(enough.complete && more.complete == expected.is_empty());
            let mut found = enough.terms;
            expected.sort_unstable();
            found.sort_unstable();
            prop_assert_eq!(possible.count(size, context).terms, BigUint::from(found.len()));
            prop_assert_eq!(found, expected);
        }
    }
}
