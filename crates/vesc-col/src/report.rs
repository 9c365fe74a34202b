//! What a search found out: the outcome, the hypotheses, the steps and the warnings.
//!
//! A [`Report`] has one [`Step`] for each sub-space that was measured, and the [`Outcome`] that the last one decided. It
//! prints as text. With the feature `serde` it serialises as JSON, and a `SavedReport` is read back from that.

pub(crate) mod certain_size;
#[cfg(feature = "serde")]
mod json;
mod noise;
mod numbers;
#[cfg(feature = "serde")]
mod saved;
mod step;
mod summary;
mod text;
mod values;
mod warning;

use std::fmt;
use std::sync::Arc;

use vesc_col_core::{
    Cardinality, DataError, Dataset, Dnf, Domain, Engine, EngineError, Features, Hypothesis, Query, Run, Session,
    StopReason, SubSpace, VersionSpace,
};

use values::merge_values;

use crate::columns::{Column, Suggestions};
use crate::confidence::{Confidence, NoConfidence};
use crate::cuts::Cuts;
use crate::errors::budget::ErrorBudget;
use crate::explain::Shared;
use crate::formula::as_dnf::as_dnf;
use crate::groups::{Group, GroupsOverCuts, classes, features_in};
use crate::guard::GuardedSession;
use crate::report::certain_size::NextCertain;
use crate::settings::Settings;

pub use numbers::{relation, short_count, short_number};
#[cfg(feature = "serde")]
pub use saved::{
    SavedComplexity, SavedConfidence, SavedHypothesis, SavedLiteral, SavedPossible, SavedReport, SavedStep,
};
pub use step::Step;
pub(crate) use step::Verdict;
pub use summary::DataSummary;

pub use crate::errors::ErrorCell;
pub use crate::families::count_families;
pub use crate::report::warning::Warning;

/// How a search ended.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Outcome, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
/// builder.push(true, [true, false])?;
/// builder.push(false, [true, true])?;
/// let data = Arc::new(builder.build()?);
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default(), &Run::new())?;
/// assert_eq!(report.outcome(), Outcome::Learned);
/// assert_eq!(report.outcome().word(), "learned");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Outcome {
    /// The first non-empty sub-space has at most the bound: here are its concepts.
    Learned,
    /// The first non-empty sub-space has more than the bound: the data cannot tell.
    Overfit,
    /// Every sub-space asked for is empty.
    Underfit,
    /// There are no positive or no negative samples, so nothing was measured: see [`Settings::with_one_class`].
    OneClass,
    /// A limit was reached, or the user stopped the search, before a sub-space was decided; or what fits there depends on unknown cells.
    Undecided,
    /// Not a search: one sub-space was measured.
    Counted,
}

impl Outcome {
    /// The word for it: `learned`, `overfit`, `underfit`, `one-class`, `undecided`, `counted`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Learned => "learned",
            Outcome::Overfit => "overfit",
            Outcome::Underfit => "underfit",
            Outcome::OneClass => "one-class",
            Outcome::Undecided => "undecided",
            Outcome::Counted => "counted",
        }
    }
}

/// What a search found out: the outcome, the hypotheses, and every step that led there.
///
/// `Display` writes it for people; with the feature `serde` it serialises as the command line's JSON.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
/// builder.push(true, [true, false])?;
/// builder.push(false, [true, true])?;
/// let data = Arc::new(builder.build()?);
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default(), &Run::new())?;
/// assert_eq!((report.cardinality().to_string(), report.steps().len()), ("1".to_owned(), 1));
/// assert_eq!(report.hypotheses()[0].display(report.features()).to_string(), "!mask");
/// assert!(report.to_string().contains("learned: 1 literal, 1 term, |VS| = 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Report {
    outcome: Outcome,
    deciding: Option<usize>,
    within_bound: Option<usize>,
    steps: Vec<Step>,
    hypotheses: Vec<Arc<dyn Hypothesis>>,
    found: Vec<Arc<dyn Hypothesis>>,
    classes: Option<usize>,
    /// Whether fewer than there were if values of one column did not count as one.
    differ_in_values: bool,
    shared: Option<Shared>,
    confidence: Option<Result<Confidence, NoConfidence>>,
    /// The features of which `shared` speaks, if they are others.
    shared_features: Option<Features>,
    domain: Domain,
    /// Whether the legal inputs are given, whatever the sub-spaces say.
    domain_is_given: bool,
    columns: Vec<Column>,
    suggestions: Suggestions,
    warnings: Vec<Warning>,
    /// The groups of the features, where no warning has them.
    groups: Vec<Group>,
    /// The groups over all cuts, if the features test some of these only.
    groups_over_cuts: Option<GroupsOverCuts>,
    /// For each feature its position among all, where the data set has the cuts next to positives only.
    positions: Option<Arc<[usize]>>,
    data: DataSummary,
    features: Features,
    errors: Option<ErrorBudget>,
    open_errors: Option<OpenErrors>,
    zero_errors: Option<Box<Report>>,
    next_certain: Option<NextCertain>,
    terms_first: bool,
}

/// That the least number of errors at which something fits is not known.
///
/// ```
/// use vesc_col::report::OpenErrors;
/// use vesc_col::run::StopReason;
///
/// let open = OpenErrors { at_least: 4, stopped: StopReason::Deadline };
/// assert_eq!(open.to_string(), "stopped (deadline) before the least number of errors was known: it is at least 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OpenErrors {
    /// With fewer errors of both kinds together nothing fits.
    pub at_least: u64,
    /// What stopped the search for it.
    pub stopped: StopReason,
}

impl OpenErrors {
    /// The same if nothing fits with `at_least` errors either.
    #[must_use]
    pub fn beyond(self) -> OpenErrors {
        OpenErrors { at_least: self.at_least + 1, ..self }
    }
}

impl fmt::Display for OpenErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OpenErrors { at_least, stopped } = self;
        write!(f, "stopped ({stopped}) before the least number of errors was known: it is at least {at_least}")
    }
}

/// How many of the hypotheses found before an undecided end are worth a line each.
const SHOWN_OF_FOUND: usize = 10;
/// More concepts than this are not put into classes.
const MOST_CLASSIFIED: usize = 10_000;
/// The same where no list of them was asked for.
const MOST_CLASSIFIED_UNASKED: usize = 1000;

impl Report {
    /// How the search ended.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The step that decided the outcome; `None` for underfit and for one class.
    #[must_use]
    pub fn deciding_step(&self) -> Option<&Step> {
        self.deciding.map(|step| &self.steps[step])
    }

    /// |VS| of the deciding step; 0 for underfit, unknown for one class.
    #[must_use]
    pub fn cardinality(&self) -> Cardinality {
        self.deciding_step().map_or_else(|| self.without_steps(), |step| step.result.concepts.clone())
    }

    /// The number of [families](Step::families) of the deciding step; 0 for underfit, unknown for one class. It is what the bound is compared with.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
    /// builder.push(true, [true, false])?;
    /// builder.push(false, [false, true])?;
    /// let data = Arc::new(builder.build()?);
    /// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 1, 1), &Settings::default(), &Run::new())?;
    /// assert_eq!(report.families(), report.cardinality()); // no column is ordered
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn families(&self) -> Cardinality {
        self.deciding_step().map_or_else(|| self.without_steps(), |step| step.families().clone())
    }

    /// The number of formulas of the deciding step; 0 for underfit, unknown for one class.
    #[must_use]
    pub fn formulas(&self) -> Cardinality {
        self.deciding_step().map_or_else(|| self.without_steps(), |step| step.result.formulas.clone())
    }

    /// What is known of the number of hypotheses where no step decided.
    fn without_steps(&self) -> Cardinality {
        match self.outcome {
            Outcome::OneClass | Outcome::Undecided => Cardinality::unknown(),
            _ => Cardinality::exact(0u32),
        }
    }

    /// The answer's concepts, each shown by its least formula, in canonical order. If something was learned, these are
    /// all; otherwise as many as the settings asked for. None if there are too many to list.
    #[must_use]
    pub fn hypotheses(&self) -> &[Arc<dyn Hypothesis>] {
        &self.hypotheses
    }

    /// Some concepts that were found, where the deciding step's concepts are not all known. These are as many as the
    /// settings asked for, and ten of an undecided answer. Which ones depends on the engine.
    #[must_use]
    pub fn found(&self) -> &[Arc<dyn Hypothesis>] {
        &self.found
    }

    /// How many concepts the deciding step has up to columns that the data cannot tell apart, and up to which values of a
    /// column they test. Known if they were listed and are formulas of DNF. |VS| itself always counts individual
    /// columns, and it alone decides.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::report::DataSummary;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// // `irq` and `trap` are the same in every run.
    /// let mut builder = Dataset::builder(Features::new(["irq", "trap"])?);
    /// builder.push(true, [true, true])?;
    /// builder.push(false, [false, false])?;
    /// let data = Arc::new(builder.build()?);
    /// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 1, 1), &Settings::default(), &Run::new())?;
    /// assert_eq!((report.hypotheses().len(), report.classes(), report.groups().len()), (2, Some(1), 1));
    /// // One warning about these columns, and one about the only positive run.
    /// assert_eq!(report.warnings().len(), 2);
    /// assert_eq!(report.data(), DataSummary::of(&data));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn classes(&self) -> Option<usize> {
        self.classes
    }

    /// The same report with the number of classes of an overfit answer. `space` is that of the deciding step.
    ///
    /// Its concepts are listed for that, and it is done if there are at most a thousand, and columns are the same in every
    /// run. With ordered columns the number is known already.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// // All columns are the same in every run.
    /// let mut builder = Dataset::builder(Features::numbered(20));
    /// builder.push(true, [true; 20])?;
    /// builder.push(false, [false; 20])?;
    /// let data = Arc::new(builder.build()?);
    /// let (engine, space, run) = (Portfolio::default(), DnfSpace::new(20, 1, 1), Run::new());
    /// let report = engine.search(&data, [space], &Settings::default(), &run)?;
    /// assert_eq!(report.classes(), None);
    /// assert_eq!(report.with_classes(&engine, &data, space, &run)?.classes(), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine does not support the sub-space or fails. Limits are no errors.
    pub fn with_classes(
        mut self,
        engine: &dyn Engine,
        data: &Arc<Dataset>,
        space: impl SubSpace,
        run: &Run,
    ) -> Result<Report, EngineError> {
        let is_plain = self.errors.is_none() && data.unknown_cells() == 0 && !self.steps.iter().any(Step::has_families);
        let is_asked = self.outcome == Outcome::Overfit && self.classes.is_none() && !self.groups().is_empty();
        if is_plain && is_asked {
            let query = Query::new(Arc::new(space)).with_bound(MOST_CLASSIFIED_UNASKED);
            let found = GuardedSession::new(engine, Arc::clone(data)).measure(&query, run)?;
            if found.is_listed() && found.hypotheses.len() <= MOST_CLASSIFIED_UNASKED {
                self.find_classes(&found.hypotheses);
                if let Some(step) = self.deciding.and_then(|deciding| self.steps.get_mut(deciding)) {
                    step.result.concepts = found.concepts;
                    if found.formulas.is_exact() {
                        step.result.formulas = found.formulas;
                    }
                }
            }
        }
        Ok(self)
    }

    /// The columns of words in whose values the [hypotheses](Report::hypotheses) differ, if they are all that fit and
    /// differ in nothing else. Then it is one cause, and no run tells which of these values belong to it. Empty
    /// otherwise.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::columns::{Schema, TypedTable};
    /// use vesc_col::{DnfSpace, Learner, Portfolio, Run, Settings};
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["usb", "net"]);
    /// for (usb, net, fail) in [("y", "1", true), ("m", "0", false), ("n", "1", false), ("y", "0", false)] {
    ///     table.push(fail, [usb, net])?;
    /// }
    /// let typed = table.build()?;
    /// let spaces = DnfSpace::up_to(typed.data.features().len(), 2, 1).map(|space| space.within(&typed.domain));
    /// let report = Portfolio::default().search(&Arc::new(typed.data), spaces, &Settings::default(), &Run::new())?;
    /// // `usb=y & net` and `usb!=n & net`: no run has `m` and `net`.
    /// assert_eq!((report.hypotheses().len(), report.differ_only_in()), (2, vec!["usb".to_owned()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn differ_only_in(&self) -> Vec<String> {
        match self.families() == Cardinality::exact(self.hypotheses().len()) {
            true => values::columns_of_values(self.hypotheses(), self.features()),
            false => Vec::new(),
        }
    }

    /// What all formulas of the deciding step have in common, if that [was found out](Report::with_shared).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::{explain, Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(9));
    /// builder.push(true, [true; 9])?;
    /// builder.push(false, (0..9).map(|feature| feature != 4))?;
    /// let (data, space, run) = (Arc::new(builder.build()?), DnfSpace::new(9, 2, 1), Run::new());
    /// let report = Portfolio::default().search(&data, [space], &Settings::default(), &run)?;
    /// assert!(report.shared().is_none());
    /// let found = explain::shared(&Portfolio::default(), &data, space, report.hypotheses(), &run)?;
    /// assert_eq!(report.with_shared(found).shared().map(|shared| shared.features.clone()), Some(vec![4]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shared(&self) -> Option<&Shared> {
        self.shared.as_ref()
    }

    /// The same report with what all formulas of the deciding step [have in common](crate::explain::shared).
    pub fn with_shared(self, shared: Option<Shared>) -> Report {
        Report { shared, ..self }
    }

    /// What is believed of each hypothesis, if that [was asked](Report::with_confidence).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::confidence::{Prior, confidence};
    /// use vesc_col::data::Domain;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
    /// for (label, row) in [(true, [true, false]), (false, [true, true]), (false, [false, false])] {
    ///     builder.push(label, row)?;
    /// }
    /// let data = Arc::new(builder.build()?);
    /// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default(), &Run::new())?;
    /// assert!(report.confidence().is_none());
    /// let found = confidence(&report, &data, &Domain::free(), &Prior::default())?;
    /// let report = report.with_confidence(Ok(found));
    /// assert_eq!(report.confidence().map(|confidence| confidence.beliefs().len()), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn confidence(&self) -> Option<&Confidence> {
        self.confidence.as_ref()?.as_ref().ok()
    }

    /// Why there is no probability for what was learned, if one was asked for.
    #[must_use]
    pub fn no_confidence(&self) -> Option<NoConfidence> {
        let reason = self.confidence.as_ref()?.as_ref().err().copied();
        reason.filter(|reason| !matches!(reason, NoConfidence::NotLearned | NoConfidence::OneClass))
    }

    /// The same report with what [is believed](crate::confidence::confidence) of each hypothesis, or why there is no probability.
    pub fn with_confidence(self, confidence: Result<Confidence, NoConfidence>) -> Report {
        Report { confidence: Some(confidence), ..self }
    }

    /// The same report with what all formulas of the deciding step have in common, over the features of another data set:
    /// those of [all cuts](crate::columns::Cuts::with_all).
    pub fn with_shared_over(self, features: &Features, shared: Option<Shared>) -> Report {
        Report { shared, shared_features: Some(features.clone()), ..self }
    }

    /// The features of which [`shared`](Report::shared) speaks.
    fn shared_features(&self) -> &Features {
        self.shared_features.as_ref().unwrap_or(&self.features)
    }

    /// The columns that the data cannot tell apart.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        let groups = self.warnings.iter().find_map(|warning| match warning {
            Warning::SameFeatures(groups) => Some(groups),
            _ => None,
        });
        groups.map_or(&self.groups, Vec::as_slice)
    }

    /// The groups over all cuts, and the features of which they speak.
    fn groups_over_cuts(&self) -> (&[Group], &Features) {
        match &self.groups_over_cuts {
            Some(over_cuts) => (over_cuts.groups(), over_cuts.features()),
            None => (self.groups(), &self.features),
        }
    }

    /// What the columns were taken to be, if that [was said](Report::with_columns).
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The same report with what the columns of the table were taken to be.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::columns::{Schema, TypedTable};
    /// use vesc_col::{DnfSpace, Learner, Portfolio, Run, Settings};
    ///
    /// let mut table = TypedTable::new(Schema::auto(), ["len"]);
    /// table.push(true, ["8"])?;
    /// table.push(false, ["2"])?;
    /// let typed = table.build()?;
    /// let spaces = DnfSpace::up_to(1, 1, 1).map(|space| space.within(&typed.domain));
    /// let report = Portfolio::default().search(&Arc::new(typed.data), spaces, &Settings::default(), &Run::new())?;
    /// assert!(report.columns().is_empty());
    /// assert_eq!(report.with_columns(typed.columns).columns()[0].name, "len");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_columns(self, columns: Vec<Column>) -> Report {
        Report { columns, ..self }
    }

    /// What could be declared of the columns, if that [was looked for](Report::with_suggestions).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::data::Domain;
    /// use vesc_col::{columns, Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["op_add", "op_sub"])?);
    /// builder.push(true, [true, false])?;
    /// builder.push(false, [false, true])?;
    /// let data = Arc::new(builder.build()?);
    /// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 1, 1), &Settings::default(), &Run::new())?;
    /// assert!(report.suggestions().is_empty());
    /// let report = report.with_suggestions(columns::suggest(&data, &Domain::free(), &Run::new())?);
    /// assert_eq!(report.suggestions().one_hot.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn suggestions(&self) -> &Suggestions {
        &self.suggestions
    }

    /// The same report with what could be declared of the columns.
    pub fn with_suggestions(self, suggestions: Suggestions) -> Report {
        Report { suggestions, ..self }
    }

    /// Every measured sub-space, in the order of the search.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// After an overfit that the search was told to continue from: the first later step that is not empty and within the
    /// bound.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::search::OnOverfit;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Outcome, Portfolio, Run, Settings};
    ///
    /// // From one positive 11 and one negative 00 two literals fit, and only `x0 & x1` of the longest conjunctions.
    /// let mut builder = Dataset::builder(Features::numbered(2));
    /// builder.push(true, [true, true])?;
    /// builder.push(false, [false, false])?;
    /// let settings = Settings::default().with_bound(1).with_on_overfit(OnOverfit::MeasureOn);
    /// let report = Portfolio::default().search(&Arc::new(builder.build()?), DnfSpace::up_to(2, 2, 1), &settings, &Run::new())?;
    /// assert_eq!(report.outcome(), Outcome::Overfit);
    /// assert_eq!(report.deciding_step().map(|step| step.complexity().to_string()).as_deref(), Some("1 literal, 1 term"));
    /// assert_eq!((report.cardinality().to_string(), report.formulas().to_string()), (">= 2".to_owned(), ">= 2".to_owned()));
    /// let later = report.first_within_bound().expect("the search went on");
    /// assert_eq!(later.result().concepts.to_string(), "1");
    /// assert!(later.time() < std::time::Duration::from_secs(60));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn first_within_bound(&self) -> Option<&Step> {
        self.within_bound.map(|step| &self.steps[step])
    }

    /// What a reader of the outcome should know about the data.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The same report with a further warning, before the others.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::report::Warning;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let data = Arc::new(Dataset::builder(Features::numbered(2)).build()?);
    /// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default(), &Run::new())?;
    /// let report = report.with_warning(Warning::Note("the file was empty".to_owned()));
    /// assert!(report.to_string().starts_with("warning: the file was empty\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_warning(mut self, warning: Warning) -> Report {
        self.warnings.insert(0, warning);
        self
    }

    /// How much data there was.
    #[must_use]
    pub fn data(&self) -> DataSummary {
        self.data
    }

    /// The [error budget](Settings::with_error_budget) that the answer keeps to, if there was one: false positives and
    /// false negatives.
    #[must_use]
    pub fn error_budget(&self) -> Option<(u64, u64)> {
        self.errors.as_ref().and_then(ErrorBudget::as_pair)
    }

    /// The [error budget](Settings::with_errors) in any form, if there was one.
    #[must_use]
    pub fn errors_allowed(&self) -> Option<&ErrorBudget> {
        self.errors.as_ref()
    }

    /// Beside an answer within an error budget: the answer to the same question without errors.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Outcome, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?).with_contradictions();
    /// for (label, row) in [(true, [true, false]), (false, [true, true]), (false, [true, false])] {
    ///     builder.push(label, row)?;
    /// }
    /// let settings = Settings::default().with_error_budget(1, 0);
    /// let report = Portfolio::default().search(&Arc::new(builder.build()?), DnfSpace::up_to(2, 2, 1), &settings, &Run::new())?;
    /// assert_eq!(report.error_budget(), Some((1, 0)));
    /// assert_eq!(report.outcome(), Outcome::Learned);
    /// // Without errors nothing fits rows that contradict each other.
    /// assert_eq!(report.zero_errors().map(|strict| strict.outcome()), Some(Outcome::Underfit));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn zero_errors(&self) -> Option<&Report> {
        self.zero_errors.as_deref()
    }

    /// Of an answer that unknown cells leave open: [what is beyond it](crate::search::next_certain()), if that was asked for.
    #[must_use]
    pub fn next_certain(&self) -> Option<&NextCertain> {
        self.next_certain.as_ref()
    }

    /// The same report with what is beyond an open answer.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::search::NextCertain;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["a"])?);
    /// builder.push_partial(true, [None])?;
    /// builder.push(false, [false])?;
    /// let data = Arc::new(builder.build()?);
    /// let report = Portfolio::default().search(&data, DnfSpace::up_to(1, 1, 1), &Settings::default(), &Run::new())?;
    /// assert!(report.is_open() && report.next_certain().is_none());
    /// let report = report.with_next_certain(NextCertain::Nothing);
    /// assert!(report.to_string().contains("possibly a"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_next_certain(self, next: NextCertain) -> Report {
        Report { next_certain: Some(next), ..self }
    }

    /// Of an answer that unknown cells leave open: the least formulas of concepts that fit for some values of these cells, in
    /// canonical order. There are at most as many as [`Settings::with_list_limit`](crate::Settings::with_list_limit) says.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["a"])?);
    /// builder.push_partial(true, [None])?;
    /// builder.push(false, [false])?;
    /// let data = Arc::new(builder.build()?);
    /// let report = Portfolio::default().search(&data, DnfSpace::up_to(1, 1, 1), &Settings::default(), &Run::new())?;
    /// assert!(report.hypotheses().is_empty());
    /// assert_eq!(report.possible()[0].display(report.features()).to_string(), "a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn possible(&self) -> &[Arc<dyn Hypothesis>] {
        let open = self.deciding_step().filter(|step| step.is_open()).and_then(Step::possible);
        open.map_or(&[], |possible| &possible.hypotheses)
    }

    /// Whether what fits in the deciding step depends on unknown cells, and on nothing else.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.outcome == Outcome::Undecided
            && self.deciding_step().is_some_and(|step| step.is_open() && step.stopped().is_none())
    }

    /// Why the answer does not tell the [least errors](crate::search::least_errors) at which something fits, if it was to.
    #[must_use]
    pub fn open_errors(&self) -> Option<OpenErrors> {
        self.open_errors
    }

    /// The same report of a search for the least errors that was stopped; the error budget has room for `open.at_least` errors.
    ///
    /// If nothing fits within them, more errors may do: the outcome is undecided. If something does, they are the least.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::report::OpenErrors;
    /// use vesc_col::run::StopReason;
    /// use vesc_col::search::ErrorBudget;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Outcome, Portfolio, Run, Settings};
    ///
    /// // Equal rows of both labels: nothing fits without an error.
    /// let mut builder = Dataset::builder(Features::new(["irq"])?).with_contradictions();
    /// [(true, true), (false, true), (true, false), (false, false)]
    ///     .into_iter()
    ///     .try_for_each(|(label, irq)| builder.push(label, [irq]))?;
    /// let settings = Settings::default().with_errors(ErrorBudget::default().with_total(1));
    /// let data = Arc::new(builder.build()?);
    /// let report = Portfolio::default().search(&data, DnfSpace::up_to(1, 1, 1), &settings, &Run::new())?;
    /// let report = report.with_open_errors(OpenErrors { at_least: 1, stopped: StopReason::Deadline });
    /// assert_eq!(report.outcome(), Outcome::Undecided);
    /// assert_eq!(report.open_errors().expect("two are the least").at_least, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_open_errors(mut self, open: OpenErrors) -> Report {
        match self.outcome {
            Outcome::Underfit => self.open_errors = Some(open.beyond()),
            Outcome::Counted if self.cardinality().is_zero() => {
                self.open_errors = Some(open.beyond());
            }
            Outcome::Undecided => self.open_errors = Some(open),
            // The least errors are found, but not which of them are false negatives.
            _ => {
                let OpenErrors { at_least, stopped } = open;
                let errors = if at_least == 1 { "1 error".to_owned() } else { format!("{at_least} errors") };
                let note = format!("stopped ({stopped}) before the fewest false negatives among {errors} were known");
                return self.with_warning(Warning::Note(note));
            }
        }
        self.outcome = Outcome::Undecided;
        self.warnings.extend(self.open_errors.map(|open| Warning::Note(open.to_string())));
        self
    }

    /// Whether the sub-spaces were searched by the number of terms first, as was [said](Report::with_terms_first).
    #[must_use]
    pub fn is_terms_first(&self) -> bool {
        self.terms_first
    }

    /// The same report of a search by the number of terms first, then of literals: see [`terms_order`].
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::sub_space::terms_order;
    /// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
    ///
    /// let mut builder = Dataset::builder(Features::new(["irq", "mask"])?);
    /// builder.push(true, [true, false])?;
    /// builder.push(false, [true, true])?;
    /// let spaces = terms_order(2, 2).map(|(literals, terms)| DnfSpace::new(2, literals, terms));
    /// let data = Arc::new(builder.build()?);
    /// let report = Portfolio::default().search(&data, spaces, &Settings::default(), &Run::new())?.with_terms_first(true);
    /// assert!(report.is_terms_first());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`terms_order`]: crate::sub_space::terms_order
    pub fn with_terms_first(self, terms_first: bool) -> Report {
        Report { terms_first, ..self }
    }

    /// The names of the features.
    #[must_use]
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// The position of one of [these features](Report::features) among all of the data. A search over the cuts next to
    /// positives leaves some out.
    ///
    /// # Panics
    ///
    /// If there is no such feature.
    #[must_use]
    pub fn position_of(&self, feature: usize) -> usize {
        self.positions.as_ref().map_or(feature, |positions| positions[feature])
    }

    /// A report without steps, which says underfit: every sub-space asked for so far is empty.
    pub(crate) fn begin(data: &Dataset, settings: &Settings, run: &Run) -> Report {
        Report {
            outcome: Outcome::Underfit,
            deciding: None,
            within_bound: None,
            steps: Vec::new(),
            hypotheses: Vec::new(),
            found: Vec::new(),
            classes: None,
            differ_in_values: false,
            shared: None,
            confidence: None,
            shared_features: None,
            domain: Domain::free(),
            domain_is_given: false,
            columns: Vec::new(),
            suggestions: Suggestions::default(),
            warnings: {
                let about_errors = settings.errors().and_then(|budget| Warning::about_errors(budget, data));
                Warning::about_within(data, run).into_iter().chain(about_errors).collect()
            },
            groups: Vec::new(),
            groups_over_cuts: None,
            positions: None,
            data: DataSummary::of(data),
            features: data.features().clone(),
            errors: settings.errors().cloned(),
            open_errors: None,
            zero_errors: None,
            next_certain: None,
            terms_first: false,
        }
    }

    /// The same report for data of one class, which are not to be searched.
    pub(crate) fn one_class(self) -> Report {
        Report { outcome: Outcome::OneClass, ..self }
    }

    /// The same report on data whose features test some of the cuts of the ordered columns.
    pub(crate) fn with_cuts(self, (data, cuts, domain): (&Dataset, &Cuts, &Domain), run: &Run) -> Report {
        let features = self.data.features + cuts.left_out();
        let summary = DataSummary { features, distinct: cuts.distinct_rows(data), ..self.data };
        let positions = Some(cuts.positions(data.features().len()).into());
        let mut report = Report { data: summary, domain_is_given: true, positions, ..self };
        report.set_domain(domain);
        if let Some(over_cuts) = GroupsOverCuts::of(data, cuts, domain, run) {
            report.set_groups_over_cuts(over_cuts);
        }
        report
    }

    /// The warning is about all cuts then.
    fn set_groups_over_cuts(&mut self, over_cuts: GroupsOverCuts) {
        self.groups = self.groups().to_vec();
        self.warnings.retain(|warning| !matches!(warning, Warning::SameFeatures(_)));
        if !over_cuts.groups().is_empty() {
            let warning = Warning::SameFeatures(over_cuts.groups().to_vec());
            self.warnings.push(Warning::Note(warning.display(over_cuts.features()).to_string()));
        }
        self.groups_over_cuts = Some(over_cuts);
    }

    pub(crate) fn with_zero_errors(self, report: Report) -> Report {
        Report { zero_errors: Some(Box::new(report)), ..self }
    }

    /// The same answer to the question without an error budget, where that has no room for an error.
    pub(crate) fn without_errors(mut self) -> Report {
        self.steps.iter_mut().for_each(|step| step.errors = None);
        Report { errors: None, ..self }
    }

    /// Whether there is an error budget, and it has no room for an error.
    pub(crate) fn allows_no_errors(&self) -> bool {
        let rows = self.data;
        let allows_none = |budget: &ErrorBudget| budget.allows_none(rows.positives as u64, rows.negatives as u64);
        self.errors.as_ref().is_some_and(allows_none)
    }

    /// The next sub-space has these legal inputs.
    pub(crate) fn within(&mut self, domain: &Domain, data: &Dataset) -> Result<(), DataError> {
        if self.domain != *domain && !self.domain_is_given {
            domain.check(data)?;
            self.set_domain(domain);
        }
        Ok(())
    }

    /// These inputs are legal, which leaves some warnings with nothing to say.
    fn set_domain(&mut self, domain: &Domain) {
        self.domain = domain.clone();
        let warnings = std::mem::take(&mut self.warnings);
        self.warnings = warnings.into_iter().filter_map(|warning| warning.within(domain)).collect();
    }

    /// The groups that have a feature in a shown hypothesis, each with the first such feature.
    fn groups_shown(&self) -> impl Iterator<Item = (&Group, usize)> {
        let shown = features_in(&self.hypotheses);
        let shown = self.groups_over_cuts.as_ref().map_or_else(|| shown.clone(), |over| over.members_among(&shown));
        self.groups_over_cuts().0.iter().filter_map(move |group| Some((group, group.first_among(&shown)?)))
    }

    pub(crate) fn push(&mut self, step: Step) {
        // A list of sub-spaces may be endless: the room that `Step::bytes` counts, not twice as much.
        if self.steps.len() == self.steps.capacity() {
            self.steps.reserve_exact(self.steps.len() / 8 + 8);
        }
        self.steps.push(step);
    }

    /// The step pushed last decides the outcome, unless an earlier one has.
    pub(crate) fn decide(&mut self, outcome: Outcome, settings: &Settings) {
        let Some(step) = self.steps.last() else { return };
        if self.deciding.is_some() {
            return;
        }
        let show = match outcome {
            Outcome::Learned => usize::MAX,
            Outcome::Overfit | Outcome::Counted => settings.list(),
            // What was found until then depends on the engine; it stays with the step.
            Outcome::Underfit | Outcome::OneClass | Outcome::Undecided => 0,
        };
        // Concepts that were listed for another question, and that this one does not ask for, change no answer.
        let asked = show > 0 || step.result.hypotheses.len() <= settings.bound();
        // All of them are listed where they may be few families.
        let most = if asked {
            MOST_CLASSIFIED
        } else if step.has_families() {
            MOST_CLASSIFIED_UNASKED
        } else {
            0
        };
        if step.is_listed() && outcome != Outcome::Undecided && step.result.hypotheses.len() <= most {
            let formulas = step.result.hypotheses.clone();
            self.find_classes(&formulas);
        }
        let Some(step) = self.steps.last() else { return };
        if step.is_listed() {
            self.hypotheses = step.result.hypotheses.iter().take(show).cloned().collect();
        } else {
            let found = if outcome == Outcome::Undecided { settings.list().max(SHOWN_OF_FOUND) } else { show };
            self.found = step.result.hypotheses.iter().take(found).cloned().collect();
        }
        if !step.is_listed() && settings.list() > 0 {
            let stopped = step.result.stopped.filter(|reason| *reason != StopReason::ListLimit);
            self.warnings.push(Warning::NotListed { limit: settings.list_limit(), stopped });
        }
        self.outcome = outcome;
        self.deciding = Some(self.steps.len() - 1);
    }

    /// Finds out how many classes all these concepts have.
    fn find_classes(&mut self, formulas: &[Arc<dyn Hypothesis>]) {
        let Some(classes) = classes(formulas, self.groups(), self.features.len(), &self.domain) else { return };
        let dnfs: Vec<&Dnf> = formulas.iter().filter_map(|formula| as_dnf(&**formula)).collect();
        let merged = merge_values(&dnfs, &classes, &self.features);
        self.differ_in_values = classes.iter().max().is_some_and(|most| merged <= *most);
        self.classes = Some(merged);
    }

    /// If the engine of the step pushed last counted what it did not list, nothing stopped it: say so.
    pub(crate) fn note_counted_only(&mut self) {
        let Some(VersionSpace { engine, concepts, hypotheses, .. }) =
            self.steps.last().map(Step::result).filter(|result| result.is_counted_only())
        else {
            return;
        };
        let listed = if hypotheses.is_empty() { "none".to_owned() } else { hypotheses.len().to_string() };
        let note = format!(
            "no limit was reached: the engine `{engine}` counts {concepts} concepts and lists {listed} of them"
        );
        self.warnings.push(Warning::Note(note));
    }

    /// The step pushed last is within the bound, though an earlier one was not.
    pub(crate) fn note_within_bound(&mut self) {
        self.within_bound = self.within_bound.or(self.steps.len().checked_sub(1));
    }
}
