//! The gain of racing the engines over the better one alone.

use std::error::Error;

use crate::Lab;
use crate::job::{Asked, Figures, Job};
use crate::method::Method;
use crate::output::{Table, number};
use crate::statistics::geometric_mean;

const ALONE: [Method; 3] = [Method::Cover, Method::Bdd, Method::Sat];
const RACES: [Method; 2] = [Method::RaceBddSat, Method::Race];

/// Name, features, target, positives, negatives.
type Instance = (&'static str, usize, &'static [usize], usize, usize);

const INSTANCES: [Instance; 8] = [
    ("5 literals, 1 positive", 100, &[5], 1, 1000),
    ("5 literals, 2 positives", 100, &[5], 2, 1000),
    ("8 literals, 500 features, 6 positives", 500, &[8], 6, 10_000),
    ("2+3 literals, 5 positives", 100, &[2, 3], 5, 500),
    ("4+4 literals, 6 positives", 100, &[4, 4], 6, 10_000),
    ("3+3+3 literals, 11 positives", 100, &[3, 3, 3], 11, 10_000),
    ("3+3+3 literals, 250 of each", 100, &[3, 3, 3], 250, 250),
    ("3+3+3+3 literals, 250 of each", 100, &[3, 3, 3, 3], 250, 250),
];

/// Whole searches with B = 1: each engine alone, the paper's two kinds racing, all three racing; seconds of the clock and of the processor.
pub(crate) fn make(lab: &Lab) -> Result<(), Box<dyn Error>> {
    let limit = lab.scale.limit(10.0);
    let mut table = Table::new(["instance", "method", "runs", "limited", "clock_seconds", "processor_seconds"]);
    let mut gains = Table::new(["instance", "better_of_bdd_and_sat", "race_over_it", "best_of_three", "race_over_it"]);
    let instances = lab.scale.pick(&INSTANCES[..], &INSTANCES[..5], &INSTANCES[3..4]);
    for &(name, features, target, positives, negatives) in instances {
        let literals = target.iter().sum();
        let mut clocks = Vec::new();
        for method in ALONE.into_iter().chain(RACES) {
            let job = Job {
                method,
                asked: Asked::Search,
                limit,
                trace: false,
                features,
                target: target.to_vec(),
                positives,
                negatives,
                seed: 0,
                literals,
                terms: target.len(),
            };
            let runs = lab.runner.runs(&job, lab.scale.seeds(3))?;
            let average = |of: fn(&Figures) -> f64| geometric_mean(&runs.iter().map(of).collect::<Vec<_>>());
            let (clock, processor) = (average(|run| run.clock), average(|run| run.seconds));
            let limited = runs.iter().filter(|run| run.is_limited()).count();
            table.row([&name, &method.name(), &runs.len(), &limited, &number(clock), &number(processor)]);
            clocks.push((method, clock));
        }
        let best = |of: &[(Method, f64)]| of.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(of[0]);
        let (general, all) = (best(&clocks[1..3]), best(&clocks[..3]));
        let ratio = |race: usize, alone: (Method, f64)| number(alone.1 / clocks[race].1);
        gains.row([&name, &general.0.name(), &ratio(3, general), &all.0.name(), &ratio(4, all)]);
    }
    lab.output.table("racing", limit, &table)?;
    lab.output.table("racing-gain", limit, &gains)
}
