//! All formulas of a sub-space, put together from lists of terms, each once.
//!
//! The first positive that no term covers yet is covered by the least of the terms that cover it. Or it is given up for
//! good, if the budget allows it. When all are covered, the terms that are left come in ascending order. So each
//! formula is found in one way only.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::rc::Rc;

use vesc_col_core::Term;

use crate::bits::bit_set::PositiveSet;
use crate::context::Interrupt;
use crate::context::RunContext;
use crate::formula::term_store::members::{ListedTerm, TermList};
use crate::term::literal_tables::{NO_ROWS, WeightedRows};

/// Terms tried between two checks of the run. Set: a check reads the clock.
const TERMS_BETWEEN_CHECKS: u32 = 1 << 10;

/// What a formula may get wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ErrorBudget<'a> {
    /// What the positives cost that no term covers, and the most that they may cost.
    pub(crate) positives: &'a WeightedRows,
    pub(crate) false_negatives: u64,
    /// What the negatives cost that some term accepts, and the most that they may cost.
    pub(crate) negatives: &'a WeightedRows,
    pub(crate) false_positives: u64,
}

/// Which terms are asked for next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Next<'r> {
    pub(crate) size: usize,
    /// Those that cover this positive; others may be among them. Any terms, if there is none.
    pub(crate) positive: Option<usize>,
    /// For the last term: the positives that it must cover, but for some that may be given up at this cost.
    pub(crate) last: Option<(&'r PositiveSet, u64)>,
}

/// The search for the formulas.
pub(crate) struct Enumeration<'a, L, F> {
    budget: ErrorBudget<'a>,
    /// No term has more literals.
    longest: usize,
    context: RunContext<'a>,
    /// Lists terms.
    lists: L,
    /// Takes each formula, with the rows of negatives that some of its terms accept alone.
    take: F,
    chosen: Vec<Rc<ListedTerm>>,
    /// Positives, each with the position of the chosen term that is the least to cover it.
    least: Vec<(usize, usize)>,
    /// The positives that no term may cover.
    given_up: Vec<usize>,
    steps: u32,
}

/// What the terms to come must do.
#[derive(Clone)]
struct Rest {
    terms: usize,
    literals: usize,
    /// The positives that are neither covered nor of a row that is given up.
    open: PositiveSet,
    /// The weight of rows of positives that may still be given up.
    false_negatives: u64,
    /// The rows of negatives accepted so far, ascending.
    wrong: Vec<usize>,
}

impl<'a, L, F> Enumeration<'a, L, F>
where
    L: FnMut(Next<'_>) -> Result<TermList, Interrupt>,
    F: FnMut(&[&Term], &[usize]) -> Result<(), Interrupt>,
{
    pub(crate) fn new(
        budget: ErrorBudget<'a>,
        longest: usize,
        context: RunContext<'a>,
        lists: L,
        take: F,
    ) -> Enumeration<'a, L, F> {
        let (chosen, least, given_up) = (Vec::new(), Vec::new(), Vec::new());
        Enumeration { budget, longest, context, lists, take, chosen, least, given_up, steps: 0 }
    }

    /// Finds all formulas of `terms` terms with `literals` literals in all.
    pub(crate) fn find(mut self, literals: usize, terms: usize) -> Result<(), Interrupt> {
        let open = PositiveSet::all(self.budget.positives.samples());
        let rest = Rest { terms, literals, open, false_negatives: self.budget.false_negatives, wrong: Vec::new() };
        if terms == 1 { self.single(&rest) } else { self.extend(&rest) }
    }

    /// Finds the formulas of one term, which need not be told apart by what they cover first.
    fn single(&mut self, rest: &Rest) -> Result<(), Interrupt> {
        for size in self.sizes(rest) {
            let last = Some((&rest.open, rest.false_negatives));
            let list = (self.lists)(Next { size, positive: None, last })?;
            for member in list.iter() {
                self.tick()?;
                if let Some(rest) = self.with(member, rest) {
                    self.chosen.push(Rc::clone(member));
                    self.found(&rest)?;
                    self.chosen.pop();
                }
            }
        }
        Ok(())
    }

    /// Finds the formulas of `terms` terms with `literals` literals in all that have the terms `covering`,
    /// which cover all positives.
    pub(crate) fn find_with(mut self, covering: &[&Term], literals: usize, terms: usize) -> Result<(), Interrupt> {
        let left = literals - covering.iter().map(|term| term.len()).sum::<usize>();
        let open = PositiveSet::none(self.budget.positives.samples());
        let rest = Rest { terms: terms - covering.len(), literals: left, open, false_negatives: 0, wrong: Vec::new() };
        self.chosen = covering.iter().map(|&term| Rc::new(ListedTerm::with_unknown_cover(term.clone()))).collect();
        self.add_free(&rest, (1, 0))
    }

    fn extend(&mut self, rest: &Rest) -> Result<(), Interrupt> {
        let before = self.given_up.len();
        let mut rest = Cow::Borrowed(rest);
        // A loop: a large budget gives up more positives, one after the other, than a stack has room for.
        loop {
            let Some(positive) = rest.open.first() else {
                self.add_free(&rest, (1, 0))?;
                break;
            };
            if rest.terms == 0 {
                if self.can_give_up(rest.open.iter(), &rest) {
                    self.found(&rest)?;
                }
                break;
            }
            self.cover(positive, &rest)?;
            let row = self.budget.positives.of(positive);
            let weight = self.budget.positives.weight(row);
            let Some(false_negatives) = rest.false_negatives.checked_sub(weight) else { break };
            let rest = rest.to_mut();
            rest.false_negatives = false_negatives;
            // The row's other completions may be covered or not.
            self.budget.positives.samples_of(row).for_each(|sample| rest.open.remove(sample));
            self.given_up.push(positive);
        }
        self.given_up.truncate(before);
        Ok(())
    }

    /// Covers a positive by each term that can.
    fn cover(&mut self, positive: usize, rest: &Rest) -> Result<(), Interrupt> {
        for size in self.sizes(rest) {
            let last = (rest.terms == 1).then_some((&rest.open, rest.false_negatives));
            let list = (self.lists)(Next { size, positive: Some(positive), last })?;
            for (done, member) in list.iter().enumerate() {
                if self.chosen.is_empty() {
                    self.context.progress("combining terms", done, list.len());
                }
                self.tick()?;
                if member.cover.contains(positive)
                    && let Some(rest) = self.with(member, rest)
                {
                    self.least.push((positive, self.chosen.len()));
                    self.chosen.push(Rc::clone(member));
                    self.extend(&rest)?;
                    self.chosen.pop();
                    self.least.pop();
                }
            }
        }
        Ok(())
    }

    /// Adds any terms, as all positives are covered or given up: in ascending order, from a size and a position in its
    /// list on.
    fn add_free(&mut self, rest: &Rest, (least, position): (usize, usize)) -> Result<(), Interrupt> {
        if rest.terms == 0 {
            return if rest.literals == 0 { self.found(rest) } else { Ok(()) };
        }
        let sizes = self.sizes(rest);
        for size in least.max(*sizes.start())..=(rest.literals / rest.terms).min(*sizes.end()) {
            let list = (self.lists)(Next { size, positive: None, last: None })?;
            for (position, member) in list.iter().enumerate().skip(if size == least { position } else { 0 }) {
                self.tick()?;
                if let Some(rest) = self.with(member, rest) {
                    self.chosen.push(Rc::clone(member));
                    let result = self.add_free(&rest, (size, position + 1));
                    self.chosen.pop();
                    result?;
                }
            }
        }
        Ok(())
    }

    /// How many literals the next term may have: the others take between one and the most.
    fn sizes(&self, rest: &Rest) -> RangeInclusive<usize> {
        let others = rest.terms - 1;
        let least = rest.literals.saturating_sub(others.saturating_mul(self.longest)).max(1);
        least..=rest.literals.saturating_sub(others).min(self.longest)
    }

    /// Returns what must still be chosen after a term; `None` if it cannot stand there.
    fn with(&self, member: &ListedTerm, rest: &Rest) -> Option<Rest> {
        let is_too_early = |&(positive, least): &(usize, usize)| {
            member.cover.contains(positive) && member.term <= self.chosen[least].term
        };
        let is_given_up = |&positive: &usize| member.cover.contains(positive);
        let is_chosen = |chosen: &Rc<ListedTerm>| chosen.term == member.term;
        if self.given_up.iter().any(is_given_up)
            || self.least.iter().any(is_too_early)
            || self.chosen.iter().any(is_chosen)
        {
            return None;
        }
        if rest.terms == 1 && !self.can_give_up(rest.open.iter_without(&member.cover), rest) {
            return None;
        }
        let mut wrong = rest.wrong.clone();
        wrong.extend_from_slice(&member.wrong);
        wrong.sort_unstable();
        wrong.dedup();
        self.budget.negatives.within(wrong.iter().copied(), self.budget.false_positives)?;
        let (terms, literals) = (rest.terms - 1, rest.literals - member.term.len());
        Some(Rest {
            terms,
            literals,
            open: rest.open.and_not(&member.cover),
            false_negatives: rest.false_negatives,
            wrong,
        })
    }

    /// Whether these open positives may all be given up.
    fn can_give_up(&self, missed: impl Iterator<Item = usize>, rest: &Rest) -> bool {
        self.budget.positives.can_pay(missed, rest.false_negatives)
    }

    /// Looks at the run now and then.
    fn tick(&mut self) -> Result<(), Interrupt> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(TERMS_BETWEEN_CHECKS) { self.context.check() } else { Ok(()) }
    }

    fn found(&mut self, rest: &Rest) -> Result<(), Interrupt> {
        let terms: Vec<&Term> = self.chosen.iter().map(|chosen| &chosen.term).collect();
        (self.take)(&terms, &rest.wrong)
    }
}

/// The search among consistent terms; `lists` has the terms of the sizes 1, 2, ...
pub(crate) fn exact<'a, F: FnMut(&[&Term], &[usize]) -> Result<(), Interrupt>>(
    lists: &'a [TermList],
    positives: &'a WeightedRows,
    context: RunContext<'a>,
    take: F,
) -> Enumeration<'a, impl FnMut(Next<'_>) -> Result<TermList, Interrupt>, F> {
    let budget = ErrorBudget { positives, false_negatives: 0, negatives: &NO_ROWS, false_positives: 0 };
    Enumeration::new(budget, lists.len(), context, |next| Ok(Rc::clone(&lists[next.size - 1])), take)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use vesc_col_core::{Dataset, Dnf, Domain, Features, Run};

    use super::*;
    use crate::context::{HeldMemory, Threads};
    use crate::formula::term_store::TermStore;

    /// Every formula comes once, and no term twice in one, whether a term is there for a positive's sake or not.
    #[test]
    fn each_formula_comes_once() {
        let run = Run::new();
        let (mut threads, held_memory) = (Threads::default(), HeldMemory::new());
        let context = threads.context(&run, &held_memory);
        for positives in [vec![], vec![0b1111], vec![0b0111, 0b1110], vec![0b0011, 0b0101, 0b1000]] {
            let mut builder = Dataset::builder(Features::numbered(4));
            builder.push(false, [false; 4]).unwrap();
            for row in &positives {
                builder.push(true, (0..4).map(|feature| row >> feature & 1 == 1)).unwrap();
            }
            let data = Arc::new(builder.build().unwrap());
            let mut store = TermStore::new(Arc::clone(&data), Domain::free(), Arc::default());
            for (literals, terms) in [(2, 1), (2, 2), (3, 2), (4, 2), (3, 3), (4, 3), (5, 3)] {
                let lists = store.all_up_to(literals + 1 - terms, context).unwrap();
                let mut found = Vec::new();
                let take = |terms: &[&Term], _: &[usize]| {
                    found.push(Dnf::new(terms.iter().map(|&term| term.clone())).unwrap());
                    Ok(())
                };
                exact(&lists, &WeightedRows::single(positives.len()), context, take).find(literals, terms).unwrap();
                let distinct: BTreeSet<Dnf> = found.iter().cloned().collect();
                assert_eq!(distinct.len(), found.len());
                assert_eq!(distinct, by_trial(&lists, &data, literals, terms), "({literals}, {terms})");
            }
        }
    }

    /// Tries all sets of `terms` of the listed terms.
    fn by_trial(lists: &[TermList], data: &Dataset, literals: usize, terms: usize) -> BTreeSet<Dnf> {
        let mut sets: Vec<Vec<Term>> = vec![Vec::new()];
        for member in lists.iter().flat_map(|list| list.iter()) {
            let larger = sets
                .iter()
                .filter(|set| set.len() < terms)
                .map(|set| [&set[..], std::slice::from_ref(&member.term)].concat());
            let larger: Vec<Vec<Term>> = larger.collect();
            sets.extend(larger);
        }
        let formulas = sets.into_iter().filter(|set| set.len() == terms).map(|set| Dnf::new(set).unwrap());
        let fits = |formula: &Dnf| {
            formula.literal_count() == literals && data.positives().iter().all(|row| formula.accepts(row))
        };
        formulas.filter(fits).collect()
    }
}
