//! Formulas in sub-spaces where a term may cover nothing of its own.
//!
//! Beyond the first non-empty sub-space, consistent formulas may be padded with any terms that reject all negatives. Here
//! all such terms are listed first and then combined.

use std::ops::Range;
use std::rc::Rc;

use vesc_col_core::Term;

use crate::bits::positive_set::PositiveSet;
use crate::context::interrupt::Interrupt;
use crate::context::run_context::RunContext;
use crate::formula::term_store::TermStore;
use crate::formula::term_store::members::{ListedTerm, TermList};

/// All consistent terms that a formula of a sub-space may have.
pub(crate) struct Pool {
    /// The lists of the sizes 1, 2, ...
    families: Vec<TermList>,
    /// The same one after the other.
    members: Vec<Rc<ListedTerm>>,
    /// Where the sizes 0, 1, ... begin among the members.
    starts: Vec<usize>,
    positives: usize,
    literals: usize,
    terms: usize,
}

impl Pool {
    pub(crate) fn list(
        families: &mut TermStore,
        (literals, terms): (usize, usize),
        context: RunContext<'_>,
    ) -> Result<Pool, Interrupt> {
        let sizes = 1..=literals + 1 - terms;
        let lists: Vec<TermList> = sizes.map(|size| families.everywhere(size, context)).collect::<Result<_, _>>()?;
        let members: Vec<Rc<ListedTerm>> = lists.iter().flat_map(|list| list.iter().cloned()).collect();
        let mut starts = vec![0, 0];
        for list in &lists {
            starts.push(starts[starts.len() - 1] + list.len());
        }
        Ok(Pool { families: lists, members, starts, positives: families.positives(), literals, terms })
    }

    /// The lists of all consistent terms of the sizes 1, 2, ...
    pub(crate) fn families(&self) -> &[TermList] {
        &self.families
    }

    /// Gives all formulas, each once.
    pub(crate) fn each(
        &self,
        context: RunContext<'_>,
        mut emit: impl FnMut(&[&Term]) -> Result<(), Interrupt>,
    ) -> Result<(), Interrupt> {
        let mut chosen = Vec::new();
        self.extend(context, &PositiveSet::all(self.positives), self.literals, &mut chosen, &mut emit)
    }

    /// Extends the chosen terms, each with the positive for whose sake it was chosen: no term of a smaller number that
    /// covers it may follow.
    fn extend(
        &self,
        context: RunContext<'_>,
        residual: &PositiveSet,
        literals: usize,
        chosen: &mut Vec<(usize, Option<usize>)>,
        emit: &mut impl FnMut(&[&Term]) -> Result<(), Interrupt>,
    ) -> Result<(), Interrupt> {
        context.check()?;
        let to_go = self.terms - chosen.len();
        if to_go == 0 {
            if !residual.is_empty() {
                return Ok(());
            }
            let terms: Vec<&Term> = chosen.iter().map(|&(number, _)| &self.members[number].term).collect();
            return emit(&terms);
        }
        let wanted = residual.first();
        let numbers = self.numbers(literals, to_go);
        let first = numbers.start;
        for number in numbers {
            if (number - first) % 4096 == 4095 {
                context.check()?;
            }
            let member = &self.members[number];
            let serves = match wanted {
                Some(sample) => member.cover.contains(sample),
                None => true,
            };
            // Terms chosen for no positive's sake follow each other in order.
            let in_order = serves
                && chosen.iter().all(|&(earlier, sample)| match sample {
                    Some(sample) => earlier != number && !(member.cover.contains(sample) && number < earlier),
                    None => earlier < number,
                });
            if in_order {
                if chosen.is_empty() {
                    context.progress("combining terms", number, Some(self.members.len()));
                }
                chosen.push((number, wanted));
                let result =
                    self.extend(context, &residual.and_not(&member.cover), literals - member.term.len(), chosen, emit);
                chosen.pop();
                result?;
            }
        }
        Ok(())
    }

    /// The members whose size leaves the right room for the others.
    fn numbers(&self, literals: usize, to_go: usize) -> Range<usize> {
        let sizes = if to_go == 1 { literals..literals + 1 } else { 1..(literals + 2).saturating_sub(to_go) };
        self.starts[sizes.start]..self.starts[sizes.end.max(sizes.start)]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use vesc_col_core::{Dataset, Dnf, Domain, Features, Run};

    use super::*;
    use crate::context::run_context::{Threads, Watch};

    /// Every formula comes once, and no term twice in one, whether a term is there for a positive's sake or not.
    #[test]
    fn each_formula_comes_once() {
        let run = Run::new();
        let (mut threads, watch) = (Threads::default(), Watch::new());
        let context = threads.context(&run, &watch);
        for positives in [vec![], vec![0b1111], vec![0b0111, 0b1110], vec![0b0011, 0b0101, 0b1000]] {
            let mut builder = Dataset::builder(Features::numbered(4));
            builder.push(false, [false; 4]).unwrap();
            for row in &positives {
                builder.push(true, (0..4).map(|feature| row >> feature & 1 == 1)).unwrap();
            }
            let data = Arc::new(builder.build().unwrap());
            let mut families = TermStore::new(Arc::clone(&data), Domain::free(), Arc::default());
            for (literals, terms) in [(2, 1), (2, 2), (3, 2), (4, 2), (3, 3), (4, 3), (5, 3)] {
                let pool = Pool::list(&mut families, (literals, terms), context).unwrap();
                let mut found = Vec::new();
                pool.each(context, |terms| {
                    found.push(Dnf::new(terms.iter().map(|&term| term.clone())).unwrap());
                    Ok(())
                })
                .unwrap();
                let distinct: BTreeSet<Dnf> = found.iter().cloned().collect();
                assert_eq!(distinct.len(), found.len());
                assert_eq!(distinct, by_trial(&pool, &data, literals, terms), "({literals}, {terms})");
            }
        }
    }

    /// Tries all sets of `terms` terms of a pool.
    fn by_trial(pool: &Pool, data: &Dataset, literals: usize, terms: usize) -> BTreeSet<Dnf> {
        let mut sets: Vec<Vec<Term>> = vec![Vec::new()];
        for member in &pool.members {
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
