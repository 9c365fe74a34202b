//! What is known about a DNF.

use std::sync::Arc;

use clap::Args;
use vesc_col::formula::Literal;
use vesc_col::spaces::DnfOptions;
use vesc_col::{Dnf, Features};

use super::group::GroupArgs;
use super::lists::{self, Listed};
use crate::error::CliError;
use crate::input::names_in;
use crate::quantity;

/// What a DNF may look like.
#[derive(Debug, Args)]
pub(crate) struct DnfArgs {
    /// Literals that must appear in the formula, such as 'rx_enable & !gap_0' (dnf only) [default: none].
    #[arg(long, value_name = "LITERALS", allow_hyphen_values = true)]
    pub(crate) require: Vec<String>,

    /// Literals that must not appear in the formula, such as 'rx_enable & !gap_0'; a column of values or numbers by its name, for all
    /// that can be said of it (dnf only) [default: none].
    #[arg(long, value_name = "LITERALS", allow_hyphen_values = true)]
    pub(crate) forbid: Vec<String>,

    /// No literal is negated (dnf only) [default: off].
    #[arg(long)]
    pub(crate) monotone: bool,

    /// A term has at most so many literals (dnf only) [default: no limit].
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = quantity::formula_size)]
    pub(crate) max_term_literals: Option<usize>,

    /// A term uses at most one of these columns; says nothing about inputs, as `at_most_one` of a schema does (dnf only, may be
    /// repeated) [default: none].
    #[arg(long, value_name = "COL,...", allow_hyphen_values = true)]
    pub(crate) at_most_one: Vec<String>,

    /// What a literal on a column counts, such as 'bus_hi=3,bus_lo=2', all others counting 1: complexity is then the formula's
    /// weight (dnf only) [default: none].
    #[arg(long, value_name = "COL=W,...", allow_hyphen_values = true)]
    pub(crate) weight: Vec<String>,

    #[command(flatten)]
    pub(crate) groups: GroupArgs,
}

impl DnfArgs {
    /// The first of these options that was given, with those of groups or without.
    pub(crate) fn first_given(&self, with_groups: bool) -> Option<&'static str> {
        self.given(with_groups).next()
    }

    /// The first that was given of those which compare hypotheses on all inputs, whatever is declared.
    pub(crate) fn first_for_free_inputs(&self) -> Option<&'static str> {
        self.given(true).find(|option| !["--forbid", "--monotone", "--max-term-literals"].contains(option))
    }

    fn given(&self, with_groups: bool) -> impl Iterator<Item = &'static str> {
        let groups = [
            ("--group", with_groups && !self.groups.group.is_empty()),
            ("--ordered-group", with_groups && !self.groups.ordered_group.is_empty()),
        ];
        let restrictions = [
            ("--require", !self.require.is_empty()),
            ("--forbid", !self.forbid.is_empty()),
            ("--monotone", self.monotone),
            ("--max-term-literals", self.max_term_literals.is_some()),
            ("--at-most-one", !self.at_most_one.is_empty()),
            ("--weight", !self.weight.is_empty()),
        ];
        restrictions.into_iter().chain(groups).filter(|(_, given)| *given).map(|(option, _)| option)
    }

    /// What a formula may look like; `None` if it may look like anything.
    pub(crate) fn options(&self, features: &Features) -> Result<Option<Arc<DnfOptions>>, CliError> {
        let mut options = DnfOptions::default();
        for text in &self.require {
            options = options.require(literals("--require", text, features)?);
        }
        for text in &self.forbid {
            options = options.forbid(literals_and_columns("--forbid", text, features)?);
        }
        if self.monotone {
            options = options.monotone();
        }
        if let Some(most) = self.max_term_literals {
            options = options.with_max_term_literals(most);
        }
        for text in &self.at_most_one {
            let listed = Listed { option: "--at-most-one", value: "COL,..." };
            options = options.with_at_most_one_of(lists::columns(listed, text, features)?);
        }
        for text in &self.weight {
            for (feature, weight) in weights(text, features)? {
                options = options.with_weight(feature, weight);
            }
        }
        Ok((options != DnfOptions::default()).then(|| Arc::new(options)))
    }
}

/// Reads literals joined by `&`.
fn literals(option: &'static str, text: &str, features: &Features) -> Result<Vec<Literal>, CliError> {
    let dnf = Dnf::parse(text, features).map_err(|source| CliError::Literals { option, source })?;
    match dnf.terms() {
        [term] => Ok(term.literals().to_vec()),
        _ => Err(CliError::Usage(format!("invalid value for '{option} <LITERALS>': literals are joined by `&`"))),
    }
}

/// Reads literals and names of columns that features test, joined by `&`: such a name stands for all literals of its column.
fn literals_and_columns(option: &'static str, text: &str, features: &Features) -> Result<Vec<Literal>, CliError> {
    let mut quoted = false;
    let is_joint = |c: char| {
        quoted ^= c == '"';
        c == '&' && !quoted
    };
    let mut found = Vec::new();
    let mut before = 0;
    for part in text.split(is_joint) {
        let tests = tests_of(part.trim(), features);
        // An error says where it is in the whole text.
        let indented = " ".repeat(before) + part;
        found.extend(match part.trim() {
            "" => literals(option, text, features)?,
            _ if tests.is_empty() => literals(option, &indented, features)?,
            _ => tests.into_iter().flat_map(|test| [Literal::positive(test), Literal::negative(test)]).collect(),
        });
        before += part.chars().count() + 1;
    }
    Ok(found)
}

/// The features that test the column of this name, which may be quoted.
fn tests_of(name: &str, features: &Features) -> Vec<usize> {
    let is_it = |column: &str| name == column || name == format!("\"{}\"", column.replace('"', "\"\""));
    (0..features.len()).filter(|&feature| features.test(feature).is_some_and(|(column, _)| is_it(column))).collect()
}

/// Reads `COL=W,...`; a name may contain `=`, a weight does not.
fn weights(text: &str, features: &Features) -> Result<Vec<(usize, u32)>, CliError> {
    let listed = Listed { option: "--weight", value: "COL=W,..." };
    let weight = |entry: String| {
        let (name, weight) =
            entry.rsplit_once('=').ok_or_else(|| listed.refuse("expected a column, `=`, and a number"))?;
        let weight = quantity::formula_size(weight.trim()).map_err(|reason| listed.refuse(reason))?;
        // Sizes are far below 2^32.
        Ok((listed.feature(name.trim(), features)?, u32::try_from(weight).unwrap_or(u32::MAX)))
    };
    names_in(text).into_iter().map(weight).collect()
}
