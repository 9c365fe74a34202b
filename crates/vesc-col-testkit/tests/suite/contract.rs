//! The contract in small: what is accepted of an answer, and what is not.

use std::sync::Arc;

use vesc_col_core::{Cardinality, DnfSpace, Query, StopReason, VersionSpace};
use vesc_col_testkit::{Instance, Truth, check_answer};

/// Six concepts in six formulas: the terms of one literal.
fn truth() -> Truth {
    Truth::of_dnf(&Instance::new(3, []), DnfSpace::new(3, 1, 1))
}

fn query(bound: usize, list_limit: usize) -> Query {
    Query::new(Arc::new(DnfSpace::new(3, 1, 1))).with_bound(bound).with_list_limit(list_limit)
}

fn answer(concepts: Cardinality, formulas: Cardinality, listed: usize, stopped: Option<StopReason>) -> VersionSpace {
    let hypotheses = truth().concepts.into_iter().take(listed).collect();
    VersionSpace::new("test", concepts, formulas).with_hypotheses(hypotheses).with_stopped(stopped)
}

#[track_caller]
fn check(query: &Query, answer: &VersionSpace, accepted: bool) {
    let verdict = check_answer(&truth(), query, answer);
    assert_eq!(verdict.is_ok(), accepted, "{verdict:?}");
}

#[test]
fn complete_answers() {
    let six = || Cardinality::exact(6u32);
    check(&query(6, 6), &answer(six(), six(), 6, None), true);
    check(&query(6, 6), &answer(six(), six(), 5, None), false);
    check(&query(6, 6), &answer(six(), Cardinality::at_least(6u32), 6, None), false);
    check(&query(6, 6), &answer(Cardinality::at_least(6u32), six(), 6, None), false);
    check(&query(6, 6), &answer(six(), Cardinality::exact(7u32), 6, None), false);
}

#[test]
fn more_than_the_bound() {
    let more = |count: u32| answer(Cardinality::at_least(count), Cardinality::at_least(count), 0, None);
    check(&query(2, 2), &more(3), true);
    check(&query(2, 2), &more(2), false);
    check(&query(2, 2), &more(7), false);
    check(&query(2, 6), &more(3), false);
    check(&query(2, 2).with_exact(true), &more(3), false);
    let gave_up = answer(Cardinality::at_least(3u32), Cardinality::at_least(3u32), 2, Some(StopReason::ListLimit));
    check(&query(2, 2).with_exact(true), &gave_up, true);
    check(&query(2, 5).with_exact(true), &gave_up, true);
    check(&query(2, 6).with_exact(true), &gave_up, false);
}

fn with_concepts(answer: &VersionSpace, concepts: Cardinality) -> VersionSpace {
    let mut answer = answer.clone();
    answer.concepts = concepts;
    answer
}

#[test]
fn stopped_answers() {
    let unknown = VersionSpace::unknown("test", StopReason::Deadline);
    check(&query(6, 6), &unknown, true);
    check(&query(6, 6), &unknown.clone().with_stopped(None), false);
    check(&query(6, 6), &with_concepts(&unknown, Cardinality::between(0u32, 5u32)), false);
    check(&query(6, 6), &with_concepts(&unknown, Cardinality::between(2u32, 9u32)), true);
}

#[test]
fn listed_hypotheses() {
    let six = || Cardinality::exact(6u32);
    let good = answer(six(), six(), 6, None);
    let reorder = |order: &[usize]| {
        let hypotheses = order.iter().map(|&i| Arc::clone(&good.hypotheses[i])).collect();
        good.clone().with_hypotheses(hypotheses)
    };
    check(&query(6, 6), &reorder(&[0, 1, 2, 3, 4, 5]), true);
    check(&query(6, 6), &reorder(&[1, 0, 2, 3, 4, 5]), false);
    check(&query(6, 6), &reorder(&[0, 0, 1, 2, 3, 4]), false);
    check(&query(2, 2), &reorder(&[1, 4]), true);
    check(&query(2, 2), &reorder(&[1, 4, 5]), false);
}
