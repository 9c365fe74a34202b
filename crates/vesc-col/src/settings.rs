//! What a search is asked to do.

use crate::errors::budget::ErrorBudget;

/// What a search is asked to do. The defaults are the command line's.
///
/// ```
/// use vesc_col::Settings;
///
/// let settings = Settings::default().with_bound(1);
/// assert_eq!(settings.bound(), 1);
/// assert_eq!(settings.list_limit(), 100_000);
/// ```
///
/// With the feature `serde` it is read and written as an object of its numbers; what is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(from = "RawSettings"))]
pub struct Settings {
    bound: usize,
    exact: bool,
    list_limit: usize,
    list: usize,
    on_overfit: OnOverfit,
    #[cfg_attr(feature = "serde", serde(rename = "error_budget"))]
    errors: Option<ErrorBudget>,
    one_class: bool,
}

/// What a search does when a sub-space has more than the bound.
///
/// ```
/// use vesc_col::search::OnOverfit;
/// use vesc_col::Settings;
///
/// let profile = Settings::default().with_on_overfit(OnOverfit::MeasureOn);
/// assert_ne!(profile.on_overfit(), OnOverfit::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum OnOverfit {
    /// It stops: the data cannot tell, and a more complex sub-space would not be evidence.
    #[default]
    Stop,
    /// It measures on: the later sub-spaces too, as a profile. The outcome stays overfit.
    MeasureOn,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            bound: 10,
            exact: false,
            list_limit: 100_000,
            list: 0,
            on_overfit: OnOverfit::Stop,
            errors: None,
            one_class: false,
        }
    }
}

impl Settings {
    /// The most concepts that a person can review: the paper's B, at least 1. Over ordered columns these are families of concepts.
    /// [default: 10]
    #[must_use]
    pub fn with_bound(self, bound: usize) -> Settings {
        Settings { bound: bound.max(1), ..self }
    }

    /// Whether formulas are counted exactly and concepts listed up to the listing limit even above the bound.
    /// [default: false]
    #[must_use]
    pub fn with_exact(self, exact: bool) -> Settings {
        Settings { exact, ..self }
    }

    /// Up to how many concepts are listed where that is asked for, at least 1. [default: 100000]
    #[must_use]
    pub fn with_list_limit(self, limit: usize) -> Settings {
        Settings { list_limit: limit.max(1), ..self }
    }

    /// How many hypotheses of an overfit answer to report, if there are no more than the listing limit. [default: 0]
    #[must_use]
    pub fn with_list(self, count: usize) -> Settings {
        Settings { list: count, ..self }
    }

    /// What to do when a sub-space has more than the bound. [default: stop]
    #[must_use]
    pub fn with_on_overfit(self, on_overfit: OnOverfit) -> Settings {
        Settings { on_overfit, ..self }
    }

    /// On how many negative rows a hypothesis may be true, and on how many positive ones false, equal rows counted each.
    /// The report breaks |VS| down by these errors, and has the answer without errors beside it. [default: no errors]
    #[must_use]
    pub fn with_error_budget(self, false_positives: u64, false_negatives: u64) -> Settings {
        self.with_errors(ErrorBudget::new(false_positives, false_negatives))
    }

    /// The same with an error budget of any form. An empty one is none.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::search::ErrorBudget;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// // `irq` makes one error of either kind, depending on the label of the last row.
    /// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
    /// for (label, row) in [(true, [true, false]), (false, [false, true]), (false, [false, false]), (false, [true, true])] {
    ///     builder.push(label, row)?;
    /// }
    /// let settings = Settings::default().with_errors(ErrorBudget::default().with_total(1));
    /// let report = Portfolio::default().search(&Arc::new(builder.build()?), DnfSpace::up_to(2, 1, 1), &settings, &Run::new())?;
    /// let found: Vec<String> = report.hypotheses().iter().map(|found| found.display(report.features()).to_string()).collect();
    /// assert_eq!(found, ["irq", "!mask"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_errors(self, errors: ErrorBudget) -> Settings {
        Settings { errors: Some(errors).filter(|errors| !errors.is_empty()), ..self }
    }

    /// The same settings, in which a hypothesis must be right on every row.
    ///
    /// ```
    /// use vesc_col::search::OnOverfit;
    /// use vesc_col::Settings;
    ///
    /// let settings = Settings::default()
    ///     .with_exact(true)
    ///     .with_list_limit(500)
    ///     .with_list(20)
    ///     .with_on_overfit(OnOverfit::MeasureOn)
    ///     .with_error_budget(2, 1);
    /// assert_eq!((settings.exact(), settings.list_limit(), settings.list()), (true, 500, 20));
    /// assert_eq!(settings.on_overfit(), OnOverfit::MeasureOn);
    /// assert_eq!(settings.error_budget(), Some((2, 1)));
    /// assert_eq!(settings.without_error_budget().error_budget(), None);
    /// ```
    #[must_use]
    pub fn without_error_budget(self) -> Settings {
        Settings { errors: None, ..self }
    }

    /// Whether to search data without positive or without negative samples. If not, such a search ends at once as
    /// [`Outcome::OneClass`](crate::Outcome::OneClass), because no answer would be evidence. [default: false]
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Outcome, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq", "reset"])?);
    /// builder.push(false, [true, false])?;
    /// let data = Arc::new(builder.build()?);
    /// let learn = |settings| Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 1), &settings, &Run::new());
    /// assert_eq!(learn(Settings::default())?.outcome(), Outcome::OneClass);
    /// // `reset` and `!irq` hold on no sample.
    /// let on_purpose = learn(Settings::default().with_one_class(true))?;
    /// assert_eq!((on_purpose.outcome(), on_purpose.hypotheses().len()), (Outcome::Learned, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_one_class(self, one_class: bool) -> Settings {
        Settings { one_class, ..self }
    }

    /// See [`Settings::with_one_class`].
    #[must_use]
    pub fn one_class(&self) -> bool {
        self.one_class
    }

    /// See [`Settings::with_bound`].
    #[must_use]
    pub fn bound(&self) -> usize {
        self.bound
    }

    /// See [`Settings::with_exact`].
    #[must_use]
    pub fn exact(&self) -> bool {
        self.exact
    }

    /// See [`Settings::with_list_limit`].
    #[must_use]
    pub fn list_limit(&self) -> usize {
        self.list_limit
    }

    /// See [`Settings::with_list`].
    #[must_use]
    pub fn list(&self) -> usize {
        self.list
    }

    /// See [`Settings::with_on_overfit`].
    #[must_use]
    pub fn on_overfit(&self) -> OnOverfit {
        self.on_overfit
    }

    /// See [`Settings::with_error_budget`]: false positives and false negatives.
    #[must_use]
    pub fn error_budget(&self) -> Option<(u64, u64)> {
        self.errors.as_ref().and_then(ErrorBudget::as_pair)
    }

    /// See [`Settings::with_errors`].
    #[must_use]
    pub fn errors(&self) -> Option<&ErrorBudget> {
        self.errors.as_ref()
    }

    /// More concepts than this need not be counted exactly.
    pub(crate) fn enough(&self) -> usize {
        if self.exact || self.list > 0 { usize::MAX } else { self.bound }
    }
}

/// Settings as they are read, before their numbers are brought into range.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawSettings {
    bound: usize,
    exact: bool,
    list_limit: usize,
    list: usize,
    on_overfit: OnOverfit,
    error_budget: Option<ErrorBudget>,
    one_class: bool,
}

#[cfg(feature = "serde")]
impl Default for RawSettings {
    fn default() -> RawSettings {
        let Settings { bound, exact, list_limit, list, on_overfit, errors, one_class } = Settings::default();
        RawSettings { bound, exact, list_limit, list, on_overfit, error_budget: errors, one_class }
    }
}

#[cfg(feature = "serde")]
impl From<RawSettings> for Settings {
    fn from(raw: RawSettings) -> Settings {
        let RawSettings { bound, exact, list_limit, list, on_overfit, error_budget, one_class } = raw;
        Settings {
            bound: bound.max(1),
            list_limit: list_limit.max(1),
            exact,
            list,
            on_overfit,
            errors: error_budget.filter(|budget| !budget.is_empty()),
            one_class,
        }
    }
}
