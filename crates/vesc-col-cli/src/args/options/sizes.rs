//! How large the hypotheses are.

use clap::Args;

use crate::args::values;

/// One size of the formulas.
#[derive(Debug, Args)]
#[command(next_help_heading = "Size")]
pub(crate) struct SizeArgs {
    /// How many literals the formulas have, with --weight their weight, with --group how many conditions (required for
    /// dnf and cnf).
    #[arg(long, value_name = "L", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) literals: Option<usize>,

    /// How many terms, or clauses, the formulas have (required for dnf and cnf).
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) terms: Option<usize>,

    /// How large the hypotheses are: literals of a threshold, features of a parity, rules of a list, splits of a tree, nodes of
    /// a diagram (required for these).
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) size: Option<usize>,

    /// How many of a threshold's literals are needed (required for a threshold).
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) needed: Option<usize>,
}

/// How far to search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Size")]
pub(crate) struct MaxSizeArgs {
    /// Search formulas of up to so many literals, with --weight up to this weight, with --group of up to so many conditions
    /// (dnf, cnf) [default: 10].
    #[arg(long, value_name = "L", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) max_literals: Option<usize>,

    /// Search formulas of up to so many terms, or clauses (dnf, cnf) [default: 3].
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) max_terms: Option<usize>,

    /// Search hypotheses of up to this size: literals of a threshold, features of a parity, rules of a list, splits of a tree,
    /// nodes of a diagram [default: 4].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) max_size: Option<usize>,
}

const MAX_LITERALS: usize = 10;
const MAX_TERMS: usize = 3;
const MAX_SIZE: usize = 4;

impl MaxSizeArgs {
    /// Up to so many literals.
    pub(crate) fn literals(&self) -> usize {
        self.max_literals.unwrap_or(MAX_LITERALS)
    }

    /// Up to so many terms.
    pub(crate) fn terms(&self) -> usize {
        self.max_terms.unwrap_or(MAX_TERMS)
    }

    /// Up to this size, where it is not counted in literals and terms.
    pub(crate) fn size(&self) -> usize {
        self.max_size.unwrap_or(MAX_SIZE)
    }
}
