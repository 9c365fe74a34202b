//! Sub-spaces of which only the circuits are known.

use std::sync::Arc;

use vesc_col_core::{Engine, Query, SubSpace};

use crate::examination::{Examination, Settle, Verdict};
use crate::random::Words;
use crate::{Instance, PairSpace, ParitySpace, ThresholdSpace, World};

/// Parities, thresholds and ordered pairs over 3 to 5 features, which an engine sees as
/// [`Shape::Opaque`](vesc_col_core::Shape::Opaque). Some have several formulas of one concept. Concepts, formulas and
/// lists must be right, or the sub-space refused as unsupported. About 430 questions.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::opaque_sub_spaces_are_measured_or_refused(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly.
#[track_caller]
pub fn opaque_sub_spaces_are_measured_or_refused(engine: &dyn Engine) {
    for features in 3..=5 {
        let worlds: Vec<(Arc<dyn SubSpace>, World)> = spaces(features)
            .into_iter()
            .map(|space| (Arc::clone(&space), World::of(&*space).expect("small")))
            .collect();
        let mut words = Words::new(features as u64);
        for rows in [0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8] {
            examine(engine, &instance(features, rows, &worlds, &mut words), &worlds).settle();
        }
    }
}

fn spaces(features: usize) -> Vec<Arc<dyn SubSpace>> {
    let mut spaces: Vec<Arc<dyn SubSpace>> = vec![Arc::new(PairSpace::new(features))];
    for size in 0..=features + 1 {
        spaces.push(Arc::new(ParitySpace::new(features, size)));
    }
    for (size, threshold) in [(3, 2), (2, 1), (3, 3), (2, 0), (2, 3), (features, 2)] {
        spaces.push(Arc::new(ThresholdSpace::new(features, size, threshold)));
    }
    spaces
}

/// Random rows labelled by a random concept of one of the worlds, or without rows nothing.
fn instance(features: usize, rows: usize, worlds: &[(Arc<dyn SubSpace>, World)], words: &mut Words) -> Instance {
    let inhabited: Vec<&World> =
        worlds.iter().map(|(_, world)| world).filter(|world| !world.concepts().is_empty()).collect();
    let concepts = inhabited[words.below(inhabited.len())].concepts();
    let target = concepts[words.below(concepts.len())].table;
    Instance::new(features, (0..rows).map(|_| words.below(1 << features)).map(|x| (x as u128, target >> x & 1 == 1)))
}

fn examine(engine: &dyn Engine, instance: &Instance, worlds: &[(Arc<dyn SubSpace>, World)]) -> Verdict {
    let (positives, negatives) = instance.tables();
    let mut session = Examination::open(engine, instance);
    for (number, (space, world)) in worlds.iter().enumerate() {
        let query = Query::new(Arc::clone(space));
        let query = match number % 3 {
            0 => query.with_bound(1),
            1 => query.with_bound(2).with_list_limit(2),
            _ => query.with_list_limit(10_000),
        };
        session.expect(&query.with_exact(number.is_multiple_of(2)), &world.truth(positives, negatives))?;
    }
    Ok(())
}
