//! The paper's figure on constraint ordering: the sub-space first or last.

use std::error::Error;

use crate::Lab;
use crate::job::Job;
use crate::method::Method;
use crate::output::{Plot, Series, Table};

/// A monomial of 5 literals over 100 features, 3 positive samples and 800 negative ones, as in the paper; nodes of the diagram of what
/// fits, after each sample.
pub(crate) fn make(lab: &Lab) -> Result<(), Box<dyn Error>> {
    let limit = lab.scale.limit(60.0);
    let negatives = lab.scale.pick(800, 800, 40);
    let mut table = Table::new(["order", "samples", "nodes"]);
    let mut series = Vec::new();
    for (name, method) in [("sub-space first", Method::PaperDiagrams), ("sub-space last", Method::SpaceLast)] {
        let figures = lab.runner.run(&Job { limit, trace: true, ..Job::monomial(method, 3, negatives, 1, 5) })?;
        for (samples, nodes) in &figures.trace {
            table.record([&name, samples, nodes]);
        }
        let peak = figures.trace.iter().max_by_key(|(_, nodes)| nodes).copied().unwrap_or_default();
        eprintln!("  {name}: {} nodes at most, after {} samples; {}", peak.1, peak.0, figures.answer);
        let points = figures.trace.iter().map(|&(samples, nodes)| (samples as f64, nodes as f64, false)).collect();
        series.push(Series { name: name.to_owned(), points });
    }
    lab.output.table("space-order", limit, &table)?;
    let title = "Nodes of the version space: sub-space first or last".to_owned();
    let (x, y) = ("processed samples".to_owned(), "nodes".to_owned());
    lab.output.plot("space-order", &Plot { title, x, y, log_x: false, log_y: true, marks: false, series })
}
