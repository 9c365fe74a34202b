//! The options about what a DNF may look like.

use clap::Args;

use super::group::GroupArgs;
use crate::args::values;
use crate::text::typed_option;

/// What a DNF may look like.
#[derive(Debug, Default, Args)]
pub(crate) struct DnfArgs {
    /// Literals that must appear in the formula, such as 'rx_enable & !gap_0' (dnf only) [default: none].
    #[arg(long, hide_short_help = true, value_name = "LITERALS", allow_hyphen_values = true)]
    pub(crate) require: Vec<String>,

    /// Literals that must not appear in the formula, such as 'rx_enable & !gap_0'.
    ///
    /// The name of a column of values or numbers stands for all its literals (dnf only) [default: none].
    #[arg(long, hide_short_help = true, value_name = "LITERALS", allow_hyphen_values = true)]
    pub(crate) forbid: Vec<String>,

    /// No literal is negated (dnf only) [default: off].
    #[arg(long, hide_short_help = true)]
    pub(crate) monotone: bool,

    /// A term has at most M literals (dnf only) [default: no limit].
    #[arg(long, hide_short_help = true, value_name = "M", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) max_term_literals: Option<usize>,

    /// A term uses at most one of these columns.
    ///
    /// Unlike `at_most_one` of a schema, this says nothing about inputs (dnf only, may be repeated) [default: none].
    #[arg(long, hide_short_help = true, value_name = "COL,...", allow_hyphen_values = true)]
    pub(crate) at_most_one: Vec<String>,

    /// The weight of the literals of a column, such as 'bus_hi=3,bus_lo=2'.
    ///
    /// All others weigh 1. Complexity is then the formula's weight (dnf only) [default: none].
    #[arg(long, hide_short_help = true, value_name = "COL=W,...", allow_hyphen_values = true)]
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

    /// Those that were given, as they are typed.
    pub(super) fn as_typed(&self) -> Vec<String> {
        let with_values = [
            ("--require", &self.require),
            ("--forbid", &self.forbid),
            ("--at-most-one", &self.at_most_one),
            ("--weight", &self.weight),
            ("--group", &self.groups.group),
            ("--ordered-group", &self.groups.ordered_group),
        ];
        let with_values = with_values
            .into_iter()
            .flat_map(|(option, values)| values.iter().map(move |value| typed_option(option, value)));
        let monotone = self.monotone.then(|| "--monotone".to_owned());
        let short_terms = self.max_term_literals.map(|most| format!("--max-term-literals {most}"));
        with_values.chain(monotone).chain(short_terms).collect()
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
