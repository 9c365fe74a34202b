//! The paper's flow.

use std::sync::Arc;
use std::time::Instant;

use vesc_col_core::{Dataset, Engine, EngineError, Event, Query, Run, Session, SubSpace};

use crate::report::Verdict;
use crate::{OnOverfit, Outcome, Report, Settings, Step};

/// Searches the sub-spaces, listed from simple to complex, for the first one that fits the data: the paper's flow figure.
///
/// Each sub-space's version space is measured. While it is empty, the next sub-space is tried. The first one that is not
/// empty is the answer if it has at most [`Settings::bound`] concepts; if it has more, the data cannot tell. When the run
/// is stopped, the report says what is known until then.
///
/// The answer is a function of the data and the question alone, whatever the engine, the number of threads, or the order
/// of the rows.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::{Dataset, DnfSpace, Features, Outcome, Portfolio, Run, Settings, search};
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
/// [`EngineError`] if the engine cannot treat a sub-space or fails, or a row is not a legal input. Limits are no errors.
pub fn search<S: SubSpace>(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    spaces: impl IntoIterator<Item = S>,
    settings: &Settings,
    run: &Run,
) -> Result<Report, EngineError> {
    let mut session = engine.open(Arc::clone(data));
    let mut report = Report::begin(data);
    for space in spaces {
        report.within(space.domain(), data)?;
        let step = measure(&mut *session, space, settings, run, report.steps().len())?;
        let verdict = step.verdict(settings.bound());
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
            Verdict::Unknown => {
                report.decide(Outcome::Undecided, settings);
                break;
            }
        }
    }
    Ok(report)
}

/// Measures one sub-space: how many concepts and formulas fit, exactly if `settings` ask for it.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings, count};
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
/// [`EngineError`] if the engine cannot treat the sub-space or fails.
pub fn count(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    space: impl SubSpace,
    settings: &Settings,
    run: &Run,
) -> Result<Report, EngineError> {
    let mut report = Report::begin(data);
    report.within(space.domain(), data)?;
    let step = measure(&mut *engine.open(Arc::clone(data)), space, settings, run, 0)?;
    report.push(step);
    report.decide(Outcome::Counted, settings);
    Ok(report)
}

fn measure(
    session: &mut dyn Session,
    space: impl SubSpace,
    settings: &Settings,
    run: &Run,
    step: usize,
) -> Result<Step, EngineError> {
    let complexity = space.complexity();
    let listing = settings.exact() || settings.list() > 0;
    let query = Query::new(Arc::new(space))
        .with_bound(settings.bound())
        .with_list_limit(if listing { settings.list_limit() } else { settings.bound() })
        .with_exact(settings.exact());
    run.report(&Event::StepStarted { step, complexity: &complexity });
    let start = Instant::now();
    let result = session.measure(&query, run)?;
    let time = start.elapsed();
    run.report(&Event::StepFinished { step, complexity: &complexity, result: &result });
    Ok(Step::new(complexity, result, time))
}

/// Every engine is a learner: `engine.search(..)` is [`search()`] with the engine first.
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
pub trait Learner: Engine {
    /// Searches the sub-spaces with this engine; see [`search()`].
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine cannot treat a sub-space or fails.
    fn search<S: SubSpace>(
        &self,
        data: &Arc<Dataset>,
        spaces: impl IntoIterator<Item = S>,
        settings: &Settings,
        run: &Run,
    ) -> Result<Report, EngineError>
    where
        Self: Sized,
    {
        search(self, data, spaces, settings, run)
    }
}

impl<E: Engine> Learner for E {}
