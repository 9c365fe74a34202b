//! The options about what a DNF may look like.

use clap::Args;

use super::group::GroupArgs;
use crate::args::values;

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
    #[arg(long, value_name = "M", allow_negative_numbers = true, value_parser = values::formula_size)]
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
}
