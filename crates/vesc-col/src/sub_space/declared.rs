//! Any language over declared legal inputs.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use vesc_col_core::{Circuit, Complexity, Domain, Hypothesis, Run, Signal, StopReason, SubSpace};
use vesc_col_sat::members_alike;

/// The most formulas of one concept that are gone through for the least one within a run.
const MOST_ALIKE: usize = 10_000;

/// The most bits of formulas that are kept with the least one of their concept.
const MOST_KNOWN_BITS: usize = 1 << 25;

/// The formulas of any sub-space, where those that agree on all legal inputs are one concept.
///
/// The least of them is found by a SAT solver that goes through all of them. Plain DNF and CNF have a faster way:
/// [`DnfSpace::within`](vesc_col_core::DnfSpace::within) and its like.
///
/// ```
/// use vesc_col::data::Domain;
/// use vesc_col::spaces::{Parity, ParitySpace};
/// use vesc_col::sub_space::{DeclaredSpace, SubSpace};
/// use vesc_col::Features;
///
/// // One of three modes: `odd(idle)` says the same as `even(burst, single)`, but that has another size.
/// let features = Features::new(["idle", "burst", "single", "irq"])?;
/// let domain = Domain::builder(4).exactly_one([0, 1, 2]).build()?;
/// let space = DeclaredSpace::new(ParitySpace::new(4, 2), &domain);
/// assert_eq!(space.domain(), &domain);
/// let bits = space.bits_of(&Parity::parse("odd(single, irq)", &features)?).expect("a member");
/// let shown = space.decode(&space.canonical(&bits));
/// assert_eq!(shown.display(&features).to_string(), "odd(single, irq)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct DeclaredSpace {
    space: Arc<dyn SubSpace>,
    domain: Domain,
    /// What is known already: for a member the least one of its concept.
    known: Arc<Mutex<HashMap<Vec<bool>, Vec<bool>>>>,
}

impl DeclaredSpace {
    /// The formulas of `space` over the legal inputs of `domain`.
    ///
    /// # Panics
    ///
    /// If the legal inputs of `space` are declared already.
    pub fn new(space: impl SubSpace, domain: &Domain) -> DeclaredSpace {
        assert!(space.domain().is_free(), "the legal inputs are declared twice");
        DeclaredSpace { space: Arc::new(space), domain: domain.clone(), known: Arc::default() }
    }
}

/// Without what is known already: messages name a sub-space so.
impl fmt::Debug for DeclaredSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DeclaredSpace { space, domain, known: _ } = self;
        f.debug_struct("DeclaredSpace").field("space", space).field("domain", domain).finish()
    }
}

impl SubSpace for DeclaredSpace {
    fn features(&self) -> usize {
        self.space.features()
    }

    fn key(&self) -> Option<String> {
        Some(self.space.key()? + &self.domain.key())
    }

    fn validate(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.space.validate()
    }

    fn width(&self) -> usize {
        self.space.width()
    }

    fn member(&self, circuit: &mut Circuit, h: &[Signal]) -> Signal {
        self.space.member(circuit, h)
    }

    fn predict(&self, circuit: &mut Circuit, h: &[Signal], x: &[Signal]) -> Signal {
        self.space.predict(circuit, h, x)
    }

    fn complexity(&self) -> Complexity {
        self.space.complexity()
    }

    fn decode(&self, bits: &[bool]) -> Box<dyn Hypothesis> {
        self.space.decode(bits)
    }

    fn bits_of(&self, hypothesis: &dyn Hypothesis) -> Option<Vec<bool>> {
        self.space.bits_of(hypothesis)
    }

    fn finds_members(&self) -> bool {
        self.space.finds_members()
    }

    /// Goes through all formulas of the concept, however many; [`canonical_within`](SubSpace::canonical_within) stops after ten
    /// thousand.
    fn canonical(&self, bits: &[bool]) -> Vec<bool> {
        self.least(bits, usize::MAX, &Run::new()).unwrap_or_else(|_| bits.to_vec())
    }

    fn canonical_within(&self, bits: &[bool], run: &Run) -> Result<Vec<bool>, StopReason> {
        self.least(bits, MOST_ALIKE, run)
    }

    fn formulas_are_concepts(&self) -> bool {
        self.domain.is_free() && self.space.formulas_are_concepts()
    }

    fn domain(&self) -> &Domain {
        &self.domain
    }
}

impl DeclaredSpace {
    /// The least formula of a concept that has at most `most` formulas.
    fn least(&self, bits: &[bool], most: usize, run: &Run) -> Result<Vec<bool>, StopReason> {
        if self.domain.is_free() {
            return self.space.canonical_within(bits, run);
        }
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(bits) {
            return Ok(known.clone());
        }
        let alike = members_alike(&*self.space, &self.domain, bits, most, run)?;
        let least = alike.iter().min_by_key(|member| self.space.decode(member).order_key());
        let least = least.expect("a member is alike itself").clone();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len().saturating_mul(self.width()) > MOST_KNOWN_BITS {
            known.clear();
        }
        known.extend(alike.into_iter().map(|member| (member, least.clone())));
        Ok(least)
    }
}
