//! The paper's two figures on peak nodes: nodes over processed samples, by the number of literals.

use std::error::Error;

use crate::Lab;
use crate::job::{Asked, Job};
use crate::method::Method;
use crate::output::{Plot, Series, Table};

/// A monomial with one positive sample, and a target of two terms with five.
pub(crate) fn make(lab: &Lab) -> Result<(), Box<dyn Error>> {
    let most = lab.scale.pick(5, 4, 2);
    let monomial = Job::monomial(Method::PaperDiagrams, 1, lab.scale.pick(1000, 1000, 40), 1, 1);
    // A test has few features: whatever the machine, the first nodes must come within its limit.
    let monomial = Job { features: lab.scale.pick(100, 100, 10), ..monomial };
    draw(lab, "peaks-1-term", "Monomial of 5 literals, 1 positive sample", &monomial, 1..=most)?;
    let negatives = lab.scale.pick(500, 500, 40);
    let two = Job { target: vec![2, 3], terms: 2, positives: 5, negatives, ..monomial };
    draw(lab, "peaks-2-terms", "Terms of 2 and 3 literals, 5 positive samples", &two, 2..=most)
}

fn draw(
    lab: &Lab,
    name: &str,
    title: &str,
    job: &Job,
    literals: impl Iterator<Item = usize>,
) -> Result<(), Box<dyn Error>> {
    let limit = lab.scale.limit(120.0);
    let mut table = Table::new(["literals", "samples", "nodes"]);
    let mut peaks = Table::new(["literals", "peak_nodes", "after_samples", "processed_samples", "end"]);
    let mut series = Vec::new();
    for literals in literals {
        let figures = lab.runner.run(&Job { limit, literals, asked: Asked::Exact, trace: true, ..job.clone() })?;
        for (samples, nodes) in &figures.trace {
            table.record([&literals, samples, nodes]);
        }
        let (after, peak) = figures.trace.iter().max_by_key(|(_, nodes)| nodes).copied().unwrap_or_default();
        let end = if figures.is_limited() { &figures.answer } else { "all samples" };
        peaks.row([&literals, &peak, &after, &figures.trace.len().saturating_sub(1), &end]);
        let points = figures.trace.iter().map(|&(samples, nodes)| (samples as f64, nodes as f64, false)).collect();
        series.push(Series { name: format!("l = {literals}"), points });
    }
    lab.output.table(name, limit, &table)?;
    lab.output.table(&format!("{name}-summary"), limit, &peaks)?;
    let (x, y) = ("processed samples".to_owned(), "nodes of the version space".to_owned());
    lab.output.plot(name, &Plot { title: title.to_owned(), x, y, log_x: false, log_y: true, marks: false, series })
}
