//! The least errors at which anything fits.

use std::sync::Arc;

use vesc_col_core::{Dataset, Engine, EngineError, Run, StopReason, SubSpace};

use super::driver_limits::DriverLimits;
use super::{Earlier, EmptySpaces, ErrorBudget, ForcedErrors, OnOverfit, Settings, flow};
use crate::report::{Outcome, Step};

/// The least number of errors at which some sub-space has something that fits, and of these the fewest false negatives.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::search::{LeastErrors, least_errors};
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings};
///
/// // Two of three runs of one configuration pass.
/// let mut builder = Dataset::builder(Features::new(["ecc", "dma"])?).with_contradictions();
/// for (label, row) in [(true, [true, true]), (false, [true, true]), (false, [true, true]), (false, [false, true])] {
///     builder.push(label, row)?;
/// }
/// let data = Arc::new(builder.build()?);
/// let spaces = || DnfSpace::up_to(2, 2, 1);
/// let least = least_errors(&Portfolio::default(), &data, spaces, &Settings::default(), &Run::new())?;
/// // To reject all of them is one error, to accept them two.
/// assert_eq!(least, LeastErrors::Found { false_positives: 0, false_negatives: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeastErrors {
    /// With fewer errors of both kinds together nothing fits, nor with as many and fewer false negatives.
    Found {
        /// Negative rows on which what fits is true.
        false_positives: u64,
        /// Positive rows on which it is false.
        false_negatives: u64,
    },
    /// Nothing fits, whatever the errors: the sub-spaces are empty.
    Nothing,
    /// The run was stopped. With fewer errors than this nothing fits.
    Stopped {
        /// Number of errors of both kinds together.
        at_least: u64,
        /// What stopped it.
        reason: StopReason,
    },
}

/// Finds the [least errors](LeastErrors) at which something in these sub-spaces fits.
///
/// Budgets are tried from small to large, beginning with what equal rows of different labels force. Each costs a search through all
/// sub-spaces; one for which `n` errors are least costs about `n * n / 2` of them. Of the settings, the error budget and what is to
/// be listed do not matter.
///
/// # Errors
///
/// [`EngineError`] as for [`search`](super::search()).
pub fn least_errors<S: SubSpace, I: IntoIterator<Item = S>>(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    spaces: impl Fn() -> I,
    settings: &Settings,
    run: &Run,
) -> Result<LeastErrors, EngineError> {
    least_errors_beyond(engine, data, spaces, settings, &mut EmptySpaces::default(), run)
}

/// [`least_errors`] of rows of which some sub-spaces are known to be empty. Notes which others are, for [a
/// search](super::search_beyond) with the errors that are found.
///
/// # Errors
///
/// [`EngineError`] as for [`search`](super::search()).
pub fn least_errors_beyond<S: SubSpace, I: IntoIterator<Item = S>>(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    spaces: impl Fn() -> I,
    settings: &Settings,
    empty: &mut EmptySpaces,
    run: &Run,
) -> Result<LeastErrors, EngineError> {
    let forced = ForcedErrors::of(data);
    let [positives, negatives] = data.weights();
    for total in forced.total()..=positives + negatives {
        // Without a sub-space no search looks at the run.
        if let Some(reason) = run.stopped() {
            return Ok(LeastErrors::Stopped { at_least: total, reason });
        }
        for false_negatives in total.saturating_sub(negatives)..=total.min(positives) {
            let false_positives = total - false_negatives;
            if !forced.keep_to(&[(false_positives, false_negatives)]) {
                continue;
            }
            let settings = settings
                .clone()
                .with_errors(ErrorBudget::new(false_positives, false_negatives))
                .with_bound(1)
                .with_exact(false)
                .with_list(0)
                .with_on_overfit(OnOverfit::Stop);
            let spaces = spaces().into_iter().map(|space| Arc::new(space) as Arc<dyn SubSpace>);
            let report =
                flow(engine, data, spaces, &settings, &mut DriverLimits::new(run), Earlier::empty(Some(&mut *empty)))?;
            match report.outcome() {
                Outcome::Underfit => {}
                Outcome::Undecided => {
                    let stopped = report.deciding_step().and_then(Step::stopped).or(run.stopped());
                    return Ok(LeastErrors::Stopped {
                        at_least: total,
                        reason: stopped.unwrap_or(StopReason::Deadline),
                    });
                }
                _ => return Ok(LeastErrors::Found { false_positives, false_negatives }),
            }
        }
    }
    Ok(LeastErrors::Nothing)
}
