//! Metamorphic relations: data that say the same must have the same version space.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigUint;
use proptest::prelude::*;
use vesc_col_core::{DnfSpace, Engine, Features, Query, Run, Session};

use crate::contract::Shown;
use crate::examination::{Failure, Settle, Verdict};
use crate::instance::permute_bits;
use crate::random::{Words, for_each};
use crate::strategies::planted;
use crate::truth::dnf_key;
use crate::{ConceptKey, Instance};

/// Features, literals, terms, random rows, cases. With this number of rows few formulas are consistent.
const CASES: [(usize, usize, usize, usize, u32); 10] = [
    (10, 3, 2, 40, 4),
    (12, 4, 2, 60, 2),
    (16, 3, 2, 60, 2),
    (14, 4, 2, 90, 2),
    (24, 3, 1, 40, 3),
    (40, 3, 1, 60, 2),
    (64, 2, 1, 40, 2),
    (65, 2, 1, 40, 2),
    (70, 2, 2, 60, 1),
    (100, 2, 1, 30, 3),
];

/// The bound of all questions: up to this number of concepts are compared one by one.
const BOUND: usize = 12;

/// Planted instances over 10 to 100 features, too large for the oracle. Some changes must not change an answer:
/// features permuted or renamed, rows shuffled or repeated, columns complemented. One more row may only take concepts
/// away. About 200 questions.
///
/// Up to 12 concepts are compared one by one, as Boolean functions; above that only that there are more.
///
/// ```
/// use vesc_col_testkit::{OracleEngine, conformance};
///
/// conformance::equal_data_have_equal_answers(&OracleEngine);
/// ```
///
/// # Panics
///
/// With a report, if two answers contradict each other.
#[track_caller]
pub fn equal_data_have_equal_answers(engine: &dyn Engine) {
    for (features, literals, terms, rows, cases) in CASES {
        let space = DnfSpace::new(features, literals, terms);
        let strategy = (planted(space, rows..=rows, 1..=3), any::<u64>());
        for_each(cases, strategy, |(planted, seed)| examine(engine, &planted.instance, space, seed)).settle();
    }
}

fn examine(engine: &dyn Engine, instance: &Instance, space: DnfSpace, seed: u64) -> Verdict {
    let mut words = Words::new(seed);
    let features = instance.features();
    let judge = Judge { engine, space, original: instance };
    let Some(original) = judge.picture("as it is", instance, &|cube| cube)? else { return Ok(()) };

    let mut order: Vec<usize> = (0..features).collect();
    words.shuffle(&mut order);
    let mut back = vec![0; features];
    order.iter().enumerate().for_each(|(from, &to)| back[to] = from);
    judge.same("features permuted", &original, &instance.permuted(&order), &|(mask, sign)| {
        (permute_bits(mask, &back), permute_bits(sign, &back))
    })?;

    let flips = words.wide() >> (128 - features);
    judge.same("columns complemented", &original, &instance.complemented(flips), &|(mask, sign)| {
        (mask, sign ^ mask & flips)
    })?;

    let mut rows = instance.rows().to_vec();
    words.shuffle(&mut rows);
    judge.same("rows shuffled", &original, &Instance::new(features, rows.clone()), &|cube| cube)?;

    rows.extend_from_within(..rows.len() / 2);
    judge.same("rows repeated", &original, &Instance::new(features, rows), &|cube| cube)?;

    let names = Features::new((0..features).map(|feature| format!("f {}", features - feature))).expect("distinct");
    let renamed = judge.ask("features renamed", instance, engine.open(instance.dataset_named(names)), &|cube| cube)?;
    judge.equal("features renamed", instance, Some(&original), renamed.as_ref())?;

    judge.shrinks(&original, words.wide(), words.next().is_multiple_of(2))
}

/// A conjunction of one formula as (features that appear, those of them that are positive), mapped to the original.
type Map<'a> = &'a dyn Fn((u128, u128)) -> (u128, u128);

/// What an answer says about the version space, in terms of the original data.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Picture {
    MoreThanBound,
    Listed { formulas: BigUint, concepts: BTreeSet<ConceptKey> },
}

struct Judge<'a> {
    engine: &'a dyn Engine,
    space: DnfSpace,
    original: &'a Instance,
}

impl Judge<'_> {
    /// What the engine says about an instance; `None` if it refuses the sub-space.
    fn picture(&self, relation: &str, instance: &Instance, map: Map<'_>) -> Verdict<Option<Picture>> {
        self.ask(relation, instance, self.engine.open(instance.dataset()), map)
    }

    fn ask(
        &self,
        relation: &str,
        instance: &Instance,
        mut session: Box<dyn Session>,
        map: Map<'_>,
    ) -> Verdict<Option<Picture>> {
        let query = Query::new(Arc::new(self.space)).with_bound(BOUND).with_list_limit(BOUND);
        let answer = match session.measure(&query, &Run::new()) {
            Ok(answer) => answer,
            Err(vesc_col_core::EngineError::Unsupported { .. }) => return Ok(None),
            Err(error) => return Err(self.failure(relation, instance, "an answer", error)),
        };
        if answer.concepts.exceeds(BOUND) {
            return Ok(Some(Picture::MoreThanBound));
        }
        if !answer.is_listed() || answer.hypotheses.len() > BOUND {
            return Err(self.failure(relation, instance, "12 concepts listed, or more proven", Shown(&answer)));
        }
        let concepts: Option<BTreeSet<ConceptKey>> =
            answer.hypotheses.iter().map(|hypothesis| dnf_key(&**hypothesis).map(|key| mapped(key, map))).collect();
        let concepts = concepts.filter(|concepts| concepts.len() == answer.hypotheses.len());
        match concepts {
            Some(concepts) => Ok(Some(Picture::Listed { formulas: answer.formulas.lower().clone(), concepts })),
            None => Err(self.failure(relation, instance, "different concepts as `Dnf`", Shown(&answer))),
        }
    }

    fn same(&self, relation: &str, original: &Picture, instance: &Instance, map: Map<'_>) -> Verdict {
        let picture = self.picture(relation, instance, map)?;
        self.equal(relation, instance, Some(original), picture.as_ref())
    }

    fn equal(&self, relation: &str, instance: &Instance, original: Option<&Picture>, got: Option<&Picture>) -> Verdict {
        if original == got {
            return Ok(());
        }
        Err(self.failure(relation, instance, format_args!("{original:?}"), format_args!("{got:?}")))
    }

    /// One more row takes away exactly the concepts that it contradicts.
    fn shrinks(&self, original: &Picture, input: u128, positive: bool) -> Verdict {
        let relation = "one more row";
        let instance = self.original.with_row(input, positive);
        if instance.rows().len() == self.original.rows().len() {
            return Ok(());
        }
        let Some(after) = self.picture(relation, &instance, &|cube| cube)? else { return Ok(()) };
        let agrees = match (original, &after) {
            (Picture::MoreThanBound, _) => true,
            (Picture::Listed { .. }, Picture::MoreThanBound) => false,
            (Picture::Listed { formulas: before, concepts }, Picture::Listed { formulas, concepts: left }) => {
                let kept: BTreeSet<ConceptKey> =
                    concepts.iter().copied().filter(|&concept| value(concept, input) == positive).collect();
                formulas <= before && *left == kept
            }
        };
        if agrees {
            return Ok(());
        }
        Err(self.failure(relation, &instance, format_args!("no more than {original:?}"), format_args!("{after:?}")))
    }

    fn failure(
        &self,
        relation: &str,
        instance: &Instance,
        expected: impl std::fmt::Display,
        got: impl std::fmt::Display,
    ) -> Failure {
        Failure::new(format_args!(
            "engine `{}` contradicts itself: {relation}\noriginal: {}\n    data: {instance}\n   space: {:?}\nexpected: \
             {expected}\n     got: {got}",
            self.engine.name(),
            self.original,
            self.space,
        ))
    }
}

/// The concept with its features moved and complemented as a term's would be.
fn mapped((essential, table): ConceptKey, map: Map<'_>) -> ConceptKey {
    let features: Vec<usize> = positions(essential);
    let (moved, _) = map((essential, 0));
    let targets = positions(moved);
    let rows = 0..1u64 << features.len();
    let table = rows.filter(|row| table >> row & 1 == 1).fold(0, |table, row| {
        let input =
            features.iter().enumerate().fold(0, |input, (i, feature)| input | u128::from(row >> i & 1) << feature);
        let (_, input) = map((essential, input));
        let row = targets.iter().enumerate().fold(0, |row, (i, feature)| row | (input >> feature & 1) << i);
        table | 1u64 << row
    });
    (moved, table)
}

fn value((essential, table): ConceptKey, input: u128) -> bool {
    let row = positions(essential).iter().enumerate().fold(0, |row, (i, feature)| row | (input >> feature & 1) << i);
    table >> row & 1 == 1
}

fn positions(mask: u128) -> Vec<usize> {
    (0..128).filter(|feature| mask >> feature & 1 == 1).collect()
}
