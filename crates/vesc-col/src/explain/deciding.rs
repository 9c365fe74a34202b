//! Positives without which a search would end elsewhere.

use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{Complexity, Dataset, Engine, EngineError, Query, Run, StopReason, SubSpace};

use super::part_session::PartSession;
use super::sample_id::{SampleId, subset};
use crate::guard::ask_space;
use crate::measure::Measure;
use crate::possible_fits::PossibleFits;
use crate::settings::Settings;

/// Positives without which a simpler sub-space is not empty.
#[derive(Debug, Default)]
pub(super) struct Deciding {
    /// Each with the complexity of the first such sub-space.
    pub(super) found: Vec<(SampleId, Complexity)>,
    /// Those without which something fits there for some values of unknown cells only.
    pub(super) possibly: Vec<SampleId>,
    /// The limit that was reached before all were found.
    pub(super) stopped: Option<StopReason>,
}

/// The positives that are a row of their own and without which some simpler sub-space than the last one is not empty.
///
/// `spaces` are those of a search whose last one is its answer. Without its only positive row a class has none, and nothing is learned:
/// that row is left out of the question.
pub(super) fn deciding(
    engine: &dyn Engine,
    data: &Dataset,
    (spaces, settings): (&[Arc<dyn SubSpace>], &Settings),
    run: &Run,
) -> Result<Deciding, EngineError> {
    let mut all = Deciding::default();
    let fits = PossibleFits::of(data, settings);
    let Some((_, simpler)) = spaces.split_last().filter(|_| data.positives().distinct() > 1) else {
        return Ok(all);
    };
    for left_out in (0..data.positives().distinct()).filter(|&index| data.positives().weight(index) == 1) {
        // To copy the rows takes time, too.
        if let Some(reason) = run.stopped() {
            return Ok(Deciding { stopped: Some(reason), ..all });
        }
        let left_out = SampleId::positive(left_out);
        let label = |sample: SampleId| (sample != left_out).then_some(sample.is_positive());
        let mut session = PartSession::new(engine, data, label);
        for space in simpler {
            let query = Query::new(Arc::clone(space)).with_bound(1);
            let result = fits.measure(&query, 0, |query| session.measure(query, run))?.concepts;
            if *result.lower() > BigUint::ZERO {
                all.found.push((left_out, ask_space(&**space, SubSpace::complexity)?));
                if data.unknown_cells() > 0 && !is_certain(engine, data, left_out, (space, settings), run)? {
                    all.possibly.push(left_out);
                }
                break;
            }
            if !result.is_zero() {
                return Ok(Deciding { stopped: Some(run.stopped().unwrap_or(StopReason::EngineLimit)), ..all });
            }
        }
    }
    Ok(all)
}

/// Whether something fits without a sample whatever the unknown cells are.
fn is_certain(
    engine: &dyn Engine,
    data: &Dataset,
    left_out: SampleId,
    (space, settings): (&Arc<dyn SubSpace>, &Settings),
    run: &Run,
) -> Result<bool, EngineError> {
    let rest = subset(data, SampleId::all(data).filter(|&sample| sample != left_out));
    match Measure::begin(engine, &rest, settings).certainly(Arc::clone(space), run) {
        Ok(found) => Ok(*found.concepts.lower() > BigUint::ZERO),
        // Too many cells are unknown to go through their values.
        Err(EngineError::Data(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
