//! What the terms of a formula must agree on where cells are unknown.

use vesc_col_core::{Dataset, Domain, Literal, Term};

/// Whether each negative sample has a legal completion that all these terms reject. Each of them alone rejects some completion
/// of it, and all of them reject it if it has no unknown cells.
pub(crate) fn is_possible(data: &Dataset, domain: &Domain, terms: &[&Term]) -> bool {
    let negatives = data.negatives();
    let partial = || (0..negatives.distinct()).filter(|&sample| negatives.unknown(sample).is_some());
    terms.len() == 1
        || partial().all(|sample| {
            let mut cells: Vec<Option<bool>> = negatives.cells(sample).collect();
            is_rejectable(domain, terms, &mut cells)
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
