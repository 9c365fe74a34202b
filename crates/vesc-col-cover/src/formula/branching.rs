//! Formulas term by term, each formula once.
//!
//! At each step some rule says which of the terms still to come is chosen first. Whatever the rule, a formula is found in
//! one order of its terms only, because no later term may be one that the rule would have preferred. So each step can take
//! the rule that promises to be the cheapest.

use std::rc::Rc;

use vesc_col_core::Term;

use crate::bits::positive_set::PositiveSet;
use crate::context::Interrupt;
use crate::context::RunContext;
use crate::formula::term_store::TermStore;
use crate::formula::term_store::members::{ListedTerm, TermList};

/// Which term to choose first.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// One that covers most of the residual positives, the least of several: of r terms that cover R, some one covers at
    /// least |R| / r.
    Most,
    /// One with the fewest literals, the least of several: of r terms with l literals, some one has at most l / r.
    Smallest,
    /// The least of those that cover this positive.
    For(usize),
}

/// A chosen term.
struct Choice {
    rule: Rule,
    residual: PositiveSet,
    covered: usize,
    member: Rc<ListedTerm>,
}

impl Choice {
    /// Whether the choice would have been the same with `other` in the formula.
    fn precedes(&self, other: &ListedTerm) -> bool {
        let (chosen, other_term) = (&self.member.term, &other.term);
        match self.rule {
            Rule::Most => {
                let covered = self.residual.common(&other.cover);
                covered < self.covered || (covered == self.covered && other_term > chosen)
            }
            Rule::Smallest => (other_term.len(), other_term) > (chosen.len(), chosen),
            Rule::For(sample) => !other.cover.contains(sample) || other_term > chosen,
        }
    }
}

/// What is still to be found.
#[derive(Clone, Copy)]
struct Rest<'r> {
    /// The positives that no chosen term covers.
    residual: &'r PositiveSet,
    terms: usize,
    literals: usize,
}

/// Finds all formulas of which every term covers a positive that no other term does, and perhaps some others.
pub(crate) struct Branching<'a, F> {
    store: &'a mut TermStore,
    context: RunContext<'a>,
    /// Takes each formula's terms, in no particular order.
    emit: F,
    /// The terms chosen so far.
    chosen: Vec<Choice>,
}

impl<'a, F: FnMut(&[&Term]) -> Result<(), Interrupt>> Branching<'a, F> {
    pub(crate) fn new(store: &'a mut TermStore, context: RunContext<'a>, emit: F) -> Branching<'a, F> {
        Branching { store, context, emit, chosen: Vec::new() }
    }

    /// Finds the formulas of `terms` terms and `literals` literals that cover all positives.
    pub(crate) fn find(mut self, literals: usize, terms: usize) -> Result<(), Interrupt> {
        let residual = PositiveSet::all(self.store.positives());
        self.extend(Rest { residual: &residual, terms, literals })
    }

    fn extend(&mut self, rest: Rest<'_>) -> Result<(), Interrupt> {
        self.context.check()?;
        if rest.terms == 0 {
            // The last term had all literals that were left, and covered all positives.
            return self.emit();
        }
        let smallest = self.smallest();
        if rest.residual.len() < rest.terms || rest.literals < smallest * rest.terms {
            return Ok(());
        }
        if self.store.exclude(rest.residual, rest.terms, rest.literals, self.context)? {
            return Ok(());
        }
        if rest.terms == 1 {
            let last = self.store.covering(rest.residual, rest.residual.len(), rest.literals, self.context)?;
            return last.iter().try_for_each(|member| self.choose(Rule::Smallest, member, rest));
        }
        let (rule, lists) = self.lists(rest, smallest)?;
        let total = lists.iter().map(|list| list.len()).sum();
        for (done, member) in lists.iter().flat_map(|list| list.iter()).enumerate() {
            if self.chosen.is_empty() {
                self.context.progress("choosing the first term", done, Some(total));
            }
            self.choose(rule, member, rest)?;
        }
        Ok(())
    }

    /// The terms among which to choose by the cheapest rule whose lists are not too long.
    fn lists(&mut self, rest: Rest<'_>, smallest: usize) -> Result<(Rule, Vec<TermList>), Interrupt> {
        for rule in self.rules(rest, smallest)? {
            let (positives, least, largest) = terms_of(rule, rest, smallest);
            let covering = |size| self.store.covering(&positives, least, size, self.context);
            match (smallest..=largest).map(covering).collect::<Result<_, _>>() {
                Ok(lists) => return Ok((rule, lists)),
                Err(Interrupt::TooLong) => {}
                Err(interrupt) => return Err(interrupt),
            }
        }
        Err(Interrupt::TooLong)
    }

    /// Goes on with a member, unless an earlier choice would have been another one.
    fn choose(&mut self, rule: Rule, member: &Rc<ListedTerm>, rest: Rest<'_>) -> Result<(), Interrupt> {
        if !self.chosen.iter().all(|choice| choice.precedes(member)) {
            return Ok(());
        }
        let residual = rest.residual.and_not(&member.cover);
        let covered = rest.residual.common(&member.cover);
        let (terms, literals) = (rest.terms - 1, rest.literals - member.term.len());
        self.chosen.push(Choice { rule, residual: rest.residual.clone(), covered, member: Rc::clone(member) });
        let result = self.extend(Rest { residual: &residual, terms, literals });
        self.chosen.pop();
        result
    }

    /// How many literals each term to come has at least.
    fn smallest(&self) -> usize {
        let chosen = self.chosen.iter().filter(|choice| matches!(choice.rule, Rule::Smallest));
        chosen.map(|choice| choice.member.term.len()).fold(self.store.min_term_size(), usize::max)
    }

    /// The rules, the one that promises to be the cheapest first.
    fn rules(&mut self, rest: Rest<'_>, smallest: usize) -> Result<Vec<Rule>, Interrupt> {
        let real = self.store.positives() - self.store.required().len();
        let required = rest.residual.iter().find(|&sample| sample >= real).map(Rule::For);
        let rules = [Rule::Smallest, Rule::Most, Rule::For(self.rarest(rest, smallest))].into_iter().chain(required);
        let mut rules: Vec<(f64, Rule)> = rules.map(|rule| (0.0, rule)).collect();
        for (cost, rule) in &mut rules {
            let (positives, least, largest) = terms_of(*rule, rest, smallest);
            for size in smallest..=largest {
                let estimate = self.store.estimate(&positives, least, size, self.context)?;
                *cost += estimate.cost + self.context.tuning.cost_of_branch * estimate.members;
            }
        }
        rules.sort_by(|a, b| a.0.total_cmp(&b.0));
        Ok(rules.into_iter().map(|(_, rule)| rule).collect())
    }

    /// The residual positive that the fewest known terms cover.
    fn rarest(&self, rest: Rest<'_>, smallest: usize) -> usize {
        let sizes = smallest..=largest(rest, smallest);
        let covering = |&sample: &usize| self.store.known_to_cover(sample, sizes.clone());
        rest.residual.iter().min_by_key(covering).unwrap_or(0)
    }

    fn emit(&mut self) -> Result<(), Interrupt> {
        let terms: Vec<&Term> = self.chosen.iter().map(|choice| &choice.member.term).collect();
        (self.emit)(&terms)
    }
}

/// How many literals one term may have at most, so that the others have room.
fn largest(rest: Rest<'_>, smallest: usize) -> usize {
    rest.literals - (rest.terms - 1) * smallest
}

/// The terms among which `rule` chooses: the positives, how many of them a term covers at least, and its most literals.
fn terms_of(rule: Rule, rest: Rest<'_>, smallest: usize) -> (PositiveSet, usize, usize) {
    match rule {
        Rule::Most => (rest.residual.clone(), rest.residual.len().div_ceil(rest.terms), largest(rest, smallest)),
        Rule::Smallest => (rest.residual.clone(), 1, rest.literals / rest.terms),
        Rule::For(sample) => (rest.residual.only(sample), 1, largest(rest, smallest)),
    }
}
