//! The terms that cover at least a number n of some positives: for each set of n of them, the terms that are true on all of it.
//!
//! The terms of few literals are tried one after the other, beside the search of [`hitting`](crate::term::hitting). To make the rows of
//! a projection that has few candidates would cost more: without this, terms 3+3+3 take ten times as long.

use std::rc::Rc;

use vesc_col_core::{Dataset, Literal, Samples, Term, TermRules};

use crate::bits::columns::Columns;
use crate::bits::positive_set::PositiveSet;
use crate::context::{Interrupt, RunContext};
use crate::formula::term_store::cost;
use crate::formula::term_store::members::{ListedTerm, TermList, longest};
use crate::term::covers::Covers;

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
            let batch: Vec<Vec<usize>> = sets.by_ref().take(context.tuning.sets_at_once).collect();
            if batch.is_empty() {
                return Ok(Rc::new(members));
            }
            done += batch.len();
            let tried: Vec<_> = if batch.len() < context.tuning.fewest_sets {
                batch.iter().map(|set| self.of(set)).collect()
            } else {
                context.map(&batch, |set| self.of(set))
            };
            for (set, tried) in batch.iter().zip(tried) {
                if let Some(found) = tried? {
                    members.extend(found.into_iter().map(Rc::new));
                } else {
                    let none = self.residual.emptied();
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
        if set.last().is_some_and(|&last| last >= self.covers.positives()) {
            // One of them stands for a required literal.
            return Ok(None);
        }
        let mut literals = shared_literals(self.data.positives(), set.iter().copied());
        literals.retain(|&literal| !self.rules.forbids(literal));
        let rows = self.data.negatives().distinct();
        if cost::trying(literals.len(), rows, self.size) > cost::searching(literals.len(), rows, self.size, false) {
            return Ok(None);
        }
        let terms = list_directly(self.negatives, rows, &literals, self.size, longest(self.context), self.context)?;
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

/// Words of columns gone through between two checks of the run.
const PATIENCE: usize = 1 << 16;

/// The literals that are true on all of some samples, at least one, by feature.
pub(crate) fn shared_literals(samples: &Samples, on: impl Iterator<Item = usize>) -> Vec<Literal> {
    // Per word of features those true on all samples, and those true on any.
    let mut values: Vec<(u64, u64)> = Vec::new();
    let mut features = 0;
    for sample in on {
        features = samples.get(sample).len();
        let words = samples.words(sample);
        if values.is_empty() {
            values = words.iter().map(|&word| (word, word)).collect();
        } else {
            values.iter_mut().zip(words).for_each(|((all, any), &word)| (*all, *any) = (*all & word, *any | word));
        }
    }
    let mut literals = Vec::new();
    for (block, (all, any)) in values.into_iter().enumerate() {
        let mut same = all | !any;
        while same != 0 {
            let (bit, feature) = (same.trailing_zeros(), 64 * block + same.trailing_zeros() as usize);
            // The unused bits of the last word are zero in every sample.
            if feature < features {
                literals.push(Literal::matching(feature, all >> bit & 1 == 1));
            }
            same &= same - 1;
        }
    }
    literals
}

/// All sets of `size` of the literals, no two of one feature, that are false on all negatives.
///
/// # Errors
///
/// [`Interrupt::TooLong`] if there are more than `longest`.
pub(crate) fn list_directly(
    columns: &Columns,
    negatives: usize,
    literals: &[Literal],
    size: usize,
    longest: usize,
    context: RunContext<'_>,
) -> Result<Vec<Term>, Interrupt> {
    if literals.len() < size || size == 0 {
        return Ok(Vec::new());
    }
    let present = |block: usize| !0 >> (64 - (negatives - 64 * block).min(64));
    let all: Vec<u64> = (0..negatives.div_ceil(64)).map(present).collect();
    let mut direct = Direct { columns, literals, longest, context, chosen: Vec::new(), found: Vec::new(), words: 0 };
    let mut levels = vec![all; size];
    direct.extend(&mut levels, 0, size)?;
    Ok(direct.found)
}

struct Direct<'a> {
    columns: &'a Columns,
    literals: &'a [Literal],
    longest: usize,
    context: RunContext<'a>,
    chosen: Vec<Literal>,
    found: Vec<Term>,
    words: usize,
}

impl Direct<'_> {
    /// Adds `size` more of the literals from number `first` on; `levels` begins with the negatives that the chosen ones are
    /// true on and has room for those of each longer set.
    fn extend(&mut self, levels: &mut [Vec<u64>], first: usize, size: usize) -> Result<(), Interrupt> {
        let [here, next @ ..] = levels else { return Ok(()) };
        for number in first..=self.literals.len() - size {
            if self.words >= PATIENCE {
                self.words = 0;
                self.context.check()?;
            }
            let literal = self.literals[number];
            let column = self.columns.column(literal.feature());
            let flip = if literal.is_negated() { !0 } else { 0 };
            let mut both = here.iter().zip(column).map(|(&accepted, &value)| accepted & (value ^ flip));
            if let [next_level, ..] = next {
                next_level.iter_mut().zip(both).for_each(|(word, both)| *word = both);
                self.words += here.len();
                self.chosen.push(literal);
                let result = self.extend(next, number + 1, size - 1);
                self.chosen.pop();
                result?;
                continue;
            }
            let accepted = both.position(|both| both != 0);
            self.words += accepted.unwrap_or(here.len()) + 1;
            if accepted.is_none() {
                if self.found.len() >= self.longest {
                    return Err(Interrupt::TooLong);
                }
                self.found.extend(Term::new(self.chosen.iter().copied().chain([literal])).ok());
            }
        }
        Ok(())
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

#[cfg(test)]
mod direct_tests {
    use vesc_col_core::{Dataset, Run};
    use vesc_col_testkit::random_dataset;

    use super::*;
    use crate::context::{Threads, Watch};

    /// All terms of `size` literals by the definition.
    fn plainly(data: &Dataset, literals: &[Literal], size: usize) -> Vec<Term> {
        let mut sets: Vec<Vec<Literal>> = vec![Vec::new()];
        for &literal in literals {
            let longer: Vec<Vec<Literal>> = sets.iter().map(|set| [&set[..], &[literal]].concat()).collect();
            sets.extend(longer.into_iter().filter(|set| set.len() <= size));
        }
        let terms = sets.into_iter().filter(|set| set.len() == size).map(|set| Term::new(set).unwrap());
        terms.filter(|term| !data.negatives().iter().any(|sample| term.accepts(sample))).collect()
    }

    #[test]
    fn finds_what_the_definition_says() {
        let run = Run::new();
        let (mut threads, watch) = (Threads::default(), Watch::new());
        let context = threads.context(&run, &watch);
        for (features, negatives, seed) in
            [(12, 1, 1), (20, 63, 2), (64, 64, 3), (70, 65, 4), (130, 129, 5), (16, 0, 6)]
        {
            let data = random_dataset(features, 4, negatives, seed);
            let columns = Columns::new(data.negatives(), features, context).unwrap();
            for on in [vec![0, 1, 2, 3], vec![1, 2, 3], vec![3, 0]] {
                let literals = shared_literals(data.positives(), on.iter().copied());
                let true_on_all = |literal: &Literal| on.iter().all(|&i| literal.accepts(data.positives().get(i)));
                let both = |feature| [Literal::positive(feature), Literal::negative(feature)];
                assert_eq!(literals, (0..features).flat_map(both).filter(true_on_all).collect::<Vec<_>>());
                let literals = &literals[..literals.len().min(14)];
                for size in 1..=5 {
                    let rows = data.negatives().distinct();
                    let mut found = list_directly(&columns, rows, literals, size, usize::MAX, context).unwrap();
                    let mut expected = plainly(&data, literals, size);
                    found.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(found, expected, "{features} features, {negatives} negatives, {size} of {on:?}");
                    if let Some(fewer) = found.len().checked_sub(1) {
                        let longer = list_directly(&columns, rows, literals, size, fewer, context);
                        assert_eq!(longer, Err(Interrupt::TooLong));
                    }
                }
            }
        }
    }
}
