//! The terms that accept no more negatives than a budget allows.

use std::rc::Rc;

use vesc_col_core::Term;

use super::tables::Tables;
use crate::bits::positive_set::PositiveSet;
use crate::context::cache::Cache;
use crate::context::interrupt::Interrupt;
use crate::context::run_context::RunContext;

/// A list with more terms than this is not made.
const LONGEST: usize = 500_000;
/// Bytes that a session without a memory budget keeps for later questions.
const KEPT: usize = 1 << 30;
/// Negatives that are compared to find the tightest, on which the search branches.
const ROWS_COMPARED: usize = 32;
/// Branches between two checks of the run.
const PERIOD: u32 = 1 << 10;

/// A term within the budget.
#[derive(Debug)]
pub(crate) struct NoisyTerm {
    pub(crate) term: Term,
    /// The positives that it may be true on.
    pub(crate) covers: PositiveSet,
    /// The rows of negatives that it accepts all the same, ascending.
    pub(crate) wrong: Box<[usize]>,
}

/// All terms of some literals and a size, in ascending order.
pub(crate) type List = Rc<[Rc<NoisyTerm>]>;

/// The lists made so far, all for one number of false positives.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    false_positives: u64,
    kept: Cache<(PositiveSet, usize), List>,
}

impl Lists {
    /// Sets the negative rows, by weight, that later terms may accept.
    pub(crate) fn begin(&mut self, false_positives: u64) {
        if self.false_positives != false_positives {
            *self = Lists { false_positives, kept: Cache::default() };
        }
    }

    /// The terms within the budget that consist of the given number of `literals`.
    pub(crate) fn of(
        &mut self,
        tables: &Tables,
        literals: &PositiveSet,
        size: usize,
        context: RunContext<'_>,
    ) -> Result<List, Interrupt> {
        let key = (literals.clone(), size);
        if let Some(list) = self.kept.get(&key) {
            return Ok(list);
        }
        let mut search = TermSearch {
            tables,
            context,
            chosen: Vec::with_capacity(size),
            given_up: Vec::new(),
            found: Vec::new(),
            bytes: 0,
            steps: 0,
        };
        let alive = PositiveSet::all(tables.negatives.samples());
        search.extend(literals.clone(), alive, self.false_positives, size)?;
        let bytes = search.bytes;
        let mut found = search.found;
        found.sort_unstable_by(|a, b| a.term.cmp(&b.term));
        let list: List = found.into();
        self.kept.insert(key, Rc::clone(&list), bytes, context.memory_budget().map_or(KEPT, |budget| budget / 2));
        context.record_held(self.kept.bytes());
        Ok(list)
    }
}

/// Branching on a negative: some literal of the term rejects it, the first one in some order, or none does.
struct TermSearch<'a> {
    tables: &'a Tables,
    context: RunContext<'a>,
    chosen: Vec<usize>,
    /// Rows of which a negative is accepted that can no longer be rejected.
    given_up: Vec<usize>,
    found: Vec<Rc<NoisyTerm>>,
    bytes: usize,
    steps: u32,
}

impl TermSearch<'_> {
    /// Adds the literals still missing, of those allowed. The negatives `alive` are not rejected yet; rows of no more weight than the
    /// budget may be left so.
    fn extend(
        &mut self,
        mut allowed: PositiveSet,
        mut alive: PositiveSet,
        budget: u64,
        size: usize,
    ) -> Result<(), Interrupt> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(PERIOD) {
            self.context.check()?;
            self.context.progress("finding terms", self.found.len(), None);
        }
        if size == 1 {
            return self.finish(&allowed, &alive, budget);
        }
        let sample = self.tightest(&allowed, &alive);
        let candidates = sample.map_or_else(|| allowed.clone(), |sample| self.tables.rejecting[sample].and(&allowed));
        for literal in candidates.iter() {
            allowed.remove(literal);
            let mut rest = allowed.clone();
            rest.remove(literal ^ 1);
            self.chosen.push(literal);
            let result = self.extend(rest, alive.and_not(&self.tables.rejects[literal]), budget, size - 1);
            self.chosen.pop();
            result?;
        }
        let Some(row) = sample.map(|sample| self.tables.negatives.of(sample)) else { return Ok(()) };
        match budget.checked_sub(self.tables.negatives.weight(row)) {
            Some(left) => {
                // What the row's other completions are no longer matters.
                self.tables.negatives.samples_of(row).for_each(|sample| alive.remove(sample));
                self.given_up.push(row);
                let result = self.extend(allowed, alive, left, size);
                self.given_up.pop();
                result
            }
            None => Ok(()),
        }
    }

    /// The negative that the fewest of the literals may reject, among the first ones.
    fn tightest(&self, allowed: &PositiveSet, alive: &PositiveSet) -> Option<usize> {
        alive.iter().take(ROWS_COMPARED).min_by_key(|&sample| self.tables.rejecting[sample].common(allowed))
    }

    /// Adds one more literal, in every way that leaves the budget.
    fn finish(&mut self, allowed: &PositiveSet, alive: &PositiveSet, budget: u64) -> Result<(), Interrupt> {
        for literal in allowed.iter() {
            let accepted = || alive.iter_without(&self.tables.rejects[literal]);
            if self.tables.negatives.can_pay(accepted(), budget) {
                self.found(literal, self.tables.negatives.of_all(accepted()).collect())?;
            }
        }
        Ok(())
    }

    fn found(&mut self, last: usize, mut wrong: Vec<usize>) -> Result<(), Interrupt> {
        if self.found.len() == LONGEST {
            return Err(Interrupt::TooLong);
        }
        wrong.extend_from_slice(&self.given_up);
        wrong.sort_unstable();
        let literals = || self.chosen.iter().copied().chain([last]);
        let Ok(term) = Term::new(literals().map(Tables::literal)) else { return Ok(()) };
        if !self.tables.is_term(&term) {
            return Ok(());
        }
        let mut covers = PositiveSet::all(self.tables.positives.samples());
        literals().for_each(|literal| covers.retain(&self.tables.accepts[literal]));
        self.tables.retain_joint(&term, &mut covers);
        self.bytes += size_of::<NoisyTerm>() + 64 + 4 * self.chosen.len() + covers.bytes() + 8 * wrong.len();
        if self.found.len().is_multiple_of(PERIOD as usize) {
            self.context.check_memory(self.bytes)?;
        }
        self.found.push(Rc::new(NoisyTerm { term, covers, wrong: wrong.into() }));
        Ok(())
    }
}
