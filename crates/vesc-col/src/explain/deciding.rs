//! Positives without which a search would end elsewhere.

use std::sync::Arc;

use vesc_col_core::{Cardinality, Complexity, Dataset, Engine, EngineError, Query, Run, StopReason, SubSpace};

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

/// Into how many groups the positives are divided at first: a search without many of few positives can be much harder.
const GROUPS: usize = 16;

/// The positives that are a row of their own and without which some simpler sub-space than the last one is not empty.
///
/// `spaces` are those of a search whose last one is its answer. Without its only positive row a class has none, and nothing is learned:
/// that row is left out of the question. Few positives decide. So whole groups are left out first: where nothing fits then, no member
/// decides. Other groups are divided.
pub(super) fn deciding(
    engine: &dyn Engine,
    data: &Dataset,
    (spaces, settings): (&[Arc<dyn SubSpace>], &Settings),
    run: &Run,
) -> Result<Deciding, EngineError> {
    let mut all = Deciding::default();
    let positives = data.positives();
    let Some((_, simpler)) = spaces.split_last().filter(|_| positives.distinct() > 1) else {
        return Ok(all);
    };
    let candidates: Vec<usize> = (0..positives.distinct()).filter(|&index| positives.weight(index) == 1).collect();
    let mut groups: Vec<&[usize]> = candidates.chunks(candidates.len().div_ceil(GROUPS).max(1)).rev().collect();
    let fits = PossibleFits::of(data, settings);
    while let Some(group) = groups.pop() {
        // To copy the rows takes time, too.
        if let Some(reason) = run.stopped() {
            return Ok(Deciding { stopped: Some(reason), ..all });
        }
        let is_left_out = |sample: SampleId| sample.is_positive() && group.binary_search(&sample.index()).is_ok();
        let label = |sample: SampleId| (!is_left_out(sample)).then_some(sample.is_positive());
        let mut session = PartSession::new(engine, data, label);
        let simplest = first_fitting(simpler, |space| {
            let query = Query::new(Arc::clone(space)).with_bound(1);
            Ok(fits.measure(&query, 0, |query| session.measure(query, run))?.concepts)
        })?;
        match (simplest, group) {
            (Simplest::None, _) => {}
            (_, group) if group.len() > 1 => {
                let (first, second) = group.split_at(group.len() / 2);
                groups.extend([second, first]);
            }
            (Simplest::Fits(space), &[only]) => {
                let left_out = SampleId::positive(only);
                all.found.push((left_out, ask_space(&**space, SubSpace::complexity)?));
                if data.unknown_cells() > 0 && !is_certain(engine, data, left_out, (space, settings), run)? {
                    all.possibly.push(left_out);
                }
            }
            _ => return Ok(Deciding { stopped: Some(run.stopped().unwrap_or(StopReason::EngineLimit)), ..all }),
        }
    }
    Ok(all)
}

/// The first of some sub-spaces in which something fits.
enum Simplest<'a> {
    None,
    Fits(&'a Arc<dyn SubSpace>),
    Unknown,
}

fn first_fitting(
    spaces: &[Arc<dyn SubSpace>],
    mut concepts: impl FnMut(&Arc<dyn SubSpace>) -> Result<Cardinality, EngineError>,
) -> Result<Simplest<'_>, EngineError> {
    for space in spaces {
        let concepts = concepts(space)?;
        if concepts.exceeds(0) {
            return Ok(Simplest::Fits(space));
        }
        if !concepts.is_zero() {
            return Ok(Simplest::Unknown);
        }
    }
    Ok(Simplest::None)
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
        Ok(found) => Ok(found.concepts.exceeds(0)),
        // Too many cells are unknown to go through their values.
        Err(EngineError::Data(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::{DnfSpace, Features};
    use vesc_col_testkit::OracleEngine;

    use super::*;

    proptest! {
        /// Most inputs of a simple cause and some others are positive: more than there are groups.
        #[test]
        fn groups_say_what_leaving_out_each_one_says(
            (first, second) in (0usize..5, 0usize..5),
            others in prop::collection::vec(0u32..32, 0..3),
            left_out in prop::collection::vec(0u32..32, 0..4),
        ) {
            let mut builder = Dataset::builder(Features::numbered(5));
            for input in (0..32u32).filter(|input| !left_out.contains(input)) {
                let is_cause = input >> first & 1 == 1 || input >> second & 1 == 1;
                builder.push(is_cause || others.contains(&input), (0..5).map(|feature| input >> feature & 1 == 1)).unwrap();
            }
            let data = builder.build().unwrap();
            let spaces: Vec<Arc<dyn SubSpace>> = DnfSpace::up_to(5, 4, 2).map(|space| Arc::new(space) as _).collect();
            let is_empty = |space: &Arc<dyn SubSpace>, data: Dataset| {
                let mut session = OracleEngine.open(Arc::new(data));
                session.measure(&Query::new(Arc::clone(space)).with_bound(1), &Run::new()).unwrap().concepts.is_zero()
            };
            let answer = spaces.iter().position(|space| !is_empty(space, data.clone()));
            let spaces = &spaces[..answer.map_or(spaces.len(), |answer| answer + 1)];
            let found = deciding(&OracleEngine, &data, (spaces, &Settings::default()), &Run::new()).unwrap();
            let expected = SampleId::all(&data).filter(|sample| sample.is_positive()).filter_map(|sample| {
                let rest = subset(&data, SampleId::all(&data).filter(|&other| other != sample));
                let first = spaces[..spaces.len() - 1].iter().find(|space| !is_empty(space, (*rest).clone()))?;
                Some((sample, first.complexity()))
            });
            let expected: Vec<_> = expected.collect();
            prop_assert_eq!(found.found, expected);
            prop_assert!(found.stopped.is_none());
        }
    }
}
