//! Parts of a question add up to the whole.

use std::sync::Arc;

use vesc_col_core::{
    Choice, DnfSpace, Engine, EngineError, Literal, Part, PartAnswer, Partition, Query, Run, SubSpace, VersionSpace,
    merge,
};

use crate::random::Words;
use crate::{Instance, MAX_WIDTH, PairSpace, ParitySpace, ThresholdSpace, Truth, World};

/// Random partitions of DNF and opaque sub-spaces over 2 to 4 features. The parts' formulas, concepts and lists must
/// add up to the whole, in any order, also if one part comes twice. Without one part the sum must be an interval that
/// contains the truth. Parts that the engine does not support are left out. About 300 partitions.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::parts_add_up(&OracleEngine);
/// ```
///
/// # Panics
///
/// If they do not.
#[track_caller]
pub fn parts_add_up(engine: &dyn Engine) {
    for features in 2..=4 {
        parts_of_add_up(engine, spaces(features));
    }
}

/// [`parts_add_up`] for these sub-spaces; those of more than 16 decision bits are left out.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_testkit::{OracleEngine, ParitySpace, conformance};
///
/// conformance::parts_of_add_up(&OracleEngine, vec![Arc::new(ParitySpace::new(3, 2))]);
/// ```
///
/// # Panics
///
/// If they do not.
#[track_caller]
pub fn parts_of_add_up(engine: &dyn Engine, spaces: Vec<Arc<dyn SubSpace>>) {
    let worlds: Vec<(Arc<dyn SubSpace>, World)> = spaces
        .into_iter()
        .filter(|space| space.width() <= MAX_WIDTH)
        .map(|space| (Arc::clone(&space), World::of(&*space).expect("it is small")))
        .collect();
    let most = worlds.iter().map(|(space, _)| space.features()).max().unwrap_or_default();
    let mut words = Words::new(most as u64 + 40);
    for rows in [0, 1, 1, 2, 3, 4, 6] {
        for (space, world) in &worlds {
            let instance = instance(space.features(), rows, world, &mut words);
            for cuts in [1, 4] {
                let partition = random_partition(&**space, cuts, &mut words);
                examine(engine, &instance, (space, world), &partition, &mut words);
            }
            let data = instance.dataset();
            let partition = Partition::of(&Query::new(Arc::clone(space)), &data, &Part::whole(), 4);
            examine(engine, &instance, (space, world), partition.parts(), &mut words);
        }
    }
}

fn spaces(features: usize) -> Vec<Arc<dyn SubSpace>> {
    let mut spaces: Vec<Arc<dyn SubSpace>> = vec![
        Arc::new(PairSpace::new(features)),
        Arc::new(ParitySpace::new(features, 2)),
        Arc::new(ThresholdSpace::new(features, 2, 1)),
    ];
    for (literals, terms) in [(1, 1), (2, 1), (2, 2), (3, 2), (4, 2), (5, 3), (6, 3)] {
        spaces.push(Arc::new(DnfSpace::new(features, literals, terms)));
    }
    spaces
}

/// Random rows labelled by a random concept, or at random where there is none.
fn instance(features: usize, rows: usize, world: &World, words: &mut Words) -> Instance {
    let concepts = world.concepts();
    let target = if concepts.is_empty() { 0 } else { concepts[words.below(concepts.len())].table };
    Instance::new(features, (0..rows).map(|_| words.below(1 << features)).map(|x| (x as u128, target >> x & 1 == 1)))
}

/// Splits random parts by random choices.
fn random_partition(space: &dyn SubSpace, cuts: usize, words: &mut Words) -> Vec<Part> {
    let mut parts = vec![Part::whole()];
    for _ in 0..cuts {
        let (feature, negated) = (words.below(space.features()), words.below(2) == 1);
        let literal = Literal::matching(feature, !negated);
        let uses = if words.below(2) == 0 { Choice::Uses(literal) } else { Choice::UsesBefore(literal) };
        let bit = Choice::Bit(words.below(space.width().max(1)));
        let one_use = Part::new([(uses, true)]).expect("one choice");
        let choice = if one_use.suits(space) && words.below(3) > 0 { uses } else { bit };
        if !Part::new([(choice, true)]).expect("one choice").suits(space) {
            break;
        }
        let index = words.below(parts.len());
        if let Some(halves) = parts[index].split(choice) {
            parts.splice(index..=index, halves);
        }
    }
    parts
}

#[track_caller]
fn examine(
    engine: &dyn Engine,
    instance: &Instance,
    (space, world): (&Arc<dyn SubSpace>, &World),
    parts: &[Part],
    words: &mut Words,
) {
    let (positives, negatives) = instance.tables();
    let truth = world.truth(positives, negatives);
    let (data, run) = (instance.dataset(), Run::new());
    let mut session = engine.open(data);
    for (bound, list_limit) in [(1, 100_000), (1, 1), (3, 3)] {
        let query = Query::new(Arc::clone(space)).with_bound(bound).with_list_limit(list_limit).with_exact(true);
        let mut answers: Vec<PartAnswer> = Vec::new();
        for part in parts {
            match session.measure(&query.within_part(part), &run) {
                Ok(result) => answers.push(PartAnswer::of(&query, part, &result, &run)),
                Err(EngineError::Unsupported { .. }) => {}
                Err(error) => panic!("{} fails at the part `{part}` of {space:?}: {error}", engine.name()),
            }
        }
        let case = || format!("{} on {instance:?}, {space:?}, {parts:?}, bound {bound}", engine.name());
        let whole =
            |answers: &[PartAnswer]| merge(&query, answers).unwrap_or_else(|error| panic!("{error}: {}", case()));
        let merged = whole(&answers);
        check(&truth, &merged, &case);
        if answers.len() == parts.len() {
            assert!(merged.formulas.is_exact(), "{merged:?}: {}", case());
            // Without the bits of a hypothesis nobody can tell to which part its concept belongs.
            if world.concepts().iter().any(|concept| space.bits_of(&*concept.hypothesis).is_none()) {
                continue;
            }
            let few = truth.concepts.len() <= query.list_limit();
            assert!(merged.is_listed() || !few, "{merged:?}: {}", case());
            assert!(merged.decides(bound), "{merged:?}: {}", case());
        }
        if answers.is_empty() {
            continue;
        }
        let lost = answers.remove(words.below(answers.len()));
        check(&truth, &whole(&answers), &case);
        answers.insert(0, lost.clone());
        answers.push(lost);
        let again = whole(&answers);
        assert_eq!((&merged.concepts, &merged.formulas), (&again.concepts, &again.formulas), "{}", case());
    }
}

/// Whether intervals contain the truth, and a whole list is right.
#[track_caller]
fn check(truth: &Truth, merged: &VersionSpace, case: &dyn Fn() -> String) {
    let texts = |hypotheses: &[Arc<dyn vesc_col_core::Hypothesis>]| -> Vec<String> {
        hypotheses.iter().map(ToString::to_string).collect()
    };
    let concepts = truth.concepts.len();
    assert!(merged.concepts.contains(&concepts.into()), "{concepts} concepts: {merged:?}: {}", case());
    assert!(merged.formulas.contains(&truth.formulas.into()), "{} formulas: {merged:?}: {}", truth.formulas, case());
    let (found, all) = (texts(&merged.hypotheses), texts(&truth.concepts));
    if merged.is_listed() {
        assert_eq!(found, all, "{}", case());
    }
    assert!(found.iter().all(|one| all.contains(one)), "{found:?} of {all:?}: {}", case());
}
