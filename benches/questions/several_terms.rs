//! The table of several-terms targets: user-CPU seconds in process, one thread, for whole searches in one session.
//!
//! `cargo bench -p vesc-col-benches --bench several_terms -- [--seeds N] [--threads N] [--only TEXT]`

use std::sync::Arc;
use std::time::Instant;

use cpu_time::ProcessTime;
use vesc_col::generate::Recipe;
use vesc_col_core::{DnfSpace, Engine, Query, Run, paper_order};
use vesc_col_cover::CoverEngine;

/// What is asked of an instance.
#[derive(Clone, Copy, Debug)]
enum Question {
    /// All sub-spaces up to this one, in the paper's order, until one is not empty.
    Search(usize, usize),
    /// This sub-space alone, exactly.
    Exact(usize, usize),
}
use Question::{Exact, Search};

/// Literals of the planted terms, negatives, positives, question, goal in seconds. Always 100 features.
type Target = (&'static [usize], usize, usize, Question, f64);

const TARGETS: [Target; 10] = [
    (&[2, 3], 500, 5, Search(5, 2), 0.005),
    (&[2, 3], 500, 5, Exact(7, 2), 0.05),
    (&[3, 5], 10_000, 6, Search(8, 2), 0.05),
    (&[4, 4], 10_000, 6, Search(8, 2), 0.05),
    (&[3, 3, 3], 10_000, 11, Search(9, 3), 0.05),
    (&[2, 3, 4], 10_000, 11, Search(9, 3), 0.05),
    (&[3], 250, 250, Search(3, 1), 0.003),
    (&[3, 3], 250, 250, Search(6, 2), 0.003),
    (&[3, 3, 3], 250, 250, Search(9, 3), 0.003),
    (&[3, 3, 3, 3], 250, 250, Search(12, 4), 0.003),
];

/// Repeat until so many seconds are spent, but at most so often.
const SECONDS: f64 = 0.5;
const REPEATS: usize = 101;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let value =
        |name: &str| arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1));
    let number = |name: &str, default: u64| value(name).and_then(|value| value.parse().ok()).unwrap_or(default);
    let (seeds, threads) = (number("--seeds", 10), number("--threads", 1) as usize);
    println!(
        "| terms | negatives | positives | question | formulas, seed 1 | CPU mean | CPU worst | wall mean | goal |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for target in &TARGETS {
        let name = format!("| {:?} | {} | {} | {:?} |", target.0, target.1, target.2, target.3);
        if value("--only").is_none_or(|text| name.contains(text.as_str())) {
            println!("{name} {}", row(target, seeds, threads));
        }
    }
}

/// Measures one target over the seeds from 1: geometric mean and the worst of their medians.
fn row(&(terms, negatives, positives, question, goal): &Target, seeds: u64, threads: usize) -> String {
    let one = |seed| {
        let recipe = Recipe { features: 100, terms: terms.to_vec(), positives, negatives, seed };
        median(&recipe, question, threads)
    };
    let results: Vec<(String, f64, f64)> = (1..=seeds).map(one).collect();
    let mean = |time: fn(&(String, f64, f64)) -> f64| {
        (results.iter().map(|result| time(result).ln()).sum::<f64>() / results.len() as f64).exp()
    };
    let worst = results.iter().map(|&(_, cpu, _)| cpu).fold(0.0, f64::max);
    let (cpu, wall) = (mean(|&(_, cpu, _)| cpu), mean(|&(_, _, wall)| wall));
    format!("{} | {cpu:.4} | {worst:.4} | {wall:.4} | {goal} |", results[0].0)
}

/// The count, and the medians of CPU and wall time.
fn median(recipe: &Recipe, question: Question, threads: usize) -> (String, f64, f64) {
    let (data, _) = recipe.make().expect("the recipe can be followed");
    let run = Run::new().with_threads(threads);
    let mut times: Vec<(f64, f64)> = Vec::new();
    let mut count = String::new();
    while times.len() < REPEATS && times.iter().map(|&(cpu, _)| cpu).sum::<f64>() < SECONDS {
        let (start, wall) = (ProcessTime::now(), Instant::now());
        let mut session = CoverEngine::default().open(Arc::clone(&data));
        let mut ask = |(literals, terms): (usize, usize), exact: bool| {
            let query = Query::new(Arc::new(DnfSpace::new(recipe.features, literals, terms))).with_exact(exact);
            session.measure(&query, &run).expect("a plain question")
        };
        let answer = match question {
            Exact(literals, terms) => ask((literals, terms), true),
            Search(literals, terms) => {
                let mut answers = paper_order(literals, terms).map(|size| ask(size, false));
                answers.find(|answer| !answer.concepts.is_zero()).expect("the planted formula is there")
            }
        };
        times.push((start.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64()));
        count = answer.formulas.to_string();
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let middle = times[times.len() / 2];
    (count, middle.0, middle.1)
}
