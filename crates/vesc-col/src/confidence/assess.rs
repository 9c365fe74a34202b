//! The confidence in what a search learned.

use vesc_col_core::{Dataset, Dnf, Domain, Run};

use super::belief::Confidence;
use super::evidence::Evidence;
use super::model::Prior;
use super::no_confidence::NoConfidence;
use super::tested::{MOST_POSITIVES, most_tested};
use super::trials::is_free;
use crate::as_dnf::as_dnf;
use crate::cuts::Cuts;
use crate::report::{Outcome, Report};

/// Counting costs more with each feature, and the trials had 120 at most.
const MOST_FEATURES: usize = 1000;

/// What is believed of each hypothesis that a search learned.
///
/// `data` and `domain` are those of the search, which was for DNF without further rules. The cost is bounded by a number of
/// steps, not by a clock: 0.1 s on one thread in the mean of the trials, with 20 to 120 features and up to 5000 rows. What
/// is not counted within it is estimated, and makes the intervals wider. The numbers are a function of the data.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::confidence::{NoConfidence, Prior, confidence};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::numbered(9));
/// builder.push(true, [true; 9])?;
/// builder.push(false, [false; 9])?;
/// let data = Arc::new(builder.build()?);
/// let settings = Settings::default().with_bound(1);
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(9, 2, 1), &settings, &Run::new())?;
/// // Nine literals tell the rows apart: nothing is learned, so that there is nothing to trust.
/// let found = confidence(&report, &data, &Domain::free(), &Prior::default());
/// assert_eq!(found, Err(NoConfidence::NotLearned));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`NoConfidence`] if no number can be given.
pub fn confidence(report: &Report, data: &Dataset, domain: &Domain, prior: &Prior) -> Result<Confidence, NoConfidence> {
    confidence_within(report, data, domain, prior, &Run::new())
}

/// The same as [`confidence`], ended by a run: a host that has something else to do cancels it.
///
/// # Errors
///
/// [`NoConfidence`] if no number can be given, [`NoConfidence::Stopped`] if the run ended first.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::confidence::{NoConfidence, Prior, confidence_within};
/// use vesc_col::data::Domain;
/// use vesc_col::run::StopReason;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::numbered(2));
/// builder.push(true, [true, true])?;
/// builder.push(false, [false, true])?;
/// let data = Arc::new(builder.build()?);
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default(), &Run::new())?;
/// let run = Run::new();
/// run.cancel_token().cancel();
/// let found = confidence_within(&report, &data, &Domain::free(), &Prior::default(), &run);
/// assert_eq!(found, Err(NoConfidence::Stopped(StopReason::Cancelled)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn confidence_within(
    report: &Report,
    data: &Dataset,
    domain: &Domain,
    prior: &Prior,
    run: &Run,
) -> Result<Confidence, NoConfidence> {
    assess(report, (data, domain, None), prior, run)
}

/// The same for a search over the [cuts next to positives](crate::search::search_near_positives), of which these are all.
///
/// A family counts once, by its narrow formula; it is *right* if the cause lies within its room.
///
/// # Errors
///
/// [`NoConfidence`] if no number can be given, [`NoConfidence::Stopped`] if the run ended first.
pub fn confidence_near_positives(
    report: &Report,
    (data, domain, cuts): (&Dataset, &Domain, &Cuts),
    prior: &Prior,
    run: &Run,
) -> Result<Confidence, NoConfidence> {
    assess(report, (data, domain, Some(cuts)), prior, run)
}

fn assess(
    report: &Report,
    (data, domain, cuts): (&Dataset, &Domain, Option<&Cuts>),
    prior: &Prior,
    run: &Run,
) -> Result<Confidence, NoConfidence> {
    // A search of one class learns whatever the one class allows.
    if data.positives().rows() == 0 || data.negatives().rows() == 0 {
        return Err(NoConfidence::OneClass);
    }
    if report.outcome() != Outcome::Learned {
        return Err(NoConfidence::NotLearned);
    }
    if report.errors_allowed().is_some() {
        return Err(NoConfidence::Errors);
    }
    let formulas: Option<Vec<&Dnf>> = report.hypotheses().iter().map(|answer| as_dnf(&**answer)).collect();
    believed(&formulas.ok_or(NoConfidence::Language)?, (data, domain, cuts), prior, run)
}

/// What is believed of each of some different formulas that explain the data without an error.
///
/// It is for an answer that no [`search`](crate::search()) has found, such as one that is
/// [unique up to a cap](crate::next::Candidates::unique).
///
/// ```
/// use vesc_col::confidence::{Prior, confidence_in};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, Dnf, Features};
///
/// let features = Features::numbered(5);
/// let answer = Dnf::parse("x0 & x1", &features)?;
/// let mut builder = Dataset::builder(features);
/// for row in 0..31u32 {
///     builder.push(row & 0b11 == 0b11, (0..5).map(|feature| row >> feature & 1 == 1))?;
/// }
/// let found = confidence_in(&[&answer], &builder.build()?, &Domain::free(), &Prior::default())?;
/// let correct = found.beliefs()[0].correct;
/// assert!(0.0 < correct.low && correct.low <= correct.value && correct.value <= correct.high);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`NoConfidence`] if no number can be given.
pub fn confidence_in(
    formulas: &[&Dnf],
    data: &Dataset,
    domain: &Domain,
    prior: &Prior,
) -> Result<Confidence, NoConfidence> {
    believed(formulas, (data, domain, None), prior, &Run::new())
}

fn believed(
    formulas: &[&Dnf],
    (data, domain, cuts): (&Dataset, &Domain, Option<&Cuts>),
    prior: &Prior,
    run: &Run,
) -> Result<Confidence, NoConfidence> {
    if data.positives().rows() == 0 || data.negatives().rows() == 0 {
        return Err(NoConfidence::OneClass);
    }
    if data.unknown_cells() > 0 {
        return Err(NoConfidence::UnknownCells);
    }
    if most_tested(data.features(), MOST_POSITIVES) > MOST_FEATURES {
        return Err(NoConfidence::Features);
    }
    let evidence =
        Evidence::over_cuts(formulas, (data, domain, cuts), prior.terms(), run).map_err(NoConfidence::Stopped)?;
    let found = Confidence::new(evidence, is_free(data, domain), prior);
    // The label of a single run may be an accident.
    let is_single = data.positives().rows() == 1 || data.negatives().rows() == 1;
    let is_whole = domain.is_free() && formulas.len() == 1 && has_every_input(data) && !is_single;
    Ok(if is_whole { found.certain() } else { found })
}

/// Whether each of the 2^n inputs is a row.
fn has_every_input(data: &Dataset) -> bool {
    let inputs = u32::try_from(data.features().len()).ok().and_then(|features| 1usize.checked_shl(features));
    inputs == Some(data.distinct())
}
