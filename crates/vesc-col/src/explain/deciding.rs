//! Positives without which a search would end elsewhere.

use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{Complexity, Dataset, Engine, EngineError, Query, Run, StopReason, SubSpace};

use super::part_session::PartSession;
use super::sample_id::SampleId;
use crate::possible_fits::PossibleFits;
use crate::settings::Settings;

/// Positives with the complexity of the first sub-space that is not empty without them, and the limit that struck before all were found.
pub(super) type Deciding = (Vec<(SampleId, Complexity)>, Option<StopReason>);

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
    let mut found = Vec::new();
    let fits = PossibleFits::of(data, settings);
    let Some((_, simpler)) = spaces.split_last().filter(|_| data.positives().distinct() > 1) else {
        return Ok((found, None));
    };
    for left_out in (0..data.positives().distinct()).filter(|&index| data.positives().sources(index).len() == 1) {
        // To copy the rows takes time, too.
        if let Some(reason) = run.stopped() {
            return Ok((found, Some(reason)));
        }
        let left_out = SampleId::positive(left_out);
        let label = |sample: SampleId| (sample != left_out).then_some(sample.is_positive());
        let mut session = PartSession::new(engine, data, label);
        for space in simpler {
            let query = Query::new(Arc::clone(space)).with_bound(1);
            let result = fits.measure(&query, 0, |query| session.measure(query, run))?.concepts;
            if *result.lower() > BigUint::ZERO {
                found.push((left_out, space.complexity()));
                break;
            }
            if !result.is_zero() {
                return Ok((found, Some(run.stopped().unwrap_or(StopReason::EngineLimit))));
            }
        }
    }
    Ok((found, None))
}
