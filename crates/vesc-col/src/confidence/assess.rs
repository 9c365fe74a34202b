//! The confidence in what a search learned.

use vesc_col_core::{Dataset, Dnf, Domain, Literal, Run, TermRules};

use super::belief::{Confidence, Setting};
use super::counts::Limits;
use super::evidence::Evidence;
use super::label_errors::Budget;
use super::model::Prior;
use super::no_confidence::NoConfidence;
use super::tested::{MOST_POSITIVES, families, most_tested};
use super::trials::is_free;
use crate::as_dnf::as_dnf;
use crate::cuts::Cuts;
use crate::report::{Outcome, Report};

/// Counting costs more with each feature, and the trials had 120 at most.
const MOST_FEATURES: usize = 1000;

/// What is believed of each hypothesis that a search learned.
///
/// `data` and `domain` are those of the search, which was for DNF without further rules. Rows may have
/// [noise](crate::confidence#noise-and-rules). The cost is bounded by a number of
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
    assess(report, (data, domain, None), (prior, Limits::default()), run)
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
    assess(report, (data, domain, Some(cuts)), (prior, Limits::default()), run)
}

/// The same for a search for [DNF whose terms keep to rules](crate::sub_space::Shape::RestrictedDnf).
///
/// The cause is assumed to keep to them. With `has_more` there are further rules, such as that some term needs a literal. Formulas that
/// break these are counted as well, so that the interval is open upwards.
///
/// # Errors
///
/// [`NoConfidence`] if no number can be given, [`NoConfidence::Stopped`] if the run ended first.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::confidence::{Prior, confidence_by_rules};
/// use vesc_col::data::Domain;
/// use vesc_col::spaces::{DnfOptions, RestrictedDnfSpace};
/// use vesc_col::{Dataset, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::numbered(5));
/// for row in 0..31u32 {
///     builder.push(row & 0b11 == 0b11, (0..5).map(|feature| row >> feature & 1 == 1))?;
/// }
/// let data = Arc::new(builder.build()?);
/// let options = DnfOptions::default().monotone();
/// let rules = options.as_rules(5).expect("it is about each term");
/// let spaces = RestrictedDnfSpace::up_to(5, 4, 2, Arc::new(options));
/// let report = Portfolio::default().search(&data, spaces, &Settings::default(), &Run::new())?;
/// let found = confidence_by_rules(&report, (&data, &Domain::free()), (&rules, false), &Prior::default(), &Run::new())?;
/// assert_eq!(found.assumed().as_deref(), Some("the cause keeps to the rules for terms"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn confidence_by_rules(
    report: &Report,
    (data, domain): (&Dataset, &Domain),
    (rules, has_more): (&TermRules, bool),
    prior: &Prior,
    run: &Run,
) -> Result<Confidence, NoConfidence> {
    let rules = Some((rules, has_more)).filter(|(rules, has_more)| *has_more || !rules.allow_all());
    assess(report, (data, domain, None), (prior, Limits { rules, ..Limits::default() }), run)
}

/// The same for data in which equal rows had different labels, and were given one: `undisputed` are the data without these rows.
///
/// The columns are assumed to hold all that matters, so that one label of each group of such rows is wrong. Which one, is not
/// assumed: the number counts every formula that explains the undisputed rows, the upper end those that explain all rows.
///
/// # Errors
///
/// [`NoConfidence`] if no number can be given, [`NoConfidence::Stopped`] if the run ended first.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::confidence::{Prior, confidence, confidence_settled};
/// use vesc_col::data::Domain;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let rows = |last: u32| {
///     let mut builder = Dataset::builder(Features::numbered(5));
///     (0..last).try_for_each(|row| builder.push(row & 0b11 == 0b11, (0..5).map(|feature| row >> feature & 1 == 1)))?;
///     builder.build()
/// };
/// // The last row occurred with both labels, and was taken for negative.
/// let (data, undisputed, free) = (Arc::new(rows(31)?), rows(30)?, Domain::free());
/// let report = Portfolio::default().search(&data, DnfSpace::up_to(5, 4, 2), &Settings::default(), &Run::new())?;
/// let prior = Prior::default();
/// let found = confidence_settled(&report, (&data, &free, &undisputed), &prior, &Run::new())?;
/// let taken = confidence(&report, &data, &free, &prior)?;
/// assert!(found.beliefs()[0].correct.value < taken.beliefs()[0].correct.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn confidence_settled(
    report: &Report,
    (data, domain, undisputed): (&Dataset, &Domain, &Dataset),
    prior: &Prior,
    run: &Run,
) -> Result<Confidence, NoConfidence> {
    assess(report, (data, domain, None), (prior, Limits { undisputed: Some(undisputed), ..Limits::default() }), run)
}

fn assess(
    report: &Report,
    (data, domain, cuts): (&Dataset, &Domain, Option<&Cuts>),
    (prior, limits): (&Prior, Limits<'_>),
    run: &Run,
) -> Result<Confidence, NoConfidence> {
    // A search of one class learns whatever the one class allows.
    if data.positives().rows() == 0 || data.negatives().rows() == 0 {
        return Err(NoConfidence::OneClass);
    }
    if report.outcome() != Outcome::Learned {
        return Err(NoConfidence::NotLearned);
    }
    let formulas: Option<Vec<&Dnf>> = report.hypotheses().iter().map(|answer| as_dnf(&**answer)).collect();
    let formulas = formulas.ok_or(NoConfidence::Language)?;
    let budget = match report.errors_allowed() {
        None => None,
        Some(budget) => {
            let [positives, negatives] = [data.positives(), data.negatives()].map(|samples| samples.rows() as u64);
            if budget.allows_all_of(positives, negatives).is_some() {
                return Err(NoConfidence::Loose);
            }
            let is_counted = data.unknown_cells() == 0 && families(data.features()).next().is_none();
            Some(Budget::new(budget, data).filter(|_| is_counted).ok_or(NoConfidence::ManyErrors)?)
        }
    };
    let limits = Limits { budget: budget.as_ref(), ..limits };
    believed(&formulas, (data, domain, cuts), (prior, limits), run)
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
    believed(formulas, (data, domain, None), (prior, Limits::default()), &Run::new())
}

fn believed(
    formulas: &[&Dnf],
    (data, domain, cuts): (&Dataset, &Domain, Option<&Cuts>),
    (prior, limits): (&Prior, Limits<'_>),
    run: &Run,
) -> Result<Confidence, NoConfidence> {
    if data.positives().rows() == 0 || data.negatives().rows() == 0 {
        return Err(NoConfidence::OneClass);
    }
    let is_known = data.unknown_cells() == 0;
    let has_families = families(data.features()).next().is_some();
    if !is_known && has_families {
        return Err(NoConfidence::UnknownCells);
    }
    if limits.undisputed.is_some() && (!is_known || has_families || limits.budget.is_some()) {
        return Err(NoConfidence::Settled);
    }
    if let Some((rules, _)) = limits.rules {
        let is_counted =
            is_known && limits.budget.is_none() && families(data.features()).all(|column| is_uniform(rules, column));
        if !is_counted {
            return Err(NoConfidence::Rules);
        }
    }
    if most_tested(data.features(), MOST_POSITIVES) > MOST_FEATURES {
        return Err(NoConfidence::Features);
    }
    let evidence = Evidence::over_cuts(formulas, (data, domain, cuts), (prior.terms(), limits), run)
        .map_err(NoConfidence::Stopped)?;
    let setting = match limits.budget {
        Some(budget) => Setting::WrongLabels { most: budget.total(), runs: budget.runs() },
        None if !is_known => Setting::UnknownCells,
        None if limits.rules.is_some() => Setting::Rules,
        None if limits.undisputed.is_some() => Setting::Disputed,
        None => Setting::None,
    };
    let found = Confidence::new(evidence, (setting, is_free(data, domain)), prior);
    // The label of a single run may be an accident.
    let is_single = data.positives().rows() == 1 || data.negatives().rows() == 1;
    let is_exact = setting == Setting::None;
    let is_whole = is_exact && domain.is_free() && formulas.len() == 1 && has_every_input(data) && !is_single;
    Ok(if is_whole { found.certain() } else { found })
}

/// Whether all literals of an ordered column are forbidden, or none.
fn is_uniform(rules: &TermRules, column: std::ops::Range<usize>) -> bool {
    let literals = || column.clone().flat_map(|feature| [Literal::positive(feature), Literal::negative(feature)]);
    literals().all(|literal| rules.forbids(literal)) || !literals().any(|literal| rules.forbids(literal))
}

/// Whether each of the 2^n inputs is a row.
fn has_every_input(data: &Dataset) -> bool {
    let inputs = u32::try_from(data.features().len()).ok().and_then(|features| 1usize.checked_shl(features));
    inputs == Some(data.distinct())
}
