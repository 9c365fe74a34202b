//! The families of concepts that are listed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use vesc_col_core::{Dnf, Domain, Hypothesis, LegalConcept};

use super::members::Members;
use super::rows::Rows;
use super::term::CutTerm;
use crate::formula::as_dnf::as_dnf;

/// The families of concepts that are given by their least formulas over all cuts; `None` if these are no DNF. The first
/// `with_room` have the room of their cuts.
///
/// Each is shown by its least narrow formula, if one of these is among `members`. Otherwise its least concept is shown, as
/// narrow as there are members.
pub(super) fn families(
    rows: Rows<'_>,
    domain: &Domain,
    (concepts, members): (&[Arc<dyn Hypothesis>], Members<'_>),
    with_room: usize,
) -> Option<Vec<Arc<dyn Hypothesis>>> {
    let mut families: HashMap<LegalConcept, ShownFormulas> = HashMap::new();
    for hypothesis in concepts {
        let dnf = as_dnf(&**hypothesis)?;
        let terms: Vec<CutTerm> = dnf.terms().iter().map(|term| CutTerm::of(term, rows.cuts)).collect();
        let narrow = rows.over_features(&rows.narrowest(&terms))?;
        let family = families.entry(LegalConcept::of(&narrow, domain)).or_insert_with(|| ShownFormulas::of(dnf));
        if family.narrow.as_ref().is_none_or(|least| narrow < *least) && members.contain(&narrow) {
            family.narrow = Some(narrow);
        }
        if *dnf < family.member {
            family.member = dnf.clone();
        }
    }
    let shown = |family: ShownFormulas| family.narrow.unwrap_or_else(|| rows.narrowest_member(&family.member, members));
    let sorted: BTreeSet<Dnf> = families.into_values().map(shown).collect();
    Some(rows.shown(sorted, members, with_room))
}

/// The formulas that may be shown for a family.
struct ShownFormulas {
    /// The least of its narrow formulas that are members.
    narrow: Option<Dnf>,
    /// The least formula of its concepts.
    member: Dnf,
}

impl ShownFormulas {
    fn of(member: &Dnf) -> ShownFormulas {
        ShownFormulas { narrow: None, member: member.clone() }
    }
}
