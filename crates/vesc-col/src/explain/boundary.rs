//! The ends of a version space.

use std::any::Any;
use std::sync::Arc;

use vesc_col_core::{Dnf, Domain, Hypothesis, LegalConcept, LiveVersionSpace, OwnedSample, Run, StopReason, SubSpace};

use crate::next::{Legal, legal_difference};

/// The most specific and the most general of some concepts (Mitchell's S and G boundaries): those that no other one
/// implies, and those that imply no other one. Every concept lies between some of both.
///
/// ```
/// use vesc_col::explain::{Boundary, boundary};
/// use vesc_col::{Dnf, Domain, Features};
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
/// use vesc_col::{Dnf, Domain, Features};
///
/// let features = Features::numbered(3);
/// let concepts: Vec<Dnf> =
///     ["x0", "x0 & x1", "x0 | x2"].into_iter().map(|text| Dnf::parse(text, &features)).collect::<Result<_, _>>()?;
/// let found = boundary(&concepts, &Domain::free());
/// assert_eq!(found.specific, concepts[1..2]);
/// assert_eq!(found.general, concepts[2..]);
/// # Ok::<(), vesc_col::ParseError>(())
/// ```
#[must_use]
pub fn boundary(concepts: &[Dnf], domain: &Domain) -> Boundary {
    let features = concepts.iter().map(Dnf::feature_bound).max().unwrap_or(0);
    let implies =
        |one: usize, other: usize| legal_difference(&concepts[one], &concepts[other], features, domain).is_none();
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

/// Some of the boundary of a version space that is too large to be listed, as of 10^8 formulas: up to `starts` most specific
/// and as many most general concepts, in canonical order. Each of them *is* one, among all concepts of the version space; only whether
/// there are more is not known. `None` if the hypotheses are not DNF. The same seed gives the same concepts.
///
/// From a random formula the way goes to one that implies it, and so on. That nothing implies a formula f is proven by
/// counter-examples: an input that f rejects and another formula accepts becomes a negative sample, until nothing but f is left.
/// Each takes one look at the whole version space, which loses a part by it. Where a hundred do not prove it, the formula is left
/// out. Terms of one size over free inputs [need no proof](is_incomparable).
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::some_boundary;
/// use vesc_col::{BddEngine, Dataset, DnfSpace, Engine, Features, Query, Run, SubSpace};
///
/// let mut builder = Dataset::builder(Features::numbered(6));
/// builder.push(true, [true; 6])?;
/// let data = Arc::new(builder.build()?);
/// let space: Arc<dyn SubSpace> = Arc::new(DnfSpace::new(6, 3, 2));
/// let query = Query::new(Arc::clone(&space)).with_exact(true).with_live(true);
/// let live = BddEngine::default().open(data).measure(&query, &Run::new())?.live.expect("diagrams have one");
/// assert_eq!(live.formula_count().to_string(), "450");
/// let found = some_boundary(&live, &*space, 3, 1, &Run::new()).expect("no limit").expect("these are DNF");
/// assert!(!found.is_complete && found.general.len() <= 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The reason to stop, if the run must end.
pub fn some_boundary(
    live: &Arc<dyn LiveVersionSpace>,
    space: &dyn SubSpace,
    starts: usize,
    seed: u64,
    run: &Run,
) -> Result<Option<Boundary>, StopReason> {
    if is_incomparable(space) {
        let mut drawn: Vec<Dnf> = live.sample_formulas(starts, seed).into_iter().filter_map(dnf).collect();
        drawn.sort_unstable();
        drawn.dedup();
        return Ok(Some(Boundary { specific: drawn.clone(), general: drawn, is_complete: false }));
    }
    let legal = Legal::new(space.domain(), space.features());
    let mut boundary = Boundary { specific: Vec::new(), general: Vec::new(), is_complete: false };
    for start in live.sample_formulas(starts, seed) {
        let Some(start) = dnf(start) else { return Ok(None) };
        for (end, found) in [(End::Specific, &mut boundary.specific), (End::General, &mut boundary.general)] {
            let climb = Climb { space, legal: &legal, end, run };
            found.extend(climb.from(start.clone(), Arc::clone(live))?.and_then(|end| least(end, space)));
        }
    }
    for found in [&mut boundary.specific, &mut boundary.general] {
        found.sort_unstable();
        found.dedup();
    }
    Ok(Some(boundary))
}

/// Whether it is known that no concept of a sub-space implies another one, so that each is most specific and most general: terms
/// of one size over free inputs.
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

/// So many formulas of a version space are looked at for one of another concept.
const PATIENCE: u32 = 1000;

/// After so many counter-examples a way is given up.
const MOST_STEPS: usize = 100;

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Specific,
    General,
}

/// The way to an end.
struct Climb<'a> {
    space: &'a dyn SubSpace,
    legal: &'a Legal<'a>,
    end: End,
    run: &'a Run,
}

impl Climb<'_> {
    /// An end beyond a formula; `None` if none could be proven to be one.
    fn from(&self, start: Dnf, live: Arc<dyn LiveVersionSpace>) -> Result<Option<Dnf>, StopReason> {
        let (mut best, mut rest) = (start, live);
        for _ in 0..MOST_STEPS {
            self.run.check()?;
            let Some(rival) = self.rival(&best, &rest) else { return Ok(None) };
            let Some(rival) = rival else { return Ok(Some(best)) };
            // What is beyond both is right on all samples so far.
            let (narrow, wide) = if self.end == End::Specific { (&rival, &best) } else { (&best, &rival) };
            match self.witness(narrow, wide) {
                None => best = rival,
                Some(input) => rest = rest.with_sample(&input, self.end == End::General, self.run)?,
            }
        }
        Ok(None)
    }

    /// A formula of another concept: the inner `None` says that there is none, the outer one that none was found.
    fn rival(&self, best: &Dnf, rest: &Arc<dyn LiveVersionSpace>) -> Option<Option<Dnf>> {
        let concept = LegalConcept::of(best, self.space.domain());
        let is_rival = |dnf: &Dnf| LegalConcept::of(dnf, self.space.domain()) != concept;
        if *rest.formula_count() <= PATIENCE.into() {
            let all = (0u32..).map_while(|index| rest.formula(&index.into()));
            return Some(all.filter_map(dnf).find(is_rival));
        }
        // Few at first, as most are rivals where there are many.
        [4, PATIENCE as usize]
            .into_iter()
            .find_map(|count| rest.sample_formulas(count, 0).into_iter().filter_map(dnf).find(is_rival).map(Some))
    }

    /// A legal input that the first formula accepts and the second one rejects.
    fn witness(&self, yes: &Dnf, no: &Dnf) -> Option<OwnedSample> {
        let features = self.space.features();
        let fixed = legal_difference(yes, no, features, self.space.domain())?;
        let mut values = vec![false; features];
        self.legal.complete(&fixed, &(0..features).collect::<Vec<_>>(), &mut values)?;
        Some(values.into_iter().collect())
    }
}

fn dnf(formula: Box<dyn Hypothesis>) -> Option<Dnf> {
    (formula as Box<dyn Any>).downcast().ok().map(|dnf| *dnf)
}

/// The formula that is shown for a concept.
fn least(formula: Dnf, space: &dyn SubSpace) -> Option<Dnf> {
    let bits = space.bits_of(&formula)?;
    dnf(space.decode(&space.canonical(&bits)))
}
