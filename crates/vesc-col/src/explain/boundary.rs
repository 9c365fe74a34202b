//! The ends of a version space.

use vesc_col_core::{Dnf, Domain, SubSpace};

use crate::next::legal_difference;

/// The most specific and the most general of some concepts (Mitchell's S and G boundaries). No other concept implies
/// the former, and the latter imply no other one. Every concept lies between some of both.
///
/// ```
/// use vesc_col::explain::{Boundary, boundary};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dnf, Features};
///
/// let irq = Dnf::parse("irq", &Features::new(["irq"])?)?;
/// let Boundary { specific, general, .. } = boundary(&[irq.clone()], &Domain::free());
/// assert_eq!((specific, general), (vec![irq.clone()], vec![irq]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Boundary {
    /// No other concept implies these.
    pub specific: Vec<Dnf>,
    /// These imply no other concept.
    pub general: Vec<Dnf>,
    /// Whether these are all of them.
    pub is_complete: bool,
}

/// The boundary of these concepts on the legal inputs, each of them given once. Each pair is compared, which takes about a
/// tenth of a microsecond over free inputs, and some microseconds over declared ones.
///
/// ```
/// use vesc_col::explain::boundary;
/// use vesc_col::data::Domain;
/// use vesc_col::{Dnf, Features};
///
/// let features = Features::numbered(3);
/// let concepts: Vec<Dnf> =
///     ["x0", "x0 & x1", "x0 | x2"].into_iter().map(|text| Dnf::parse(text, &features)).collect::<Result<_, _>>()?;
/// let found = boundary(&concepts, &Domain::free());
/// assert_eq!(found.specific, concepts[1..2]);
/// assert_eq!(found.general, concepts[2..]);
/// # Ok::<(), vesc_col::formula::ParseError>(())
/// ```
#[must_use]
pub fn boundary(concepts: &[Dnf], domain: &Domain) -> Boundary {
    let implies = |one: usize, other: usize| legal_difference(&concepts[one], &concepts[other], domain).is_none();
    let all = 0..concepts.len();
    let chosen = |is_inside: &dyn Fn(usize, usize) -> bool| {
        let is_end = |&one: &usize| !all.clone().any(|other| other != one && is_inside(one, other));
        all.clone().filter(is_end).map(|one| concepts[one].clone()).collect()
    };
    Boundary {
        specific: chosen(&|one, other| implies(other, one)),
        general: chosen(&|one, other| implies(one, other)),
        is_complete: true,
    }
}

/// Whether it is known that no concept of a sub-space implies another one. Then each is most specific and most general.
/// It is so for terms of one size over free inputs.
///
/// ```
/// use vesc_col::DnfSpace;
/// use vesc_col::explain::is_incomparable;
///
/// assert!(is_incomparable(&DnfSpace::new(9, 3, 1)));
/// assert!(!is_incomparable(&DnfSpace::new(9, 3, 2)));
/// ```
#[must_use]
pub fn is_incomparable(space: &dyn SubSpace) -> bool {
    space.domain().is_free() && matches!(space.shape(), vesc_col_core::Shape::Dnf(space) if space.terms() == 1)
}
