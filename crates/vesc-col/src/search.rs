//! Searches: the sub-spaces are measured from simple to complex until one decides.
//!
//! [`search()`] is the flow figure of the paper. [`count()`] measures one sub-space. [`Settings`] says what either is asked
//! to do.

mod driver_limits;
mod least_errors;
mod next_certain;
mod one_by_one;
mod possible;

use std::sync::Arc;

use vesc_col_core::{Dataset, Domain, Engine, EngineError, Run, SubSpace};

pub(crate) use driver_limits::DriverLimits;

use crate::cuts::Cuts;
use crate::findings::Findings;
use crate::guard::ask_space;
use crate::measure::Measure;
use crate::report::{Outcome, Report, Verdict};

pub use crate::errors::budget::{CostLimit, ErrorBudget, Share};
pub use crate::errors::forced::ForcedErrors;
pub use crate::findings::empty_spaces::EmptySpaces;
pub use crate::report::certain_size::NextCertain;
pub use crate::settings::{OnOverfit, Settings};
pub use least_errors::{LeastErrors, least_errors, least_errors_beyond};
pub use next_certain::next_certain;
pub use one_by_one::{Cause, OneByOne, one_by_one};
pub use possible::possible;

/// Searches the sub-spaces, listed from simple to complex, for the first one that fits the data: the paper's flow figure.
///
/// Each sub-space's version space is measured. While it is empty, the next sub-space is tried. The first one that is
/// not empty is the answer if it has at most [`Settings::bound`] concepts; if it has more, the data cannot tell. When
/// the run is stopped, the report says what is known until then. The run is looked at before each step, too, and its
/// memory budget counts the report. So a list of sub-spaces may be endless, such as
/// `DnfSpace::up_to(300, usize::MAX, 1)`.
///
/// The answer is a function of the data and the question alone, whatever the engine, the number of threads, or the order
/// of the rows.
///
/// Data without positive or without negative samples are searched only if the [settings](Settings::with_one_class) ask for it:
/// otherwise nothing is measured, and the outcome is [`Outcome::OneClass`].
///
/// With an [error budget](Settings::with_error_budget), a hypothesis fits if it keeps to the budget. The whole search
/// is then made twice, unless the budget has no room for an error. The first one is
/// [without errors](Report::zero_errors), in at most half of the time.
///
/// With unknown cells two version spaces are measured: what *possibly* fits, for some completion of each row, and what
/// *certainly* does, for every one. A sub-space is empty if nothing possibly fits. What certainly fits is learned, or
/// is too much. If something possibly fits and nothing certainly does, the search ends undecided. With both, a row is
/// possibly an error if every completion of it is wrong, and certainly none if every one is right.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::{search, Dataset, DnfSpace, Features, Outcome, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["a", "b", "c"])?);
/// for row in 0..8 {
///     let [a, b, c] = [row & 1 == 1, row & 2 == 2, row & 4 == 4];
///     builder.push(a && !c, [a, b, c])?;
/// }
/// let data = Arc::new(builder.build()?);
/// let report = search(&Portfolio::default(), &data, DnfSpace::up_to(3, 4, 2), &Settings::default(), &Run::new())?;
/// assert_eq!(report.outcome(), Outcome::Learned);
/// assert_eq!(report.hypotheses()[0].display(data.features()).to_string(), "a & !c");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine does not support a sub-space or fails, or a row is not a legal input. A panic of the engine is
/// a failure, too, and one of the sub-space [its own](EngineError::SubSpace). What the engine answers is checked: a hypothesis that
/// contradicts the data is [`EngineError::Inconsistent`]. Limits are no errors.
pub fn search<E: Engine + ?Sized, S: SubSpace>(
    engine: &E,
    data: &Arc<Dataset>,
    spaces: impl IntoIterator<Item = S>,
    settings: &Settings,
    run: &Run,
) -> Result<Report, EngineError> {
    search_twice(engine, data, spaces, settings, None, run)
}

/// [`search()`] of rows of which some sub-spaces are known to be empty: no engine is asked about these. Notes which others are.
///
/// # Errors
///
/// [`EngineError`] as for [`search()`].
pub fn search_beyond<E: Engine + ?Sized, S: SubSpace>(
    engine: &E,
    data: &Arc<Dataset>,
    spaces: impl IntoIterator<Item = S>,
    settings: &Settings,
    empty: &mut EmptySpaces,
    run: &Run,
) -> Result<Report, EngineError> {
    search_twice(engine, data, spaces, settings, Some(empty), run)
}

/// The search, and before it the one without errors if any are allowed.
fn search_twice<E: Engine + ?Sized, S: SubSpace>(
    engine: &E,
    data: &Arc<Dataset>,
    spaces: impl IntoIterator<Item = S>,
    settings: &Settings,
    mut empty: Option<&mut EmptySpaces>,
    run: &Run,
) -> Result<Report, EngineError> {
    let mut spaces = spaces.into_iter().map(|space| Arc::new(space) as Arc<dyn SubSpace>);
    let mut limits = DriverLimits::new(run);
    if settings.errors().is_none() {
        return flow(engine, data, spaces, settings, &mut limits, Earlier::empty(empty.as_deref_mut()));
    }
    if allows_no_errors(data, settings) {
        // Both searches ask the same.
        let report = flow(engine, data, spaces, settings, &mut limits, Earlier::empty(empty.as_deref_mut()))?;
        let is_one_class = report.outcome() == Outcome::OneClass;
        return Ok(if is_one_class { report } else { report.clone().with_zero_errors(report.without_errors()) });
    }
    let mut seen = Vec::new();
    let noted = spaces.by_ref().inspect(|space| seen.push(Arc::clone(space)));
    let exact = settings.clone().without_error_budget();
    // The search without errors is nearly always the faster one, and must not take all of the time where it is not.
    let half = run.share(2);
    let mut first = DriverLimits::new(&half).with_half_of_the_memory();
    let zero_errors = flow(engine, data, noted, &exact, &mut first, Earlier::empty(empty.as_deref_mut()))?;
    if zero_errors.outcome() == Outcome::OneClass {
        return flow(engine, data, spaces, settings, &mut limits, Earlier::empty(empty.as_deref_mut()));
    }
    limits.hold_too(&first);
    let report = flow(engine, data, seen.into_iter().chain(spaces), settings, &mut limits, Earlier::empty(empty))?;
    Ok(report.with_zero_errors(zero_errors))
}

/// Whether the settings have an error budget that has no room for an error on these rows.
fn allows_no_errors(data: &Dataset, settings: &Settings) -> bool {
    let [positives, negatives] = data.weights();
    data.unknown_cells() == 0 && settings.errors().is_some_and(|budget| budget.allows_none(positives, negatives))
}

/// What earlier searches have found out, and what this one is to tell later ones.
#[derive(Default)]
pub(crate) struct Earlier<'a> {
    /// What is known of these rows, or of fewer.
    found: Option<&'a mut Findings>,
    /// Sub-spaces known to be empty for these rows.
    empty: Option<&'a mut EmptySpaces>,
}

impl<'a> Earlier<'a> {
    pub(crate) fn found(found: &'a mut Findings) -> Earlier<'a> {
        Earlier { found: Some(found), ..Earlier::default() }
    }

    fn empty(empty: Option<&'a mut EmptySpaces>) -> Earlier<'a> {
        Earlier { empty, ..Earlier::default() }
    }
}

/// The flow figure, for one sense of fitting; what is known already is not measured.
pub(crate) fn flow<E: Engine + ?Sized>(
    engine: &E,
    data: &Arc<Dataset>,
    spaces: impl IntoIterator<Item = Arc<dyn SubSpace>>,
    settings: &Settings,
    limits: &mut DriverLimits<'_>,
    earlier: Earlier<'_>,
) -> Result<Report, EngineError> {
    let report = Report::begin(data, settings, limits.run());
    if report.data().is_one_class() && !settings.one_class() {
        return Ok(report.one_class());
    }
    let measure = Measure::begin(engine, data, settings).with_known(earlier.found).with_empty(earlier.empty);
    go_through(spaces, (measure, report), (data, settings), limits)
}

/// Sub-spaces after the end of a run that are still taken, at most, if the answer is known. Set: far more than any cap has.
const MOST_RECALLED: usize = 1000;

/// Measures the sub-spaces from simple to complex until one decides.
fn go_through<E: Engine + ?Sized>(
    spaces: impl IntoIterator<Item = Arc<dyn SubSpace>>,
    (mut measure, mut report): (Measure<'_, E>, Report),
    (data, settings): (&Arc<Dataset>, &Settings),
    limits: &mut DriverLimits<'_>,
) -> Result<Report, EngineError> {
    let mut recalled = 0;
    for space in spaces {
        report.within(ask_space(&*space, SubSpace::domain)?, data)?;
        let step = match limits.stopped() {
            // The list may be endless.
            Some(reason) if recalled == MOST_RECALLED => measure.unknown_step(&*space, reason)?,
            Some(reason) => {
                recalled += 1;
                measure.unmeasured_step(Arc::clone(&space), reason, &limits.for_engine())?
            }
            None => measure.step(Arc::clone(&space), &limits.for_engine())?,
        };
        limits.hold(&step, &*space)?;
        let verdict = step.verdict(settings.bound());
        let is_open = step.is_open() && step.stopped().is_none();
        report.push(step);
        match verdict {
            Verdict::Empty => {}
            Verdict::Fits if report.outcome() == Outcome::Overfit => report.note_within_bound(),
            Verdict::Fits => {
                report.decide(Outcome::Learned, settings);
                break;
            }
            Verdict::TooMany => {
                report.decide(Outcome::Overfit, settings);
                if settings.on_overfit() == OnOverfit::Stop {
                    break;
                }
            }
            // What unknown cells leave open ends a search, but not a profile.
            Verdict::Unknown if is_open && report.outcome() == Outcome::Overfit => {}
            Verdict::Unknown => {
                report.decide(Outcome::Undecided, settings);
                report.note_counted_only();
                break;
            }
        }
    }
    Ok(report)
}

/// Searches k-term DNF over the cuts next to positives, and reports |VS| over all cuts.
///
/// `data`, `domain` and `cuts` are of [a table](crate::columns::TypedTable::build_near_positives). `spaces` go from
/// simple to complex without gaps, over free inputs, such as [`DnfSpace::up_to`](vesc_col_core::DnfSpace::up_to). They
/// may have only rules of terms that a narrower interval cannot break. The answer is that of [`search()`] over all
/// cuts. It takes far less time where columns have many values. Up to the first size that is not empty, every term
/// covers a positive. Such a term stays consistent when each side of its intervals is shrunk to the positives that it
/// covers.
///
/// Errors of rows are not allowed for, and the search stops at the first size that is not empty, whatever the settings.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::columns::{ColumnType, Schema, TypedTable};
/// use vesc_col::search::search_near_positives;
/// use vesc_col::{DnfSpace, Portfolio, Run, Settings};
///
/// let schema = Schema::auto().with_column("len", ColumnType::Numeric { thresholds: None });
/// let mut table = TypedTable::new(schema, ["len"]);
/// for len in 0..2000 {
///     table.push(len > 1990, [len.to_string().as_str()])?;
/// }
/// let (typed, cuts) = table.build_near_positives()?;
/// let cuts = cuts.expect("there is a positive row");
/// let spaces = DnfSpace::up_to(typed.data.features().len(), 4, 2);
/// let (engine, run, data) = (Portfolio::default(), Run::new(), Arc::new(typed.data));
/// let report = search_near_positives(&engine, (&data, &typed.domain, &cuts), spaces, &Settings::default(), &run)?;
/// assert_eq!(report.hypotheses()[0].display(report.features()).to_string(), "len>=1991");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine does not support a sub-space or fails. Limits are no errors.
pub fn search_near_positives<E: Engine + ?Sized, S: SubSpace>(
    engine: &E,
    (data, domain, cuts): (&Arc<Dataset>, &Domain, &Cuts),
    spaces: impl IntoIterator<Item = S>,
    settings: &Settings,
    run: &Run,
) -> Result<Report, EngineError> {
    let settings = settings.clone().without_error_budget().with_on_overfit(OnOverfit::Stop);
    let spaces = spaces.into_iter().map(|space| Arc::new(space) as Arc<dyn SubSpace>);
    let measure = Measure::begin(engine, data, &settings).with_cuts_near_positives(cuts, domain);
    let report = Report::begin(data, &settings, run).with_cuts((data, cuts, domain), run);
    if report.data().is_one_class() && !settings.one_class() {
        return Ok(report.one_class());
    }
    go_through(spaces, (measure, report), (data, &settings), &mut DriverLimits::new(run))
}

/// Measures one sub-space: how many concepts and formulas fit, exactly if `settings` ask for it.
///
/// The outcome is [`Outcome::Counted`], also if there are more concepts than the listing limit. If the run was stopped before
/// both numbers were known, it is [`Outcome::Undecided`].
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::{count, Dataset, DnfSpace, Features, Portfolio, Run, Settings};
///
/// let data = Arc::new(Dataset::builder(Features::numbered(4)).build()?);
/// let settings = Settings::default().with_exact(true);
/// let report = count(&Portfolio::default(), &data, DnfSpace::new(4, 2, 1), &settings, &Run::new())?;
/// assert_eq!(report.steps()[0].result().formulas.to_string(), "24"); // no sample excludes any of them
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine does not support the sub-space or fails.
pub fn count(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    space: impl SubSpace,
    settings: &Settings,
    run: &Run,
) -> Result<Report, EngineError> {
    let space: Arc<dyn SubSpace> = Arc::new(space);
    let measure = |settings: &Settings| -> Result<Report, EngineError> {
        let mut report = Report::begin(data, settings, run);
        report.within(ask_space(&*space, SubSpace::domain)?, data)?;
        let step = Measure::begin(engine, data, settings).step(Arc::clone(&space), run)?;
        let outcome = if step.is_cut_short() { Outcome::Undecided } else { Outcome::Counted };
        report.push(step);
        report.decide(outcome, settings);
        Ok(report)
    };
    let report = measure(settings)?;
    match settings.errors() {
        None => Ok(report),
        Some(_) => Ok(report.with_zero_errors(measure(&settings.clone().without_error_budget())?)),
    }
}

/// A list of sub-spaces from simple to complex, of one language or of several, as a `dyn` [`Learner`] takes it.
pub type SpaceList = Box<dyn Iterator<Item = Arc<dyn SubSpace>>>;

/// Every engine is a learner, `dyn Engine` too: `engine.search(..)` is [`search()`] with the engine first.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Outcome, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["a", "b"])?);
/// builder.push(true, [true, true])?;
/// builder.push(false, [true, false])?;
/// builder.push(false, [false, false])?;
/// let data = Arc::new(builder.build()?);
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 2), &Settings::default(), &Run::new())?;
/// assert_eq!(report.outcome(), Outcome::Learned);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// An engine learns from a list of any type. `dyn Learner` is a learner from a [`SpaceList`], which may mix languages:
///
/// ```
/// # use std::sync::Arc;
/// # use vesc_col::{Dataset, Features, Outcome, Run, Settings};
/// use vesc_col::search::SpaceList;
/// use vesc_col::spaces::ParitySpace;
/// use vesc_col::{DnfSpace, Learner, Portfolio, SubSpace};
///
/// # let mut builder = Dataset::builder(Features::numbered(2));
/// # for row in 0..4 {
/// #     builder.push(row == 1 || row == 2, [row & 1 == 1, row & 2 == 2])?;
/// # }
/// # let data = Arc::new(builder.build()?);
/// let learner: &dyn Learner = &Portfolio::default();
/// let short: SpaceList = Box::new(DnfSpace::up_to(2, 2, 1).map(|space| Arc::new(space) as Arc<dyn SubSpace>));
/// let parities = (1..=2).map(|size| Arc::new(ParitySpace::new(2, size)) as Arc<dyn SubSpace>);
/// let report = learner.search(&data, Box::new(short.chain(parities)), &Settings::default(), &Run::new())?;
/// assert_eq!(report.outcome(), Outcome::Learned);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Learner<Spaces = SpaceList>: Engine {
    /// Searches the sub-spaces with this engine; see [`search()`].
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine does not support a sub-space or fails.
    fn search(
        &self,
        data: &Arc<Dataset>,
        spaces: Spaces,
        settings: &Settings,
        run: &Run,
    ) -> Result<Report, EngineError>;
}

impl<E, S, Spaces> Learner<Spaces> for E
where
    E: Engine + ?Sized,
    S: SubSpace,
    Spaces: IntoIterator<Item = S>,
{
    fn search(
        &self,
        data: &Arc<Dataset>,
        spaces: Spaces,
        settings: &Settings,
        run: &Run,
    ) -> Result<Report, EngineError> {
        search(self, data, spaces, settings, run)
    }
}
