//! A quick look at a sub-space that may hold far more formulas than can be listed.
//!
//! Some consistent formulas are put together from terms that cover all positives and other consistent terms. If
//! they make more concepts than are to be listed, that is the answer; if not, nothing is known yet.

use std::rc::Rc;

use vesc_col_core::Term;

use crate::bits::bit_set::PositiveSet;
use crate::context::Interrupt;
use crate::context::RunContext;
use crate::formula::assignment::Assignment;
use crate::formula::collector::Collector;
use crate::formula::enumeration;
use crate::formula::term_store::TermStore;
use crate::formula::term_store::members::{ListedTerm, TermList};
use crate::term::literal_tables::NO_ROWS;

/// Takes a quick look at the formulas of `literals` literals and `terms` terms, more than `enough` of which would be
/// enough.
pub(crate) fn probe(
    store: &mut TermStore,
    (literals, terms): (usize, usize),
    enough: usize,
    context: RunContext<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), Interrupt> {
    // Set: many formulas are the same concept, and even a small limit needs some hundred tries.
    let most = enough.saturating_mul(16).saturating_add(256).min(context.tuning.probed_terms);
    let anything = PositiveSet::none(store.positives());
    let sizes = 1..=(literals + 1 - terms).min(store.longest_possible());
    let pads: Vec<TermList> = sizes
        .clone()
        .map(|size| {
            let terms = store.some(&anything, size, most, context)?;
            Ok(Rc::new(terms.into_iter().map(|term| Rc::new(ListedTerm::with_unknown_cover(term))).collect()))
        })
        .collect::<Result<_, _>>()?;
    let mut pad = |covering: &[&Term]| {
        let (mut tries, mut enough) = (most, false);
        let take = |terms: &[&Term], _: &[usize]| {
            collector.probe(terms).inspect_err(|_| enough = true)?;
            tries -= 1;
            if tries == 0 { Err(Interrupt::Enough) } else { Ok(()) }
        };
        match enumeration::exact(&pads, &NO_ROWS, context, take).find_with(covering, literals, terms) {
            // These were enough formulas with these terms.
            Err(Interrupt::Enough) if !enough => Ok(()),
            result => result,
        }
    };
    if store.positives() == 0 {
        return pad(&[]);
    }
    let everything = PositiveSet::all(store.positives());
    for size in sizes {
        for term in &store.some(&everything, size, most, context)? {
            pad(&[term])?;
        }
    }
    for covering_terms in 2..=terms {
        // Without other terms beside them, these have all literals.
        let fewest = if covering_terms == terms { literals } else { covering_terms };
        for covering_literals in fewest..=literals - (terms - covering_terms) {
            Assignment::new(store, (covering_literals, covering_terms), context, &mut pad).find()?;
        }
    }
    Ok(())
}
