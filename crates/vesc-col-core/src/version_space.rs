//! An engine's answer.

use std::sync::Arc;

use crate::{Cardinality, Hypothesis, LiveVersionSpace, StopReason};

/// What is known about the version space of one sub-space.
///
/// ```
/// use vesc_col_core::{Cardinality, StopReason, VersionSpace};
///
/// let many = VersionSpace::new("mine", Cardinality::at_least(11u32), Cardinality::unknown());
/// assert!(many.decides(10) && !many.decides(11));
/// assert!(VersionSpace::empty("mine").is_listed());
/// assert_eq!(VersionSpace::unknown("mine", StopReason::Deadline).concepts, Cardinality::unknown());
/// ```
#[derive(Clone, Debug)]
pub struct VersionSpace {
    /// How many concepts are consistent with the data: |VS|. It alone decides a search.
    pub concepts: Cardinality,
    /// How many formulas are.
    pub formulas: Cardinality,
    /// One hypothesis for each concept found, the least formula of the concept, in canonical order. All of them if
    /// [`is_listed`](VersionSpace::is_listed), otherwise some, or none.
    pub hypotheses: Vec<Arc<dyn Hypothesis>>,
    /// The name of the engine that answered.
    pub engine: String,
    /// Why the engine stopped before it had answered the whole question, if it did.
    pub stopped: Option<StopReason>,
    /// The version space itself, if [the query](crate::Query::with_live) asked for it, all formulas were counted, and
    /// the engine can hand it out.
    pub live: Option<Arc<dyn LiveVersionSpace>>,
}

impl VersionSpace {
    /// An answer without hypotheses from an engine that was not stopped.
    #[must_use]
    pub fn new(engine: impl Into<String>, concepts: Cardinality, formulas: Cardinality) -> VersionSpace {
        VersionSpace { concepts, formulas, hypotheses: Vec::new(), engine: engine.into(), stopped: None, live: None }
    }

    /// Nothing is consistent with the data.
    #[must_use]
    pub fn empty(engine: impl Into<String>) -> VersionSpace {
        VersionSpace::new(engine, Cardinality::exact(0u32), Cardinality::exact(0u32))
    }

    /// Nothing is known, because the engine was stopped.
    #[must_use]
    pub fn unknown(engine: impl Into<String>, reason: StopReason) -> VersionSpace {
        VersionSpace {
            stopped: Some(reason),
            ..VersionSpace::new(engine, Cardinality::unknown(), Cardinality::unknown())
        }
    }

    /// Whether the hypotheses are all that there are.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        self.concepts.is_exact() && *self.concepts.lower() == self.hypotheses.len().into()
    }

    /// Whether the engine counted all concepts without listing them, and was not stopped: it has no more to say. A
    /// search cannot show such an answer, but neither has it reached a limit.
    ///
    /// ```
    /// use vesc_col_core::{Cardinality, VersionSpace};
    ///
    /// let counted = VersionSpace::new("mine", Cardinality::exact(3u32), Cardinality::exact(3u32));
    /// assert!(counted.is_counted_only() && !counted.decides(10));
    /// assert!(!VersionSpace::empty("mine").is_counted_only());
    /// ```
    #[must_use]
    pub fn is_counted_only(&self) -> bool {
        self.stopped.is_none() && self.concepts.is_exact() && !self.is_listed()
    }

    /// Whether a search with this bound knows what to do: nothing fits, more than `bound` concepts fit, or all those
    /// that fit are listed.
    #[must_use]
    pub fn decides(&self, bound: usize) -> bool {
        self.concepts.exceeds(bound) || self.is_listed()
    }
}
