//! Families: concepts that differ only in where the cuts of ordered columns lie.
//!
//! A cut can often lie anywhere in a gap: `len>=104`, or 79, or 91. To count each place as a concept of its own would call
//! a clear cause overfit. The *narrowest form* of a formula shrinks every side of an interval to the positives that its term
//! covers. Concepts whose least formulas have the same narrowest form are one *family*. The bound is compared with the
//! number of families, and |VS| counts the concepts over all cuts. Where rules for formulas do not allow the narrowest form,
//! a family is shown as narrow as they allow (members.rs).
//!
//! ```text
//! features test all cuts:              version space ──> listed.rs: narrowest form of each concept ──> families
//! features test cuts next to positives: version space ──> expand.rs: narrow formulas ──> families
//!                                                                 └─> room.rs: all ways to widen them ──> |VS|
//! ```

mod expand;
mod listed;
mod members;
mod narrow;
mod numbering;
mod room;
mod rows;
mod shown;
mod term;

use std::sync::Arc;

use vesc_col_core::{Cardinality, Dataset, Dnf, Domain, Hypothesis, SubSpace, VersionSpace};

use crate::cuts::Cuts;
use members::Members;
use rows::Rows;
use term::CutTerm;

/// What the families of a version space are.
#[derive(Debug)]
pub(crate) struct Families {
    /// How many there are.
    pub(crate) families: Cardinality,
    /// |VS| over all cuts.
    pub(crate) concepts: Cardinality,
    /// How many formulas over all cuts fit.
    pub(crate) formulas: Cardinality,
    /// Each family by its least narrow formula, in canonical order, the first ones with the room of their cuts; `None` if
    /// they are not all known.
    pub(crate) shown: Option<Vec<Arc<dyn Hypothesis>>>,
}

/// The narrowest form of a formula that is true on no negative row, with the room of its cuts.
pub(crate) fn narrowed((data, cuts): (&Dataset, &Cuts), formula: &Dnf) -> Option<Arc<dyn Hypothesis>> {
    let rows = Rows { data, cuts };
    let terms: Vec<CutTerm> = formula.terms().iter().map(|term| CutTerm::of(term, cuts)).collect();
    let narrow = rows.over_features(&rows.narrowest(&terms))?;
    rows.shown([narrow].into(), Members::All, 1).pop()
}

/// The families of a version space of `space` over all cuts of a data set. `None` if its hypotheses are no DNF.
///
/// The first `with_room` families are shown with the room of their cuts.
pub(crate) fn of_all_cuts(
    (data, cuts): (&Dataset, &Cuts),
    space: &dyn SubSpace,
    found: &VersionSpace,
    with_room: usize,
) -> Option<Families> {
    let (concepts, formulas) = (found.concepts.clone(), found.formulas.clone());
    if !found.is_listed() {
        let families = match concepts.is_zero() || concepts.lower() == &0u32.into() {
            true => concepts.clone(),
            // Whatever fits is a family at least.
            false => {
                concepts.upper().map_or(Cardinality::at_least(1u32), |upper| Cardinality::between(1u32, upper.clone()))
            }
        };
        return Some(Families { families, concepts, formulas, shown: None });
    }
    let shown =
        listed::families(Rows { data, cuts }, space.domain(), (&found.hypotheses, Members::of(space)), with_room)?;
    Some(Families { families: Cardinality::exact(shown.len()), concepts, formulas, shown: Some(shown) })
}

/// The families of the first sub-space that is not empty, and its |VS| over all cuts.
///
/// `found` is the version space over the features of `data`, which test the cuts next to positives, and over free inputs;
/// `domain` is what is legal.
pub(crate) fn of_cuts_near_positives(
    (data, cuts): (&Dataset, &Cuts),
    domain: &Domain,
    found: &VersionSpace,
    with_room: usize,
) -> Families {
    let at_least = |count: &Cardinality| Cardinality::at_least(count.lower().clone());
    let unknown = || Families {
        families: if found.concepts.exceeds(0) { Cardinality::at_least(1u32) } else { Cardinality::unknown() },
        // Concepts over free inputs may be one over legal ones.
        concepts: if found.concepts.exceeds(0) { Cardinality::at_least(1u32) } else { Cardinality::unknown() },
        formulas: at_least(&found.formulas),
        shown: None,
    };
    if found.concepts.is_zero() {
        let nothing = || Cardinality::exact(0u32);
        return Families { families: nothing(), concepts: nothing(), formulas: nothing(), shown: Some(Vec::new()) };
    }
    expand::expand(Rows { data, cuts }, domain, found, with_room).unwrap_or_else(unknown)
}

/// How many families concepts make that are given by their least formulas over all cuts of a data set
/// ([`Step::families`](crate::report::Step::families)).
///
/// ```
/// use vesc_col::columns::{Schema, TypedTable};
/// use vesc_col::{Dnf, report};
///
/// let mut table = TypedTable::new(Schema::auto(), ["len"]);
/// for (len, fail) in [("1", false), ("2", false), ("4", true)] {
///     table.push(fail, [len])?;
/// }
/// let typed = table.build()?;
/// let formulas = ["len>=2", "len>=4"].map(|text| Dnf::parse(text, typed.data.features()).expect("a formula"));
/// assert_eq!(report::count_families(&typed.data, &typed.domain, &formulas), 1);
/// # Ok::<(), vesc_col::columns::ColumnError>(())
/// ```
#[must_use]
pub fn count_families(data: &Dataset, domain: &Domain, formulas: &[Dnf]) -> usize {
    of_formulas(data, domain, formulas.iter().cloned(), 0).map_or(formulas.len(), |families| families.len())
}

/// The families of formulas over all cuts of a data set, each formula the least one of its concept. A family is shown
/// by its least narrow formula. The first `with_room` come with the room of their cuts. `None` if no cut has room.
pub(crate) fn of_formulas(
    data: &Dataset,
    domain: &Domain,
    formulas: impl Iterator<Item = Dnf>,
    with_room: usize,
) -> Option<Vec<Arc<dyn Hypothesis>>> {
    let cuts = Cuts::of_features(data)?;
    let formulas: Vec<Arc<dyn Hypothesis>> = formulas.map(|dnf| Arc::new(dnf) as Arc<dyn Hypothesis>).collect();
    listed::families(Rows { data, cuts: &cuts }, domain, (&formulas, Members::All), with_room)
}
