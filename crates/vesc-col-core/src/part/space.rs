//! The sub-space of one part.

use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use hashbrown::HashMap;

use super::{Choice, Part, grid};
use crate::query::mirrored_space;
use crate::{Circuit, Complexity, Domain, Hypothesis, Literal, Run, Shape, Signal, StopReason, SubSpace, TermRules};

/// The members of a sub-space that are in a part.
///
/// A concept is shown by a member of the part, not always the least: engines only tell concepts apart by it.
pub(super) struct PartSpace {
    whole: Arc<dyn SubSpace>,
    part: Part,
    /// Which terms there may be and which literals there must be, if that is all that the part says of a DNF.
    dnf: Option<(TermRules, Vec<Vec<Literal>>)>,
    /// The same part in the mirror, if the whole is CNF.
    mirror: Option<Arc<dyn SubSpace>>,
    /// By the canonical member of the whole, the member that stands for its concept here: the first that was asked
    /// about.
    shown: Mutex<HashMap<Vec<bool>, Vec<bool>>>,
}

/// Without what is shown already: messages name a sub-space so.
impl fmt::Debug for PartSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartSpace").field("whole", &self.whole).field("part", &self.part).finish_non_exhaustive()
    }
}

impl PartSpace {
    pub(super) fn new(whole: Arc<dyn SubSpace>, part: Part) -> PartSpace {
        let dnf = dnf(&*whole, &part);
        let mirror = match whole.shape() {
            Shape::Cnf(space) => {
                let mirror = PartSpace::new(mirrored_space(space, whole.domain()), part.clone());
                Some(Arc::new(mirror) as Arc<dyn SubSpace>)
            }
            _ => None,
        };
        PartSpace { whole, part, dnf, mirror, shown: Mutex::default() }
    }

    fn shown_for(&self, least: Vec<bool>, bits: &[bool]) -> Vec<bool> {
        if self.part.contains(&*self.whole, &least) {
            return least;
        }
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.entry(least).or_insert_with(|| bits.to_vec()).clone()
    }
}

/// The rules of terms and the required literals that say the same as the part, if there are any.
fn dnf(whole: &dyn SubSpace, part: &Part) -> Option<(TermRules, Vec<Vec<Literal>>)> {
    let free = TermRules::default();
    let (rules, mut required) = match whole.shape() {
        Shape::Dnf(_) => (&free, Vec::new()),
        Shape::RestrictedDnf { rules, .. } => (rules, Vec::new()),
        Shape::RequiringDnf { rules, required, .. } => (rules, required.to_vec()),
        _ => return None,
    };
    let mut forbidden = rules.forbidden().to_vec();
    for &(choice, holds) in part.choices() {
        if let Choice::Bit(_) = choice {
            return None;
        }
        if holds { required.push(choice.literals().collect()) } else { forbidden.extend(choice.literals()) }
    }
    let rules = TermRules::new(forbidden, rules.max_literals());
    for literals in &mut required {
        literals.retain(|&literal| !rules.forbids(literal));
    }
    required.sort_unstable();
    required.dedup();
    // A range of the first literal is within those that were cut before it.
    let contains = |set: &[Literal], other: &[Literal]| other.iter().all(|literal| set.binary_search(literal).is_ok());
    let is_implied = |set: &Vec<Literal>| required.iter().any(|other| other.len() < set.len() && contains(set, other));
    let required = required.iter().filter(|set| !is_implied(set)).cloned().collect();
    Some((rules, required))
}

impl SubSpace for PartSpace {
    fn features(&self) -> usize {
        self.whole.features()
    }

    fn key(&self) -> Option<String> {
        Some(format!("{} part={}", self.whole.key()?, self.part))
    }

    fn validate(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.whole.validate()
    }

    fn width(&self) -> usize {
        self.whole.width()
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        let member = self.whole.member(circuit, h);
        let mut constraints = vec![member];
        for &(choice, holds) in self.part.choices() {
            let is_so = match choice {
                Choice::Bit(bit) => h[bit],
                Choice::Uses(_) | Choice::UsesBefore(_) => {
                    let grid = grid(&*self.whole).expect("the part suits the sub-space");
                    let mut here = Vec::new();
                    for literal in choice.literals() {
                        for term in 0..grid.terms() {
                            let bit = grid.bit(literal.feature(), term);
                            here.push(circuit.and([h[bit], h[bit + 1].complement_if(!literal.is_negated())]));
                        }
                    }
                    circuit.or(here)
                }
            };
            constraints.push(is_so.complement_if(!holds));
        }
        circuit.and(constraints)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        self.whole.predict(circuit, h, x)
    }

    fn complexity(&self) -> Complexity {
        self.whole.complexity()
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        self.whole.decode(bits)
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        self.whole.bits_of(hypothesis).filter(|bits| self.part.contains(&*self.whole, bits))
    }

    fn finds_members(&self) -> bool {
        self.whole.finds_members()
    }

    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        self.shown_for(self.whole.canonical(bits), bits)
    }

    fn canonical_within(&self, bits: &[bool], run: &Run) -> Result<Vec<bool>, StopReason> {
        Ok(self.shown_for(self.whole.canonical_within(bits, run)?, bits))
    }

    fn formulas_are_concepts(&self) -> bool {
        self.whole.formulas_are_concepts()
    }

    fn shape(&self) -> Shape<'_> {
        let Some(space) = grid(&*self.whole) else { return Shape::Opaque };
        if let Some(mirror) = &self.mirror {
            return Shape::CnfPart { space, mirror };
        }
        match &self.dnf {
            Some((rules, required)) if required.is_empty() => Shape::RestrictedDnf { space, rules },
            Some((rules, required)) => Shape::RequiringDnf { space, rules, required },
            None => Shape::Opaque,
        }
    }

    fn domain(&self) -> &Domain {
        self.whole.domain()
    }
}
