//! Inputs that would refute a wrong answer: legal, new, and of the kind that they say; and what they make of a probability.

use std::collections::HashSet;

use vesc_col::confidence::{Assessment, NoConfidence, Standing, unrefuted};
use vesc_col::data::{Domain, OwnedSample};
use vesc_col::formula::Literal;
use vesc_col::next::{Confirming, Inputs, confirming, confirming_rows, new_inputs, unseen_inputs, without_last};
use vesc_col::{Dataset, Dnf, Features, Run};

const FEATURES: usize = 5;

fn input(code: u32) -> OwnedSample {
    (0..FEATURES).map(|feature| code >> feature & 1 == 1).collect()
}

/// The rows with these codes, labelled by a formula.
fn rows(cause: &Dnf, codes: impl IntoIterator<Item = u32>) -> Dataset {
    let mut builder = Dataset::builder(Features::numbered(FEATURES));
    codes.into_iter().for_each(|code| builder.push_bits(cause.accepts(&input(code)), &input(code)).unwrap());
    builder.build().unwrap()
}

fn formula(text: &str) -> Dnf {
    Dnf::parse(text, &Features::numbered(FEATURES)).unwrap()
}

fn domains() -> [Domain; 3] {
    let groups = Domain::builder(FEATURES).exactly_one([0, 1, 2]).build().unwrap();
    let implied = Domain::builder(FEATURES).implies(Literal::positive(0), Literal::negative(3)).build().unwrap();
    [Domain::free(), groups, implied]
}

/// Whether an input tests a term, or one literal of it: by the definition.
fn tests(answer: &Dnf, input: &OwnedSample) -> bool {
    let false_ones = |term: &vesc_col::formula::Term| term.iter().filter(|literal| !literal.accepts(input)).count();
    let misses: Vec<usize> = answer.terms().iter().map(false_ones).collect();
    match misses.iter().filter(|&&misses| misses == 0).count() {
        0 => misses.contains(&1),
        holding => holding == 1,
    }
}

fn check(answer: &Dnf, one: &Confirming, (data, domain): (&Dataset, &Domain)) {
    assert!(domain.contains(one.input()), "{answer}: {one:?}");
    assert!(data.positives().iter().chain(data.negatives().iter()).all(|row| row != one.input()));
    assert_eq!(answer.accepts(one.input()), one.says(), "{answer}: {one:?}");
    let term = &answer.terms()[one.term().unwrap()];
    let turned: Vec<Literal> = term.iter().copied().filter(|literal| !literal.accepts(one.input())).collect();
    assert_eq!(turned, one.turned().into_iter().collect::<Vec<_>>(), "{answer}: {one:?}");
    let of_term = |literal: &Literal| if one.turned() == Some(*literal) { !*literal } else { *literal };
    assert!(term.iter().all(|literal| one.fixed().contains(&of_term(literal))));
    check_fixed(answer, one, (data, domain));
}

/// What is fixed belongs to the input, and whatever the rest is, the answer says the same. None of it is a row: these worlds are small.
fn check_fixed(answer: &Dnf, one: &Confirming, (data, domain): (&Dataset, &Domain)) {
    assert!(one.fixed().iter().all(|literal| literal.accepts(one.input())));
    let has = |input: &OwnedSample| domain.contains(input) && one.fixed().iter().all(|literal| literal.accepts(input));
    for like in (0..32).map(input).filter(has) {
        assert_eq!(answer.accepts(&like), one.says(), "{answer}: {one:?}");
        let mut rows = data.positives().iter().chain(data.negatives().iter());
        assert!(one.row().is_some() || rows.all(|row| *row != *like), "{answer}: {one:?} and {like}");
    }
}

#[test]
fn all_that_is_new_is_found_beside_what_tests_an_answer() {
    let answers = ["x0 & x1", "x0 & x1 | x0 & x2", "x1 & x3 | x2 & !x4", "!x0 & !x1 & !x2 | x3"];
    for answer in answers.map(formula) {
        for domain in domains() {
            for known in [vec![], vec![0, 7, 12, 31], (0..24).collect::<Vec<u32>>(), (0..32).collect()] {
                let legal = |code: &u32| domain.contains(&input(*code));
                let data = rows(&answer, known.iter().copied().filter(legal));
                let new = (0..32).filter(|code| legal(code) && !known.contains(code)).count();
                assert_eq!(unseen_inputs(&data, &domain), Some(new));
                for inputs in [Inputs::Any, Inputs::Pool((0..32).map(input).collect())] {
                    let testing = confirming(&answer, (&data, &domain), &inputs, (0, 64), 1);
                    let found = new_inputs(&answer, (&data, &domain), &inputs, (&testing, 64));
                    let different: HashSet<OwnedSample> =
                        testing.iter().chain(&found).map(|one| one.input().to_owned()).collect();
                    assert_eq!((different.len(), testing.len() + found.len()), (new, new), "{answer}");
                    let refused: Vec<OwnedSample> = different.iter().step_by(2).cloned().collect();
                    let others = different.len() - refused.len();
                    let inputs = Inputs::Without(Box::new(inputs), refused);
                    let rest = confirming(&answer, (&data, &domain), &inputs, (0, 64), 1);
                    let rest = [rest.clone(), new_inputs(&answer, (&data, &domain), &inputs, (&rest, 64))].concat();
                    let Inputs::Without(_, refused) = &inputs else { unreachable!() };
                    assert!(rest.iter().all(|one| refused.iter().all(|row| **row != *one.input())));
                    assert_eq!(rest.len(), others, "{answer}");
                    for one in &found {
                        assert!(domain.contains(one.input()) && one.term().is_none());
                        if one.row().is_none() {
                            check_fixed(&answer, one, (&data, &domain));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn all_inputs_that_test_an_answer_are_found_and_no_others() {
    let answers = ["x0", "x0 & x1", "x0 & !x3 | x4", "x1 & x3 | x2 & !x4", "!x0 & !x1 & !x2 | x3", "x0 | x1 | x3"];
    for answer in answers.map(formula) {
        for domain in domains() {
            for known in [vec![], vec![0, 7, 12, 31], (0..24).collect::<Vec<u32>>()] {
                let legal = |code: &u32| domain.contains(&input(*code));
                let data = rows(&answer, known.iter().copied().filter(legal));
                let found = confirming(&answer, (&data, &domain), &Inputs::Any, (0, 64), 1);
                found.iter().for_each(|one| check(&answer, one, (&data, &domain)));
                let different: HashSet<OwnedSample> = found.iter().map(|one| one.input().to_owned()).collect();
                assert_eq!(different.len(), found.len());
                let new = (0..32).filter(|code| legal(code) && !known.contains(code)).map(input);
                assert_eq!(new.filter(|input| tests(&answer, input)).count(), found.len(), "{answer}");
                // A pool of all inputs has the same ones.
                let pool = Inputs::Pool((0..32).map(input).collect());
                let pooled = confirming(&answer, (&data, &domain), &pool, (0, 64), 1);
                let from_pool: HashSet<OwnedSample> = pooled.iter().map(|one| one.input().to_owned()).collect();
                assert_eq!(from_pool, different, "{answer}");
                assert!(pooled.iter().all(|one| one.row().is_some()));
            }
        }
    }
}

#[test]
fn what_is_suspected_is_respected_where_that_is_possible() {
    let [_, groups, _] = domains();
    for answer in ["x0 & x3", "x0 & x1", "!x0 & !x1 & !x2"].map(formula) {
        let data = rows(&answer, []);
        let found = confirming(&answer, (&data, &Domain::free()), &Inputs::Prefer(groups.clone()), (0, 4), 1);
        assert_eq!(found.len(), 4);
        for one in found {
            check(&answer, &one, (&data, &Domain::free()));
            assert_eq!(one.is_preferred(), Some(groups.contains(one.input())), "{answer}: {one:?}");
            let term = &answer.terms()[one.term().unwrap()];
            let turned = |literal: &Literal| if one.turned() == Some(*literal) { !*literal } else { *literal };
            let is_possible = groups.allows(&term.iter().map(turned).collect::<Vec<_>>());
            assert!(one.is_preferred() == Some(true) || !is_possible, "{answer}: {one:?}");
        }
    }
}

#[test]
fn both_kinds_take_turns_and_terms_and_literals_too() {
    let answer = formula("x0 & x1 | x2 & x3");
    let found = confirming(&answer, (&rows(&answer, []), &Domain::free()), &Inputs::Any, (0, 12), 7);
    let says: Vec<bool> = found.iter().map(Confirming::says).collect();
    // Three inputs have the first term and not the second: 2 inputs of x2 and x3 at least, with x4 free.
    assert_eq!(says, [true, false].repeat(6));
    let terms: HashSet<usize> = found[..4].iter().filter_map(Confirming::term).collect();
    assert_eq!(terms.len(), 2);
    let again = confirming(&answer, (&rows(&answer, []), &Domain::free()), &Inputs::Any, (0, 12), 7);
    assert_eq!(found, again);
}

#[test]
fn rows_are_counted_that_confirm() {
    let answer = formula("x0 & x1 | x3");
    for split in 0..32 {
        let data = rows(&answer, (0..32).chain([3, 3]));
        let before = without_last(&data, 34 - split as usize).unwrap();
        assert_eq!(before.rows(), split as usize);
        let expected = (split..32).map(input).filter(|input| tests(&answer, input)).count();
        assert_eq!(confirming_rows(&answer, &data, &before), expected, "{split}");
    }
}

#[test]
fn confirming_runs_raise_a_probability_to_the_target() {
    let answer = formula("x0 & x1");
    let data = rows(&answer, 0..29);
    let found = Assessment::new(&data, &Domain::free()).of_formulas(&[&answer], &Run::new());
    let belief = found.as_ref().unwrap().beliefs()[0];
    let mut last = belief.confirmed_by(0);
    assert_eq!(last, belief.correct);
    for runs in 1..200 {
        let now = belief.confirmed_by(runs);
        assert!(last.value < now.value && now.low <= now.value && now.value <= now.high && now.high <= 1.0);
        // Bayes' rule for both parts.
        let (wrong, missed) = unrefuted(runs);
        let odds = |right: f64, left: f64| 1.0 / (1.0 + left * (1.0 - right) / right);
        let complete = belief.correct.value / belief.terms.value;
        let expected = odds(belief.terms.value, wrong) * odds(complete, missed);
        assert!((now.value - expected).abs() < 1e-12);
        last = now;
    }
    for target in [0.5, 0.9, 0.95, 0.99] {
        let standing = Standing::new(found.clone(), 0, target);
        let runs = standing.runs_left().unwrap();
        assert!(standing.after(runs).value >= target && !standing.is_certain());
        // Eight at least, however probable the answer is.
        assert!(runs >= 8 && (runs == 8 || standing.after(runs - 1).value < target));
        let done = Standing::new(found.clone(), runs, target);
        assert!(done.is_met() && done.runs_left() == Some(0));
    }
}

#[test]
fn certainty_needs_no_run_and_ignorance_is_one_half() {
    let answer = formula("x0 & x1");
    let all = rows(&answer, 0..32);
    let found = Assessment::new(&all, &Domain::free()).of_formulas(&[&answer], &Run::new());
    let certain = Standing::new(found, 0, 1.0);
    assert!(certain.is_certain() && certain.is_met() && certain.runs_left() == Some(0));
    let unknown = |confirmed: usize, target: f64| Standing::new(Err(NoConfidence::ManyErrors), confirmed, target);
    assert_eq!((unknown(0, 0.95).before().value, unknown(0, 0.95).found()), (0.5, Err(NoConfidence::ManyErrors)));
    let runs = unknown(0, 0.95).runs_left().unwrap();
    assert!(unknown(runs, 0.95).is_met());
    // Eight runs that count as rows like any other make it no less probable, and may end the loop.
    let found = |rows: &Dataset| Assessment::new(rows, &Domain::free()).of_formulas(&[&answer], &Run::new());
    let [all, before] = [31, 23].map(|count| found(&rows(&answer, 0..count)));
    let standing = |target: f64| {
        let all = Standing::new(all.clone(), 0, target);
        (all.clone(), Standing::new(before.clone(), 8, target).or_at_least(&all))
    };
    let (none, eight) = standing(0.01);
    assert!(none.runs_left() == Some(8) && eight.now().value >= none.now().value);
    assert!(eight.is_met() && eight.confirmed() == 8);
    // How many are left, they do not say: what survived the first ones is not soon refuted.
    let (_, eight) = standing(0.99);
    assert_eq!(eight.runs_left(), Standing::new(before.clone(), 8, 0.99).runs_left());
    // One is never reached by runs.
    assert_eq!(unknown(0, 1.0).runs_left(), None);
}
