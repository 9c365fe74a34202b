//! The paper's two figures on runtime over the number of literals, and how large the version spaces are.

use std::error::Error;

use crate::Lab;
use crate::job::{Figures, Job};
use crate::method::Method;
use crate::output::{Plot, Series, Table, number};
use crate::statistics::mean;

const METHODS: [Method; 5] = [Method::Cover, Method::Bdd, Method::Sat, Method::PaperDiagrams, Method::BEST_PAPER_CNF];

/// What a method took on a question, over all runs.
struct Cell {
    method: Method,
    positives: usize,
    literals: usize,
    seconds: f64,
    limited: bool,
}

/// A monomial of 5 literals, 1000 negative samples and up to 2 positive ones, B = 1.
pub(crate) fn make(lab: &Lab) -> Result<(), Box<dyn Error>> {
    let limit = lab.scale.limit(4.0);
    let mut cells = Vec::new();
    let mut times =
        Table::new(["positives", "literals", "method", "runs", "limited", "mean_seconds", "mean_peak_nodes"]);
    let mut sizes = Table::new(["positives", "literals", "runs", "none", "one", "more", "unknown"]);
    for positives in 0..=2 {
        for literals in 1..=lab.scale.pick(7, 5, 2) {
            let mut best: Vec<Figures> = Vec::new();
            for method in METHODS {
                let negatives = lab.scale.pick(1000, 1000, 60);
                let job = Job { limit, ..Job::monomial(method, positives, negatives, 0, literals) };
                let runs = lab.runner.runs(&job, lab.scale.seeds(10))?;
                agree(&runs, &best, &job)?;
                let cell = Cell::of(method, positives, literals, &runs);
                let limited = runs.iter().filter(|run| run.is_limited()).count();
                let nodes = mean(&runs.iter().map(|run| run.nodes as f64).collect::<Vec<_>>()).round();
                times.row([
                    &positives,
                    &literals,
                    &method.name(),
                    &runs.len(),
                    &limited,
                    &number(cell.seconds),
                    &nodes,
                ]);
                cells.push(cell);
                let decided = |runs: &[Figures]| runs.iter().filter(|run| !run.is_limited()).count();
                if decided(&runs) > decided(&best) {
                    best = runs;
                }
            }
            let with = |answer: &str| best.iter().filter(|run| run.answer == answer).count();
            let known = with("0") + with("1") + with(">1");
            sizes.row([&positives, &literals, &best.len(), &with("0"), &with("1"), &with(">1"), &(best.len() - known)]);
        }
    }
    lab.output.table("runtime", limit, &times)?;
    lab.output.table("runtime-sizes", limit, &sizes)?;
    lab.output.table("runtime-race", limit, &race(&cells))?;
    draw(lab, "runtime-bdd", "Diagrams", &[Method::PaperDiagrams, Method::Bdd], &cells)?;
    draw(lab, "runtime-sat", "Satisfiability", &[Method::BEST_PAPER_CNF, Method::Sat], &cells)?;
    draw(lab, "runtime-cover", "Hitting sets", &[Method::Cover], &cells)
}

impl Cell {
    fn of(method: Method, positives: usize, literals: usize, runs: &[Figures]) -> Cell {
        let seconds: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
        Cell { method, positives, literals, seconds: mean(&seconds), limited: runs.iter().any(Figures::is_limited) }
    }
}

/// Two methods that answer differently: then one of them is wrong, and so is every figure.
fn agree(runs: &[Figures], others: &[Figures], job: &Job) -> Result<(), Box<dyn Error>> {
    match runs.iter().zip(others).find(|(a, b)| !a.is_limited() && !b.is_limited() && a.answer != b.answer) {
        Some((a, b)) => Err(format!("{:?}: {} contradicts {}", job.arguments(), a.answer, b.answer).into()),
        None => Ok(()),
    }
}

/// What it would be worth to race the paper's two methods.
fn race(cells: &[Cell]) -> Table {
    let mut table = Table::new(["positives", "literals", "diagrams", "cnf", "better", "gain_over_the_other"]);
    let of = |method| cells.iter().filter(move |cell| cell.method == method);
    for (diagrams, cnf) in of(Method::PaperDiagrams).zip(of(Method::BEST_PAPER_CNF)) {
        if diagrams.limited && cnf.limited {
            continue;
        }
        let better = if diagrams.seconds < cnf.seconds { "diagrams" } else { "cnf" };
        let gain = diagrams.seconds.max(cnf.seconds) / diagrams.seconds.min(cnf.seconds);
        table.record([
            &diagrams.positives,
            &diagrams.literals,
            &number(diagrams.seconds),
            &number(cnf.seconds),
            &better,
            &number(gain),
        ]);
    }
    table
}

fn draw(lab: &Lab, name: &str, title: &str, methods: &[Method], cells: &[Cell]) -> Result<(), Box<dyn Error>> {
    let mut series = Vec::new();
    for &method in methods {
        for positives in 0..=2 {
            let of = cells.iter().filter(|cell| (cell.method, cell.positives) == (method, positives));
            let points = of.map(|cell| (cell.literals as f64, cell.seconds, cell.limited)).collect();
            series.push(Series { name: format!("{}, {positives} positives", method.name()), points });
        }
    }
    let title = format!("{title}: seconds to decide (l, 1), target of 5 literals, 1000 negatives");
    let (x, y) = ("literals l".to_owned(), "processor seconds, hollow: a limit was reached".to_owned());
    lab.output.plot(name, &Plot { title, x, y, log_x: false, log_y: true, marks: true, series })
}
