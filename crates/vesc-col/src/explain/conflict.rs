//! Few samples that empty a sub-space.

use std::sync::Arc;

use vesc_col_core::{Dataset, Engine, EngineError, Query, Run, Session, StopReason, SubSpace};

use super::SampleId;
use super::emptiness::is_empty_by_classes;
use super::sample_id::subset;
use crate::guard::GuardedSession;
use crate::possible_fits::PossibleFits;
use crate::settings::Settings;

/// Why a sub-space is empty.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::{Conflict, conflict};
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, SubSpace};
///
/// let mut builder = Dataset::builder(Features::new(["irq"])?);
/// builder.push(true, [true])?;
/// let space: Arc<dyn SubSpace> = Arc::new(DnfSpace::new(1, 1, 1));
/// let found = conflict(&Portfolio::default(), &builder.build()?, &space, &Run::new())?;
/// assert_eq!(found, Conflict::None); // `irq` fits
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conflict {
    /// It is not: some hypothesis of it fits all samples.
    None,
    /// No hypothesis fits these samples. None of them can be left out, unless a limit was reached first.
    Samples {
        /// Which ones, positive ones first; none if the sub-space has no hypotheses at all.
        samples: Vec<SampleId>,
        /// The limit that was reached before it was clear that none can be left out.
        stopped: Option<StopReason>,
    },
    /// No hypothesis fits all samples. A limit was reached before fewer of them were found that are enough.
    Empty(StopReason),
    /// A limit was reached before it was clear whether the sub-space is empty.
    Unknown(StopReason),
}

/// An irreducible set of samples that empties a sub-space.
///
/// First the samples are taken until they empty the sub-space, twice as many each time. Then it is measured again and
/// again on some of them (Junker's QuickXplain, AAAI 2004). For a set of m among N samples that is about m log(N / m)
/// times. There can be several such sets, also smaller ones.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::{Conflict, SampleId, conflict};
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, SubSpace};
///
/// let mut builder = Dataset::builder(Features::numbered(2));
/// for (positive, row) in [(true, [true, true]), (false, [true, false]), (false, [false, true]), (false, [false, false])] {
///     builder.push(positive, row)?;
/// }
/// let one_literal: Arc<dyn SubSpace> = Arc::new(DnfSpace::new(2, 1, 1));
/// let found = conflict(&Portfolio::default(), &builder.build()?, &one_literal, &Run::new())?;
/// // Each literal holds on one of the negatives 10 and 01; the other rows have no part in it.
/// let samples = vec![SampleId::negative(0), SampleId::negative(1)];
/// assert_eq!(found, Conflict::Samples { samples, stopped: None });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine does not support the sub-space or fails.
pub fn conflict(
    engine: &dyn Engine,
    data: &Dataset,
    space: &Arc<dyn SubSpace>,
    run: &Run,
) -> Result<Conflict, EngineError> {
    conflict_within(engine, data, space, (&Settings::default(), false), run)
}

/// [`conflict`] where rows may have errors or unknown cells: no hypothesis keeps to the [error budget](Settings::with_errors) on
/// these samples, whatever their unknown cells are. Each sample stands for all its rows, and shares are counted over all rows of the data. With `known_empty` the sub-space is known to be
/// empty on all samples, as a search has proven it, and that is not asked again.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::explain::{Conflict, conflict_within};
/// use vesc_col::{Dataset, DnfSpace, Features, Portfolio, Run, Settings, SubSpace};
///
/// let mut builder = Dataset::builder(Features::numbered(1)).with_contradictions();
/// for label in [true, false, false] {
///     builder.push(label, [true])?;
/// }
/// let (data, space): (_, Arc<dyn SubSpace>) = (builder.build()?, Arc::new(DnfSpace::new(1, 1, 1)));
/// let within = |budget| {
///     let settings = Settings::default().with_error_budget(budget, 0);
///     conflict_within(&Portfolio::default(), &data, &space, (&settings, false), &Run::new())
/// };
/// assert_eq!(within(2)?, Conflict::None); // `x0` is wrong on two equal rows
/// assert!(matches!(within(1)?, Conflict::Samples { samples, .. } if samples.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError`] if the engine does not support the sub-space or fails.
pub fn conflict_within(
    engine: &dyn Engine,
    data: &Dataset,
    space: &Arc<dyn SubSpace>,
    (settings, known_empty): (&Settings, bool),
    run: &Run,
) -> Result<Conflict, EngineError> {
    let all: Vec<SampleId> = SampleId::all(data).collect();
    let (fits, query) = (PossibleFits::of(data, settings), Query::new(Arc::clone(space)).with_bound(1));
    let mut search = ConflictSearch { engine, data, fits, query, run, stopped: None };
    let mut enough = all.clone();
    for count in
        std::iter::successors(Some(FIRST_TAKEN), |count| Some(2 * count)).take_while(|&count| count < all.len())
    {
        let first: Vec<SampleId> = mixed(data).take(count).collect();
        if search.is_empty(&first)? {
            enough = first;
            break;
        }
        if search.stopped.is_some() {
            break;
        }
    }
    enough.sort_by_key(|sample| (!sample.is_positive(), sample.index()));
    if enough.len() == all.len() && !known_empty && search.stopped.is_none() && !search.is_empty(&all)? {
        return Ok(search.stopped.map_or(Conflict::None, Conflict::Unknown));
    }
    if let Some(reason) = search.stopped.filter(|_| enough.len() == all.len()) {
        return Ok(if known_empty { Conflict::Empty(reason) } else { Conflict::Unknown(reason) });
    }
    let mut samples = if search.is_empty(&[])? { Vec::new() } else { search.narrow(&[], &enough)? };
    samples.sort_by_key(|sample| (!sample.is_positive(), sample.index()));
    match search.stopped {
        Some(reason) if samples.len() == all.len() => Ok(Conflict::Empty(reason)),
        stopped => Ok(Conflict::Samples { samples, stopped }),
    }
}

/// How many samples are taken first.
const FIRST_TAKEN: usize = 64;

/// All samples, half of the first ones positive as long as there are any.
fn mixed(data: &Dataset) -> impl Iterator<Item = SampleId> {
    let (positives, negatives) = (data.positives().distinct(), data.negatives().distinct());
    (0..positives.max(negatives)).flat_map(move |index| {
        let positive = (index < positives).then(|| SampleId::positive(index));
        positive.into_iter().chain((index < negatives).then(|| SampleId::negative(index)))
    })
}

struct ConflictSearch<'a> {
    engine: &'a dyn Engine,
    data: &'a Dataset,
    fits: PossibleFits,
    query: Query,
    run: &'a Run,
    stopped: Option<StopReason>,
}

impl ConflictSearch<'_> {
    /// Those of `candidates` that empty the sub-space together with the `background`, which alone does not.
    fn narrow(&mut self, background: &[SampleId], candidates: &[SampleId]) -> Result<Vec<SampleId>, EngineError> {
        if candidates.len() == 1 || self.stopped.is_some() {
            return Ok(candidates.to_vec());
        }
        let (left, right) = candidates.split_at(candidates.len() / 2);
        let needed = self.beside(&[background, left].concat(), right)?;
        let more = self.beside(&[background, &needed].concat(), left)?;
        Ok([needed, more].concat())
    }

    /// The same where the background may do it alone.
    fn beside(&mut self, background: &[SampleId], candidates: &[SampleId]) -> Result<Vec<SampleId>, EngineError> {
        if self.is_empty(background)? { Ok(Vec::new()) } else { self.narrow(background, candidates) }
    }

    /// Whether it is certain that no hypothesis fits these samples.
    fn is_empty(&mut self, samples: &[SampleId]) -> Result<bool, EngineError> {
        let part = subset(self.data, samples.iter().copied());
        if self.fits.budgets().is_none()
            && let Some(known) = is_empty_by_classes(self.engine, &part, &**self.query.space(), self.run)?
        {
            return Ok(known);
        }
        let mut session = GuardedSession::new(self.engine, part);
        let found = self.fits.measure(&self.query, 0, |query| session.measure(query, self.run))?;
        if !found.concepts.is_zero() && *found.concepts.lower() == 0u32.into() {
            self.stopped = self.stopped.or(found.stopped);
        }
        Ok(found.concepts.is_zero())
    }
}
