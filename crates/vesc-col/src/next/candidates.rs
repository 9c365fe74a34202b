//! Everything that is still possible up to a cap.

use std::any::Any;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use vesc_col_core::{
    Cardinality, Complexity, Dataset, Dnf, Domain, Engine, EngineError, Hypothesis, LegalConcept, LegalDnfSpace,
    LiveVersionSpace, Query, Run, Sample, Session, StopReason, SubSpace, Test, VersionSpace,
};

use super::committee::{Committee, Member};
use super::listed::Listed;
use crate::families;
use crate::guard::GuardedSession;

/// The cumulative version space: all formulas of all sub-spaces up to a cap that fit the data.
///
/// Its [layers](Candidates::layers) are counted exactly. If they hold no more than 5 000 formulas, these are listed and
/// grouped into concepts, so that all statements are about concepts and exact. Otherwise inputs are chosen by a random
/// committee of some hundred concepts of each layer. What is stated is computed from the exact numbers of formulas.
/// These are bounds that hold for concepts too. [Within an error budget, or with unknown
/// cells](Candidates::measure_within), the concepts are always listed.
///
/// Where inputs promise the same, simple concepts weigh more. A concept among few of its size counts more than one
/// among many, by the square root of their numbers.
///
/// Without positive rows, or without negative ones, a concept may be the only one that is left, and still nothing speaks for it. So
/// none is [unique](Candidates::unique) then, and inputs are proposed all the same.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::next::{Candidates, Inputs};
/// use vesc_col::data::OwnedSample;
/// use vesc_col::engine::BddEngine;
/// use vesc_col::{Dataset, DnfSpace, Features, Run};
///
/// let features = Features::new(["irq", "lhu"])?;
/// let mut builder = Dataset::builder(features.clone());
/// builder.push(true, [true, true])?;
/// builder.push(false, [false, false])?;
/// let data = Arc::new(builder.build()?);
/// let run = Run::new();
/// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(2, 2, 2), &run)?;
/// // irq, lhu, irq & lhu, irq | lhu
/// assert_eq!(candidates.concepts().to_string(), "4");
/// assert_eq!((candidates.formulas().to_string().as_str(), candidates.layers().len()), ("4", 3));
/// assert!(candidates.unique().is_none() && candidates.leader().is_none() && candidates.stopped().is_none());
///
/// let sample: OwnedSample = [true, false].into_iter().collect();
/// let left = candidates.with_sample(&sample, false, &run).expect("no limits");
/// assert_eq!(left.concepts().to_string(), "2"); // lhu, irq & lhu
/// // The simplest one leads.
/// assert_eq!(left.leader().map(|dnf| dnf.display(&features).to_string()).as_deref(), Some("lhu"));
/// assert_eq!(left.plan(&Inputs::Any, 1, 1, &run).proposals()[0].leader(), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Candidates {
    pub(super) features: usize,
    pub(super) domain: Domain,
    /// For each feature the value that is rather proposed: a value of a column rather than none of those that formulas name.
    pub(super) first: Vec<bool>,
    pub(super) labels: Labels,
    pub(super) layers: Vec<Layer>,
    pub(super) stopped: Option<(Complexity, StopReason)>,
    /// Made when it is first needed: everyone if there are few, a random part otherwise.
    pub(super) committee: OnceLock<Committee>,
    /// The only concept of the first layer, if it has just one.
    pub(super) leader: Option<Dnf>,
    /// The features of which some formula speaks, if that was asked for.
    pub(super) spoken: OnceLock<Vec<usize>>,
}

/// Of which labels there are rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Labels {
    pub(super) positive: bool,
    pub(super) negative: bool,
}

/// One sub-space that is not empty.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::next::Candidates;
/// use vesc_col::engine::BddEngine;
/// use vesc_col::{Dataset, DnfSpace, Features, Run};
///
/// let data = Arc::new(Dataset::builder(Features::numbered(3)).build()?);
/// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(3, 2, 1), &Run::new())?;
/// let layer = &candidates.layers()[1];
/// assert_eq!((layer.space().literals(), layer.space().terms()), (2, 1));
/// assert_eq!(layer.formulas().to_string(), "12");
/// assert_eq!(layer.live().map(|live| live.formula_count().clone()), Some(12u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layer {
    pub(super) space: LegalDnfSpace,
    pub(super) formulas: Cardinality,
    pub(super) live: Option<Arc<dyn LiveVersionSpace>>,
}

/// Up to how many formulas are listed.
pub(super) const LISTED_FORMULAS: u32 = 5_000;

/// How many formulas of a layer are drawn if they are not all listed.
const DRAWN_FORMULAS: u32 = 500;

impl Candidates {
    /// Measures the sub-spaces, listed from simple to complex as for a search, all over the same legal inputs.
    ///
    /// Where more than 5 000 formulas fit, or some of them mean the same, the engine must hand out [live version
    /// spaces](LiveVersionSpace). The one of decision diagrams does, and so does a portfolio with it. If the run stops it, the
    /// candidates are those of the sub-spaces measured until then: see [`Candidates::stopped`].
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine fails, or does not hand out a version space that is needed, or a row is not a legal input.
    pub fn measure(
        engine: &dyn Engine,
        data: &Arc<Dataset>,
        spaces: impl IntoIterator<Item = impl Into<LegalDnfSpace>>,
        run: &Run,
    ) -> Result<Candidates, EngineError> {
        let first = first(data);
        let mut domain = Domain::free();
        let mut session = GuardedSession::new(engine, Arc::clone(data));
        let (mut layers, mut stopped) = (Vec::new(), None);
        for space in spaces {
            let space: LegalDnfSpace = space.into();
            if domain != *space.domain() {
                domain = space.domain().clone();
                domain.check(data)?;
            }
            if let Some(reason) = run.stopped() {
                stopped = Some((space.complexity(), reason));
                break;
            }
            let found = measure_layer(&mut session, &space, run)?;
            match (found.live, found.stopped) {
                (Some(live), _) if *live.formula_count() > BigUint::ZERO => {
                    let formulas = Cardinality::exact(live.formula_count().clone());
                    layers.push(Layer { space, formulas, live: Some(live) });
                }
                _ if found.formulas.is_zero() => {}
                // One engine of several may have answered without, while the others were stopped.
                (_, reason) => match reason.or(run.stopped()) {
                    Some(reason) => {
                        stopped = Some((space.complexity(), reason));
                        break;
                    }
                    None => return Err(EngineError::unsupported(engine.name(), "handing out a live version space")),
                },
            }
        }
        let leader = layers.first().and_then(only_concept);
        Ok(Candidates::new((first, domain), Labels::of(data), layers, stopped, leader))
    }

    pub(super) fn new(
        (first, domain): (Vec<bool>, Domain),
        labels: Labels,
        layers: Vec<Layer>,
        stopped: Option<(Complexity, StopReason)>,
        leader: Option<Dnf>,
    ) -> Candidates {
        let (committee, spoken) = (OnceLock::new(), OnceLock::new());
        Candidates { features: first.len(), domain, first, labels, layers, stopped, committee, leader, spoken }
    }

    /// The sub-spaces that are not empty, from simple to complex.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The first sub-space that could not be measured, and why: the layers are simpler ones only.
    #[must_use]
    pub fn stopped(&self) -> Option<(&Complexity, StopReason)> {
        self.stopped.as_ref().map(|(complexity, reason)| (complexity, *reason))
    }

    /// How many formulas there are in all sub-spaces up to the cap: at least those of the layers, if the measuring was
    /// [stopped](Candidates::stopped).
    #[must_use]
    pub fn formulas(&self) -> Cardinality {
        let sum = self.layers.iter().fold(Cardinality::exact(0u32), |sum, layer| sum.plus(&layer.formulas));
        if self.stopped.is_some() { Cardinality::at_least(sum.lower().clone()) } else { sum }
    }

    /// How many concepts there are in all sub-spaces up to the cap, each counted once. If the measuring was
    /// [stopped](Candidates::stopped), there are at least those of the layers.
    #[must_use]
    pub fn concepts(&self) -> Cardinality {
        let known = self.committee().members.len();
        match self.formulas().upper() {
            _ if self.stopped.is_some() => Cardinality::at_least(known),
            Some(formulas) if !self.are_listed() => Cardinality::between(known, formulas.clone()),
            _ => Cardinality::exact(known),
        }
    }

    /// The one concept that is left up to the cap, by its least formula in the simplest sub-space that has it. `None` without positive
    /// rows, without negative ones, and if the measuring was [stopped](Candidates::stopped): then nothing says that it is the cause.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::next::{Candidates, Inputs};
    /// use vesc_col::engine::BddEngine;
    /// use vesc_col::{Dataset, DnfSpace, Features, Run};
    ///
    /// // Only `!a & !b` was never run, and no run has failed yet.
    /// let mut builder = Dataset::builder(Features::new(["a", "b"])?);
    /// for row in [[true, true], [true, false], [false, true]] {
    ///     builder.push(false, row)?;
    /// }
    /// let data = Arc::new(builder.build()?);
    /// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(2, 2, 1), &Run::new())?;
    /// assert!(candidates.concepts().to_string() == "1" && candidates.unique().is_none());
    /// let plan = candidates.plan(&Inputs::Any, 1, 1, &Run::new());
    /// assert!(plan.proposals()[0].input().not_any());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unique(&self) -> Option<&Dnf> {
        if self.stopped.is_some() || !self.are_listed() || !self.labels.positive || !self.labels.negative {
            return None;
        }
        match &self.committee().members[..] {
            [only] => Some(&only.dnf),
            _ => None,
        }
    }

    /// The only concept of the first layer, if it has just one: what a search would learn. Without
    /// [being unique up to the cap](Candidates::unique) it has rivals in the later layers.
    #[must_use]
    pub fn leader(&self) -> Option<&Dnf> {
        self.leader.as_ref()
    }

    /// Whether a candidate stays one when it is wrong on one more row of this label: as long as an error budget lasts. Shares of
    /// the budget are counted over the rows so far.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::next::Candidates;
    /// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq"])?);
    /// builder.push(true, [true])?;
    /// builder.push(false, [false])?;
    /// let (data, settings) = (Arc::new(builder.build()?), Settings::default().with_error_budget(1, 0));
    /// let spaces = DnfSpace::up_to(1, 1, 1);
    /// let candidates = Candidates::measure_within(&Portfolio::default(), &data, spaces, &settings, &Run::new())?;
    /// let irq = candidates.known().next().expect("it fits");
    /// assert!(candidates.allow_error(irq, false) && !candidates.allow_error(irq, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allow_error(&self, candidate: &Dnf, positive: bool) -> bool {
        let committee = self.committee();
        let spares = |member: &Member| {
            let (false_positive, false_negative) = committee.allowance.spares(member);
            if positive { false_negative } else { false_positive }
        };
        committee.members.iter().find(|member| member.dnf == *candidate).is_some_and(spares)
    }

    /// The concepts that are known, simple ones first. Each is shown by its least formula in the simplest sub-space
    /// that has it. These are all if [`concepts`](Candidates::concepts) is exact, otherwise some of each sub-space.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::next::Candidates;
    /// use vesc_col::engine::BddEngine;
    /// use vesc_col::{Dataset, DnfSpace, Features, Run};
    ///
    /// let features = Features::new(["irq", "lhu"])?;
    /// let mut builder = Dataset::builder(features.clone());
    /// builder.push(true, [true, true])?;
    /// builder.push(false, [false, false])?;
    /// let data = Arc::new(builder.build()?);
    /// let candidates = Candidates::measure(&BddEngine::default(), &data, DnfSpace::up_to(2, 2, 1), &Run::new())?;
    /// let known: Vec<String> = candidates.known().map(|dnf| dnf.display(&features).to_string()).collect();
    /// assert_eq!(known, ["irq", "lhu", "irq & lhu"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn known(&self) -> impl Iterator<Item = &Dnf> {
        let mut members: Vec<&Member> = self.committee().members.iter().collect();
        members.sort_by(|one, other| (one.layer, &one.dnf).cmp(&(other.layer, &other.dnf)));
        members.into_iter().map(|member| &member.dnf)
    }

    /// The families of the candidates over the columns of `data`, on which they were measured: candidates that differ only in where
    /// thresholds lie are one. Each is shown by its least narrow formula, the first ten with the room of their thresholds. `None` if no
    /// column has two thresholds, or the candidates are not all known.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::columns::{Schema, TypedTable};
    /// use vesc_col::engine::BddEngine;
    /// use vesc_col::next::Candidates;
    /// use vesc_col::{DnfSpace, Run};
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["len", "irq"]);
    /// for (cells, fail) in [(["104", "1"], true), (["79", "1"], false), (["91", "0"], false), (["120", "0"], false)] {
    ///     table.push(fail, cells)?;
    /// }
    /// let typed = table.build()?;
    /// let data = Arc::new(typed.data);
    /// let spaces = DnfSpace::up_to(data.features().len(), 2, 1).map(|space| space.within(&typed.domain));
    /// let candidates = Candidates::measure(&BddEngine::default(), &data, spaces, &Run::new())?;
    /// let families = candidates.families(&data).expect("all are known");
    /// let texts: Vec<String> = families.iter().map(|one| one.display(data.features()).to_string()).collect();
    /// assert_eq!(texts, ["len>=104 & len<120", "len>=104 (91..104) & irq"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn families(&self, data: &Dataset) -> Option<Vec<Arc<dyn Hypothesis>>> {
        const WITH_ROOM: usize = 10;
        let are_known = self.are_listed() && self.stopped.is_none() && data.features().len() == self.features;
        are_known.then(|| families::of_formulas(data, &self.domain, self.known().cloned(), WITH_ROOM))?
    }

    /// Whether the committee is everyone.
    pub(super) fn are_listed(&self) -> bool {
        self.layers.iter().any(|layer| layer.live.is_none()) || self.known_formulas() <= LISTED_FORMULAS.into()
    }

    /// How many formulas the layers have; of layers without a diagram this is not always known, but there everyone is listed.
    pub(super) fn known_formulas(&self) -> BigUint {
        self.layers.iter().map(|layer| layer.formulas.lower()).sum()
    }

    pub(super) fn committee(&self) -> &Committee {
        self.committee.get_or_init(|| {
            let limit = if self.are_listed() { LISTED_FORMULAS } else { DRAWN_FORMULAS };
            Committee::new(members(&self.layers, limit), self.features)
        })
    }

    /// What is left when one more sample is known, without starting again. Within an error budget, a candidate that is
    /// wrong on the sample is left as long as its budget lasts. Then only concepts are counted, and each
    /// [layer](Candidates::layers) has at most as many formulas as before.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the run must end.
    ///
    /// # Panics
    ///
    /// If the sample has another number of features than the data.
    pub fn with_sample(&self, sample: &Sample, positive: bool, run: &Run) -> Result<Candidates, StopReason> {
        let mut layers = Vec::new();
        for Layer { space, formulas, live } in &self.layers {
            let live = live.as_ref().map(|live| live.with_sample(sample, positive, run)).transpose()?;
            let formulas = match &live {
                Some(live) => Cardinality::exact(live.formula_count().clone()),
                None => Cardinality::between(0u32, formulas.upper().unwrap_or(formulas.lower()).clone()),
            };
            if !formulas.is_zero() {
                layers.push(Layer { space: space.clone(), formulas, live });
            }
        }
        let labels = Labels { positive: self.labels.positive || positive, negative: self.labels.negative || !positive };
        let leader = layers.first().and_then(only_concept);
        let left =
            Candidates::new((self.first.clone(), self.domain.clone()), labels, layers, self.stopped.clone(), leader);
        if let (true, Some(committee)) = (self.are_listed(), self.committee.get()) {
            let allowance = &committee.allowance;
            let members = committee.members.iter().filter_map(|member| allowance.after(member, sample, positive));
            let _ = left.committee.set(Committee::within(members.collect(), self.features, allowance.clone()));
        }
        Ok(left)
    }
}

impl Labels {
    pub(super) fn of(data: &Dataset) -> Labels {
        Labels { positive: data.positives().rows() > 0, negative: data.negatives().rows() > 0 }
    }
}

impl Layer {
    /// The sub-space.
    #[must_use]
    pub fn space(&self) -> &LegalDnfSpace {
        &self.space
    }

    /// How many formulas fit.
    #[must_use]
    pub fn formulas(&self) -> &Cardinality {
        &self.formulas
    }

    /// Its version space; `None` where rows have errors or unknown cells, and its concepts were listed.
    #[must_use]
    pub fn live(&self) -> Option<&Arc<dyn LiveVersionSpace>> {
        self.live.as_ref()
    }
}

/// Measures one sub-space: lists its formulas if they are few, and asks for a live version space otherwise.
fn measure_layer(session: &mut impl Session, space: &LegalDnfSpace, run: &Run) -> Result<VersionSpace, EngineError> {
    let query = Query::new(Arc::new(space.clone()));
    let found = session.measure(&query.clone().with_bound(LISTED_FORMULAS as usize), run)?;
    if found.formulas.is_zero() || found.stopped.is_some() {
        return Ok(found);
    }
    match Listed::of(&found) {
        Some(listed) => Ok(found.with_live(Some(Arc::new(listed)))),
        None => session.measure(&query.with_bound(1).with_exact(true).with_live(true), run),
    }
}

/// For each feature whether it is that of a value, which is rather proposed than none of the values that formulas name.
pub(super) fn first(data: &Dataset) -> Vec<bool> {
    let is_value = |feature| matches!(data.features().test(feature), Some((_, Test::Equals(_))));
    (0..data.features().len()).map(is_value).collect()
}

/// Each concept once, with the layer that has it first: of layers that are too large only a random part.
fn members(layers: &[Layer], limit: u32) -> Vec<Member> {
    let mut known: HashMap<LegalConcept, usize> = HashMap::new();
    let mut members: Vec<Member> = Vec::new();
    for (layer, Layer { space, live, .. }) in layers.iter().enumerate() {
        let first = members.len();
        for formula in live.iter().flat_map(|live| formulas(live, limit, layer as u64)) {
            let Some(dnf) = dnf(formula) else { continue };
            match known.entry(space.concept(&dnf)) {
                Entry::Vacant(entry) => {
                    entry.insert(members.len());
                    members.push(Member { dnf, layer, made: (0, 0) });
                }
                Entry::Occupied(entry) => {
                    // Within one layer the least formula is shown.
                    if let Some(member) = members[first..].get_mut(entry.get().wrapping_sub(first)) {
                        member.dnf = dnf.min(member.dnf.clone());
                    }
                }
            }
        }
    }
    members
}

/// All formulas if there are no more than the limit, as many at random otherwise.
fn formulas(live: &Arc<dyn LiveVersionSpace>, limit: u32, seed: u64) -> Vec<Box<dyn Hypothesis>> {
    if *live.formula_count() > limit.into() {
        return live.sample_formulas(limit as usize, seed);
    }
    let count = u32::try_from(live.formula_count()).unwrap_or(limit);
    (0..count).map_while(|index| live.formula(&index.into())).collect()
}

fn dnf(formula: Box<dyn Hypothesis>) -> Option<Dnf> {
    (formula as Box<dyn Any>).downcast().ok().map(|dnf| *dnf)
}

/// The concept of all formulas of a layer, if there is only one.
fn only_concept(layer: &Layer) -> Option<Dnf> {
    let live = layer.live.as_ref().filter(|live| *live.formula_count() <= LISTED_FORMULAS.into())?;
    let mut all = formulas(live, LISTED_FORMULAS, 0).into_iter().filter_map(dnf);
    let first = all.next()?;
    let concept = layer.space.concept(&first);
    all.try_fold(first, |least, dnf| (layer.space.concept(&dnf) == concept).then(|| least.min(dnf)))
}
