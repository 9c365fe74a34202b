//! The methods that are compared.

use clap::ValueEnum;

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
