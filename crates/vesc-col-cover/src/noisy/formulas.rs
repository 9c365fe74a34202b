//! Terms put together, each formula once.

use std::rc::Rc;

use vesc_col_core::Term;

use super::tables::Tables;
use super::terms::{List, Lists, NoisyTerm};
use crate::bits::positive_set::PositiveSet;
use crate::context::interrupt::Interrupt;
use crate::context::run_context::RunContext;

/// Terms tried between two checks of the run.
const PERIOD: u32 = 1 << 10;

/// Finds the formulas within an error budget.
///
/// The first positive that no term covers yet is either given up for good, or covered: then by the least of the terms
/// that cover it. When all are covered, the terms that are left come in ascending order. So every formula is found in
/// one way only.
pub(crate) struct Formulas<'a, F> {
    tables: &'a Tables,
    lists: &'a mut Lists,
    false_positives: u64,
    false_negatives: u64,
    context: RunContext<'a>,
    /// Takes each formula, with the rows of negatives that some of its terms accept alone.
    take: F,
    chosen: Vec<Rc<NoisyTerm>>,
    steps: u32,
}

/// What the terms to come must do.
#[derive(Clone)]
struct Rest {
    /// The sizes of the terms to come, ascending.
    sizes: Vec<usize>,
    /// The positives that are neither covered nor of a row that is given up.
    open: PositiveSet,
    /// Those that no term may cover.
    given_up: PositiveSet,
    /// The weight of rows of positives that may still be given up.
    spare: u64,
    /// The rows of negatives accepted so far, ascending.
    wrong: Vec<usize>,
    /// Positives, each with the position of the chosen term that is the least to cover it.
    least: Vec<(usize, usize)>,
}

impl<'a, F: FnMut(&[&Term], &[usize]) -> Result<(), Interrupt>> Formulas<'a, F> {
    pub(crate) fn new(
        tables: &'a Tables,
        lists: &'a mut Lists,
        (false_positives, false_negatives): (u64, u64),
        context: RunContext<'a>,
        take: F,
    ) -> Formulas<'a, F> {
        Formulas { tables, lists, false_positives, false_negatives, context, take, chosen: Vec::new(), steps: 0 }
    }

    /// Finds all formulas of `terms` terms with `literals` literals in all.
    pub(crate) fn find(&mut self, literals: usize, terms: usize) -> Result<(), Interrupt> {
        let positives = self.tables.positives.samples();
        partitions(literals, terms, self.tables.literals() / 2).into_iter().try_for_each(|sizes| {
            self.extend(&Rest {
                sizes,
                open: PositiveSet::all(positives),
                given_up: PositiveSet::none(positives),
                spare: self.false_negatives,
                wrong: Vec::new(),
                least: Vec::new(),
            })
        })
    }

    fn extend(&mut self, rest: &Rest) -> Result<(), Interrupt> {
        let Some(positive) = rest.open.first() else { return self.add_free(rest, 0) };
        if rest.sizes.is_empty() {
            return if self.spares(rest.open.iter(), rest) { self.found(rest) } else { Ok(()) };
        }
        let literals = self.literals_for(positive, rest);
        for (place, &size) in rest.sizes.iter().enumerate() {
            if place > 0 && rest.sizes[place - 1] == size {
                continue;
            }
            let list = self.lists.of(self.tables, &literals, size, self.context)?;
            // Literals that may each be true on the positive need not be so at once, where legal inputs tie them together.
            for term in list.iter().filter(|term| term.covers.contains(positive)) {
                self.add(term, place, Some(positive), rest)?;
            }
        }
        let row = self.tables.positives.of(positive);
        match rest.spare.checked_sub(self.tables.positives.weight(row)) {
            Some(spare) => {
                let mut rest = Rest { spare, ..rest.clone() };
                // The row's other completions may be covered or not.
                self.tables.positives.samples_of(row).for_each(|sample| rest.open.remove(sample));
                rest.given_up.insert(positive);
                self.extend(&rest)
            }
            None => Ok(()),
        }
    }

    /// The literals that a term which covers this positive can have. The last term covers all open positives but those
    /// that are given up.
    fn literals_for(&self, positive: usize, rest: &Rest) -> PositiveSet {
        let mut literals = PositiveSet::none(self.tables.literals());
        for (literal, accepts) in self.tables.accepts.iter().enumerate() {
            let is_enough = rest.sizes.len() > 1 || self.spares(rest.open.iter_without(accepts), rest);
            if accepts.contains(positive) && is_enough {
                literals.insert(literal);
            }
        }
        literals
    }

    /// When all positives are covered or given up, the terms to come may be any; `start` is where the list of the first
    /// size goes on.
    fn add_free(&mut self, rest: &Rest, start: usize) -> Result<(), Interrupt> {
        let Some(&size) = rest.sizes.first() else { return self.found(rest) };
        let all = PositiveSet::all(self.tables.literals());
        let list: List = self.lists.of(self.tables, &all, size, self.context)?;
        for (position, term) in list.iter().enumerate().skip(start) {
            self.tick()?;
            if let Some(rest) = self.with(term, 0, None, rest) {
                let start = if rest.sizes.first() == Some(&size) { position + 1 } else { 0 };
                self.chosen.push(Rc::clone(term));
                let result = self.add_free(&rest, start);
                self.chosen.pop();
                result?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        term: &Rc<NoisyTerm>,
        place: usize,
        covered: Option<usize>,
        rest: &Rest,
    ) -> Result<(), Interrupt> {
        self.tick()?;
        let Some(rest) = self.with(term, place, covered, rest) else { return Ok(()) };
        self.chosen.push(Rc::clone(term));
        let result = self.extend(&rest);
        self.chosen.pop();
        result
    }

    /// Returns what must still be chosen after `term` at `place`, the least term to cover `covered`; `None` if it cannot stand there.
    fn with(&self, term: &NoisyTerm, place: usize, covered: Option<usize>, rest: &Rest) -> Option<Rest> {
        let is_too_early = |&(positive, least): &(usize, usize)| {
            term.covers.contains(positive) && term.term <= self.chosen[least].term
        };
        if term.covers.common(&rest.given_up) > 0 || rest.least.iter().any(is_too_early) {
            return None;
        }
        if rest.sizes.len() == 1 && !self.spares(rest.open.iter_without(&term.covers), rest) {
            return None;
        }
        let mut wrong = rest.wrong.clone();
        wrong.extend_from_slice(&term.wrong);
        wrong.sort_unstable();
        wrong.dedup();
        self.tables.negatives.within(wrong.iter().copied(), self.false_positives)?;
        let mut sizes = rest.sizes.clone();
        sizes.remove(place);
        let mut least = rest.least.clone();
        least.extend(covered.map(|positive| (positive, self.chosen.len())));
        Some(Rest {
            sizes,
            open: rest.open.and_not(&term.covers),
            given_up: rest.given_up.clone(),
            spare: rest.spare,
            wrong,
            least,
        })
    }

    /// Whether these open positives may all be given up.
    fn spares(&self, missed: impl Iterator<Item = usize>, rest: &Rest) -> bool {
        self.tables.positives.can_pay(missed, rest.spare)
    }

    /// Looks at the run now and then.
    fn tick(&mut self) -> Result<(), Interrupt> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(PERIOD) { self.context.check() } else { Ok(()) }
    }

    fn found(&mut self, rest: &Rest) -> Result<(), Interrupt> {
        let terms: Vec<&Term> = self.chosen.iter().map(|chosen| &chosen.term).collect();
        (self.take)(&terms, &rest.wrong)
    }
}

/// The ways to share `literals` literals among `terms` terms of at most `longest` literals, each in ascending order.
fn partitions(literals: usize, terms: usize, longest: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(sizes) = open.pop() {
        let left = literals - sizes.iter().sum::<usize>();
        let smallest = sizes.last().copied().unwrap_or(1);
        match terms - sizes.len() {
            0 => found.push(sizes),
            // Those before it have left enough for one that is no smaller.
            1 if left <= longest => open.push([&sizes[..], &[left]].concat()),
            1 => {}
            more => open.extend((smallest..=left / more).map(|size| [&sizes[..], &[size]].concat())),
        }
    }
    found
}
