//! The paper's four claims of accuracy, and the one in passing of three terms up to 15 literals.

use std::error::Error;

use crate::Lab;
use crate::job::{Asked, Figures, Job};
use crate::method::Method;
use crate::output::{Table, number};
use crate::statistics::mean;

/// A claim: "always finds the correct target".
struct Claim {
    name: &'static str,
    features: usize,
    terms: usize,
    literals: std::ops::RangeInclusive<usize>,
    positives: &'static [usize],
}

const CLAIMS: [Claim; 5] = [
    Claim { name: "1 term, 100 features", features: 100, terms: 1, literals: 1..=7, positives: &[0, 1, 2] },
    Claim { name: "1 term, 500 features", features: 500, terms: 1, literals: 1..=8, positives: &[6] },
    Claim { name: "2 terms", features: 100, terms: 2, literals: 2..=8, positives: &[6] },
    Claim { name: "3 terms", features: 100, terms: 3, literals: 3..=9, positives: &[11] },
    Claim { name: "3 terms, longer", features: 100, terms: 3, literals: 10..=15, positives: &[11, 30] },
];

/// Whole searches with B = 1 on 10000 negative samples, each ending right, wrong (unique, but not the target), with many, or at a limit.
pub(crate) fn make(lab: &Lab) -> Result<(), Box<dyn Error>> {
    let limit = lab.scale.limit(15.0);
    let mut table = Table::new([
        "claim",
        "literals",
        "positives",
        "runs",
        "right",
        "wrong",
        "wrong_at",
        "many",
        "limited",
        "mean_seconds",
        "worst_seconds",
        "worst_mebibytes",
    ]);
    for Claim { name, features, terms, literals, positives } in CLAIMS {
        for &positives in positives {
            for literals in literals.clone().take(lab.scale.pick(usize::MAX, usize::MAX, 2)) {
                let job = Job {
                    method: Method::Cover,
                    asked: Asked::Search,
                    limit,
                    trace: false,
                    features,
                    target: sizes(literals, terms),
                    positives,
                    negatives: lab.scale.pick(10_000, 10_000, 300),
                    seed: 0,
                    literals,
                    terms,
                };
                let runs = lab.runner.runs(&job, lab.scale.seeds(10))?;
                let with = |word: &str| runs.iter().filter(|run| run.answer.starts_with(word)).count();
                // Where a unique answer was not the target: literals and terms.
                let wrong: Vec<&str> = runs.iter().filter_map(|run| run.answer.strip_prefix("wrong ")).collect();
                let seconds: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
                table.row([
                    &name,
                    &literals,
                    &positives,
                    &runs.len(),
                    &with("right"),
                    &wrong.len(),
                    &wrong.join("; "),
                    &with("many"),
                    &runs.iter().filter(|run| run.is_limited()).count(),
                    &number(mean(&seconds)),
                    &number(seconds.iter().copied().fold(0.0, f64::max)),
                    &runs.iter().map(|run: &Figures| run.mebibytes).max().unwrap_or_default(),
                ]);
            }
        }
    }
    lab.output.table("accuracy", limit, &table)
}

/// Literals dealt out to terms as evenly as possible.
fn sizes(literals: usize, terms: usize) -> Vec<usize> {
    (0..terms).map(|term| (literals + term) / terms).collect()
}
