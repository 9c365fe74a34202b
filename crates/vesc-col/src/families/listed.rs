//! The families of concepts that are listed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use vesc_col_core::{Dnf, Domain, Hypothesis, LegalConcept, Term};

use super::rows::Rows;
use super::term::CutTerm;
use crate::as_dnf::as_dnf;

/// The families of concepts that are given by their least formulas over all cuts, each by its least narrow formula; `None`
/// if these are no DNF. The first `with_room` have the room of their cuts.
pub(super) fn families(
    rows: Rows<'_>,
    domain: &Domain,
    concepts: &[Arc<dyn Hypothesis>],
    with_room: usize,
) -> Option<Vec<Arc<dyn Hypothesis>>> {
    let mut families: HashMap<LegalConcept, Dnf> = HashMap::new();
    for hypothesis in concepts {
        let dnf = as_dnf(&**hypothesis)?;
        let terms: Vec<CutTerm> = dnf.terms().iter().map(|term| CutTerm::of(term, rows.cuts)).collect();
        let narrow = rows.narrowest(&terms);
        let terms: Option<Vec<Term>> = narrow.iter().map(|term| term.over_features(rows.cuts)).collect();
        let narrow = Dnf::new(terms?).ok()?;
        let least = families.entry(LegalConcept::of(&narrow, domain)).or_insert_with(|| narrow.clone());
        if narrow < *least {
            *least = narrow;
        }
    }
    let sorted: BTreeSet<Dnf> = families.into_values().collect();
    Some(rows.shown(sorted, with_room))
}
