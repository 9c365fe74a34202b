//! Everything that is still possible up to a cap.

use std::any::Any;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use vesc_col_core::{
    Cardinality, Complexity, Dataset, Dnf, Domain, Engine, EngineError, Hypothesis, LegalConcept, LegalDnfSpace,
    LiveVersionSpace, OwnedSample, Query, Run, Sample, StopReason, SubSpace,
};

use super::choose::{Choice, Inputs, choose};
use super::committee::{Committee, Goal, Member};
use super::legal::Legal;
use super::plan::{Plan, Proposal, Remainder, Unit};

/// The cumulative version space: all formulas of all sub-spaces up to a cap that fit the data.
///
/// Its [layers](Candidates::layers) are counted exactly. If they hold no more than 5 000 formulas, these are listed and
/// grouped into concepts, so that all statements are about concepts and exact. Otherwise inputs are chosen by a random
/// committee of some hundred concepts of each layer, and what is stated is computed from the exact numbers of formulas: bounds that
/// hold for concepts too.
///
/// Simple concepts weigh more when inputs are chosen: a concept among few of its size counts more than one among many, by
/// the square root of their numbers.
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
/// assert_eq!((candidates.formulas(), candidates.layers().len()), (4u32.into(), 3));
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
    features: usize,
    domain: Domain,
    has_positives: bool,
    layers: Vec<Layer>,
    stopped: Option<(Complexity, StopReason)>,
    /// Made when it is first needed: everyone if there are few, a random part otherwise.
    committee: OnceLock<Committee>,
    /// The only concept of the first layer, if it has just one.
    leader: Option<Dnf>,
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
/// assert_eq!(layer.live().formula_count(), &12u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layer {
    space: LegalDnfSpace,
    live: Arc<dyn LiveVersionSpace>,
}

/// Up to how many formulas are listed.
const LISTED: u32 = 5_000;

/// How many formulas of a layer are drawn if they are not all listed.
const DRAWN: u32 = 500;

impl Candidates {
    /// Measures the sub-spaces, listed from simple to complex as for a search, all over the same legal inputs.
    ///
    /// The engine must hand out [live version spaces](LiveVersionSpace), as the one of decision diagrams does. If the run
    /// stops it, the candidates are those of the sub-spaces measured until then: see [`Candidates::stopped`].
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine fails, or does not hand out version spaces, or a row is not a legal input.
    pub fn measure(
        engine: &dyn Engine,
        data: &Arc<Dataset>,
        spaces: impl IntoIterator<Item = impl Into<LegalDnfSpace>>,
        run: &Run,
    ) -> Result<Candidates, EngineError> {
        let features = data.features().len();
        let mut domain = Domain::free();
        let mut session = engine.open(Arc::clone(data));
        let (mut layers, mut stopped) = (Vec::new(), None);
        for space in spaces {
            let space: LegalDnfSpace = space.into();
            if domain != *space.domain() {
                domain = space.domain().clone();
                domain.check(data)?;
            }
            let query = Query::new(Arc::new(space.clone())).with_bound(1).with_exact(true).with_live(true);
            let found = session.measure(&query, run)?;
            match (found.live, found.stopped) {
                (Some(live), _) if *live.formula_count() > BigUint::ZERO => layers.push(Layer { space, live }),
                _ if found.formulas.is_zero() => {}
                (_, Some(reason)) => {
                    stopped = Some((space.complexity(), reason));
                    break;
                }
                (_, None) => return Err(EngineError::unsupported(engine.name(), "handing out a live version space")),
            }
        }
        Ok(Candidates::of((features, domain), data.positives().rows() > 0, layers, stopped))
    }

    fn of(
        (features, domain): (usize, Domain),
        has_positives: bool,
        layers: Vec<Layer>,
        stopped: Option<(Complexity, StopReason)>,
    ) -> Candidates {
        let leader = layers.first().and_then(only_concept);
        Candidates { features, domain, has_positives, layers, stopped, committee: OnceLock::new(), leader }
    }

    /// The sub-spaces that are not empty, from simple to complex.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The first sub-space that could not be measured, and why: the candidates are those of simpler ones only.
    #[must_use]
    pub fn stopped(&self) -> Option<(&Complexity, StopReason)> {
        self.stopped.as_ref().map(|(complexity, reason)| (complexity, *reason))
    }

    /// How many formulas there are in all layers.
    #[must_use]
    pub fn formulas(&self) -> BigUint {
        total(&self.layers)
    }

    /// How many concepts there are in all layers, each counted once.
    #[must_use]
    pub fn concepts(&self) -> Cardinality {
        let known = self.committee().members.len();
        if self.are_listed() { Cardinality::exact(known) } else { Cardinality::between(known, self.formulas()) }
    }

    /// The one concept that is left up to the cap, by its least formula in the simplest sub-space that has it.
    #[must_use]
    pub fn unique(&self) -> Option<&Dnf> {
        if self.stopped.is_some() || !self.are_listed() {
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

    /// Proposes at most `count` inputs to simulate, each chosen to tell most beside the ones before it. The same seed gives
    /// the same plan, unless the run is stopped, which ends the search for better inputs.
    ///
    /// An input is found by local search: it need not be the best, and [`Remainder::at_least`] says how much better another
    /// one could be. If no positive sample is known, almost everything will be negative, so the inputs are those that test
    /// the most candidates.
    ///
    /// # Panics
    ///
    /// If a row of the pool has not one value for each feature.
    pub fn plan(&self, inputs: &Inputs, count: usize, seed: u64, run: &Run) -> Plan {
        if let Inputs::Pool(rows) = inputs {
            assert!(rows.iter().all(|row| row.len() == self.features), "a row has a value for each feature");
        }
        let goal = if self.has_positives { Goal::Split } else { Goal::Test };
        let legal = Legal::new(&self.domain, self.features);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut groups = vec![0u32; self.committee().members.len()];
        let mut proposals: Vec<Proposal> = Vec::new();
        while proposals.len() < count && !groups.is_empty() {
            // Of the few that look best to the committee, the best by exact numbers.
            let choices = choose(
                self.committee(),
                (inputs, &legal),
                (&groups, goal),
                if self.are_listed() { 1 } else { 3 },
                &mut random,
                run,
            );
            let measured = choices.into_iter().filter_map(|choice| self.propose(choice, run));
            let best = match goal {
                Goal::Split => measured.min_by_key(|proposal| proposal.remainder().at_most),
                Goal::Test => measured.max_by_key(|proposal| proposal.accepting.clone()),
            };
            let Some(proposal) = best else { break };
            self.regroup(&mut groups, &proposal.input, goal);
            proposals.push(proposal);
        }
        let together = self.together(&proposals);
        Plan { proposals, together }
    }

    /// An input with the numbers that belong to it; `None` if the run must end.
    fn propose(&self, choice: Choice, run: &Run) -> Option<Proposal> {
        let input: OwnedSample = choice.input.iter().collect();
        let (accepting, of, unit) = if self.are_listed() {
            let accepting = self.committee().members.iter().filter(|member| member.dnf.accepts(&input)).count();
            (accepting.into(), self.committee().members.len().into(), Unit::Concepts)
        } else {
            let accepting: Result<BigUint, StopReason> =
                self.layers.iter().map(|layer| layer.live.accepting(&input, run)).sum();
            (accepting.ok()?, self.formulas(), Unit::Formulas)
        };
        let leader = self.leader.as_ref().map(|leader| leader.accepts(&input));
        Some(Proposal { rejecting: of - &accepting, accepting, input, row: choice.row, unit, leader })
    }

    /// Whether the committee is everyone.
    fn are_listed(&self) -> bool {
        self.formulas() <= LISTED.into()
    }

    fn committee(&self) -> &Committee {
        self.committee.get_or_init(|| {
            let limit = if self.are_listed() { LISTED } else { DRAWN };
            Committee::new(members(&self.layers, limit), self.features)
        })
    }

    /// Divides each group by how its members vote, or takes those out that are tested.
    fn regroup(&self, groups: &mut [u32], input: &Sample, goal: Goal) {
        let accepts = self.committee().members.iter().map(|member| member.dnf.accepts(input));
        match goal {
            Goal::Test => {
                groups.iter_mut().zip(accepts).filter(|(_, accepts)| *accepts).for_each(|(group, _)| *group = 1);
            }
            Goal::Split => {
                let mut numbers: HashMap<(u32, bool), u32> = HashMap::new();
                for (group, accepts) in groups.iter_mut().zip(accepts) {
                    let next = numbers.len() as u32;
                    *group = *numbers.entry((*group, accepts)).or_insert(next);
                }
            }
        }
    }

    /// What remains at worst when all proposals are simulated.
    fn together(&self, proposals: &[Proposal]) -> Remainder {
        if !self.are_listed() {
            // Whatever remains after all answers remains after each of them.
            let whole = Remainder::new([&self.formulas()], proposals.len(), Unit::Formulas);
            return proposals.iter().fold(whole, |all, one| all.and(&one.remainder().at_most));
        }
        let mut groups: HashMap<Vec<bool>, u32> = HashMap::new();
        for member in &self.committee().members {
            *groups.entry(proposals.iter().map(|one| member.dnf.accepts(&one.input)).collect()).or_default() += 1;
        }
        let counts: Vec<BigUint> = groups.into_values().map(BigUint::from).collect();
        Remainder::new(&counts, proposals.len(), Unit::Concepts)
    }

    /// What is left when one more sample is known, without starting again.
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
        for Layer { space, live } in &self.layers {
            let live = live.with_sample(sample, positive, run)?;
            if *live.formula_count() > BigUint::ZERO {
                layers.push(Layer { space: space.clone(), live });
            }
        }
        let left = Candidates::of(
            (self.features, self.domain.clone()),
            self.has_positives || positive,
            layers,
            self.stopped.clone(),
        );
        if let (true, Some(committee)) = (self.are_listed(), self.committee.get()) {
            let members = committee.members.iter().filter(|member| member.dnf.accepts(sample) == positive).cloned();
            let _ = left.committee.set(Committee::new(members.collect(), self.features));
        }
        Ok(left)
    }
}

impl Layer {
    /// The sub-space.
    #[must_use]
    pub fn space(&self) -> &LegalDnfSpace {
        &self.space
    }

    /// Its version space.
    #[must_use]
    pub fn live(&self) -> &Arc<dyn LiveVersionSpace> {
        &self.live
    }
}

fn total(layers: &[Layer]) -> BigUint {
    layers.iter().map(|layer| layer.live.formula_count()).sum()
}

/// Each concept once, with the layer that has it first: of layers that are too large only a random part.
fn members(layers: &[Layer], limit: u32) -> Vec<Member> {
    let mut known: HashMap<LegalConcept, usize> = HashMap::new();
    let mut members: Vec<Member> = Vec::new();
    for (layer, Layer { space, live }) in layers.iter().enumerate() {
        let first = members.len();
        for formula in formulas(live, limit, layer as u64) {
            let Some(dnf) = dnf(formula) else { continue };
            match known.entry(space.concept(&dnf)) {
                Entry::Vacant(entry) => {
                    entry.insert(members.len());
                    members.push(Member { dnf, layer });
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
    (0u32..).map_while(|index| live.formula(&index.into())).collect()
}

fn dnf(formula: Box<dyn Hypothesis>) -> Option<Dnf> {
    (formula as Box<dyn Any>).downcast().ok().map(|dnf| *dnf)
}

/// The concept of all formulas of a layer, if there is only one.
fn only_concept(layer: &Layer) -> Option<Dnf> {
    if *layer.live.formula_count() > LISTED.into() {
        return None;
    }
    let mut all = formulas(&layer.live, LISTED, 0).into_iter().filter_map(dnf);
    let first = all.next()?;
    let concept = layer.space.concept(&first);
    all.try_fold(first, |least, dnf| (layer.space.concept(&dnf) == concept).then(|| least.min(dnf)))
}
