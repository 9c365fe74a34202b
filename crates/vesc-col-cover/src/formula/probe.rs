//! A quick look at a sub-space that may hold far more formulas than can be listed.
//!
//! Some consistent formulas are put together from a core that covers all positives and other consistent terms. If
//! they make more concepts than are to be listed, that is the answer; if not, nothing is known yet.

use vesc_col_core::Term;

use crate::bits::positive_set::PositiveSet;
use crate::context::interrupt::Interrupt;
use crate::context::run_context::RunContext;
use crate::formula::branching::Branching;
use crate::formula::collector::Collector;
use crate::formula::term_store::TermStore;

/// Terms of one size that the probe reads, at most.
const MOST_TERMS: usize = 20_000;

/// Takes a quick look at the formulas of `literals` literals and `terms` terms, more than `enough` of which would be
/// enough.
pub(crate) fn glimpse(
    families: &mut TermStore,
    (literals, terms): (usize, usize),
    enough: usize,
    context: RunContext<'_>,
    collector: &mut Collector<'_>,
) -> Result<(), Interrupt> {
    let most = enough.saturating_mul(16).saturating_add(256).min(MOST_TERMS);
    let anything = PositiveSet::none(families.positives());
    let sizes = 1..=literals + 1 - terms;
    let pads: Vec<Vec<Term>> =
        sizes.map(|size| families.some(&anything, size, most, context)).collect::<Result<_, _>>()?;
    let mut pad = |core: &[&Term]| {
        let left = literals - core.iter().map(|term| term.len()).sum::<usize>();
        let mut padding = Padding { pads: &pads, context, collector: &mut *collector, tries: most };
        padding.extend(&mut core.to_vec(), (1, 0), left, terms - core.len())
    };
    if families.positives() == 0 {
        return pad(&[]);
    }
    let everything = PositiveSet::all(families.positives());
    for core_literals in 1..=literals + 1 - terms {
        for core in &families.some(&everything, core_literals, most, context)? {
            pad(&[core])?;
        }
    }
    for core_terms in 2..=terms {
        for core_literals in core_terms..=literals - (terms - core_terms) {
            Branching::new(families, context, &mut pad).find(core_literals, core_terms)?;
        }
    }
    Ok(())
}

/// Adds terms to one core.
struct Padding<'p, 'q> {
    /// Terms that reject all negatives, of the sizes 1, 2, ...
    pads: &'p [Vec<Term>],
    context: RunContext<'p>,
    collector: &'p mut Collector<'q>,
    /// How many more formulas are made of the core.
    tries: usize,
}

impl<'p> Padding<'p, '_> {
    /// Adds `terms` more terms with `literals` literals in all, none before the size and position `from`.
    fn extend(
        &mut self,
        chosen: &mut Vec<&'p Term>,
        from: (usize, usize),
        literals: usize,
        terms: usize,
    ) -> Result<(), Interrupt> {
        if terms == 0 {
            self.tries -= 1;
            return if literals == 0 { self.collector.glimpse(chosen) } else { Ok(()) };
        }
        self.context.check()?;
        let pads = self.pads;
        // The last term takes what is left.
        let least = if terms == 1 { literals } else { 1 };
        for size in from.0.max(least)..(literals + 2).saturating_sub(terms) {
            let start = if size == from.0 { from.1 } else { 0 };
            for (position, term) in pads[size - 1].iter().enumerate().skip(start) {
                if self.tries == 0 {
                    return Ok(());
                }
                if !chosen.contains(&term) {
                    chosen.push(term);
                    let result = self.extend(chosen, (size, position + 1), literals - size, terms - 1);
                    chosen.pop();
                    result?;
                }
            }
        }
        Ok(())
    }
}
