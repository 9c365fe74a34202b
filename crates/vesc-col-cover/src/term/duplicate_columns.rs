//! Candidates that are false on the same negatives.
//!
//! They form a *class*. Only the first candidate of each class, its *representative*, is searched.
//!
//! A term hits a row with some candidates of a class if and only if it does with one. So terms come from those of
//! representatives, of the same size or smaller: each literal is replaced by one or more of its class. [`Weigher`]
//! counts these, and [`Expander`] lists them.

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};
use vesc_col_core::{Literal, Term};

use crate::bits::columns::Columns;
use crate::bits::counting::binomial;
use crate::context::RunContext;
use crate::term::hitting::search;
use crate::term::one_term::OneTerm;
use crate::term::problem::Problem;
use crate::term::sink::expander::Expander;
use crate::term::sink::weigher::{Number, Weigher, choices_by_size};
use crate::term::sink::{Found, gather, in_terms};

/// The candidates in classes, in the order of their first members; `None` if there are not much fewer classes than
/// candidates.
///
/// No two of the candidates may be of one feature, as the classes of complements are bound to each other. `required` are rows
/// that must be hit like negatives.
pub(crate) fn classes(
    negatives: &Columns,
    required: &[&[Literal]],
    candidates: &[Literal],
) -> Option<Vec<Vec<Literal>>> {
    // What is found is put together set by set; where nearly all stand for themselves, plain counts are faster.
    let are_few = |classes: usize| 4 * classes <= 3 * candidates.len();
    // The first negatives tell most candidates apart, and thousands of projections are asked for.
    let beginning = |&literal: &Literal| {
        let mut words = negatives.rejected(literal);
        [words.next(), words.next()]
    };
    if !are_few(candidates.iter().map(beginning).collect::<FxHashSet<_>>().len()) {
        return None;
    }
    let hits = |literal| negatives.rejected(literal).chain(hit(required, literal)).collect();
    let mut number: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
    let mut classes: Vec<Vec<Literal>> = Vec::new();
    for &literal in candidates {
        let class = *number.entry(hits(literal)).or_insert(classes.len());
        if class == classes.len() {
            classes.push(Vec::new());
        }
        classes[class].push(literal);
    }
    are_few(classes.len()).then_some(classes)
}

/// Which of the required sets a literal is in, a word for each.
pub(crate) fn hit(required: &[&[Literal]], literal: Literal) -> impl Iterator<Item = u64> {
    required.iter().map(move |set| u64::from(set.binary_search(&literal).is_ok()))
}

/// The first literal of each class.
pub(crate) fn representatives(classes: &[Vec<Literal>]) -> Vec<Literal> {
    classes.iter().map(|class| class[0]).collect()
}

/// The terms of the literals of some classes.
#[derive(Debug)]
pub(crate) struct DuplicateColumns<const W: usize> {
    /// Over the representatives.
    problem: Problem<W>,
    classes: Vec<Vec<Literal>>,
}

impl<const W: usize> DuplicateColumns<W> {
    /// The problem's candidates are the [`representatives`] of the classes, none of them two-sided.
    pub(crate) fn new(problem: Problem<W>, classes: Vec<Vec<Literal>>) -> DuplicateColumns<W> {
        DuplicateColumns { problem, classes }
    }

    /// How many literals there are.
    fn literals(&self) -> usize {
        self.classes.iter().map(Vec::len).sum()
    }

    /// Of how many representatives the terms of a size may be, the terms of most first.
    fn sizes(&self, size: usize) -> impl Iterator<Item = usize> {
        let widest = self.classes.iter().map(Vec::len).max().unwrap_or(1);
        (size.div_ceil(widest)..=size.min(self.classes.len())).rev()
    }

    fn count_in<N: Number>(&self, size: usize, context: RunContext<'_>) -> Found<BigUint> {
        let choices: Vec<Vec<N>> = self.classes.iter().map(|class| choices_by_size(class.len(), size)).collect();
        let parts = self.sizes(size).flat_map(|representatives| {
            search(&self.problem, representatives, || Weigher::new(&choices, size), context)
        });
        gather(parts, |weigher: Weigher<'_, N>, sum: &mut BigUint| *sum += weigher.total.into())
    }
}

impl<const W: usize> OneTerm for DuplicateColumns<W> {
    fn count(&self, size: usize, context: RunContext<'_>) -> Found<BigUint> {
        let literals = self.literals() as u128;
        // No part of a product is greater than the number of all sets of its size.
        match (0..=size as u128).all(|size| binomial(literals, size).is_some()) {
            true => self.count_in::<u128>(size, context),
            false => self.count_in::<BigUint>(size, context),
        }
    }

    fn list(&self, size: usize, enough: usize, context: RunContext<'_>) -> Found<Vec<Term>> {
        let mut found = Found { terms: Vec::new(), complete: true, stopped: None };
        for representatives in self.sizes(size) {
            let parts = search(&self.problem, representatives, || Expander::new(&self.classes, size, enough), context);
            let part = gather(parts, |expander: Expander<'_>, sets: &mut Vec<_>| sets.extend(expander.sets));
            found.complete &= part.complete;
            found.stopped = found.stopped.or(part.stopped);
            found.terms.extend(part.terms);
            if !found.complete || found.terms.len() > enough {
                break;
            }
        }
        in_terms(found, <[Literal]>::to_vec, enough, context)
    }

    fn bytes(&self) -> usize {
        self.problem.bytes() + self.literals() * size_of::<Literal>() + size_of_val(&*self.classes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use vesc_col_core::{Dataset, Features, Run, StopReason, TermRules};

    use super::*;
    use crate::context::{HeldMemory, Threads};
    use crate::term::all_words;
    use crate::term::projection::{Literals, project};

    /// A positive sample of ones, and negatives in each of which a feature has the value of its group.
    fn data(groups: &[usize], negatives: &[u64]) -> Dataset {
        let mut builder = Dataset::builder(Features::numbered(groups.len()));
        builder.push(true, groups.iter().map(|_| true)).unwrap();
        for values in negatives.iter().filter(|&&values| groups.iter().any(|group| values >> group & 1 == 0)) {
            builder.push(false, groups.iter().map(|group| values >> group & 1 == 1)).unwrap();
        }
        builder.build().unwrap()
    }

    proptest! {
        #[test]
        fn terms_of_representatives_are_those_of_all(
            groups in vec(0usize..6, 1..=11),
            negatives in vec(any::<u64>(), 0..12),
            size in 1usize..=6,
        ) {
            let data = data(&groups, &negatives);
            let (held_memory, mut threads, run) = (HeldMemory::new(), Threads::default(), Run::new());
            let context = threads.context(&run, &held_memory);
            let columns = Columns::new(data.negatives(), groups.len(), context).unwrap();
            let literals: Vec<Literal> = (0..groups.len()).map(Literal::positive).collect();
            let problem = |literals: &[Literal]| {
                let rows = columns.rows(literals, &columns.accepted(&[]), context).unwrap();
                Problem::<1>::from_rows(literals.to_vec(), 0, rows, *context.tuning)
            };
            let expected = problem(&literals).list(size, usize::MAX, context).sorted();

            let Some(classes) = classes(&columns, &[], &literals) else { return Ok(()) };
            let alike = DuplicateColumns::new(problem(&representatives(&classes)), classes);
            prop_assert_eq!(&alike.list(size, usize::MAX, context).sorted(), &expected);
            prop_assert_eq!(alike.count(size, context).terms, BigUint::from(expected.len()));
            prop_assert_eq!(alike.count_in::<BigUint>(size, context).terms, BigUint::from(expected.len()));
            if let Some(enough) = expected.len().checked_sub(1) {
                let found = alike.list(size, enough, context);
                prop_assert!(!found.complete && found.terms.len() > enough);
                prop_assert!(found.terms.iter().all(|term| expected.contains(term)));
            }
        }
    }

    #[test]
    fn a_list_that_was_cut_short_is_not_complete() {
        let data = data(&[0, 0, 1, 1, 2, 2, 3, 3], &[0b0101, 0b1010]);
        let (held_memory, mut threads, run) = (HeldMemory::new(), Threads::default(), Run::new());
        let context = threads.context(&run, &held_memory);
        let columns = Columns::new(data.negatives(), 8, context).unwrap();
        let terms =
            project(&columns, 8, all_words(data.positives()), &TermRules::default(), &[], Literals::All, context)
                .unwrap();
        run.cancel_token().cancel();
        let found = terms.list(4, usize::MAX, context);
        assert_eq!((found.complete, found.stopped), (false, Some(StopReason::Cancelled)));
    }

    /// The sets are more than 128 bits can count.
    #[test]
    fn a_thousand_columns_in_two_classes() {
        let groups: Vec<usize> = (0..1000).map(|feature| feature % 2).collect();
        let data = data(&groups, &[0b01, 0b10]);
        let (held_memory, mut threads, run) = (HeldMemory::new(), Threads::default(), Run::new());
        let context = threads.context(&run, &held_memory);
        let columns = Columns::new(data.negatives(), 1000, context).unwrap();
        let terms =
            project(&columns, 1000, all_words(data.positives()), &TermRules::default(), &[], Literals::All, context)
                .unwrap();
        let choose = |n: u32, k: u32| (0..k).fold(BigUint::from(1u32), |product, i| product * (n - i) / (i + 1));
        // All but those of one class alone.
        assert_eq!(terms.count(40, context).terms, choose(1000, 40) - 2u32 * choose(500, 40));
        assert_eq!(terms.count(2, context).terms, BigUint::from(500u32 * 500));
        assert_eq!(terms.count(1, context).terms, BigUint::ZERO);
    }
}
