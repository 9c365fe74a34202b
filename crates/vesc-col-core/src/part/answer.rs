//! What is known about one part.

use std::sync::Arc;

use num_bigint::BigUint;

use super::Part;
use crate::{Cardinality, Hypothesis, Query, Run, StopReason, VersionSpace};

/// What is known about one part of a question.
///
/// A concept belongs to the part that has its canonical formula: the least of the *whole* sub-space. So the concepts of
/// the parts add up, as formulas do.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{Cardinality, DnfSpace, Part, PartAnswer, Query, Run, VersionSpace};
///
/// let query = Query::new(Arc::new(DnfSpace::new(9, 2, 1)));
/// let result = VersionSpace::new("mine", Cardinality::exact(0u32), Cardinality::exact(0u32));
/// let answer = PartAnswer::of(&query, &Part::whole(), &result, &Run::new());
/// assert!(answer.concepts.is_zero() && answer.is_listed());
/// ```
#[derive(Clone, Debug)]
pub struct PartAnswer {
    /// Which part.
    pub part: Part,
    /// How many consistent formulas are in the part.
    pub formulas: Cardinality,
    /// How many consistent concepts have their canonical formula in it.
    pub concepts: Cardinality,
    /// The least number of consistent concepts that have some formula in it, and so in the whole question.
    pub touching: BigUint,
    /// The canonical formulas that were found in it, in canonical order.
    pub hypotheses: Vec<Arc<dyn Hypothesis>>,
    /// The name of the engine that answered.
    pub engine: String,
    /// Why the engine stopped before it had answered all, if it did.
    pub stopped: Option<StopReason>,
}

impl PartAnswer {
    /// Keeps of an engine's answer to [the question within the part](Query::within_part) what belongs to the part.
    /// `query` is the whole question.
    ///
    /// Takes one search for a canonical formula for each hypothesis in the answer. If the run ends before, or the
    /// sub-space does not know [the bits](crate::SubSpace::bits_of) of a hypothesis, the interval says so. An answer says
    /// nothing that lists more concepts than it counts, or has formulas of none.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Cardinality, Dnf, DnfSpace, Features, Part, PartAnswer, Query, Run, VersionSpace};
    ///
    /// let query = Query::new(Arc::new(DnfSpace::new(4, 3, 2)));
    /// let listed = Dnf::parse("x0 | x1 & x2", &Features::numbered(4))?;
    /// let none = Cardinality::exact(0u32);
    /// let result = VersionSpace::new("mine", none.clone(), none).with_hypotheses(vec![Arc::new(listed)]);
    /// let answer = PartAnswer::of(&query, &Part::whole(), &result, &Run::new());
    /// assert_eq!((answer.concepts, answer.stopped.is_some()), (Cardinality::unknown(), true));
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn of(query: &Query, part: &Part, result: &VersionSpace, run: &Run) -> PartAnswer {
        let space = &**query.space();
        let (mut hypotheses, mut elsewhere) = (Vec::new(), 0usize);
        let mut stopped = result.stopped;
        for hypothesis in &result.hypotheses {
            let Some(bits) = space.bits_of(&**hypothesis) else {
                stopped = stopped.or(Some(StopReason::EngineLimit));
                continue;
            };
            match space.canonical_within(&bits, run) {
                Ok(least) if part.contains(space, &least) => hypotheses.push(Arc::from(space.decode(&least))),
                Ok(_) => elsewhere += 1,
                Err(reason) => stopped = stopped.or(Some(reason)),
            }
        }
        hypotheses.sort_by_cached_key(|hypothesis: &Arc<dyn Hypothesis>| hypothesis.order_key());
        let listed: BigUint = (hypotheses.len() + elsewhere).into();
        let lists_more = |count: &Cardinality| count.upper().is_some_and(|most| *most < listed);
        let is_none = result.concepts.is_zero() && result.formulas.exceeds(0);
        if lists_more(&result.concepts) || lists_more(&result.formulas) || is_none {
            let nothing = VersionSpace::unknown(&result.engine, StopReason::EngineLimit);
            return PartAnswer::of(query, part, &nothing, run);
        }
        let found: BigUint = hypotheses.len().into();
        let concepts = match result.concepts.upper() {
            _ if space.formulas_are_concepts() => result.concepts.clone(),
            Some(upper) => Cardinality::between(found, upper - elsewhere),
            None => Cardinality::at_least(found),
        };
        let touching = result.concepts.lower().clone();
        let (formulas, engine) = (result.formulas.clone(), result.engine.clone());
        PartAnswer { part: part.clone(), formulas, concepts, touching, hypotheses, engine, stopped }
    }

    /// Whether the hypotheses are all concepts of the part.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        self.concepts.is_exact() && *self.concepts.lower() == self.hypotheses.len().into()
    }

    /// Whether it leaves nothing open that the whole question asks of its parts.
    ///
    /// Either formulas and concepts are known, or this part alone has more concepts than are to be listed. Formulas
    /// need not be known if they are beyond the bound and not asked for exactly.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Cardinality, DnfSpace, Part, PartAnswer, Query, Run, StopReason, VersionSpace};
    ///
    /// let query = Query::new(Arc::new(DnfSpace::new(9, 2, 1)));
    /// let result = VersionSpace::unknown("mine", StopReason::Deadline);
    /// assert!(!PartAnswer::of(&query, &Part::whole(), &result, &Run::new()).is_finished(&query));
    /// ```
    #[must_use]
    pub fn is_finished(&self, query: &Query) -> bool {
        let beyond = |bound: usize| self.touching > bound.into();
        let concepts_known = self.is_listed() || beyond(query.list_limit());
        let formulas_wanted = query.exact() || !beyond(query.bound());
        concepts_known && (self.formulas.is_exact() || !formulas_wanted)
    }

    /// What both say about the same part; `None` if they contradict each other.
    pub(super) fn and(&self, other: &PartAnswer) -> Option<PartAnswer> {
        let formulas = self.formulas.intersect(&other.formulas)?;
        let concepts = self.concepts.intersect(&other.concepts)?;
        let keys = |answer: &PartAnswer| -> Vec<Vec<u32>> {
            answer.hypotheses.iter().map(|hypothesis| hypothesis.order_key()).collect()
        };
        if self.is_listed() && other.is_listed() && keys(self) != keys(other) {
            return None;
        }
        let [better, worse] = if self.is_listed() || self.hypotheses.len() > other.hypotheses.len() {
            [self, other]
        } else {
            [other, self]
        };
        let touching = self.touching.clone().max(other.touching.clone());
        let stopped = better.stopped.and(worse.stopped);
        Some(PartAnswer { formulas, concepts, touching, stopped, ..better.clone() })
    }
}
