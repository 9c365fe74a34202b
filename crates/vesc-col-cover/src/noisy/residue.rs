//! What the terms of a formula must agree on where cells are unknown.

use vesc_col_core::{Dataset, Domain, Literal, Term};

/// Whether no more than `left` rows of negatives have no legal completion that all these terms reject, beside those of the samples
/// `wrong`, which some term accepts alone. Where all cells are known, there are no others.
pub(crate) fn is_within((data, domain): (&Dataset, &Domain), terms: &[&Term], wrong: &[usize], left: u64) -> bool {
    let negatives = data.negatives();
    let is_open = |sample: &usize| negatives.unknown(*sample).is_some() && wrong.binary_search(sample).is_err();
    let mut left = left;
    terms.len() == 1
        || (0..negatives.distinct()).filter(is_open).all(|sample| {
            let mut cells: Vec<Option<bool>> = negatives.cells(sample).collect();
            is_rejectable(domain, terms, &mut cells)
                || left.checked_sub(negatives.sources(sample).len() as u64).map(|rest| left = rest).is_some()
        })
}

/// Whether the unknown cells can be chosen so that all the terms are false; puts back what it has chosen.
fn is_rejectable(domain: &Domain, terms: &[&Term], cells: &mut [Option<bool>]) -> bool {
    let Some((term, others)) = terms.split_first() else { return true };
    if term.literals().iter().any(|literal| cells[literal.feature()] == Some(literal.is_negated())) {
        return is_rejectable(domain, others, cells);
    }
    for literal in term.literals() {
        if cells[literal.feature()].is_none() {
            cells[literal.feature()] = Some(literal.is_negated());
            let rejectable = is_legal(domain, cells) && is_rejectable(domain, others, cells);
            cells[literal.feature()] = None;
            if rejectable {
                return true;
            }
        }
    }
    false
}

/// Whether some legal input agrees with the cells that are known or chosen.
fn is_legal(domain: &Domain, cells: &[Option<bool>]) -> bool {
    let literals = || cells.iter().enumerate().filter_map(|(feature, &cell)| Some(Literal::matching(feature, cell?)));
    domain.is_free() || domain.allows(&literals().collect::<Vec<Literal>>())
}
