//! How time and memory grow, and by which law.

mod law;
mod sweep;

use std::error::Error;

use crate::job::Job;
use crate::method::Method;
use crate::output::Table;
use crate::{Figure, Lab};
use sweep::{Growth, Sweep};

/// All sweeps. Each asks whether exactly one hypothesis of the target's size fits.
pub(crate) const FIGURES: [Figure; 5] = [
    ("features", |lab| make(lab, &features(lab))),
    ("negatives", |lab| make(lab, &negatives(lab))),
    ("literals", |lab| make(lab, &literals(lab))),
    ("terms", |lab| make(lab, &terms(lab))),
    ("positives", |lab| make(lab, &positives(lab))),
];

fn make(lab: &Lab, sweep: &Sweep) -> Result<(), Box<dyn Error>> {
    let limit = lab.scale.limit(8.0);
    let points = sweep.measure(lab, limit)?;
    let mut table = Table::new([sweep.variable, "method", "runs", "limited", "seconds", "mebibytes"]);
    for point in &points {
        point.record(&mut table);
    }
    let name = format!("growth-{}", sweep.variable);
    lab.output.table(&name, limit, &table)?;
    lab.output.table(&format!("{name}-laws"), limit, &law::table(sweep, &points))?;
    lab.output
        .plot(&name, &sweep.plot(&points, "processor seconds, hollow: a limit was reached", |point| point.seconds))?;
    lab.output.plot(&format!("{name}-memory"), &sweep.plot(&points, "MiB at most", |point| point.mebibytes))
}

/// The features that play no part: a monomial of 5 literals, 3 positives, 1000 negatives.
fn features(lab: &Lab) -> Sweep {
    Sweep {
        variable: "features",
        title: "target of 5 literals, 3 positives, 1000 negatives, (5,1)",
        growth: Growth::Power,
        harder: true,
        values: lab.scale.pick(vec![100, 200, 500, 1000, 2000, 5000], vec![100, 200, 500, 1000], vec![10, 20]),
        job: |features| Job { features, ..Job::monomial(Method::Cover, 3, 1000, 0, 5) },
    }
}

/// A monomial of 5 literals with 1 positive.
fn negatives(lab: &Lab) -> Sweep {
    Sweep {
        variable: "negatives",
        title: "target of 5 literals over 100 features, 1 positive, (5,1)",
        growth: Growth::Power,
        harder: false,
        values: lab.scale.pick(
            vec![100, 300, 1000, 3000, 10_000, 30_000, 100_000],
            vec![100, 1000, 10_000],
            vec![10, 20],
        ),
        job: |negatives| Job::monomial(Method::Cover, 1, negatives, 0, 5),
    }
}

/// A monomial of so many literals, with 1 positive and 10000 negatives, so that it is the only one.
fn literals(lab: &Lab) -> Sweep {
    Sweep {
        variable: "literals",
        title: "target of l literals over 100 features, 1 positive, 10000 negatives, (l,1)",
        growth: Growth::Exponential,
        harder: true,
        values: lab.scale.pick((1..=8).collect(), (1..=5).collect(), vec![1, 2]),
        job: |literals| Job { target: vec![literals], ..Job::monomial(Method::Cover, 1, 10_000, 0, literals) },
    }
}

/// Terms of 3 literals, 250 samples of each label.
fn terms(lab: &Lab) -> Sweep {
    Sweep {
        variable: "terms",
        title: "k terms of 3 literals over 100 features, 250 positives, 250 negatives, (3k,k)",
        growth: Growth::Exponential,
        harder: true,
        values: lab.scale.pick((1..=6).collect(), (1..=4).collect(), vec![1, 2]),
        job: |terms| Job { target: vec![3; terms], terms, ..Job::monomial(Method::Cover, 250, 250, 0, 3 * terms) },
    }
}

/// A monomial of 5 literals with 1000 negatives.
fn positives(lab: &Lab) -> Sweep {
    Sweep {
        variable: "positives",
        title: "target of 5 literals over 100 features, 1000 negatives, (5,1)",
        growth: Growth::Exponential,
        harder: false,
        values: lab.scale.pick(vec![0, 1, 2, 3, 4, 5, 7, 10, 20, 50, 100, 250], vec![0, 1, 2, 5, 20], vec![1, 2]),
        job: |positives| Job::monomial(Method::Cover, positives, 1000, 0, 5),
    }
}
