//! Formulas with redundant terms, by the irredundant formulas in them.
//!
//! Beyond the first size that is not empty, some formulas have terms that they do not need. If all consistent terms
//! are too many to list, `assignment` still finds the irredundant formulas. Any other consistent terms may stand
//! beside these, as short as the literals that are left.
//!
//! ```text
//!  l = 6, k = 3:   a & b | c & d & e    with one literal more    a & b | c & d & e | !f
//!                  formulas of (5, 2)                            formulas of (6, 3)
//! ```
//!
//! It is exact. From a formula take its terms away that the others make redundant, the greatest first. What is left is
//! its *core*, an irredundant formula. So each formula is found with its core, and is passed by with any other one.

use vesc_col_core::Term;

use crate::bits::bit_set::PositiveSet;
use crate::context::{Interrupt, RunContext};
use crate::formula::assignment::Assignment;
use crate::formula::enumeration;
use crate::formula::term_store::TermStore;
use crate::formula::term_store::members::{TermList, complete, longest};
use crate::term::covers::Covers;
use crate::term::literal_tables::WeightedRows;

/// Gives `take` each formula of a size that covers all positives, once. `is_empty` tells which sizes are known to be.
///
/// # Errors
///
/// [`Interrupt::TooLong`] if too many terms may take part. Some formulas may be missing then.
pub(crate) fn each_formula(
    store: &mut TermStore,
    (literals, terms): (usize, usize),
    is_empty: impl Fn((usize, usize)) -> bool,
    context: RunContext<'_>,
    take: &mut dyn FnMut(&[&Term]) -> Result<(), Interrupt>,
) -> Result<(), Interrupt> {
    let (positives, covers) = (store.positives(), store.covers(context)?);
    if positives == 0 {
        // Every term is redundant.
        return Err(Interrupt::TooLong);
    }
    let rows = WeightedRows::single(positives);
    for core_terms in 1..terms.min(positives + 1) {
        for core_literals in core_terms..=literals + core_terms - terms {
            if is_empty((core_literals, core_terms)) {
                continue;
            }
            let cores = cores(store, (core_literals, core_terms), &covers, context)?;
            if cores.is_empty() {
                continue;
            }
            let longest = literals - core_literals - (terms - core_terms - 1);
            let lists = (1..=longest).map(|size| store.all_of_size(size, context));
            let lists: Vec<TermList> = lists.collect::<Result<_, _>>()?;
            for core in &cores {
                let covering: Vec<&Term> = core.iter().map(|of_core| &of_core.term).collect();
                let take = |formula: &[&Term], _: &[usize]| {
                    if is_core(core, &formula[core_terms..], &covers) { take(formula) } else { Ok(()) }
                };
                enumeration::exact(&lists, &rows, context, take).find_with(&covering, literals, terms)?;
            }
        }
    }
    let take = |formula: &[&Term]| if core_of(formula, &covers).is_some() { take(formula) } else { Ok(()) };
    Assignment::new(store, (literals, terms), context, take).find()
}

/// A term of a core.
struct CoreTerm {
    term: Term,
    /// The positives that no other term of the core covers.
    alone: PositiveSet,
}

/// All irredundant formulas of a size.
fn cores(
    store: &mut TermStore,
    (literals, terms): (usize, usize),
    covers: &Covers,
    context: RunContext<'_>,
) -> Result<Vec<Vec<CoreTerm>>, Interrupt> {
    // Each core takes as much as its terms in a list.
    let (positives, most) = (store.positives(), longest(context) / terms);
    let mut cores = Vec::new();
    if terms == 1 {
        let all = PositiveSet::all(positives);
        let found = complete(store.list(&all, literals, most, context)?)?;
        return Ok(found.into_iter().map(|term| vec![CoreTerm { term, alone: all.clone() }]).collect());
    }
    let take = |formula: &[&Term]| {
        cores.extend(core_of(formula, covers));
        if cores.len() > most { Err(Interrupt::TooLong) } else { Ok(()) }
    };
    Assignment::new(store, (literals, terms), context, take).find()?;
    Ok(cores)
}

/// The formula as a core, if no term of it is redundant. It covers all positives.
fn core_of(formula: &[&Term], covers: &Covers) -> Option<Vec<CoreTerm>> {
    let of: Vec<PositiveSet> = formula.iter().map(|term| covers.of(term)).collect();
    let needed = formula.iter().enumerate().map(|(place, &term)| {
        let others = of.iter().enumerate().filter(|&(other, _)| other != place);
        let alone = others.fold(of[place].clone(), |left, (_, cover)| left.and_not(cover));
        (!alone.is_empty()).then(|| CoreTerm { term: term.clone(), alone })
    });
    needed.collect()
}

/// Whether an irredundant formula is the core of itself and the other terms. The greatest of all terms are taken away
/// first, so a term of the core must be needed beside the other ones that are less.
fn is_core(core: &[CoreTerm], others: &[&Term], covers: &Covers) -> bool {
    core.iter().all(|CoreTerm { term, alone }| {
        let less = others.iter().filter(|&&other| other < term);
        !less.fold(alone.clone(), |left, other| left.and_not(&covers.of(other))).is_empty()
    })
}
