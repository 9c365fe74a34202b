//! The options that say what the hypotheses look like.

mod dnf;
mod group;
mod lists;
mod read;
mod sizes;

use std::sync::Arc;

use clap::{Args, ValueEnum};
use vesc_col::data::Domain;
use vesc_col::spaces::{
    CnfSpace, ListSpace, ObddSpace, ParitySpace, RestrictedDnfSpace, SetDnfSpace, ThresholdSpace, TreeSpace,
};
use vesc_col::{DnfSpace, Features, SubSpace};

use crate::error::CliError;
use dnf::DnfArgs;
use lists::Listed;

pub(crate) use group::GroupArgs;
pub(crate) use read::read_sets;
pub(crate) use sizes::{MaxSizeArgs, SizeArgs};

// The variants below have no doc comments, as clap would then print each help text over many lines.

/// The form of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    #[default]
    Dnf,
    Cnf,
    Threshold,
    Parity,
    List,
    Tree,
    Obdd,
}

/// What the hypotheses look like.
#[derive(Debug, Args)]
#[command(next_help_heading = "Hypotheses")]
pub(crate) struct LanguageArgs {
    /// The form of the hypotheses: an OR of ANDs, an AND of ORs, "at least t of these literals", a parity, a decision list,
    /// a decision tree, or a decision diagram.
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value_t)]
    pub(crate) language: Language,

    #[command(flatten)]
    pub(crate) dnf: DnfArgs,

    /// The order in which a diagram asks columns, those that are not listed last (obdd only) [default: that of the file].
    #[arg(long, value_name = "COL,...", allow_hyphen_values = true)]
    pub(crate) order: Option<String>,
}

/// Sub-spaces from simple to complex.
pub(crate) type Spaces = Box<dyn Iterator<Item = Arc<dyn SubSpace>>>;

impl LanguageArgs {
    /// Refuses an option that is there for DNF alone, of which nothing more is known.
    pub(crate) fn require_plain_dnf(&self, option: &str) -> Result<(), CliError> {
        match self.dnf.first_given(true) {
            Some(other) => Err(CliError::Usage(format!("the option '{option}' cannot be used with '{other}'"))),
            None if self.language == Language::Dnf => Ok(()),
            None => Err(self.unsuitable(option)),
        }
    }

    /// The sub-spaces to search.
    pub(crate) fn spaces(&self, sizes: &MaxSizeArgs, features: &Features, domain: &Domain) -> Result<Spaces, CliError> {
        let in_terms = [("--max-literals", sizes.max_literals.is_some()), ("--max-terms", sizes.max_terms.is_some())];
        self.refuse(&in_terms, &[("--max-size", sizes.max_size.is_some())])?;
        self.suits(features, domain)?;
        let (literals, terms, size) = (sizes.literals(), sizes.terms(), sizes.size());
        let (count, domain) = (features.len(), domain.clone());
        self.check_size("--max-size", size, count)?;
        Ok(match self.language {
            Language::Dnf => match (self.dnf.groups.groups(features)?, self.dnf.options(features)?) {
                (groups, None) if groups.is_empty() && domain.is_free() => {
                    list(DnfSpace::up_to(count, literals, terms))
                }
                (groups, None) if groups.is_empty() => {
                    list(DnfSpace::up_to(count, literals, terms).map(move |space| space.within(&domain)))
                }
                (_, Some(options)) => {
                    let spaces = RestrictedDnfSpace::up_to(count, literals, terms, options);
                    list(spaces.map(move |space| space.within(&domain)))
                }
                (groups, None) => list(SetDnfSpace::up_to(count, literals, terms, groups)?),
            },
            Language::Cnf if domain.is_free() => list(CnfSpace::up_to(count, literals, terms)),
            Language::Cnf => list(CnfSpace::up_to(count, literals, terms).map(move |space| space.within(&domain))),
            Language::Threshold => list(ThresholdSpace::up_to(count, size)),
            Language::Parity => list(ParitySpace::up_to(count, size)),
            Language::List => list(ListSpace::up_to(count, size)),
            Language::Tree => list(TreeSpace::up_to(count, size)),
            Language::Obdd => {
                let order = self.order(features)?;
                list((1..=size).filter_map(move |nodes| ObddSpace::with_order(order.iter().copied(), nodes)))
            }
        })
    }

    /// The one sub-space to measure.
    pub(crate) fn space(
        &self,
        sizes: &SizeArgs,
        features: &Features,
        domain: &Domain,
    ) -> Result<Arc<dyn SubSpace>, CliError> {
        self.suits(features, domain)?;
        let SizeArgs { literals, terms, size, needed } = *sizes;
        let in_terms = [("--literals", literals.is_some()), ("--terms", terms.is_some())];
        self.refuse(&in_terms, &[("--size", size.is_some()), ("--needed", needed.is_some())])?;
        let count = features.len();
        if self.has_terms() {
            let literals = literals.ok_or_else(|| self.missing("--literals <L>"))?;
            let terms = terms.ok_or_else(|| self.missing("--terms <K>"))?;
            if self.language == Language::Cnf {
                let space = CnfSpace::new(count, literals, terms);
                return Ok(if domain.is_free() { Arc::new(space) } else { Arc::new(space.within(domain)) });
            }
            return Ok(match (self.dnf.groups.groups(features)?, self.dnf.options(features)?) {
                (groups, None) if groups.is_empty() && domain.is_free() => {
                    Arc::new(DnfSpace::new(count, literals, terms))
                }
                (groups, None) if groups.is_empty() => Arc::new(DnfSpace::new(count, literals, terms).within(domain)),
                (_, Some(options)) => Arc::new(RestrictedDnfSpace::new(count, literals, terms, options).within(domain)),
                (groups, None) => Arc::new(SetDnfSpace::new(count, literals, terms, groups)?),
            });
        }
        let size = size.ok_or_else(|| self.missing("--size <S>"))?;
        if self.language == Language::Threshold {
            let needed = needed.ok_or_else(|| self.missing("--needed <T>"))?;
            return Ok(Arc::new(ThresholdSpace::new(count, size, needed)));
        }
        if needed.is_some() {
            return Err(self.unsuitable("--needed"));
        }
        self.check_size("--size", size, count)?;
        Ok(match self.language {
            Language::Parity => Arc::new(ParitySpace::new(count, size)),
            Language::List => Arc::new(ListSpace::new(count, size)),
            Language::Tree => Arc::new(TreeSpace::new(count, size)),
            _ => {
                let order = self.order(features)?;
                Arc::new(ObddSpace::with_order(order, size).expect("an order has every feature once"))
            }
        })
    }

    /// The features in the order in which a diagram asks them.
    fn order(&self, features: &Features) -> Result<Vec<usize>, CliError> {
        let listed = Listed { option: "--order", value: "COL,..." };
        let mut order = lists::columns(listed, self.order.as_deref().unwrap_or_default(), features)?;
        let mut is_first = vec![false; features.len()];
        order.iter().for_each(|&feature| is_first[feature] = true);
        order.extend((0..features.len()).filter(|&feature| !is_first[feature]));
        Ok(order)
    }

    /// Refuses typed columns and declared inputs for all but CNF and DNF, as far as its options say of each term by itself whether there
    /// may be it: other languages cannot tell yet which hypotheses agree on all legal inputs, so that they would count one concept
    /// several times.
    fn suits(&self, features: &Features, domain: &Domain) -> Result<(), CliError> {
        let typed = !domain.is_free() || (0..features.len()).any(|feature| features.test(feature).is_some());
        let refused = match self.dnf.first_for_free_inputs() {
            Some(option) => option.to_owned(),
            None if self.has_terms() => return Ok(()),
            None => format!("--language {}", self.name()),
        };
        if !typed {
            return Ok(());
        }
        Err(CliError::Usage(format!(
            "'{refused}' compares hypotheses on all inputs of 0 and 1, of which typed columns and declared groups exclude some: \
             leave it out (--language dnf and cnf know of them, and --forbid, --monotone and --max-term-literals do), or give the file \
             0/1 columns without --types, --schema and --one-hot"
        )))
    }

    /// Refuses sizes whose circuit alone, before any limit of a run is looked at, would take long or not fit.
    fn check_size(&self, option: &str, size: usize, features: usize) -> Result<(), CliError> {
        let fits = |size: usize| self.language.gates(size, features) <= MAX_GATES;
        if fits(size) {
            return Ok(());
        }
        let most = (1..size).rev().find(|&size| fits(size)).unwrap_or(0);
        Err(CliError::Usage(format!(
            "'{option} {size}' is too large for '--language {}' over {features} features: choose {most} or less",
            self.name()
        )))
    }

    /// Refuses options that make no sense with the language, or with each other.
    fn refuse(&self, in_terms: &[(&'static str, bool)], others: &[(&'static str, bool)]) -> Result<(), CliError> {
        let sizes = match self.language {
            Language::Dnf | Language::Cnf => others,
            _ => in_terms,
        };
        let order = ("--order", self.language != Language::Obdd && self.order.is_some());
        let size = sizes.iter().copied().chain([order]).find(|(_, given)| *given).map(|(option, _)| option);
        let of_dnf = self.dnf.first_given(true).filter(|_| self.language != Language::Dnf);
        if let Some(option) = size.or(of_dnf) {
            return Err(self.unsuitable(option));
        }
        match self.dnf.first_given(false).filter(|_| !self.dnf.groups.is_empty()) {
            Some(option) => {
                let group = if self.dnf.groups.group.is_empty() { "--ordered-group" } else { "--group" };
                Err(CliError::Usage(format!("the option '{option}' cannot be used with '{group}' (see --help)")))
            }
            None => Ok(()),
        }
    }

    fn has_terms(&self) -> bool {
        matches!(self.language, Language::Dnf | Language::Cnf)
    }

    fn unsuitable(&self, option: &str) -> CliError {
        CliError::Usage(format!("the option '{option}' cannot be used with '--language {}' (see --help)", self.name()))
    }

    fn missing(&self, option: &str) -> CliError {
        CliError::Usage(format!("the option '{option}' is required with '--language {}' (see --help)", self.name()))
    }

    fn name(&self) -> String {
        self.language.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// So many gates take some seconds.
const MAX_GATES: usize = 1 << 22;

impl Language {
    /// About how many gates a circuit has in those languages in which it can be far larger than the data.
    fn gates(self, size: usize, features: usize) -> usize {
        match self {
            Language::List if size <= features => size.saturating_mul(features),
            Language::Tree | Language::Obdd => size.saturating_mul(size).saturating_mul(size.saturating_add(features)),
            _ => 0,
        }
    }
}

fn list<S: SubSpace>(spaces: impl Iterator<Item = S> + 'static) -> Spaces {
    Box::new(spaces.map(|space| Arc::new(space) as Arc<dyn SubSpace>))
}
