//! The one-term problem over the literals that some samples share.

use num_bigint::BigUint;
use vesc_col_core::{Literal, Sample, Term, TermRules};

use crate::bits::columns::Columns;
use crate::bits::words::Bits;
use crate::context::{Interrupt, RunContext};
use crate::term::domination::undominated;
use crate::term::duplicate_columns::{DuplicateColumns, classes, representatives};
use crate::term::one_term::OneTerm;
use crate::term::problem::{Problem, common_literals};
use crate::term::sink::Found;

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

/// The allowed terms that are true on all `samples`, given by their packed values, and have a literal of each `required`
/// set, whatever their size.
///
/// The literals of sets of one stand in each term. Only the negatives that they accept must be hit by others, and so must
/// be the other sets.
///
/// # Errors
///
/// [`Interrupt::TooWide`] if there are more candidates than any kernel is made for (65536), and whatever stops the run.
pub(crate) fn project<'s>(
    negatives: &Columns,
    features: usize,
    samples: impl IntoIterator<Item = &'s [u64]>,
    rules: &TermRules,
    required: &[&[Literal]],
    made_of: Literals,
    context: RunContext<'_>,
) -> Result<Box<dyn OneTerm>, Interrupt> {
    let (fixed, required) = in_each_term(required);
    let is_free = |literal: Literal| fixed.iter().all(|fixed| fixed.feature() != literal.feature());
    let may_stand = |literal: Literal| !rules.forbids(literal) && is_free(literal);
    let samples: Vec<&[u64]> = samples.into_iter().collect();
    let (literals, two_sided) = common_literals(features, samples.iter().copied(), may_stand, || context.check())?;
    let accepted = negatives.accepted(&fixed);
    let literals = match made_of {
        Literals::Undominated if two_sided == 0 => undominated((negatives, &accepted), &required, literals, context)?,
        _ => literals,
    };
    let classes = if two_sided == 0 { classes(negatives, &required, &literals) } else { None };
    let searched = classes.as_ref().map_or(literals, |classes| representatives(classes));
    let projected = with_width!(searched.len(), W => {
        let mut rows = negatives.rows::<W>(&searched, &accepted, context)?;
        rows.extend(required.iter().map(|set| row_of(set, &searched)));
        let problem = Problem::<W>::from_rows(searched, two_sided, rows, *context.tuning);
        match classes {
            Some(classes) => Box::new(DuplicateColumns::new(problem, classes)) as Box<dyn OneTerm>,
            None => Box::new(problem),
        }
    });
    let others = projected.ok_or(Interrupt::TooWide)?;
    if fixed.is_empty() {
        return Ok(others);
    }
    let is_possible = |literal: &Literal| {
        !rules.forbids(*literal) && samples.iter().all(|sample| literal.accepts(Sample::from_slice(sample)))
    };
    // Not with complements.
    let term = Term::new(fixed.iter().copied()).ok().filter(|_| fixed.iter().all(is_possible));
    let suffices = accepted.iter().all(|&word| word == 0) && required.is_empty();
    Ok(Box::new(WithRequired { term, suffices, others }))
}

/// The literals of the sets of one, and the other sets that have none of these.
fn in_each_term<'a>(required: &[&'a [Literal]]) -> (Vec<Literal>, Vec<&'a [Literal]>) {
    let fixed: Vec<Literal> = required.iter().filter_map(|set| <[Literal; 1]>::try_from(*set).ok()).flatten().collect();
    let is_met = |set: &[Literal]| set.iter().any(|literal| fixed.contains(literal));
    let others = required.iter().copied().filter(|set| !is_met(set)).collect();
    (fixed, others)
}

/// A required set as a row that must be hit: the candidates that are in it.
fn row_of<const W: usize>(set: &[Literal], candidates: &[Literal]) -> Bits<W> {
    let mut row = Bits::EMPTY;
    let members = candidates.iter().enumerate().filter(|(_, candidate)| set.binary_search(candidate).is_ok());
    members.for_each(|(number, _)| row.insert(number));
    row
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

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use vesc_col_core::{Dataset, Features, Run};

    use super::*;
    use crate::context::{HeldMemory, Threads};
    use crate::term::all_words;
    use crate::tuning::Tuning;

    proptest! {
        /// Those of all terms that meet the required sets.
        #[test]
        fn terms_with_required_literals_are_some_of_all(
            negatives in vec(any::<u64>(), 0..12),
            positives in vec(any::<u64>(), 0..2),
            required in vec(vec((0usize..5, any::<bool>()), 1..=4), 1..=3),
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
            let ascending = |set| {
                let mut set: Vec<Literal> = literals(set).collect();
                set.sort_unstable();
                set.dedup();
                set
            };
            let mut sets: Vec<Vec<Literal>> = required.into_iter().map(ascending).collect();
            sets.sort_unstable();
            sets.dedup();
            let required: Vec<&[Literal]> = sets.iter().map(|set| &**set).collect();
            let rules = TermRules::new(literals(forbidden), None);
            let project = |required: &[&[Literal]], made_of, context| {
                project(&columns, 5, all_words(data.positives()), &rules, required, made_of, context).unwrap()
            };
            let terms = |required: &[&[Literal]]| project(required, Literals::All, context);
            let mut expected = terms(&[]).list(size, usize::MAX, context).sorted();
            expected.retain(|term| required.iter().all(|set| term.iter().any(|literal| set.contains(literal))));
            prop_assert_eq!(&terms(&required).list(size, usize::MAX, context).sorted(), &expected);
            prop_assert_eq!(terms(&required).count(size, context).terms, BigUint::from(expected.len()));
            let shorter = (0..size).any(|size| !terms(&required).list(size, 0, context).complete);
            let by_sample = &Tuning { literals_without_sample: 2, sampled_literals: 3, ..Tuning::DEFAULT };
            for context in [context, context.with_tuning(by_sample)] {
                let least = project(&required, Literals::Undominated, context);
                let least = least.list(size, usize::MAX, context).sorted();
                prop_assert!(least.iter().all(|term| expected.contains(term)));
                prop_assert!(shorter || least.is_empty() == expected.is_empty());
            }
            let cut = terms(&required).list(size, 0, context);
            prop_assert_eq!(cut.complete, expected.is_empty());
        }
    }
}
