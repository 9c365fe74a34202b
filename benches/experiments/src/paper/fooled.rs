//! Data made to fool a search with B = 1: it reports a unique answer, and a wrong one.

use std::error::Error;
use std::sync::Arc;

use vesc_col::data::Sample;
use vesc_col::engine::CoverEngine;
use vesc_col::generate::Recipe;
use vesc_col::{Dataset, Dnf, DnfSpace, Features, Learner, Run, Settings};

use crate::Lab;
use crate::output::Table;

/// Rows to choose from, and fresh ones that a learned formula is tried on.
const ROWS: usize = 10_000;

/// A trap: rows of the target that it leaves out, and why that happens in practice.
struct Trap {
    name: &'static str,
    target: &'static str,
    keeps: fn(&Sample, bool) -> bool,
}

const TRAPS: [Trap; 4] = [
    Trap { name: "none: uniform samples", target: "x0 & x1 & x2 & x3", keeps: |_, _| true },
    Trap {
        name: "a coincidence: x9 was on in all failing runs and in no other",
        target: "x0 & x1 & x2 & x3",
        keeps: |row, label| row[9] == label,
    },
    Trap { name: "a habit: x3 was on in every run", target: "x0 & x1 & x2 & x3", keeps: |row, _| row[3] },
    Trap {
        name: "a rare cause: no failing run showed x5 & x6 & x7",
        target: "x0 & x1 & x2 | x5 & x6 & x7",
        keeps: |row, _| !(row[5] && row[6] && row[7]),
    },
];

/// Over 20 features, searches up to 6 literals and 2 terms.
pub(crate) fn make(lab: &Lab) -> Result<(), Box<dyn Error>> {
    let mut table = Table::new([
        "trap",
        "target",
        "positives",
        "negatives",
        "outcome",
        "concepts",
        "learned",
        "wrong_of_10000_fresh",
    ]);
    let features = Features::numbered(20);
    for Trap { name, target, keeps } in TRAPS {
        let target = Dnf::parse(target, &features)?;
        let data = labelled(&features, &target, 1, keeps)?;
        let settings = Settings::default().with_bound(1);
        let report = CoverEngine::default().search(&data, DnfSpace::up_to(20, 6, 2), &settings, &Run::new())?;
        let learned = report.hypotheses().first().ok_or("nothing was learned")?;
        let fresh = labelled(&features, &target, 2, |_, _| true)?;
        let wrong = |sample: &&Sample| learned.accepts(sample) != target.accepts(sample);
        let wrong = fresh.positives().iter().chain(fresh.negatives().iter()).filter(wrong).count();
        table.row([
            &name,
            &target.display(&features),
            &data.positives().rows(),
            &data.negatives().rows(),
            &report.outcome().word(),
            &report.cardinality(),
            &learned.display(&features),
            &wrong,
        ]);
    }
    lab.output.table("fooled", f64::INFINITY, &table)
}

/// Uniform rows, labelled by a formula, of which some are kept.
fn labelled(
    features: &Features,
    target: &Dnf,
    seed: u64,
    keeps: fn(&Sample, bool) -> bool,
) -> Result<Arc<Dataset>, Box<dyn Error>> {
    // A recipe with a target that rejects next to nothing makes uniform rows.
    let uniform = Recipe { features: features.len(), terms: vec![features.len()], positives: 0, negatives: ROWS, seed };
    let (rows, _) = uniform.make()?;
    let mut builder = Dataset::builder(features.clone());
    for row in rows.negatives().iter() {
        let label = target.accepts(row);
        if keeps(row, label) {
            builder.push(label, row.iter().map(|value| *value))?;
        }
    }
    Ok(Arc::new(builder.build()?))
}
