//! One measurement: a question about an instance, a method that answers it, and what that cost.
//!
//! Each runs in a process of its own, the `job` command, so that its memory is its own and any limit can end it.

mod figures;
mod watch;

use clap::{Args, ValueEnum};
use vesc_col::generate::Recipe;

use crate::method::Method;
pub(crate) use figures::Figures;
pub(crate) use watch::Meter;

/// What is asked about the version space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Asked {
    /// Of one sub-space: none, one, or more? The paper's B = 1.
    Decide,
    /// Of one sub-space: how many formulas exactly?
    Exact,
    /// The first non-empty sub-space up to this one: does it hold the planted target alone?
    Search,
}

/// The arguments of the command `job`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Job {
    #[arg(long)]
    pub(crate) method: Method,
    #[arg(long)]
    pub(crate) asked: Asked,
    /// The most processor seconds.
    #[arg(long)]
    pub(crate) limit: f64,
    /// How many nodes there are after each sample, as far as the method has diagrams.
    #[arg(long)]
    pub(crate) trace: bool,
    #[arg(long)]
    pub(crate) features: usize,
    /// The sizes of the planted terms.
    #[arg(long, value_delimiter = ',')]
    pub(crate) target: Vec<usize>,
    #[arg(long)]
    pub(crate) positives: usize,
    #[arg(long)]
    pub(crate) negatives: usize,
    #[arg(long)]
    pub(crate) seed: u64,
    #[arg(long)]
    pub(crate) literals: usize,
    #[arg(long)]
    pub(crate) terms: usize,
}

impl Job {
    /// Whether a method decides a sub-space, on an instance with one planted term of five literals over 100 features.
    pub(crate) fn monomial(method: Method, positives: usize, negatives: usize, seed: u64, literals: usize) -> Job {
        Job {
            method,
            asked: Asked::Decide,
            limit: f64::INFINITY,
            trace: false,
            features: 100,
            target: vec![5],
            positives,
            negatives,
            seed,
            literals,
            terms: 1,
        }
    }

    /// The same as arguments of the command line.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let name = |value: &dyn Fn() -> Option<clap::builder::PossibleValue>| {
            value().map_or(String::new(), |value| value.get_name().to_owned())
        };
        let target: Vec<String> = self.target.iter().map(usize::to_string).collect();
        let options = [
            ("method", name(&|| self.method.to_possible_value())),
            ("asked", name(&|| self.asked.to_possible_value())),
            ("limit", self.limit.to_string()),
            ("features", self.features.to_string()),
            ("target", target.join(",")),
            ("positives", self.positives.to_string()),
            ("negatives", self.negatives.to_string()),
            ("seed", self.seed.to_string()),
            ("literals", self.literals.to_string()),
            ("terms", self.terms.to_string()),
        ];
        let trace = self.trace.then(|| "--trace".to_owned());
        let options = options.into_iter().flat_map(|(name, value)| [format!("--{name}"), value]);
        ["job".to_owned()].into_iter().chain(options).chain(trace).collect()
    }

    /// The instance.
    pub(crate) fn recipe(&self) -> Recipe {
        Recipe {
            features: self.features,
            terms: self.target.clone(),
            positives: self.positives,
            negatives: self.negatives,
            seed: self.seed,
        }
    }
}
