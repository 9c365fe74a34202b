//! Sub-spaces over declared legal inputs.

use std::sync::Arc;

use vesc_col_core::{DnfSpace, Domain, Engine, LegalDnfSpace, Literal, Query};

use crate::examination::{Examination, Settle, Verdict};
use crate::random::Words;
use crate::world::legal_inputs;
use crate::{Instance, World};

/// Legal inputs over 3 to 5 features, with legal rows: one-hot groups, open and closed, thresholds, implications,
/// exclusions and mixtures of them. Concepts on the legal inputs, formulas of possible terms and lists must be right,
/// or the sub-space refused as unsupported. About 900 questions.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::declared_inputs_are_respected_or_refused(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if the engine answers wrongly.
#[track_caller]
pub fn declared_inputs_are_respected_or_refused(engine: &dyn Engine) {
    for (number, (features, domain)) in domains().into_iter().enumerate() {
        let largest = if features == 5 { 2 } else { 3 };
        let worlds: Vec<(Arc<LegalDnfSpace>, World)> = (1..=largest)
            .flat_map(|terms| (terms..=5).map(move |literals| DnfSpace::new(features, literals, terms)))
            .filter(|space| space.terms() < 3 || features == 3)
            .map(|space| Arc::new(space.within(&domain)))
            .map(|space| (Arc::clone(&space), World::of(&*space).expect("small")))
            .collect();
        let mut words = Words::new(number as u64);
        for rows in [0, 1, 2, 3, 5, 8, 12] {
            examine(engine, &instance(features, rows, &worlds, &mut words), &worlds).settle();
        }
    }
}

/// Kinds of domains, each with its number of features.
pub(super) fn domains() -> Vec<(usize, Domain)> {
    let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(Literal::positive);
    let builders = [
        (3, Domain::builder(3).exactly_one([0, 1])),
        (3, Domain::builder(3).exactly_one([2, 0, 1])),
        (3, Domain::builder(3).ordered([0, 1, 2])),
        (3, Domain::builder(3).implies(a, !c).never([b])),
        (4, Domain::builder(4).exactly_one([0, 1, 2])),
        (4, Domain::builder(4).at_most_one([a, b, c])),
        (4, Domain::builder(4).ordered([1, 0, 3])),
        (4, Domain::builder(4).ordered([3, 1, 0])),
        (4, Domain::builder(4).ordered([0, 1, 2, 3])),
        (4, Domain::builder(4).exactly_one([0, 1]).implies(c, d)),
        (4, Domain::builder(4).never([a, b, c])),
        (5, Domain::builder(5).exactly_one([0, 1, 2]).ordered([3, 4])),
        (5, Domain::builder(5).exactly_one([0, 1, 2]).implies(a, d).implies(e, !b)),
        (5, Domain::builder(5).at_least_one([a, !b, e]).at_most_one([c, d])),
    ];
    builders.into_iter().map(|(features, builder)| (features, builder.build().expect("some input is legal"))).collect()
}

/// Random legal rows labelled by a random concept of one of the worlds, or without rows nothing.
fn instance(features: usize, rows: usize, worlds: &[(Arc<LegalDnfSpace>, World)], words: &mut Words) -> Instance {
    let inhabited: Vec<&World> =
        worlds.iter().map(|(_, world)| world).filter(|world| !world.concepts().is_empty()).collect();
    let concepts = inhabited[words.below(inhabited.len())].concepts();
    let target = concepts[words.below(concepts.len())].table;
    let legal = legal_inputs(&*worlds[0].0);
    let inputs: Vec<u32> = (0..1 << features).filter(|input| legal >> input & 1 == 1).collect();
    let row = |words: &mut Words| inputs[words.below(inputs.len())];
    Instance::new(features, (0..rows).map(|_| row(words)).map(|x| (u128::from(x), target >> x & 1 == 1)))
}

fn examine(engine: &dyn Engine, instance: &Instance, worlds: &[(Arc<LegalDnfSpace>, World)]) -> Verdict {
    let (positives, negatives) = instance.tables();
    let mut session = Examination::open(engine, instance);
    for (number, (space, world)) in worlds.iter().enumerate() {
        // A session may be asked about free inputs in between.
        if number % 4 == 3 {
            let free = *space.unconstrained();
            session.expect(&Query::new(Arc::new(free)).with_list_limit(500), &crate::Truth::of_dnf(instance, free))?;
        }
        let query = Query::new(Arc::clone(space) as _);
        let query = match (number + instance.rows().len()) % 4 {
            0 => query.with_bound(1),
            1 => query.with_bound(2).with_list_limit(2),
            2 => query.with_list_limit(50),
            _ => query.with_list_limit(if instance.rows().len() > 2 { 10_000 } else { 20 }),
        };
        // An engine that finds formulas one by one should not have to find thousands.
        let few = instance.rows().len() > 2 || space.literals() < 4;
        session.expect(&query.with_exact(few && number % 3 != 1), &world.truth(positives, negatives))?;
    }
    Ok(())
}
