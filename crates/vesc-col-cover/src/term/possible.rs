//! Terms that hold on some legal input, where not all inputs are legal.
//!
//! A term that is true on a positive holds on a legal input. So this is needed only for terms of which nothing is asked but
//! that they reject the negatives: where there is no positive, and to count what covers none. That is rare, and a plain
//! search does.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;
use vesc_col_core::{Dataset, Domain, Literal, StopReason, Term, TermRules};

use crate::bits::counting::Tally;
use crate::context::interrupt::Interrupt;
use crate::context::run_context::RunContext;
use crate::term::found::Found;

/// A set of literals: twice the feature, plus one if negated.
type Set = Box<[u64]>;

/// The allowed literals, the negatives, and what cannot stand together.
#[derive(Debug)]
pub(crate) struct Possible {
    allowed: Set,
    /// For each negative the literals that are false on it, equal rows once.
    rows: Vec<Set>,
    /// For each literal those that no legal input has beside it, its negation among them.
    apart: Vec<Vec<usize>>,
    /// The nogoods of one literal, or of more than two.
    nogoods: Vec<Vec<usize>>,
}

impl Possible {
    pub(crate) fn new(
        data: &Dataset,
        domain: &Domain,
        rules: &TermRules,
        context: RunContext<'_>,
    ) -> Result<Possible, Interrupt> {
        let literals = 2 * data.features().len();
        let mut allowed: Set = vec![0; literals.div_ceil(64)].into();
        let permitted = (0..literals).filter(|&code| !rules.forbids(Literal::matching(code / 2, code % 2 == 0)));
        permitted.for_each(|code| allowed[code / 64] |= 1 << (code % 64));
        let mut rows = Vec::new();
        let mut seen = FxHashSet::default();
        for sample in data.negatives().iter() {
            context.check()?;
            let mut row = vec![0; literals.div_ceil(64)].into_boxed_slice();
            for (feature, value) in sample.iter().by_vals().enumerate() {
                let code = 2 * feature + usize::from(value);
                row[code / 64] |= 1 << (code % 64);
            }
            if seen.insert(row.clone()) {
                rows.push(row);
            }
        }
        let mut apart: Vec<Vec<usize>> = (0..literals).map(|literal| vec![literal ^ 1]).collect();
        let mut nogoods = Vec::new();
        for nogood in domain.nogoods() {
            let codes: Vec<usize> =
                nogood.iter().map(|literal| 2 * literal.feature() + usize::from(literal.is_negated())).collect();
            if let [one, other] = codes[..] {
                apart[one].push(other);
                apart[other].push(one);
            } else {
                nogoods.push(codes);
            }
        }
        Ok(Possible { allowed, rows, apart, nogoods })
    }

    /// How many possible terms of this size are false on all negatives.
    pub(crate) fn count(&self, size: usize, context: RunContext<'_>) -> Found<BigUint> {
        let mut tally = Tally::default();
        let result = self.search(size, context, |_, last| {
            tally.add(last.iter().map(|word| u128::from(word.count_ones())).sum());
            ControlFlow::Continue(())
        });
        Found { terms: tally.total(), complete: result.is_ok(), stopped: result.err() }
    }

    /// These terms: all of them, or more than `enough`.
    pub(crate) fn list(&self, size: usize, enough: usize, context: RunContext<'_>) -> Found<Vec<Term>> {
        let mut terms = Vec::new();
        let result = self.search(size, context, |chosen, last| {
            for literal in members(last) {
                let codes = chosen.iter().copied().chain([literal]);
                terms.extend(Term::new(codes.map(|code| Literal::matching(code / 2, code % 2 == 0))));
            }
            if terms.len() > enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        Found { complete: result.is_ok() && terms.len() <= enough, stopped: result.err(), terms }
    }

    fn search(
        &self,
        size: usize,
        context: RunContext<'_>,
        leaf: impl FnMut(&[usize], &[u64]) -> ControlFlow<()>,
    ) -> Result<(), StopReason> {
        let nogoods: Vec<&[usize]> =
            self.nogoods.iter().filter(|nogood| nogood.len() <= size).map(Vec::as_slice).collect();
        let mut search = Search { possible: self, nogoods, context, chosen: Vec::new(), stopped: None, leaf };
        let rows: Vec<&Set> = self.rows.iter().collect();
        if size > 0 {
            // A break without a reason is one of the leaf, which has enough.
            let _ = search.branch(&rows, self.allowed.clone(), size);
        }
        search.stopped.map_or(Ok(()), Err)
    }
}

struct Search<'a, F> {
    possible: &'a Possible,
    nogoods: Vec<&'a [usize]>,
    context: RunContext<'a>,
    chosen: Vec<usize>,
    stopped: Option<StopReason>,
    /// Takes the chosen literals with any one of the last ones.
    leaf: F,
}

impl<F: FnMut(&[usize], &[u64]) -> ControlFlow<()>> Search<'_, F> {
    /// Adds `size` more of the open literals so that all rows are hit.
    fn branch(&mut self, rows: &[&Set], mut open: Set, size: usize) -> ControlFlow<()> {
        if let Err(reason) = self.context.run.check() {
            self.stopped = Some(reason);
            return ControlFlow::Break(());
        }
        if size == 1 {
            rows.iter().for_each(|row| open.iter_mut().zip(row.iter()).for_each(|(open, row)| *open &= row));
            return self.last(open);
        }
        let common = |row: &&&Set| row.iter().zip(&open).map(|(row, open)| (row & open).count_ones()).sum::<u32>();
        let choices: Vec<usize> = match rows.iter().min_by_key(common) {
            Some(tightest) => members(tightest).filter(|&literal| contains(&open, literal)).collect(),
            None => members(&open).collect(),
        };
        for literal in choices {
            remove(&mut open, literal);
            let mut beside = open.clone();
            self.possible.apart[literal].iter().for_each(|&other| remove(&mut beside, other));
            let missed: Vec<&Set> = rows.iter().copied().filter(|row| !contains(row, literal)).collect();
            self.chosen.push(literal);
            let flow = self.branch(&missed, beside, size - 1);
            self.chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Leaves out what would complete a nogood.
    fn last(&mut self, mut last: Set) -> ControlFlow<()> {
        for nogood in &self.nogoods {
            let mut missing = nogood.iter().filter(|literal| !self.chosen.contains(literal));
            match (missing.next(), missing.next()) {
                (None, _) => return ControlFlow::Continue(()),
                (Some(&only), None) => remove(&mut last, only),
                _ => {}
            }
        }
        if last.iter().all(|&word| word == 0) { ControlFlow::Continue(()) } else { (self.leaf)(&self.chosen, &last) }
    }
}

fn contains(set: &[u64], literal: usize) -> bool {
    set[literal / 64] >> (literal % 64) & 1 == 1
}

fn remove(set: &mut [u64], literal: usize) {
    set[literal / 64] &= !(1 << (literal % 64));
}

fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(block, &word)| {
        std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
            .take_while(|&rest| rest != 0)
            .map(move |rest| 64 * block + rest.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::{Features, Run};

    use super::*;
    use crate::context::run_context::{Threads, Watch};

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
            let domain = Domain::builder(FEATURES).at_most_one([0, 1].map(Literal::positive)).at_least_one([2, 3, 4].map(Literal::positive)).build().unwrap();
            let mut builder = Dataset::builder(Features::numbered(FEATURES));
            let legal = negatives.iter().filter(|row| !(row[0] && row[1]) && row[2..].contains(&true));
            legal.for_each(|row| builder.push(false, row.iter().copied()).unwrap());
            let data = builder.build().unwrap();
            let (run, watch, mut threads) = (Run::new().with_threads(1), Watch::new(), Threads::default());
            let context = threads.context(&run, &watch);

            let all = terms(size, 0).into_iter().filter_map(|codes| Term::new(codes.into_iter().map(literal)).ok());
            let is_possible = |term: &Term| rules.allow(term) && domain.allows(term);
            let mut expected: Vec<Term> = all.filter(is_possible).collect();
            expected.retain(|term| !data.negatives().iter().any(|sample| term.accepts(sample)));
            let possible = Possible::new(&data, &domain, &rules, context).ok().unwrap();
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
