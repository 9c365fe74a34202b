//! Few samples that empty a sub-space.

use std::sync::Arc;

use vesc_col_core::{Dataset, Engine, EngineError, Query, Run, StopReason, SubSpace};

use super::SampleId;
use super::sample_id::subset;

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
        /// The limit that struck before it was clear that none can be left out.
        stopped: Option<StopReason>,
    },
    /// A limit was reached before it was clear whether the sub-space is empty.
    Unknown(StopReason),
}

/// An irreducible set of samples that empties a sub-space.
///
/// The sub-space is measured again and again on some of the samples: about m log(N / m) times for a set of m among N
/// distinct samples (Junker's QuickXplain, AAAI 2004). There can be several such sets, also smaller ones.
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
    let all: Vec<SampleId> = SampleId::all(data).collect();
    let mut search = Search { engine, data, query: Query::new(Arc::clone(space)).with_bound(1), run, stopped: None };
    if !search.is_empty(&all)? {
        return Ok(search.stopped.map_or(Conflict::None, Conflict::Unknown));
    }
    let mut samples = if search.is_empty(&[])? { Vec::new() } else { search.narrow(&[], &all)? };
    samples.sort_by_key(|sample| (!sample.is_positive(), sample.index()));
    Ok(Conflict::Samples { samples, stopped: search.stopped })
}

struct Search<'a> {
    engine: &'a dyn Engine,
    data: &'a Dataset,
    query: Query,
    run: &'a Run,
    stopped: Option<StopReason>,
}

impl Search<'_> {
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
        let found = self.engine.open(part).measure(&self.query, self.run)?;
        if !found.concepts.is_zero() && *found.concepts.lower() == 0u32.into() {
            self.stopped = self.stopped.or(found.stopped);
        }
        Ok(found.concepts.is_zero())
    }
}
