//! Our engines, and races of them.

use std::error::Error;
use std::sync::Arc;

use vesc_col::engine::{BddEngine, CoverEngine, Query, SatEngine};
use vesc_col::{
    Cardinality, Dataset, Dnf, DnfSpace, Engine, Hypothesis, Outcome, Portfolio, Report, Run, Settings, search,
};

use super::space;
use crate::job::{Asked, Job, Meter};
use crate::method::Method;

/// Asks an engine.
pub(super) fn answer(job: &Job, data: &Arc<Dataset>, target: &Dnf, meter: &Meter) -> Result<String, Box<dyn Error>> {
    meter.start();
    let (engine, threads) = engine(job.method);
    let run = Run::new().with_threads(threads);
    if job.asked == Asked::Search {
        let spaces = DnfSpace::up_to(job.features, job.literals, job.terms);
        let report = search(&*engine, data, spaces, &Settings::default().with_bound(1), &run)?;
        return Ok(verdict(&report, target));
    }
    let query = Query::new(Arc::new(space(job))).with_bound(1).with_exact(job.asked == Asked::Exact);
    let found = match job.method {
        Method::Bdd => {
            let mut session = BddEngine::default().session(Arc::clone(data));
            let found = vesc_col::engine::Session::measure(&mut session, &query, &run)?;
            meter.note_nodes(session.peak_nodes());
            found
        }
        _ => engine.open(Arc::clone(data)).measure(&query, &run)?,
    };
    if job.asked == Asked::Exact {
        return Ok(found.formulas.to_string());
    }
    let known = [0u32, 1].map(Cardinality::exact).into_iter().find(|count| *count == found.concepts);
    match known {
        Some(count) => Ok(count.to_string()),
        None if found.concepts.exceeds(1) => Ok(">1".to_owned()),
        None => Err(format!("no answer: {:?}", found.stopped).into()),
    }
}

/// An engine, and how many threads it has.
fn engine(method: Method) -> (Arc<dyn Engine>, usize) {
    match method {
        Method::Bdd => (Arc::new(BddEngine::default()), 1),
        Method::Sat => (Arc::new(SatEngine::default()), 1),
        Method::Race => (Arc::new(Portfolio::default()), 2),
        Method::RaceBddSat => {
            let engines: [Arc<dyn Engine>; 2] = [Arc::new(BddEngine::default()), Arc::new(SatEngine::default())];
            (Arc::new(Portfolio::new(engines)), 2)
        }
        _ => (Arc::new(CoverEngine::default()), 1),
    }
}

/// How a search ended, and where.
fn verdict(report: &Report, target: &Dnf) -> String {
    let word = match report.outcome() {
        Outcome::Learned if report.hypotheses()[0].order_key() == target.order_key() => "right",
        Outcome::Learned => "wrong",
        Outcome::Overfit => "many",
        _ => "none",
    };
    let size = report.deciding_step().map_or(String::new(), |step| {
        let numbers: Vec<String> = step.complexity().measures().iter().map(|(_, number)| number.to_string()).collect();
        format!(" {}", numbers.join(" "))
    });
    format!("{word}{size}")
}
