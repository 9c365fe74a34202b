//! The terms that cover at least a number n of some positives: for each set of n of them, the terms that are true on all of it.

use std::rc::Rc;

use vesc_col_core::{Dataset, TermRules};

use crate::bits::columns::Columns;
use crate::bits::positive_set::PositiveSet;
use crate::context::interrupt::Interrupt;
use crate::context::run_context::RunContext;
use crate::formula::term_store::cost;
use crate::formula::term_store::direct::{self, shared_literals};
use crate::formula::term_store::members::{ListedTerm, TermList, longest};
use crate::term::covers::Covers;

/// So many sets are handed out to the threads at once.
const AT_ONCE: usize = 256;
/// Fewer sets than this are not worth waking a thread.
const FEW: usize = 64;

/// The consistent terms of `size` literals that cover `least` of the residual positives or more, at least one. A term
/// belongs to the first set of `least` of them that it is true on.
pub(crate) struct BySet<'a> {
    pub(crate) data: &'a Dataset,
    pub(crate) rules: &'a TermRules,
    pub(crate) negatives: &'a Columns,
    pub(crate) covers: &'a Covers,
    pub(crate) residual: &'a PositiveSet,
    pub(crate) least: usize,
    pub(crate) size: usize,
    pub(crate) context: RunContext<'a>,
}

impl BySet<'_> {
    /// Goes through the sets; `search` finds the terms that are true on all of one.
    pub(crate) fn list(
        &self,
        mut search: impl FnMut(&PositiveSet) -> Result<TermList, Interrupt>,
    ) -> Result<TermList, Interrupt> {
        let context = self.context;
        let total = cost::combinations(self.residual.len(), self.least);
        let mut sets = Sets::new(self.residual.iter().collect(), self.least);
        let mut members: Vec<Rc<ListedTerm>> = Vec::new();
        let mut done = 0;
        loop {
            context.check()?;
            context.progress("listing terms by the positives that they cover", done, Some(total));
            let batch: Vec<Vec<usize>> = sets.by_ref().take(AT_ONCE).collect();
            if batch.is_empty() {
                return Ok(Rc::new(members));
            }
            done += batch.len();
            let tried: Vec<_> = if batch.len() < FEW {
                batch.iter().map(|set| self.of(set)).collect()
            } else {
                context.map(&batch, |set| self.of(set))
            };
            for (set, tried) in batch.iter().zip(tried) {
                if let Some(found) = tried? {
                    members.extend(found.into_iter().map(Rc::new));
                } else {
                    let none = PositiveSet::none(self.data.positives().distinct());
                    let found = search(&set.iter().fold(none, |on, &sample| on.with(sample)))?;
                    members.extend(found.iter().filter(|member| is_first(set, &member.cover, self.residual)).cloned());
                }
                if members.len() > longest(context) {
                    return Err(Interrupt::TooLong);
                }
            }
        }
    }

    /// The terms that belong to the set, tried one after the other on any thread; `None` if a search is cheaper.
    fn of(&self, set: &[usize]) -> Result<Option<Vec<ListedTerm>>, Interrupt> {
        let mut literals = shared_literals(self.data.positives(), set.iter().copied());
        literals.retain(|&literal| !self.rules.forbids(literal));
        let rows = self.data.negatives().distinct();
        if cost::trying(literals.len(), rows, self.size) > cost::searching(literals.len(), rows, self.size, false) {
            return Ok(None);
        }
        let terms = direct::list(self.negatives, rows, &literals, self.size, longest(self.context), self.context)?;
        let members = terms.into_iter().map(|term| ListedTerm::new(term, self.covers));
        Ok(Some(members.filter(|member| is_first(set, &member.cover, self.residual)).collect()))
    }
}

/// Whether the set is the first one of its size among the residual positives that the cover contains.
fn is_first(set: &[usize], cover: &PositiveSet, residual: &PositiveSet) -> bool {
    cover.and(residual).iter().take(set.len()).eq(set.iter().copied())
}

/// The sets of a given number of `samples`, in lexicographic order.
struct Sets {
    samples: Vec<usize>,
    /// The positions of the next one; `None` after the last.
    next: Option<Vec<usize>>,
}

impl Sets {
    fn new(samples: Vec<usize>, size: usize) -> Sets {
        let next = (size <= samples.len()).then(|| (0..size).collect());
        Sets { samples, next }
    }
}

impl Iterator for Sets {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let mut set = self.next.take()?;
        let result = set.iter().map(|&position| self.samples[position]).collect();
        let size = set.len();
        // The last position that can move on does; those after it follow close behind.
        if let Some(moved) = (0..size).rev().find(|&i| set[i] + size < self.samples.len() + i) {
            set[moved] += 1;
            for i in moved + 1..size {
                set[i] = set[i - 1] + 1;
            }
            self.next = Some(set);
        }
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_once_and_in_order() {
        let sets: Vec<Vec<usize>> = Sets::new(vec![2, 3, 5, 7], 2).collect();
        assert_eq!(sets, [[2, 3], [2, 5], [2, 7], [3, 5], [3, 7], [5, 7]]);
        assert_eq!(Sets::new(vec![1, 2], 2).count(), 1);
        assert_eq!(Sets::new(vec![1], 2).count(), 0);
        assert_eq!(Sets::new((0..20).collect(), 6).count(), cost::combinations(20, 6));
    }
}
