//! The methods that are compared.

mod diagrams;
mod engines;
#[path = "../../../crates/vesc-col-sat/benches/questions/plain.rs"]
mod plain; // the paper's CNF, as the SAT engine's own benches have it
pub(crate) mod tree;

use std::error::Error;
use std::sync::Arc;

use clap::ValueEnum;
use vesc_col::{Dataset, Dnf, DnfSpace, Run};
use vesc_col_sat::{Backend, Varisat};

use crate::job::{Asked, Job, Meter};
use diagrams::Order;

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum Method {
    /// Our engine of hitting sets.
    Cover,
    /// Our engine of diagrams.
    Bdd,
    /// Our engine of satisfiability.
    Sat,
    /// Our three engines racing, on two threads.
    Race,
    /// Our engines of the paper's two kinds racing, on two threads.
    RaceBddSat,
    /// The paper's diagrams: the sub-space first, then positive samples, then negative ones.
    PaperDiagrams,
    /// The same with negative samples before the positive ones.
    NegativesFirst,
    /// Positive samples, negative ones, and the sub-space last.
    SpaceLast,
    /// The paper's CNF, on varisat.
    PaperCnf,
    /// The paper's CNF, on CaDiCaL.
    #[cfg(feature = "cadical")]
    PaperCnfCadical,
}

impl Method {
    /// The paper's CNF on the best solver that there is.
    #[cfg(feature = "cadical")]
    pub(crate) const BEST_PAPER_CNF: Method = Method::PaperCnfCadical;
    /// The paper's CNF on the best solver that there is.
    #[cfg(not(feature = "cadical"))]
    pub(crate) const BEST_PAPER_CNF: Method = Method::PaperCnf;

    /// What tables and drawings call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Method::Cover => "cover",
            Method::Bdd => "bdd",
            Method::Sat => "sat",
            Method::Race => "race",
            Method::RaceBddSat => "race of bdd and sat",
            Method::PaperDiagrams => "paper's diagrams",
            Method::NegativesFirst => "paper's diagrams, negatives first",
            Method::SpaceLast => "paper's diagrams, sub-space last",
            Method::PaperCnf => "paper's CNF on varisat",
            #[cfg(feature = "cadical")]
            Method::PaperCnfCadical => "paper's CNF on CaDiCaL",
        }
    }
}

/// What a job's method finds: `0`, `1` or `>1` for [`Asked::Decide`], a number for [`Asked::Exact`], and for [`Asked::Search`]
/// `right`, `wrong`, `many` or `none`, then the sub-space.
pub(crate) fn answer(job: &Job, data: &Arc<Dataset>, target: &Dnf, meter: &Meter) -> Result<String, Box<dyn Error>> {
    let order = match job.method {
        Method::PaperDiagrams => Order::PositivesFirst,
        Method::NegativesFirst => Order::NegativesFirst,
        Method::SpaceLast => Order::SpaceLast,
        Method::PaperCnf => return paper_cnf(job, &Varisat, data),
        #[cfg(feature = "cadical")]
        Method::PaperCnfCadical => return paper_cnf(job, &vesc_col_sat::Cadical, data),
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

fn paper_cnf(job: &Job, solver: &dyn Backend, data: &Dataset) -> Result<String, Box<dyn Error>> {
    if job.asked != Asked::Decide {
        return Err("the paper's CNF tells none, one and more apart".into());
    }
    Ok(plain::formulas(solver, data, &space(job), &Run::new()).replace(">= 2", ">1"))
}
