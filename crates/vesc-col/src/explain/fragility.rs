//! How much an answer rests on single samples.

use std::sync::Arc;

use vesc_col_core::{
    Complexity, Dataset, Dnf, Domain, Engine, EngineError, Hypothesis, Run, StopReason, SubSpace, Term,
};

use super::deciding::deciding;
use super::hole::{CoverageHole, coverage_hole};
use super::near_miss::{NearMiss, near_misses};
use super::sample_id::SampleId;
use super::shuffles::{Shuffles, shuffles};
use crate::formula::as_dnf::as_dnf;
use crate::guard::ask_space;
use crate::report::{Outcome, Report};
use crate::settings::Settings;

/// How much a learned answer rests on single samples.
///
/// A unique answer can be wrong: what it explains may be a part of the cause, because no sample has shown the rest. The
/// data cannot say so, but they can say on how little an answer rests. How likely it is right, [`confidence`](crate::confidence) says.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::{Fragility, fragility};
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu"])?);
/// builder.push(true, [true, true])?;
/// builder.push(false, [true, false])?;
/// builder.push(false, [false, true])?;
/// builder.push(false, [false, false])?;
/// let data = Arc::new(builder.build()?);
/// let (engine, run) = (Portfolio::default(), Run::new());
/// let report = engine.search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default(), &run)?;
/// // `irq & lhu`: all inputs were run, but one run alone says that anything fails at all.
/// let found: Fragility = fragility(&engine, &data, DnfSpace::up_to(2, 2, 1), &report, (2, 1), &run)?;
/// assert!(found.is_single_positive && found.hole.is_none() && found.open.is_empty());
/// assert_eq!(found.resting[0].sample.rows(&data), [0]);
/// // It is the only positive row. Without it nothing could be learned at all.
/// assert!(found.deciding.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
#[must_use]
pub struct Fragility {
    /// Whether one row alone is positive: if it is so by accident, the answer is about that accident.
    pub is_single_positive: bool,
    /// Positives without which the search would end elsewhere. Each has the complexity of the first sub-space in which
    /// something fits then, whether few or many do. All of the answer's concepts fit without it, so that there always
    /// is one. The only positive row is none of them, since without it no row is positive.
    pub deciding: Vec<(SampleId, Complexity)>,
    /// Those of `deciding` without which a smaller size fits for some values of unknown cells only.
    pub possibly_deciding: Vec<SampleId>,
    /// Terms of the answer's formulas that only one positive row needs.
    pub resting: Vec<RestingTerm>,
    /// Whether the cap leaves room for a further term beside those of the answer: only then were holes looked for.
    pub has_room: bool,
    /// Where a further cause could hide. There is one if a term of it can stand beside a formula of the answer within
    /// the cap.
    pub hole: Option<CoverageHole>,
    /// Negatives that alone keep rivals out of the sub-spaces up to the answer's.
    pub near_misses: Vec<NearMiss>,
    /// What random choices of as many samples would give. Known if there are three positive ones or fewer, rows have no
    /// errors, and the time sufficed.
    pub shuffles: Option<Shuffles>,
    /// The questions that a limit cut off, each with the limit. What is said of them is true, but there may be more.
    pub open: Vec<(FragilityQuestion, StopReason)>,
}

/// One of the questions about an answer.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::{FragilityQuestion, fragility};
/// use vesc_col::run::StopReason;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu"])?);
/// for (label, row) in [(true, [true, true]), (false, [true, false]), (false, [false, true])] {
///     builder.push(label, row)?;
/// }
/// let (data, engine) = (Arc::new(builder.build()?), Portfolio::default());
/// let report = engine.search(&data, DnfSpace::up_to(2, 3, 2), &Settings::default(), &Run::new())?;
/// let run = Run::new();
/// run.cancel_token().cancel();
/// let found = fragility(&engine, &data, DnfSpace::up_to(2, 3, 2), &report, (3, 2), &run)?;
/// assert_eq!(found.open, [(FragilityQuestion::Hole, StopReason::Cancelled), (FragilityQuestion::NearMisses, StopReason::Cancelled)]);
/// // What needs no engine is known all the same.
/// assert_eq!(found.resting.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FragilityQuestion {
    /// Where a further cause could hide.
    Hole,
    /// Which positives decide.
    Deciding,
    /// Which negatives alone keep rivals out.
    NearMisses,
}

/// A term without which one positive row would be unexplained, and no other.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::fragility;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu", "ebreak"])?);
/// for (label, row) in [(true, [1, 1, 0]), (true, [0, 0, 1]), (false, [0, 1, 0]), (false, [1, 0, 0]), (false, [0, 0, 0])] {
///     builder.push(label, row.map(|cell| cell == 1))?;
/// }
/// let data = Arc::new(builder.build()?);
/// let (engine, run) = (Portfolio::default(), Run::new());
/// let report = engine.search(&data, DnfSpace::up_to(3, 4, 2), &Settings::default(), &run)?;
/// let found = fragility(&engine, &data, DnfSpace::up_to(3, 4, 2), &report, (4, 2), &run)?;
/// let rests: Vec<String> = found
///     .resting
///     .iter()
///     .map(|resting| format!("{} on row {}", resting.term.display(data.features()), resting.sample.rows(&data)[0]))
///     .collect();
/// assert_eq!(rests, ["irq & lhu on row 0", "ebreak on row 1"]);
/// assert!(found.rests_on_single_runs());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RestingTerm {
    /// The formula that has the term.
    pub formula: Arc<dyn Hypothesis>,
    /// The term.
    pub term: Term,
    /// The positive sample that needs it.
    pub sample: SampleId,
}

impl Fragility {
    /// Whether leaving out some single positive row changes the answer's complexity, or a term rests on one.
    ///
    /// ```
    /// assert!(!vesc_col::explain::Fragility::default().rests_on_single_runs());
    /// ```
    #[must_use]
    pub fn rests_on_single_runs(&self) -> bool {
        !self.deciding.is_empty() || !self.resting.is_empty()
    }

    /// Whether as small a formula explains random choices of as many samples, too.
    ///
    /// ```
    /// assert!(!vesc_col::explain::Fragility::default().is_chance());
    /// ```
    #[must_use]
    pub fn is_chance(&self) -> bool {
        self.shuffles.is_some_and(Shuffles::is_chance)
    }
}

/// Finds out how much an answer rests on single samples. The sub-spaces before the answer's are measured again without
/// each positive that is a row of its own. Those up to the answer's are measured without groups of negatives.
///
/// `report` is what [`search`](crate::search()) found in the data with the same engine and sub-spaces. If it has
/// learned nothing, or there are no positive or no negative rows, there is nothing to say. `cap` says up to how many
/// literals and terms a cause is plausible at all. Each of the questions may take an equal part of the time that the
/// run has left. Those that a limit cut off are in [`Fragility::open`].
///
/// With [unknown cells](vesc_col_core::DatasetBuilder::push_partial) no term is said to rest on a sample. With these, or within an
/// [error budget](Settings::with_errors), near misses are not looked for.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::fragility;
/// use vesc_col::{Dataset, DnfSpace, Features, Learner, Portfolio, Run, Settings};
///
/// let mut builder = Dataset::builder(Features::new(["irq", "lhu"])?);
/// builder.push(true, [true, true])?;
/// builder.push(false, [false, false])?;
/// let data = Arc::new(builder.build()?);
/// let (engine, run) = (Portfolio::default(), Run::new());
/// let report = engine.search(&data, DnfSpace::up_to(2, 2, 1), &Settings::default().with_bound(1), &run)?;
/// // Overfit: nothing was learned that could rest on single samples.
/// assert!(fragility(&engine, &data, DnfSpace::up_to(2, 2, 1), &report, (2, 1), &run)?.resting.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine does not support a sub-space or fails.
pub fn fragility<S: SubSpace>(
    engine: &dyn Engine,
    data: &Arc<Dataset>,
    spaces: impl IntoIterator<Item = S>,
    report: &Report,
    cap: (usize, usize),
    run: &Run,
) -> Result<Fragility, EngineError> {
    let is_single_positive = data.positives().total_weight() == 1;
    let mut found = Fragility { is_single_positive, ..Fragility::default() };
    if report.outcome() != Outcome::Learned || data.positives().rows() == 0 || data.negatives().rows() == 0 {
        return Ok(Fragility::default());
    }
    // Fewer samples leave more hypotheses, so no search without some goes beyond the sub-spaces of this one.
    let spaces: Vec<Arc<dyn SubSpace>> =
        spaces.into_iter().take(report.steps().len()).map(|space| Arc::new(space) as Arc<dyn SubSpace>).collect();
    let is_partial = data.unknown_cells() > 0;
    if !is_partial {
        found.resting = report.hypotheses().iter().flat_map(|formula| resting(formula, data)).collect();
    }
    let domain = match spaces.first() {
        None => Domain::free(),
        Some(space) => ask_space(&**space, SubSpace::domain)?.clone(),
    };
    if let Some((dnf, literals)) = room(report, cap) {
        found.has_room = true;
        match coverage_hole(engine, data, (dnf, &domain), literals, &run.share(4))? {
            Ok(hole) => found.hole = hole,
            Err(reason) => found.open.push((FragilityQuestion::Hole, reason)),
        }
    }
    let budget = report.errors_allowed().cloned().unwrap_or_default();
    let settings = Settings::default().with_errors(budget);
    let deciding = deciding(engine, data, (&spaces, &settings), &run.share(3))?;
    (found.deciding, found.possibly_deciding) = (deciding.found, deciding.possibly);
    found.open.extend(deciding.stopped.map(|reason| (FragilityQuestion::Deciding, reason)));
    if !is_partial && report.errors_allowed().is_none() {
        found.shuffles = shuffles(engine, data, &spaces, &run.share(2))?;
        let (near_misses, stopped) = near_misses(engine, data, &spaces, run)?;
        found.near_misses = near_misses;
        found.open.extend(stopped.map(|reason| (FragilityQuestion::NearMisses, reason)));
    }
    Ok(found)
}

/// The answer's first formula, if it is a DNF and the cap leaves room for a further term, with how many literals that may have.
fn room(report: &Report, (max_literals, max_terms): (usize, usize)) -> Option<(&Dnf, usize)> {
    let dnf = as_dnf(&**report.hypotheses().first()?)?;
    let literals = max_literals.saturating_sub(dnf.literal_count());
    (dnf.terms().len() < max_terms && literals > 0).then_some((dnf, literals))
}

/// The terms of a DNF that only one positive row needs.
fn resting(formula: &Arc<dyn Hypothesis>, data: &Dataset) -> Vec<RestingTerm> {
    let Some(dnf) = as_dnf(&**formula) else { return Vec::new() };
    let positives = data.positives();
    let mut needed: Vec<Vec<usize>> = vec![Vec::new(); dnf.terms().len()];
    for (index, sample) in positives.iter().enumerate() {
        let mut holding = (0..dnf.terms().len()).filter(|&term| dnf.terms()[term].accepts(sample));
        if let (Some(only), None) = (holding.next(), holding.next()) {
            needed[only].push(index);
        }
    }
    let terms = dnf.terms().iter().zip(needed);
    terms
        .filter_map(|(term, needed)| match needed[..] {
            [only] if positives.weight(only) == 1 => {
                Some(RestingTerm { formula: Arc::clone(formula), term: term.clone(), sample: SampleId::positive(only) })
            }
            _ => None,
        })
        .collect()
}
