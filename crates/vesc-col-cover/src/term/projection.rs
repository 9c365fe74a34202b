//! The one-term problem over the literals that some samples share.
//!
//! Candidates that are false on the same negatives form a *class*. Only the first of each class, its *representative*,
//! is searched.
//!
//! A term hits a row with some candidates of a class if and only if it does with one. So terms come from those of
//! representatives, of the same size or smaller: each literal is replaced by one or more of its class. For a class with
//! w members the coefficients of (1 + x)^w - 1 count the choices by their number. Their product counts those of a set
//! of representatives.

use std::ops::{AddAssign, ControlFlow, Mul};

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};
use vesc_col_core::{Literal, Sample, Term, TermRules};

use crate::bits::columns::Columns;
use crate::bits::counting::binomial;
use crate::bits::words::Bits;
use crate::context::{Interrupt, RunContext};
use crate::term::domination::undominated;
use crate::term::hitting::search;
use crate::term::one_term::OneTerm;
use crate::term::problem::{Problem, common_literals};
use crate::term::sink::{Found, Sink, each_free, gather, in_terms};

/// Calls `$body` with the constant `$width` the least listed number of words that holds `$count` candidates.
macro_rules! with_width {
    ($count:expr, $width:ident => $body:expr) => {
        with_width!(@ $count, $width, $body, 1 2 4 8 16 32 64 256 1024)
    };
    (@ $count:expr, $width:ident, $body:expr, $($size:literal)*) => {
        match usize::div_ceil($count, 64) {
            $(words if words <= $size => { const $width: usize = $size; Some($body) })*
            _ => None,
        }
    };
}

/// Of which literals terms are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Literals {
    All,
    /// Those that no other one [dominates](crate::term::domination): one of the shortest terms is made of them.
    Undominated,
}

/// The allowed terms that are true on all `samples` and have all `required` literals, whatever their size.
///
/// Only the negatives that the required literals accept must be hit by others.
///
/// # Errors
///
/// [`Interrupt::TooWide`] if there are more candidates than any kernel is made for (65536), and whatever stops the run.
pub(crate) fn project<'s>(
    negatives: &Columns,
    features: usize,
    samples: impl IntoIterator<Item = &'s Sample>,
    rules: &TermRules,
    required: &[Literal],
    made_of: Literals,
    context: RunContext<'_>,
) -> Result<Box<dyn OneTerm>, Interrupt> {
    let is_free = |literal: Literal| required.iter().all(|required| required.feature() != literal.feature());
    let may_stand = |literal: Literal| !rules.forbids(literal) && is_free(literal);
    let samples: Vec<&Sample> = samples.into_iter().collect();
    let (literals, two_sided) = common_literals(features, samples.iter().copied(), may_stand);
    let accepted = negatives.accepted(required);
    let literals = match made_of {
        Literals::Undominated if two_sided == 0 => undominated(negatives, literals, &accepted, context)?,
        _ => literals,
    };
    let classes = if two_sided == 0 { classes(negatives, &literals) } else { None };
    let searched = classes.as_ref().map_or(literals, |classes| representatives(classes));
    let projected = with_width!(searched.len(), W => {
        let rows = negatives.rows::<W>(&searched, &accepted, context)?;
        let problem = Problem::<W>::from_rows(searched, two_sided, rows, *context.tuning);
        match classes {
            Some(classes) => Box::new(DuplicateColumns::new(problem, classes)) as Box<dyn OneTerm>,
            None => Box::new(problem),
        }
    });
    let others = projected.ok_or(Interrupt::TooWide)?;
    if required.is_empty() {
        return Ok(others);
    }
    let is_possible =
        |literal: &Literal| !rules.forbids(*literal) && samples.iter().all(|sample| literal.accepts(sample));
    // Not with complements.
    let term = Term::new(required.iter().copied()).ok().filter(|_| required.iter().all(is_possible));
    let suffices = accepted.iter().all(|&word| word == 0);
    Ok(Box::new(WithRequired { term, suffices, others }))
}

/// The terms that have certain literals.
#[derive(Debug)]
struct WithRequired {
    /// The term of these literals alone; `None` if there is no term with all of them.
    term: Option<Term>,
    /// Whether it rejects all negatives.
    suffices: bool,
    /// What may stand beside them.
    others: Box<dyn OneTerm>,
}

impl OneTerm for WithRequired {
    fn count(&self, size: usize, context: RunContext<'_>) -> Found<BigUint> {
        let Some(term) = &self.term else { return Found::nothing() };
        match size.checked_sub(term.len()) {
            None => Found::nothing(),
            Some(0) => Found { terms: u32::from(self.suffices).into(), ..Found::nothing() },
            Some(more) => self.others.count(more, context),
        }
    }

    fn list(&self, size: usize, enough: usize, context: RunContext<'_>) -> Found<Vec<Term>> {
        let Some(term) = &self.term else { return Found::nothing() };
        match size.checked_sub(term.len()) {
            None => Found::nothing(),
            Some(0) => {
                let terms = if self.suffices { vec![term.clone()] } else { Vec::new() };
                Found { complete: terms.len() <= enough, terms, stopped: None }
            }
            Some(more) => {
                let found = self.others.list(more, enough, context);
                let with = |others: Term| Term::new(others.iter().chain(term.iter()).copied()).ok();
                Found {
                    terms: found.terms.into_iter().filter_map(with).collect(),
                    complete: found.complete,
                    stopped: found.stopped,
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        self.others.bytes()
    }
}

/// The candidates in classes, in the order of their first members; `None` if there are not much fewer classes than
/// candidates.
///
/// No two of the candidates may be of one feature, as the classes of complements are bound to each other.
pub(crate) fn classes(negatives: &Columns, candidates: &[Literal]) -> Option<Vec<Vec<Literal>>> {
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
    let mut number: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
    let mut classes: Vec<Vec<Literal>> = Vec::new();
    for &literal in candidates {
        let class = *number.entry(negatives.rejected(literal).collect()).or_insert(classes.len());
        if class == classes.len() {
            classes.push(Vec::new());
        }
        classes[class].push(literal);
    }
    are_few(classes.len()).then_some(classes)
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
        let shares: Vec<Vec<N>> = self.classes.iter().map(|class| share(class.len(), size)).collect();
        let parts = self.sizes(size).flat_map(|representatives| {
            search(&self.problem, representatives, || Weigher::new(&shares, size), context)
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

/// What a number of sets is counted in.
trait Number: Clone + Send + Sync + AddAssign + Mul<Output = Self> + From<u32> + Into<BigUint> {}

impl Number for u128 {}
impl Number for BigUint {}

/// For each size up to `most` the number of sets of that size of `members` literals; 0 for the empty set.
fn share<N: Number>(members: usize, most: usize) -> Vec<N> {
    let mut sets = vec![N::from(0); most + 1];
    sets[0] = N::from(1);
    for _ in 0..members {
        for size in (1..=most).rev() {
            let smaller = sets[size - 1].clone();
            sets[size] += smaller;
        }
    }
    sets[0] = N::from(0);
    sets.truncate(members + 1);
    sets
}

/// Multiplies a polynomial by the share of a class, and forgets what is of too high a degree.
fn multiply<N: Number>(product: &mut [N], share: &[N]) {
    for degree in (0..product.len()).rev() {
        let mut sum = N::from(0);
        for part in 1..share.len().min(degree + 1) {
            sum += product[degree - part].clone() * share[part].clone();
        }
        product[degree] = sum;
    }
}

/// Counts the sets of literals behind sets of representatives.
#[derive(Debug)]
struct Weigher<'a, N> {
    shares: &'a [Vec<N>],
    size: usize,
    total: N,
}

impl<'a, N: Number> Weigher<'a, N> {
    fn new(shares: &'a [Vec<N>], size: usize) -> Weigher<'a, N> {
        Weigher { shares, size, total: N::from(0) }
    }

    /// How many sets of each number of literals are behind the representatives.
    fn product(&self, chosen: &[usize]) -> Vec<N> {
        let mut product = vec![N::from(0); self.size + 1];
        product[0] = N::from(1);
        chosen.iter().for_each(|&class| multiply(&mut product, &self.shares[class]));
        product
    }
}

impl<const W: usize, N: Number> Sink<W> for Weigher<'_, N> {
    fn counts(&self) -> bool {
        false
    }

    fn one_more(&mut self, chosen: &[usize], last: &Bits<W>) -> ControlFlow<()> {
        let product = self.product(chosen);
        for class in last.iter() {
            for (part, share) in self.shares[class].iter().enumerate().take(self.size + 1).skip(1) {
                self.total += product[self.size - part].clone() * share.clone();
            }
        }
        ControlFlow::Continue(())
    }

    fn any_more(&mut self, _problem: &Problem<W>, chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()> {
        // For each number of representatives taken from the rest.
        let mut taken = vec![vec![N::from(0); self.size + 1]; size + 1];
        taken[0] = self.product(chosen);
        for class in rest.iter() {
            for number in (1..=size).rev() {
                let mut more = taken[number - 1].clone();
                multiply(&mut more, &self.shares[class]);
                taken[number].iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            }
        }
        self.total += taken[size][self.size].clone();
        ControlFlow::Continue(())
    }

    fn counted(&mut self, _count: u128) -> ControlFlow<()> {
        unreachable!("the weights of mere counts are not known")
    }
}

/// Keeps the sets of literals behind sets of representatives, until there are more than enough.
#[derive(Debug)]
struct Expander<'a> {
    classes: &'a [Vec<Literal>],
    size: usize,
    enough: usize,
    sets: Vec<Vec<Literal>>,
}

impl<'a> Expander<'a> {
    fn new(classes: &'a [Vec<Literal>], size: usize, enough: usize) -> Expander<'a> {
        Expander { classes, size, enough, sets: Vec::new() }
    }

    fn keep(&mut self, set: &[usize]) -> ControlFlow<()> {
        self.extend(&mut Vec::with_capacity(self.size), set, 0)
    }

    /// Completes the literals taken so far by those of the classes in `set`, of the first of which `seen` have been
    /// gone through.
    fn extend(&mut self, taken: &mut Vec<Literal>, set: &[usize], seen: usize) -> ControlFlow<()> {
        let Some((&first, others)) = set.split_first() else {
            if taken.len() < self.size {
                return ControlFlow::Continue(());
            }
            self.sets.push(taken.clone());
            return if self.sets.len() > self.enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        };
        let class = &self.classes[first];
        for (index, &literal) in class.iter().enumerate().skip(seen) {
            // Each of the other classes needs a place.
            if taken.len() + others.len() < self.size {
                taken.push(literal);
                self.extend(taken, others, 0)?;
                // And more of this class.
                if index + 1 < class.len() {
                    self.extend(taken, set, index + 1)?;
                }
                taken.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

impl<const W: usize> Sink<W> for Expander<'_> {
    fn counts(&self) -> bool {
        false
    }

    fn one_more(&mut self, chosen: &[usize], last: &Bits<W>) -> ControlFlow<()> {
        let mut set = chosen.to_vec();
        last.iter().try_for_each(|class| {
            set.push(class);
            let flow = self.keep(&set);
            set.pop();
            flow
        })
    }

    fn any_more(&mut self, problem: &Problem<W>, chosen: &[usize], rest: &Bits<W>, size: usize) -> ControlFlow<()> {
        each_free(problem, chosen, rest, size, &mut |set| self.keep(set))
    }

    fn counted(&mut self, _count: u128) -> ControlFlow<()> {
        unreachable!("an expander is never given mere counts")
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use vesc_col_core::{Dataset, Features, Run, StopReason, TermRules};

    use super::*;
    use crate::context::{HeldMemory, Threads};
    use crate::term::projection::project;
    use crate::tuning::Tuning;

    /// A positive sample of ones, and negatives in each of which a feature has the value of its group.
    fn data(groups: &[usize], negatives: &[u64]) -> Dataset {
        let mut builder = Dataset::builder(Features::numbered(groups.len()));
        builder.push(true, groups.iter().map(|_| true)).unwrap();
        for values in negatives.iter().filter(|&&values| groups.iter().any(|group| values >> group & 1 == 0)) {
            builder.push(false, groups.iter().map(|group| values >> group & 1 == 1)).unwrap();
        }
        builder.build().unwrap()
    }

    fn sorted(found: Found<Vec<Term>>) -> Vec<Term> {
        assert!(found.complete && found.stopped.is_none());
        let mut terms = found.terms;
        terms.sort_unstable();
        terms
    }

    proptest! {
        /// Those of all terms that have the required literals.
        #[test]
        fn terms_with_required_literals_are_some_of_all(
            negatives in vec(any::<u64>(), 0..12),
            positives in vec(any::<u64>(), 0..2),
            required in vec((0usize..5, any::<bool>()), 1..=3),
            forbidden in vec((0usize..5, any::<bool>()), 0..=2),
            size in 1usize..=5,
        ) {
            let mut builder = Dataset::builder(Features::numbered(5)).with_contradictions();
            for (label, rows) in [(false, &negatives), (true, &positives)] {
                for row in rows {
                    builder.push(label, (0..5).map(|feature| row >> feature & 1 == 1)).unwrap();
                }
            }
            let data = builder.build().unwrap();
            let (held_memory, mut threads, run) = (HeldMemory::new(), Threads::default(), Run::new());
            let context = threads.context(&run, &held_memory);
            let columns = Columns::new(data.negatives(), 5, context).unwrap();
            let literals = |list: Vec<(usize, bool)>| {
                list.into_iter().map(|(feature, value)| Literal::matching(feature, value))
            };
            let mut required: Vec<Literal> = literals(required).collect();
            required.sort_unstable();
            required.dedup();
            let rules = TermRules::new(literals(forbidden), None);
            let project = |required: &[Literal], made_of, context| {
                project(&columns, 5, data.positives().iter(), &rules, required, made_of, context).unwrap()
            };
            let terms = |required: &[Literal]| project(required, Literals::All, context);
            let mut expected = sorted(terms(&[]).list(size, usize::MAX, context));
            expected.retain(|term| required.iter().all(|literal| term.contains(literal)));
            prop_assert_eq!(&sorted(terms(&required).list(size, usize::MAX, context)), &expected);
            prop_assert_eq!(terms(&required).count(size, context).terms, BigUint::from(expected.len()));
            let shorter = (0..size).any(|size| !terms(&required).list(size, 0, context).complete);
            let by_sample = &Tuning { literals_without_sample: 2, sampled_literals: 3, ..Tuning::DEFAULT };
            for context in [context, context.with_tuning(by_sample)] {
                let least = project(&required, Literals::Undominated, context);
                let least = sorted(least.list(size, usize::MAX, context));
                prop_assert!(least.iter().all(|term| expected.contains(term)));
                prop_assert!(shorter || least.is_empty() == expected.is_empty());
            }
            let cut = terms(&required).list(size, 0, context);
            prop_assert_eq!(cut.complete, expected.is_empty());
        }

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
            let expected = sorted(problem(&literals).list(size, usize::MAX, context));

            let Some(classes) = classes(&columns, &literals) else { return Ok(()) };
            let alike = DuplicateColumns::new(problem(&representatives(&classes)), classes);
            prop_assert_eq!(&sorted(alike.list(size, usize::MAX, context)), &expected);
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
            project(&columns, 8, data.positives().iter(), &TermRules::default(), &[], Literals::All, context).unwrap();
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
            project(&columns, 1000, data.positives().iter(), &TermRules::default(), &[], Literals::All, context)
                .unwrap();
        let choose = |n: u32, k: u32| (0..k).fold(BigUint::from(1u32), |product, i| product * (n - i) / (i + 1));
        // All but those of one class alone.
        assert_eq!(terms.count(40, context).terms, choose(1000, 40) - 2u32 * choose(500, 40));
        assert_eq!(terms.count(2, context).terms, BigUint::from(500u32 * 500));
        assert_eq!(terms.count(1, context).terms, BigUint::ZERO);
    }
}
