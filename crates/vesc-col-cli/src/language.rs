//! The options that say what the hypotheses look like.

use std::sync::Arc;

use clap::{Args, ValueEnum};
use vesc_col::spaces::{
    Cnf, CnfSpace, DecisionList, DecisionTree, DnfOptions, ListSpace, Obdd, ObddSpace, Parity, ParitySpace,
    RestrictedDnfSpace, Threshold, ThresholdSpace, TreeSpace,
};
use vesc_col::{Complexity, Dnf, DnfSpace, Domain, Features, Hypothesis, Literal, ParseError, SubSpace};

use crate::error::CliError;
use crate::quantity;

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
pub(crate) struct LanguageArgs {
    /// The form of the hypotheses: an OR of ANDs, an AND of ORs, "at least t of these literals", a parity, a decision list,
    /// a decision tree, or a decision diagram in the order of the columns.
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value_t)]
    pub(crate) language: Language,

    /// Literals that must appear in the formula, such as 'rx_enable & !gap_0' (dnf only) [default: none].
    #[arg(long, value_name = "LITERALS", allow_hyphen_values = true)]
    pub(crate) require: Vec<String>,

    /// Literals that must not appear in the formula, such as 'rx_enable & !gap_0' (dnf only) [default: none].
    #[arg(long, value_name = "LITERALS", allow_hyphen_values = true)]
    pub(crate) forbid: Vec<String>,
}

/// One size of the formulas.
#[derive(Debug, Args)]
pub(crate) struct SizeArgs {
    /// How many literals the formulas have (dnf, cnf).
    #[arg(long, value_name = "L", allow_negative_numbers = true, value_parser = quantity::formula_size)]
    pub(crate) literals: Option<usize>,

    /// How many terms, or clauses, the formulas have (dnf, cnf).
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = quantity::formula_size)]
    pub(crate) terms: Option<usize>,

    /// How large the hypotheses are: literals of a threshold, features of a parity, rules of a list, splits of a tree, nodes of
    /// a diagram.
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = quantity::formula_size)]
    pub(crate) size: Option<usize>,

    /// How many of a threshold's literals are needed.
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = quantity::formula_size)]
    pub(crate) needed: Option<usize>,
}

/// How far to search.
#[derive(Debug, Args)]
pub(crate) struct MaxSizeArgs {
    /// Search formulas of up to so many literals (dnf, cnf) [default: 10].
    #[arg(long, value_name = "L", allow_negative_numbers = true, value_parser = quantity::formula_size)]
    pub(crate) max_literals: Option<usize>,

    /// Search formulas of up to so many terms, or clauses (dnf, cnf) [default: 3].
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = quantity::formula_size)]
    pub(crate) max_terms: Option<usize>,

    /// Search hypotheses of up to this size: literals of a threshold, features of a parity, rules of a list, splits of a tree,
    /// nodes of a diagram [default: 4].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = quantity::formula_size)]
    pub(crate) max_size: Option<usize>,
}

impl MaxSizeArgs {
    /// Up to so many literals.
    pub(crate) fn literals(&self) -> usize {
        self.max_literals.unwrap_or(MAX_LITERALS)
    }

    /// Up to so many terms.
    pub(crate) fn terms(&self) -> usize {
        self.max_terms.unwrap_or(MAX_TERMS)
    }
}

const MAX_LITERALS: usize = 10;
const MAX_TERMS: usize = 3;
const MAX_SIZE: usize = 4;

/// Sub-spaces from simple to complex.
pub(crate) type Spaces = Box<dyn Iterator<Item = Arc<dyn SubSpace>>>;

impl LanguageArgs {
    /// Refuses an option that is there for DNF alone, without required and forbidden literals.
    pub(crate) fn require_plain_dnf(&self, option: &str) -> Result<(), CliError> {
        if self.language == Language::Dnf && self.require.is_empty() && self.forbid.is_empty() {
            return Ok(());
        }
        Err(CliError::Usage(format!("{option} is for --language dnf without --require and --forbid")))
    }

    /// The sub-spaces to search.
    pub(crate) fn spaces(&self, sizes: &MaxSizeArgs, features: &Features, domain: &Domain) -> Result<Spaces, CliError> {
        self.suits(features, domain)?;
        let MaxSizeArgs { max_literals, max_terms, max_size } = *sizes;
        let in_terms = [("--max-literals", max_literals.is_some()), ("--max-terms", max_terms.is_some())];
        self.refuse(&in_terms, &[("--max-size", max_size.is_some())])?;
        let (literals, terms) = (sizes.literals(), sizes.terms());
        let (size, count) = (max_size.unwrap_or(MAX_SIZE), features.len());
        Ok(match (self.language, self.options(features)?) {
            (Language::Dnf, None) if domain.is_free() => list(DnfSpace::up_to(count, literals, terms)),
            (Language::Dnf, None) => {
                let domain = domain.clone();
                list(DnfSpace::up_to(count, literals, terms).map(move |space| space.within(&domain)))
            }
            (Language::Dnf, Some(options)) => list(RestrictedDnfSpace::up_to(count, literals, terms, options)),
            (Language::Cnf, _) => list(CnfSpace::up_to(count, literals, terms)),
            (Language::Threshold, _) => list(ThresholdSpace::up_to(count, size)),
            (Language::Parity, _) => list(ParitySpace::up_to(count, size)),
            (Language::List, _) => list(ListSpace::up_to(count, size)),
            (Language::Tree, _) => list(TreeSpace::up_to(count, size)),
            (Language::Obdd, _) => list(ObddSpace::up_to(count, size)),
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
        if !self.has_terms() {
            let size = size.ok_or_else(|| self.missing("--size <S>"))?;
            return Ok(match self.language {
                Language::Threshold => {
                    let needed = needed.ok_or_else(|| self.missing("--needed <T>"))?;
                    Arc::new(ThresholdSpace::new(count, size, needed))
                }
                _ if needed.is_some() => return Err(self.unsuitable("--needed")),
                Language::Parity => Arc::new(ParitySpace::new(count, size)),
                Language::List => Arc::new(ListSpace::new(count, size)),
                Language::Tree => Arc::new(TreeSpace::new(count, size)),
                _ => Arc::new(ObddSpace::new(count, size)),
            });
        }
        let literals = literals.ok_or_else(|| self.missing("--literals <L>"))?;
        let terms = terms.ok_or_else(|| self.missing("--terms <K>"))?;
        Ok(match (self.language, self.options(features)?) {
            (Language::Cnf, _) => Arc::new(CnfSpace::new(count, literals, terms)),
            (_, None) if domain.is_free() => Arc::new(DnfSpace::new(count, literals, terms)),
            (_, None) => Arc::new(DnfSpace::new(count, literals, terms).within(domain)),
            (_, Some(options)) => Arc::new(RestrictedDnfSpace::new(count, literals, terms, options)),
        })
    }

    /// Refuses typed columns and declared inputs for all but plain DNF.
    fn suits(&self, features: &Features, domain: &Domain) -> Result<(), CliError> {
        let typed = !domain.is_free() || (0..features.len()).any(|feature| features.test(feature).is_some());
        let plain = self.language == Language::Dnf && self.require.is_empty() && self.forbid.is_empty();
        if plain || !typed {
            return Ok(());
        }
        let typed = "typed columns and declared groups are for --language dnf without --require and --forbid";
        Err(CliError::Usage(typed.to_owned()))
    }

    /// What is required and forbidden; `None` if nothing is.
    fn options(&self, features: &Features) -> Result<Option<Arc<DnfOptions>>, CliError> {
        let mut options = DnfOptions::default();
        for text in &self.require {
            options = options.require(literals("--require", text, features)?);
        }
        for text in &self.forbid {
            options = options.forbid(literals("--forbid", text, features)?);
        }
        Ok((options != DnfOptions::default()).then(|| Arc::new(options)))
    }

    /// Refuses options that make no sense with the language.
    fn refuse(&self, in_terms: &[(&'static str, bool)], others: &[(&'static str, bool)]) -> Result<(), CliError> {
        let of_dnf = [("--require", !self.require.is_empty()), ("--forbid", !self.forbid.is_empty())];
        let unsuitable = match self.language {
            Language::Dnf => others.to_vec(),
            Language::Cnf => [others, &of_dnf].concat(),
            _ => [in_terms, &of_dnf].concat(),
        };
        match unsuitable.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(self.unsuitable(option)),
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

impl Language {
    /// Reads a hypothesis, and says how complex it is.
    pub(crate) fn parse(
        self,
        text: &str,
        features: &Features,
    ) -> Result<(Box<dyn Hypothesis>, Complexity), ParseError> {
        let count = features.len();
        Ok(match self {
            Language::Dnf => {
                let dnf = Dnf::parse(text, features)?;
                let space = DnfSpace::new(count, dnf.literal_count(), dnf.terms().len());
                (Box::new(dnf), space.complexity())
            }
            Language::Cnf => {
                let cnf = Cnf::parse(text, features)?;
                let literals = cnf.clauses().map(<[Literal]>::len).sum();
                let space = CnfSpace::new(count, literals, cnf.clauses().len());
                (Box::new(cnf), space.complexity())
            }
            Language::Threshold => {
                let threshold = Threshold::parse(text, features)?;
                let space = ThresholdSpace::new(count, threshold.literals().len(), threshold.needed());
                (Box::new(threshold), space.complexity())
            }
            Language::Parity => {
                let parity = Parity::parse(text, features)?;
                let space = ParitySpace::new(count, parity.features().len());
                (Box::new(parity), space.complexity())
            }
            Language::List => {
                let list = DecisionList::parse(text, features)?;
                let space = ListSpace::new(count, list.rules().len());
                (Box::new(list), space.complexity())
            }
            Language::Tree => {
                let tree = DecisionTree::parse(text, features)?;
                let space = TreeSpace::new(count, tree.splits());
                (Box::new(tree), space.complexity())
            }
            Language::Obdd => {
                let diagram = Obdd::parse(text, features)?;
                let space = ObddSpace::new(count, diagram.nodes().len());
                (Box::new(diagram), space.complexity())
            }
        })
    }
}

fn list<S: SubSpace>(spaces: impl Iterator<Item = S> + 'static) -> Spaces {
    Box::new(spaces.map(|space| Arc::new(space) as Arc<dyn SubSpace>))
}

/// Reads literals joined by `&`.
fn literals(option: &'static str, text: &str, features: &Features) -> Result<Vec<Literal>, CliError> {
    let dnf = Dnf::parse(text, features).map_err(|source| CliError::Literals { option, source })?;
    match dnf.terms() {
        [term] => Ok(term.literals().to_vec()),
        _ => Err(CliError::Usage(format!("invalid value for '{option} <LITERALS>': literals are joined by `&`"))),
    }
}
