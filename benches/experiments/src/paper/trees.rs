//! The paper's table beside CART and ID3.

use std::error::Error;
use std::sync::Arc;

use cpu_time::ProcessTime;
use vesc_col::engine::CoverEngine;
use vesc_col::formula::{Concept, Term};
use vesc_col::generate::Recipe;
use vesc_col::{Dataset, Dnf, DnfSpace, Features, Learner, Run, Settings};

use crate::Lab;
use crate::answer::tree::{Impurity, grow};
use crate::output::{Table, number};
use crate::statistics::mean;

/// How many of the instances are shown one by one, as in the paper.
const SHOWN: u64 = 5;

/// A learner's answer.
struct Answer {
    terms: Vec<Term>,
    /// Whether it is known to be the only one of its size.
    unique: bool,
    seconds: f64,
}

/// How a learner did on an instance.
struct Score {
    recovered: usize,
    foreign: usize,
    exact: bool,
}

/// Monomials of 5 literals over 100 features, 2 positive samples and 1000 negative ones.
pub(crate) fn make(lab: &Lab) -> Result<(), Box<dyn Error>> {
    let learners = ["vesc-col", "CART", "ID3"];
    let mut shown =
        Table::new(["seed", "target", "learner", "formula", "literals_recovered", "foreign_literals", "exact"]);
    let mut all: Vec<Vec<(Score, Answer)>> = learners.iter().map(|_| Vec::new()).collect();
    let seeds = lab.scale.seeds(50);
    for seed in seeds {
        let negatives = lab.scale.pick(1000, 1000, 200);
        let (data, target) = Recipe { features: 100, terms: vec![5], positives: 2, negatives, seed }.make()?;
        for (learner, scores) in learners.iter().zip(&mut all) {
            let answer = match *learner {
                "CART" => tree(Impurity::Gini, &data)?,
                "ID3" => tree(Impurity::Entropy, &data)?,
                _ => searched(&data)?,
            };
            let score = Score::of(&answer, &target);
            if seed <= SHOWN {
                let (target, formula) = (target.display(data.features()), text(&answer.terms, data.features()));
                shown.row([&seed, &target, learner, &formula, &score.recovered, &score.foreign, &score.exact]);
            }
            scores.push((score, answer));
        }
    }
    let mut summary = Table::new([
        "learner",
        "instances",
        "exact",
        "mean_literals_recovered",
        "mean_foreign_literals",
        "says_whether_unique",
        "mean_seconds",
    ]);
    for (learner, scores) in learners.iter().zip(&all) {
        let average = |of: &dyn Fn(&(Score, Answer)) -> f64| number(mean(&scores.iter().map(of).collect::<Vec<_>>()));
        summary.row([
            learner,
            &scores.len(),
            &scores.iter().filter(|(score, _)| score.exact).count(),
            &average(&|(score, _)| score.recovered as f64),
            &average(&|(score, _)| score.foreign as f64),
            &scores.iter().all(|(_, answer)| answer.unique),
            &average(&|(_, answer)| answer.seconds),
        ]);
    }
    lab.output.table("trees", f64::INFINITY, &shown)?;
    lab.output.table("trees-summary", f64::INFINITY, &summary)
}

fn tree(impurity: Impurity, data: &Dataset) -> Result<Answer, Box<dyn Error>> {
    let start = ProcessTime::now();
    Ok(Answer { terms: grow(impurity, data)?, unique: false, seconds: start.elapsed().as_secs_f64() })
}

fn searched(data: &Arc<Dataset>) -> Result<Answer, Box<dyn Error>> {
    let start = ProcessTime::now();
    let spaces = DnfSpace::up_to(data.features().len(), 5, 1);
    let report = CoverEngine::default().search(data, spaces, &Settings::default().with_bound(1), &Run::new())?;
    let seconds = start.elapsed().as_secs_f64();
    let terms = report.hypotheses().first().map_or(Ok(Vec::new()), |hypothesis| {
        let dnf = Dnf::parse(&hypothesis.display(data.features()).to_string(), data.features());
        dnf.map(|dnf| dnf.terms().to_vec())
    })?;
    Ok(Answer { terms, unique: report.cardinality().is_exact(), seconds })
}

impl Score {
    fn of(answer: &Answer, target: &Dnf) -> Score {
        let wanted = &target.terms()[0];
        let recovered = wanted.iter().filter(|literal| answer.terms.iter().any(|term| term.contains(literal))).count();
        let literals = answer.terms.iter().flat_map(Term::literals);
        let foreign = literals.filter(|literal| !wanted.contains(literal)).count();
        let formula = Dnf::new(answer.terms.iter().cloned());
        let exact = formula.is_ok_and(|formula| Concept::of(&formula) == Concept::of(target));
        Score { recovered, foreign, exact }
    }
}

fn text(terms: &[Term], features: &Features) -> String {
    match Dnf::new(terms.iter().cloned()) {
        Ok(dnf) => dnf.display(features).to_string(),
        Err(_) => "nothing".to_owned(),
    }
}
