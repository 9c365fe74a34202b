//! The right answer.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use vesc_col_core::{Dnf, DnfSpace, Hypothesis, SubSpace};

use crate::{ConceptKey, Cube, Instance, brute_force, concept_key, dnf_world};

/// The true version space of an instance, with every concept listed.
///
/// ```
/// use vesc_col_core::DnfSpace;
/// use vesc_col_testkit::{Instance, Truth};
///
/// let truth = Truth::of_dnf(&Instance::new(2, [(0b01, true), (0b00, false)]), DnfSpace::new(2, 1, 1));
/// assert_eq!(truth.to_string(), "1 concepts in 1 formulas: x0");
/// ```
#[derive(Clone)]
pub struct Truth {
    /// For each consistent concept its least formula, in canonical order.
    pub concepts: Vec<Arc<dyn Hypothesis>>,
    /// How many formulas are consistent.
    pub formulas: u64,
}

impl Truth {
    /// The truth about k-term DNF: from the oracle where it is quick, otherwise by [`brute_force`].
    ///
    /// # Panics
    ///
    /// If the instance is larger than [`brute_force`] supports.
    #[must_use]
    pub fn of_dnf(instance: &Instance, space: DnfSpace) -> Truth {
        if instance.features() <= 6 && space.width() <= 18 {
            let (positives, negatives) = instance.tables();
            dnf_world(space).expect("a small world").truth(positives, negatives)
        } else {
            brute_force(instance, space.literals(), space.terms())
        }
    }
}

/// `2 concepts in 5 formulas: x0, x1 | x2`.
impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} concepts in {} formulas: ", self.concepts.len(), self.formulas)?;
        fmt_list(&self.concepts, f)
    }
}

impl fmt::Debug for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes a list of hypotheses, but not thousands of them.
pub(crate) fn fmt_list(hypotheses: &[Arc<dyn Hypothesis>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const SHOWN: usize = 20;
    for (i, hypothesis) in hypotheses.iter().take(SHOWN).enumerate() {
        write!(f, "{}{hypothesis}", if i == 0 { "" } else { ", " })?;
    }
    if hypotheses.len() > SHOWN {
        write!(f, ", ... {} in all", hypotheses.len())?;
    }
    Ok(())
}

/// The concept of a hypothesis that is a formula of at most 6 features.
pub(crate) fn dnf_key(hypothesis: &dyn Hypothesis) -> Option<ConceptKey> {
    let dnf = (hypothesis as &dyn Any).downcast_ref::<Dnf>()?;
    let cubes: Vec<Cube> = dnf.terms().iter().map(Cube::from).collect();
    Some(concept_key(&cubes))
}
