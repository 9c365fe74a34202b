//! One measured sub-space.

use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;
use vesc_col_core::{Cardinality, Complexity, Hypothesis, StopReason, VersionSpace};

use crate::errors::ErrorCell;

/// The measured version space of one sub-space.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::report::Step;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
/// builder.push(true, [true, false])?;
/// builder.push(false, [true, true])?;
/// let data = Arc::new(builder.build()?);
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default(), &Run::new())?;
/// let step: &Step = &report.steps()[0];
/// assert_eq!(step.complexity().to_string(), "1 literal, 1 term");
/// assert_eq!(step.result().formulas.to_string(), "1");
/// assert!(step.time().as_secs() < 60);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Step {
    pub(crate) complexity: Complexity,
    pub(crate) result: VersionSpace,
    pub(crate) time: Duration,
    pub(crate) errors: Option<Vec<ErrorCell>>,
    pub(crate) possible: Option<VersionSpace>,
    pub(crate) families: Option<Cardinality>,
}

impl Step {
    /// The sub-space's complexity.
    #[must_use]
    pub fn complexity(&self) -> &Complexity {
        &self.complexity
    }

    /// What is known about its version space: within the error budget, if there is one; of what certainly fits, if cells are
    /// unknown.
    #[must_use]
    pub fn result(&self) -> &VersionSpace {
        &self.result
    }

    /// How long it took to find out.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// |VS| by false positives and false negatives: the cells that are not known to be empty. With unknown cells these
    /// are what the concepts that certainly keep to the budget make at worst. `None` without an error budget, and if
    /// more than 100 parts of it would have to be asked for. Also if the run was stopped before anything was found. A
    /// run that was stopped later has the cells of what it has found.
    #[must_use]
    pub fn errors(&self) -> Option<&[ErrorCell]> {
        self.errors.as_deref()
    }

    /// If cells are unknown, the version space of what possibly fits.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
    /// builder.push_partial(true, [Some(true), None])?;
    /// builder.push(false, [false, true])?;
    /// let data = Arc::new(builder.build()?);
    /// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 1, 1), &Settings::default(), &Run::new())?;
    /// let step = &report.steps()[0];
    /// // `irq` fits whatever the unknown cell is, `!mask` if it is 0.
    /// assert_eq!(step.result().concepts.to_string(), "1");
    /// assert_eq!(step.possible().map(|possible| possible.concepts.to_string()).as_deref(), Some("2"));
    /// assert!(step.errors().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn possible(&self) -> Option<&VersionSpace> {
        self.possible.as_ref()
    }

    /// Why an engine was stopped before it had answered the whole question, if it was: about what certainly fits, or about
    /// what possibly does.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::run::StopReason;
    /// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings, count};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(30));
    /// builder.push(true, [true; 30])?;
    /// builder.push(false, [false; 30])?;
    /// let data = Arc::new(builder.build()?);
    /// let (settings, run) = (Settings::default().with_exact(true).with_list_limit(20), Run::new());
    /// let report = count(&Portfolio::default(), &data, DnfSpace::new(30, 4, 2), &settings, &run)?;
    /// // Some formulas mean the same, so concepts are counted by listing them.
    /// assert!(report.formulas().is_exact() && !report.cardinality().is_exact());
    /// assert_eq!(report.steps()[0].stopped(), Some(StopReason::ListLimit));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.result.stopped.or(self.possible.as_ref().and_then(|possible| possible.stopped))
    }

    /// How many families the concepts make: those that differ only in where the cuts of ordered columns lie are one. It is
    /// what the bound is compared with. Without an ordered column of two cuts a family is a concept.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::columns::{Schema, TypedTable};
    /// use vesc_col::{DnfSpace, Learner, Portfolio, Run, Settings};
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["len", "irq"]);
    /// for (len, irq, fail) in [("1", "1", false), ("2", "0", false), ("4", "1", true), ("4", "0", false)] {
    ///     table.push(fail, [len, irq])?;
    /// }
    /// let typed = table.build()?;
    /// let spaces = DnfSpace::up_to(typed.data.features().len(), 4, 2).map(|space| space.within(&typed.domain));
    /// let report = Portfolio::default().search(&Arc::new(typed.data), spaces, &Settings::default(), &Run::new())?;
    /// let step = report.deciding_step().expect("something fits");
    /// // `len>=2 & irq` and `len>=4 & irq`: no row says where the cut is.
    /// assert_eq!((step.families().to_string().as_str(), step.result().concepts.to_string().as_str()), ("1", "2"));
    /// assert_eq!(report.hypotheses()[0].display(report.features()).to_string(), "len>=4 (2..4) & irq");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn families(&self) -> &Cardinality {
        self.families.as_ref().unwrap_or(&self.result.concepts)
    }

    /// Whether cuts of ordered columns may have room, so that families and concepts are told apart, and the hypotheses stand for
    /// families.
    #[must_use]
    pub fn has_families(&self) -> bool {
        self.families.is_some()
    }

    /// Whether a search with this bound knows what to do: nothing fits, more than `bound` families do, or all families that fit
    /// are listed.
    #[must_use]
    pub fn decides(&self, bound: usize) -> bool {
        self.families().exceeds(bound) || self.is_listed()
    }

    /// Whether the hypotheses are all families.
    pub(crate) fn is_listed(&self) -> bool {
        let families = self.families();
        families.is_exact() && *families.lower() == self.result.hypotheses.len().into()
    }

    pub(crate) fn new(complexity: Complexity, result: VersionSpace) -> Step {
        Step { complexity, result, time: Duration::ZERO, errors: None, possible: None, families: None }
    }

    /// About how many bytes the step occupies in a list of steps. For a moment the list is there twice when it
    /// grows, with room for an eighth more.
    pub(crate) fn bytes(&self) -> usize {
        let measures = size_of_val(self.complexity.measures());
        let results = [Some(&self.result), self.possible.as_ref()];
        let errors = self.errors.as_ref().map_or(0, |cells| cells.len() * size_of::<ErrorCell>());
        size_of::<Step>() * 17 / 8
            + measures
            + errors
            + results.into_iter().flatten().map(version_space_bytes).sum::<usize>()
    }

    /// Whether it was stopped before all was known that was asked for; the listing limit is part of the question.
    pub(crate) fn is_cut_short(&self) -> bool {
        let is_cut = |result: &VersionSpace| {
            let is_known = result.concepts.is_exact() && result.formulas.is_exact();
            !is_known && result.stopped.is_some_and(|reason| reason != StopReason::ListLimit)
        };
        is_cut(&self.result) || self.possible.as_ref().is_some_and(is_cut)
    }

    /// Whether nothing certainly fits but something possibly does.
    pub(crate) fn is_open(&self) -> bool {
        self.result.concepts.is_zero() && self.possible.as_ref().is_some_and(|possible| possible.concepts.exceeds(0))
    }

    /// What the search makes of it; the rule is that of [`VersionSpace::decides`], for families.
    pub(crate) fn verdict(&self, bound: usize) -> Verdict {
        // What certainly fits is empty, too, where nothing possibly fits; that alone says more.
        let is_possible = self.possible.as_ref().is_some_and(|possible| !possible.concepts.is_zero());
        if !self.decides(bound) || self.result.concepts.is_zero() && is_possible {
            Verdict::Unknown
        } else if self.result.concepts.is_zero() {
            Verdict::Empty
        } else if self.families().exceeds(bound) {
            Verdict::TooMany
        } else {
            Verdict::Fits
        }
    }
}

/// About how many bytes a version space occupies on the heap.
fn version_space_bytes(result: &VersionSpace) -> usize {
    let count = |number: &BigUint| usize::try_from(number.bits() / 8).unwrap_or(usize::MAX);
    let interval = |cardinality: &Cardinality| count(cardinality.lower()) + cardinality.upper().map_or(0, count);
    // A pointer in the list, two counters before the value, and what the value itself points at: as long as its key.
    let hypothesis = |hypothesis: &Arc<dyn Hypothesis>| {
        size_of::<Arc<dyn Hypothesis>>()
            + 2 * size_of::<usize>()
            + size_of_val(&**hypothesis)
            + size_of_val(hypothesis.order_key().as_slice())
    };
    let hypotheses: usize = result.hypotheses.iter().map(hypothesis).sum();
    result.engine.len() + interval(&result.concepts) + interval(&result.formulas) + hypotheses
}

/// What one measured sub-space means for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing fits: try the next sub-space.
    Empty,
    /// At most the bound, and all of them are known.
    Fits,
    /// More than the bound.
    TooMany,
    /// The engine was stopped before it could tell, or the unknown cells leave it open.
    Unknown,
}
