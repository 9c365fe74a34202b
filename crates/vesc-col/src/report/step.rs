//! One measured sub-space.

use std::time::Duration;

use vesc_col_core::{Complexity, VersionSpace};

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

    /// |VS| by false positives and false negatives: the cells that are not known to be empty. With unknown cells these are what the
    /// concepts that certainly keep to the budget make at worst. `None` without an error budget, if more than 100 parts of it would have to be asked for, and if the run was stopped before they could be.
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

    pub(crate) fn new(complexity: Complexity, result: VersionSpace) -> Step {
        Step { complexity, result, time: Duration::ZERO, errors: None, possible: None }
    }

    /// Whether nothing certainly fits but something possibly does.
    pub(crate) fn is_open(&self) -> bool {
        self.result.concepts.is_zero() && self.possible.as_ref().is_some_and(|possible| possible.concepts.exceeds(0))
    }

    /// What the search makes of it; the rule is that of [`VersionSpace::decides`].
    pub(crate) fn verdict(&self, bound: usize) -> Verdict {
        // What certainly fits is empty, too, where nothing possibly fits; that alone says more.
        let is_possible = self.possible.as_ref().is_some_and(|possible| !possible.concepts.is_zero());
        if !self.result.decides(bound) || self.result.concepts.is_zero() && is_possible {
            Verdict::Unknown
        } else if self.result.concepts.is_zero() {
            Verdict::Empty
        } else if self.result.concepts.exceeds(bound) {
            Verdict::TooMany
        } else {
            Verdict::Fits
        }
    }
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
