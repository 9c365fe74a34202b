//! Reading a hypothesis.

use vesc_col::formula::{Literal, ParseError};
use vesc_col::spaces::{
    Cnf, CnfSpace, DecisionList, DecisionTree, ListSpace, Obdd, ObddSpace, Parity, ParitySpace, SetDnf, SetDnfSpace,
    SetTerm, Threshold, ThresholdSpace, TreeSpace, ValueGroup,
};
use vesc_col::sub_space::Complexity;
use vesc_col::{Dnf, DnfSpace, Features, Hypothesis, SubSpace};

use crate::args::Language;
use crate::error::CliError;

/// Reads a hypothesis, and says how complex it is.
pub(crate) fn read(
    language: Language,
    text: &str,
    features: &Features,
) -> Result<(Box<dyn Hypothesis>, Complexity), ParseError> {
    let count = features.len();
    Ok(match language {
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

/// Reads a DNF with conditions on groups, and says how complex it is.
pub(crate) fn read_sets(
    text: &str,
    features: &Features,
    groups: Vec<ValueGroup>,
) -> Result<(Box<dyn Hypothesis>, Complexity), CliError> {
    let any_size = SetDnfSpace::new(features.len(), 0, 0, groups.clone())?;
    let dnf = SetDnf::parse(text, features, &any_size)?;
    let conditions = dnf.terms().iter().map(SetTerm::conditions).sum();
    let space = SetDnfSpace::new(features.len(), conditions, dnf.terms().len(), groups)?;
    Ok((Box::new(dnf), space.complexity()))
}
