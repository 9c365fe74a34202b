//! A job done in this process, by the method that it names.

mod diagrams;
mod engines;
pub(crate) mod tree;

use std::error::Error;
use std::sync::Arc;

use baselines::paper_cnf;
use vesc_col::{Dataset, Dnf, DnfSpace, Run};
use vesc_col_sat::{Backend, Varisat};

use crate::job::{Asked, Job, Meter};
use crate::method::Method;
use diagrams::Order;

/// Memory that ends a measurement, in MiB.
const MEMORY: u64 = 5 << 10;

/// Measures, and prints what [`Figures`](crate::job::Figures) reads.
pub(crate) fn run(job: &Job) -> Result<(), Box<dyn Error>> {
    let (data, target) = job.recipe().make()?;
    let meter = Meter::watch(job.limit, MEMORY);
    let answer = answer(job, &data, &target, &meter)?;
    meter.finish(&answer)
}

/// What a job's method finds: `0`, `1` or `>1` for [`Asked::Decide`], a number for [`Asked::Exact`], and for [`Asked::Search`]
/// `right`, `wrong`, `many` or `none`, then the sub-space.
fn answer(job: &Job, data: &Arc<Dataset>, target: &Dnf, meter: &Meter) -> Result<String, Box<dyn Error>> {
    let order = match job.method {
        Method::PaperDiagrams => Order::PositivesFirst,
        Method::NegativesFirst => Order::NegativesFirst,
        Method::SpaceLast => Order::SpaceLast,
        Method::PaperCnf => return paper_cnf(job, &Varisat, data, meter),
        #[cfg(feature = "cadical")]
        Method::PaperCnfCadical => return paper_cnf(job, &vesc_col_sat::Cadical, data, meter),
        Method::Cover | Method::Bdd | Method::Sat | Method::Race | Method::RaceBddSat => {
            return engines::answer(job, data, target, meter);
        }
    };
    let count = diagrams::formulas(data, &space(job), order, meter, job.trace)?;
    Ok(match job.asked {
        Asked::Exact => count,
        Asked::Decide if ["0", "1"].contains(&count.as_str()) => count,
        Asked::Decide => ">1".to_owned(),
        Asked::Search => return Err("the paper's diagrams answer for one sub-space".into()),
    })
}

fn space(job: &Job) -> DnfSpace {
    DnfSpace::new(job.features, job.literals, job.terms)
}

fn paper_cnf(job: &Job, solver: &dyn Backend, data: &Dataset, meter: &Meter) -> Result<String, Box<dyn Error>> {
    meter.start();
    if job.asked != Asked::Decide {
        return Err("the paper's CNF tells none, one and more apart".into());
    }
    Ok(paper_cnf::formulas(solver, data, &space(job), &Run::new()).replace(">= 2", ">1"))
}
