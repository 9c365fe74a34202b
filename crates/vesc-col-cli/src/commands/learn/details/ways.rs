//! The ways through an answer that asks questions.

use vesc_col::Hypothesis;
use vesc_col::formula::{Literal, Term};

use super::shape::{Branching, questions};
use crate::page::shape::To;

/// More ways are not shown.
const MOST_WAYS: usize = 50;

/// The ways through a list, a tree or a diagram that end with "positive", each as what its answers say. A positive run takes one of them.
/// None if they are many, or if the hypothesis asks no questions.
pub(super) fn ways(hypothesis: &dyn Hypothesis) -> Vec<Term> {
    let questions = questions(hypothesis);
    let mut found = Vec::new();
    if !questions.is_empty() {
        follow(&questions, 0, &mut Vec::new(), &mut found);
    }
    if found.len() > MOST_WAYS { Vec::new() } else { found }
}

fn follow(questions: &[Branching], at: usize, answers: &mut Vec<Literal>, found: &mut Vec<Term>) {
    if found.len() > MOST_WAYS {
        return;
    }
    let (literal, ways) = questions[at];
    for (answer, to) in [literal, !literal].into_iter().zip(ways) {
        // Who was asked before gives the same answer again.
        if answers.contains(&!answer) {
            continue;
        }
        let is_new = !answers.contains(&answer);
        answers.extend(is_new.then_some(answer));
        match to {
            To::Node(next) => follow(questions, next, answers, found),
            To::Verdict(true) => found.extend(Term::new(answers.iter().copied()).ok()),
            To::Verdict(false) => {}
        }
        if is_new {
            answers.pop();
        }
    }
}
