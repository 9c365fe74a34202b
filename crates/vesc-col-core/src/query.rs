//! One question to an engine.

mod mirror;
mod right_on;
mod validate;

use std::sync::Arc;

pub(crate) use mirror::mirrored_space;

use crate::{SubSpace, VersionSpace};

/// A question: what is the version space of this sub-space, and how precisely must it be known?
///
/// * Always: is it empty, does it have at most [`bound`](Query::bound) concepts (then how many exactly, in how many
///   formulas, and which), or more?
/// * If [`list_limit`](Query::list_limit) is greater than the bound: list also beyond the bound, if there are no more
///   concepts than that.
/// * If [`exact`](Query::exact): count the formulas exactly, whatever their number.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{DnfSpace, Query};
///
/// let query = Query::new(Arc::new(DnfSpace::new(100, 5, 2))).with_bound(1);
/// assert_eq!(query.bound(), 1);
/// assert!(!query.exact());
/// ```
#[derive(Clone, Debug)]
pub struct Query {
    space: Arc<dyn SubSpace>,
    bound: usize,
    /// As asked for; never less than the bound when it is read.
    list_limit: usize,
    exact: bool,
    live: bool,
    fit: Fit,
}

impl Query {
    /// The version space of a sub-space, with the default bound of 10.
    #[must_use]
    pub fn new(space: Arc<dyn SubSpace>) -> Query {
        Query { space, bound: 10, list_limit: 0, exact: false, live: false, fit: Fit::Exact }
    }

    /// The same question about another sub-space.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{DnfSpace, Query};
    ///
    /// let query = Query::new(Arc::new(DnfSpace::new(9, 2, 1))).with_bound(3);
    /// let larger = query.with_space(Arc::new(DnfSpace::new(9, 3, 1)));
    /// assert_eq!((larger.bound(), larger.space().complexity().to_string()), (3, "3 literals, 1 term".to_owned()));
    /// ```
    #[must_use]
    pub fn with_space(self, space: Arc<dyn SubSpace>) -> Query {
        Query { space, ..self }
    }

    /// The same question with another bound, at least 1.
    #[must_use]
    pub fn with_bound(self, bound: usize) -> Query {
        Query { bound: bound.max(1), ..self }
    }

    /// The same question with all concepts listed if there are at most `limit`; never less than the bound.
    #[must_use]
    pub fn with_list_limit(self, limit: usize) -> Query {
        Query { list_limit: limit, ..self }
    }

    /// The same question with formulas counted exactly, or not.
    #[must_use]
    pub fn with_exact(self, exact: bool) -> Query {
        Query { exact, ..self }
    }

    /// The same question with the version space handed out, if the engine can, to be asked more.
    #[must_use]
    pub fn with_live(self, live: bool) -> Query {
        Query { live, ..self }
    }

    /// The same question about hypotheses that fit in this sense.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{DnfSpace, Fit, Query};
    ///
    /// let space = Arc::new(DnfSpace::new(100, 5, 2));
    /// let query = Query::new(space).with_list_limit(100).with_exact(true).with_live(true);
    /// assert_eq!((query.bound(), query.list_limit(), query.exact(), query.live()), (10, 100, true, true));
    /// assert_eq!(query.space().complexity().to_string(), "5 literals, 2 terms");
    /// let lenient = query.with_fit(Fit::Budget { false_positives: 0, false_negatives: 2 });
    /// assert_eq!(lenient.fit().budget(), (0, 2));
    /// ```
    #[must_use]
    pub fn with_fit(self, fit: Fit) -> Query {
        Query { fit, ..self }
    }

    /// The sub-space.
    #[must_use]
    pub fn space(&self) -> &Arc<dyn SubSpace> {
        &self.space
    }

    /// The largest number of concepts that a person can review: the paper's B, at least 1.
    #[must_use]
    pub fn bound(&self) -> usize {
        self.bound
    }

    /// Up to how many concepts are listed, at least the bound. Unless the question is [`exact`](Query::exact), an
    /// engine may also stop counting formulas that it must enumerate one by one when it has found that many.
    #[must_use]
    pub fn list_limit(&self) -> usize {
        self.list_limit.max(self.bound)
    }

    /// Whether formulas are counted exactly even above the bound.
    #[must_use]
    pub fn exact(&self) -> bool {
        self.exact
    }

    /// Whether the version space is to be handed out.
    #[must_use]
    pub fn live(&self) -> bool {
        self.live
    }

    /// Which hypotheses fit the data.
    #[must_use]
    pub fn fit(&self) -> &Fit {
        &self.fit
    }

    /// Whether a result answers the whole question, so that nothing more need be done. If the version space [is to be
    /// handed out](Query::with_live), it must be there, unless it is empty. An engine that has none to hand out leaves
    /// that to others.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Cardinality, DnfSpace, Query, VersionSpace};
    ///
    /// let query = Query::new(Arc::new(DnfSpace::new(100, 5, 2))).with_bound(3);
    /// let many = VersionSpace::new("mine", Cardinality::at_least(4u32), Cardinality::at_least(4u32));
    /// assert!(query.is_answered_by(&many));
    /// assert!(!query.clone().with_exact(true).is_answered_by(&many));
    /// assert!(!query.with_list_limit(100).is_answered_by(&many));
    /// ```
    #[must_use]
    pub fn is_answered_by(&self, result: &VersionSpace) -> bool {
        let concepts_known = result.is_listed() || result.concepts.exceeds(self.list_limit());
        let formulas_wanted = self.exact || !result.concepts.exceeds(self.bound);
        let handed_out = !self.live || result.live.is_some() || result.formulas.is_zero();
        concepts_known && handed_out && (result.formulas.is_exact() || !formulas_wanted)
    }
}

/// Which hypotheses fit the data. An engine refuses what it does not support.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{DnfSpace, Fit, Query};
///
/// let query = Query::new(Arc::new(DnfSpace::new(9, 2, 1)));
/// assert_eq!(query.fit(), &Fit::Exact);
/// let lenient = query.with_fit(Fit::Budget { false_positives: 1, false_negatives: 0 });
/// assert_ne!(lenient.fit(), &Fit::Exact);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fit {
    /// True on every positive sample, false on every negative one.
    #[default]
    Exact,
    /// Wrong on no more rows than the budget, equal ones counted each.
    Budget {
        /// Negative rows on which a hypothesis may be true.
        false_positives: u64,
        /// Positive rows on which a hypothesis may be false.
        false_negatives: u64,
    },
    /// Of each row some completion of its unknown cells fits, each row by itself. (That *every* completion fits is the
    /// exact fit to [`Dataset::completed`](crate::Dataset::completed).)
    Possible,
    /// Wrong on no more rows than the budget if the unknown cells are what suits the hypothesis best. A row counts if
    /// *every* legal completion of it is wrong. Equal rows count each.
    PossibleWithin {
        /// Negative rows of which a hypothesis may be true on every completion.
        false_positives: u64,
        /// Positive rows of which a hypothesis may be false on every completion.
        false_negatives: u64,
    },
    /// Wrong on no more rows than the budget whatever the unknown cells are. A row counts if *some* legal completion of
    /// it is wrong: once, however many are. As each row is completed by itself, all of these can be wrong at the same
    /// time.
    CertainWithin {
        /// Negative rows of which a hypothesis may be true on some completion.
        false_positives: u64,
        /// Positive rows of which a hypothesis may be false on some completion.
        false_negatives: u64,
    },
}

impl Fit {
    /// How many negative and how many positive rows a hypothesis may be wrong on.
    ///
    /// ```
    /// use vesc_col_core::Fit;
    ///
    /// assert_eq!(Fit::Budget { false_positives: 1, false_negatives: 2 }.budget(), (1, 2));
    /// assert_eq!(Fit::Exact.budget(), (0, 0));
    /// ```
    #[must_use]
    pub fn budget(&self) -> (u64, u64) {
        match *self {
            Fit::Budget { false_positives, false_negatives }
            | Fit::PossibleWithin { false_positives, false_negatives }
            | Fit::CertainWithin { false_positives, false_negatives } => (false_positives, false_negatives),
            Fit::Exact | Fit::Possible => (0, 0),
        }
    }

    /// Whether it says what a row with unknown cells asks of a hypothesis.
    ///
    /// ```
    /// use vesc_col_core::Fit;
    ///
    /// assert!(Fit::Possible.completes_rows() && !Fit::Exact.completes_rows());
    /// assert!(Fit::CertainWithin { false_positives: 1, false_negatives: 0 }.completes_rows());
    /// ```
    #[must_use]
    pub fn completes_rows(&self) -> bool {
        matches!(self, Fit::Possible | Fit::PossibleWithin { .. } | Fit::CertainWithin { .. })
    }

    /// The same demand on rows of the opposite labels.
    pub(crate) fn mirrored(&self) -> Fit {
        let (false_negatives, false_positives) = self.budget();
        match self {
            Fit::Exact | Fit::Possible => self.clone(),
            Fit::Budget { .. } => Fit::Budget { false_positives, false_negatives },
            Fit::PossibleWithin { .. } => Fit::PossibleWithin { false_positives, false_negatives },
            Fit::CertainWithin { .. } => Fit::CertainWithin { false_positives, false_negatives },
        }
    }
}
