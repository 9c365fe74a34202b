//! The table of one-term targets: user-CPU seconds in process, one thread, from a loaded data set to the exact count.
//!
//! `cargo bench -p vesc-col-benches --bench one_term -- [--long] [--seeds N] [--only ROW,...]`

use std::sync::Arc;

use cpu_time::ProcessTime;
use vesc_col::generate::Recipe;
use vesc_col_core::{DnfSpace, Engine, Query, Run};
use vesc_col_cover::CoverEngine;

/// Literals of the planted monomial, features, negatives, positives, literals of the sub-space, goal in seconds.
type Target = (usize, usize, usize, usize, usize, f64);

const TARGETS: [Target; 10] = [
    (7, 100, 10_000, 0, 5, 0.02),
    (7, 100, 10_000, 0, 6, 0.4),
    (7, 100, 10_000, 1, 7, 0.15),
    (7, 100, 10_000, 1, 8, 2.0),
    (5, 100, 1000, 0, 5, 0.015),
    (5, 100, 1000, 0, 6, 0.5),
    (5, 100, 1000, 1, 6, 0.01),
    (5, 100, 1000, 1, 7, 0.2),
    (5, 100, 1000, 1, 8, 3.0),
    (8, 500, 10_000, 6, 8, 0.005),
];

const LONG: [Target; 2] = [(7, 100, 10_000, 0, 7, 10.0), (5, 100, 1000, 0, 7, 15.0)];

/// Repeat until so many seconds are spent, but at most so often.
const SECONDS: f64 = 1.0;
const REPEATS: usize = 101;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let seeds = arguments.iter().position(|argument| argument == "--seeds");
    let seeds: u64 = seeds.and_then(|at| arguments.get(at + 1)).and_then(|seeds| seeds.parse().ok()).unwrap_or(10);
    let only = arguments.iter().position(|argument| argument == "--only").and_then(|at| arguments.get(at + 1));
    let only: Option<Vec<usize>> = only.map(|rows| rows.split(',').filter_map(|row| row.parse().ok()).collect());
    println!("| target | features | negatives | positives | sub-space | count, seed 1 | mean | worst | goal |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let asked = |at: usize| only.as_ref().is_none_or(|only| only.contains(&(at + 1)));
    TARGETS.iter().enumerate().filter(|&(at, _)| asked(at)).for_each(|(_, target)| row(target, seeds));
    if arguments.iter().any(|argument| argument == "--long") {
        LONG.iter().for_each(|target| row(target, seeds));
    }
}

/// Measures one target over the seeds from 1 and prints the geometric mean and the worst of their medians.
fn row(&(size, features, negatives, positives, literals, goal): &Target, seeds: u64) {
    let results = (1..=seeds).map(|seed| {
        let recipe = Recipe { features, terms: vec![size], positives, negatives, seed };
        median(&recipe, literals)
    });
    let results: Vec<(String, f64)> = results.collect();
    let mean = (results.iter().map(|(_, seconds)| seconds.ln()).sum::<f64>() / results.len() as f64).exp();
    let worst = results.iter().map(|&(_, seconds)| seconds).fold(0.0, f64::max);
    let count = &results[0].0;
    println!(
        "| {size} literals | {features} | {negatives} | {positives} | ({literals},1) | {count} | {mean:.4} | {worst:.4} | {goal} |"
    );
}

fn median(recipe: &Recipe, literals: usize) -> (String, f64) {
    let (data, _) = recipe.make().expect("the recipe can be followed");
    let run = Run::new().with_threads(1);
    let query = Query::new(Arc::new(DnfSpace::new(recipe.features, literals, 1))).with_exact(true);
    let mut times = Vec::new();
    let mut count = String::new();
    while times.len() < REPEATS && (times.is_empty() || times.iter().sum::<f64>() < SECONDS) {
        let start = ProcessTime::now();
        let answer = CoverEngine::default().open(Arc::clone(&data)).measure(&query, &run).expect("a plain question");
        times.push(start.elapsed().as_secs_f64());
        count = answer.formulas.to_string();
    }
    times.sort_by(f64::total_cmp);
    (count, times[times.len() / 2])
}
