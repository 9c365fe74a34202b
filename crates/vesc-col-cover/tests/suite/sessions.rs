//! Sessions asked in any order: nothing learned from one sub-space may spoil the answer about another.

use std::sync::Arc;

use proptest::prelude::*;
use vesc_col_core::{Dnf, DnfSpace, Engine, Literal, Query, Run, Session, Term, VersionSpace, paper_order};
use vesc_col_cover::CoverEngine;
use vesc_col_testkit::strategies::{instances, planted};
use vesc_col_testkit::{Instance, brute_force, check_answer};

/// A question: literals, terms, and how it is asked.
#[derive(Clone, Copy, Debug)]
struct Question {
    literals: usize,
    terms: usize,
    bound: usize,
    list_limit: usize,
    exact: bool,
}

impl Question {
    fn query(self, features: usize) -> Query {
        let space = Arc::new(DnfSpace::new(features, self.literals, self.terms));
        Query::new(space).with_bound(self.bound).with_list_limit(self.list_limit).with_exact(self.exact)
    }
}

fn questions(max_literals: usize, max_terms: usize) -> impl Strategy<Value = Vec<Question>> {
    let asked =
        (prop::sample::select(vec![1usize, 3, 10]), prop::sample::select(vec![1usize, 20, 1000]), any::<bool>());
    let sizes: Vec<(usize, usize)> = paper_order(max_literals, max_terms).collect();
    let one = (prop::sample::select(sizes), asked).prop_map(|((literals, terms), (bound, list_limit, exact))| {
        Question { literals, terms, bound, list_limit, exact }
    });
    prop::collection::vec(one, 1..8)
}

fn ask(session: &mut dyn Session, query: &Query, threads: usize) -> VersionSpace {
    session.measure(query, &Run::new().with_threads(threads)).expect("the engine treats all DNF")
}

fn shown(answer: &VersionSpace) -> String {
    let hypotheses: Vec<String> = answer.hypotheses.iter().map(ToString::to_string).collect();
    format!("{} {} {:?} {:?}", answer.concepts, answer.formulas, answer.stopped, hypotheses)
}

fn check(instance: &Instance, questions: &[Question]) -> Result<(), TestCaseError> {
    let engine = CoverEngine::default();
    let mut sessions = [1, 2].map(|threads| (threads, engine.open(instance.dataset())));
    for &question in questions {
        let query = question.query(instance.features());
        let truth = brute_force(instance, question.literals, question.terms);
        let mut texts = Vec::new();
        for (threads, session) in &mut sessions {
            let answer = ask(&mut **session, &query, *threads);
            let verdict = check_answer(&truth, &query, &answer);
            prop_assert!(verdict.is_ok(), "{question:?} {} is {truth}", verdict.unwrap_err());
            texts.push(shown(&answer));
        }
        prop_assert_eq!(&texts[0], &texts[1]);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_few_features_match_the_brute_force(
        (instance, questions) in (4usize..=5).prop_flat_map(|n| (instances(n, 0..=12), questions(5, 4))),
    ) {
        check(&instance, &questions)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_eight_features_match_the_brute_force(
        planted in planted(DnfSpace::new(8, 4, 2), 0..=40, 0..=6),
        questions in questions(4, 3),
    ) {
        let covered = |question: &Question| brute_force_is_small(&planted.instance, *question);
        let questions: Vec<Question> = questions.into_iter().filter(covered).collect();
        check(&planted.instance, &questions)?;
    }

    #[test]
    fn across_word_borders_match_the_brute_force(
        planted in prop::sample::select(vec![31usize, 32, 33, 64, 65, 100])
            .prop_flat_map(|n| planted(DnfSpace::new(n, 3, 2), 20..=60, 0..=6)),
        questions in questions(3, 3),
    ) {
        let covered = |question: &Question| brute_force_is_small(&planted.instance, *question);
        let questions: Vec<Question> = questions.into_iter().filter(covered).collect();
        check(&planted.instance, &questions)?;
    }
}

/// Whether no more formulas than a test has time for are to be tried.
fn brute_force_is_small(instance: &Instance, question: Question) -> bool {
    let choices = 2.0 * instance.features() as f64;
    choices.powi(question.literals as i32) < 1e7
}

#[test]
fn true_is_a_concept_where_nothing_forbids_it() {
    // One feature, no rows: x0 | !x0 is the only formula of two terms.
    let mut session = CoverEngine::default().open(Instance::new(1, []).dataset());
    let query = Query::new(Arc::new(DnfSpace::new(1, 2, 2))).with_exact(true);
    let answer = ask(&mut *session, &query, 1);
    assert_eq!(shown(&answer), "1 1 None [\"x0 | !x0\"]");
}

#[test]
fn sub_spaces_without_room_are_empty() {
    let mut session = CoverEngine::default().open(Instance::new(3, [(1, true)]).dataset());
    for (literals, terms) in [(1, 2), (0, 0), (0, 1), (7, 2), (100, 3), (usize::MAX, 1)] {
        let query = Query::new(Arc::new(DnfSpace::new(3, literals, terms))).with_exact(true);
        let answer = ask(&mut *session, &query, 1);
        assert!(answer.concepts.is_zero() && answer.formulas.is_zero(), "({literals},{terms}): {}", shown(&answer));
    }
}

#[test]
fn more_than_enough_is_seen_quickly_far_beyond_the_first_sub_space() {
    // One positive and one negative that differ everywhere: any formula with a literal of the positive's fits.
    let ones = u128::MAX >> 28;
    let mut session = CoverEngine::default().open(Instance::new(100, [(ones, true), (0, false)]).dataset());
    let query = Query::new(Arc::new(DnfSpace::new(100, 9, 3))).with_bound(10);
    let answer = ask(&mut *session, &query, 1);
    assert!(answer.concepts.exceeds(10), "{}", shown(&answer));
    assert_eq!(answer.stopped, None);
}

#[test]
fn formulas_too_many_to_list_are_counted() {
    // The same with 40 features: a term fits if it has a literal x, whatever else; it covers the positive if all are.
    let ones = u128::MAX >> 88;
    let mut session = CoverEngine::default().open(Instance::new(40, [(ones, true), (0, false)]).dataset());
    let query = Query::new(Arc::new(DnfSpace::new(40, 9, 2))).with_bound(10).with_exact(true);
    let answer = ask(&mut *session, &query, 1);
    // By size of a term: those that reject the negative, and of them those that cover the positive.
    let choose = |n: u128, k: u128| (0..k).fold(1u128, |product, i| product * (n - i) / (i + 1));
    let fitting = |size: u128| choose(40, size) * ((1 << size) - 1);
    let covering = |size: u128| choose(40, size);
    let pairs = |a: u128, b: u128| fitting(a) * fitting(b) - (fitting(a) - covering(a)) * (fitting(b) - covering(b));
    let expected: u128 = (1..=4).map(|size| pairs(size, 9 - size)).sum();
    assert_eq!(answer.formulas.to_string(), expected.to_string());
    assert!(answer.concepts.exceeds(10), "{}", shown(&answer));
}

#[test]
fn a_concept_is_shown_by_its_least_formula() {
    let literal = |feature, negated| if negated { Literal::negative(feature) } else { Literal::positive(feature) };
    let term = |a, b| Term::new([literal(a, false), literal(b, true)]).expect("two features");
    let cycle = Dnf::new([term(0, 1), term(1, 2), term(2, 0)]).expect("three terms");
    let rows = (0..8u128).map(|row| (row, row != 0 && row != 7));
    let mut session = CoverEngine::default().open(Instance::new(3, rows).dataset());
    let answer = ask(&mut *session, &Query::new(Arc::new(DnfSpace::new(3, 6, 3))), 1);
    assert_eq!(answer.concepts.to_string(), "1");
    assert_eq!(answer.formulas.to_string(), "2");
    assert!(answer.hypotheses[0].to_string() <= cycle.to_string());
}
