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
///
/// An engine makes one with [`new`](VersionSpace::new) and its like, and adds what it has found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VersionSpace {
    /// How many concepts are consistent with the data: |VS|. It decides a search, but over ordered columns: there the families of these
    /// concepts do.
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

    /// The same with these hypotheses.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Cardinality, Dnf, Features, Hypothesis, StopReason, VersionSpace};
    ///
    /// let dnf = Arc::new(Dnf::parse("x0 & !x1", &Features::numbered(2))?) as Arc<dyn Hypothesis>;
    /// let one = VersionSpace::new("mine", Cardinality::exact(1u32), Cardinality::exact(1u32)).with_hypotheses(vec![dnf]);
    /// assert!(one.is_listed() && one.with_stopped(Some(StopReason::Memory)).stopped.is_some());
    /// # Ok::<(), vesc_col_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn with_hypotheses(self, hypotheses: Vec<Arc<dyn Hypothesis>>) -> VersionSpace {
        VersionSpace { hypotheses, ..self }
    }

    /// The same, stopped for this reason, or not stopped.
    #[must_use]
    pub fn with_stopped(self, stopped: Option<StopReason>) -> VersionSpace {
        VersionSpace { stopped, ..self }
    }

    /// The same with the version space itself, or without it.
    #[must_use]
    pub fn with_live(self, live: Option<Arc<dyn LiveVersionSpace>>) -> VersionSpace {
        VersionSpace { live, ..self }
    }

    /// What two answers to one question say together: the narrower of each count, and the hypotheses of this one. `None`
    /// if they contradict each other.
    ///
    /// ```
    /// use vesc_col_core::{Cardinality, VersionSpace};
    ///
    /// let least = VersionSpace::new("one", Cardinality::at_least(3u32), Cardinality::at_least(4u32));
    /// let most = VersionSpace::new("two", Cardinality::between(0u32, 3u32), Cardinality::unknown());
    /// let both = least.and(&most).expect("they go together");
    /// assert_eq!((both.concepts, both.formulas), (Cardinality::exact(3u32), Cardinality::at_least(4u32)));
    /// assert!(least.and(&VersionSpace::empty("three")).is_none());
    /// ```
    #[must_use]
    pub fn and(&self, other: &VersionSpace) -> Option<VersionSpace> {
        let (concepts, formulas) =
            (self.concepts.intersect(&other.concepts)?, self.formulas.intersect(&other.formulas)?);
        let live = self.live.clone().or_else(|| other.live.clone());
        Some(VersionSpace { concepts, formulas, live, ..self.clone() })
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
