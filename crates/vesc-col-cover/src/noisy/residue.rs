//! What the terms of a formula must agree on where cells are unknown.

use vesc_col_core::{Dataset, Literal, Term};

/// Whether each negative sample has a completion that all these terms reject. Each of them alone rejects some completion
/// of it, and all of them reject it if it has no unknown cells.
pub(crate) fn is_possible(data: &Dataset, terms: &[&Term]) -> bool {
    let negatives = data.negatives();
    let partial = || (0..negatives.distinct()).filter(|&sample| negatives.unknown(sample).is_some());
    terms.len() == 1
        || partial().all(|sample| {
            let cells: Vec<Option<bool>> = negatives.cells(sample).collect();
            is_rejectable(&cells, terms, &mut Vec::new())
        })
}

/// Whether the unknown cells can be chosen, beside those chosen before, so that all the terms are false.
fn is_rejectable(cells: &[Option<bool>], terms: &[&Term], chosen: &mut Vec<(usize, bool)>) -> bool {
    let Some((term, others)) = terms.split_first() else { return true };
    let value = |literal: Literal, chosen: &[(usize, bool)]| {
        let known = cells[literal.feature()];
        known.or_else(|| chosen.iter().find(|(feature, _)| *feature == literal.feature()).map(|&(_, value)| value))
    };
    if term.literals().iter().any(|&literal| value(literal, chosen) == Some(literal.is_negated())) {
        return is_rejectable(cells, others, chosen);
    }
    for &literal in term.literals() {
        if value(literal, chosen).is_none() {
            chosen.push((literal.feature(), literal.is_negated()));
            let rejectable = is_rejectable(cells, others, chosen);
            chosen.pop();
            if rejectable {
                return true;
            }
        }
    }
    false
}
