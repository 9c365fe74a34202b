//! How large the hypotheses are.

use clap::Args;

use crate::args::values;

/// One size of the formulas.
#[derive(Debug, Args)]
#[command(next_help_heading = "Size")]
pub(crate) struct SizeArgs {
    /// The number of literals of the formulas (required for dnf and cnf).
    ///
    /// With --weight their weight, with --group the number of conditions.
    #[arg(long, value_name = "L", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) literals: Option<usize>,

    /// The number of terms, or of clauses, of the formulas (required for dnf and cnf).
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) terms: Option<usize>,

    /// The size of the hypotheses (required for other languages).
    ///
    /// Literals of a threshold, features of a parity, rules of a list, splits of a tree,
    /// nodes of a diagram.
    #[arg(long, hide_short_help = true, value_name = "S", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) size: Option<usize>,

    /// The number of a threshold's literals that must hold (required for a threshold).
    #[arg(long, hide_short_help = true, value_name = "T", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) needed: Option<usize>,
}

/// How far to search.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "The search")]
pub(crate) struct MaxSizeArgs {
    /// Search formulas of up to L literals (dnf, cnf) [default: 10].
    ///
    /// With --weight up to weight L, with --group up to L conditions.
    #[arg(long, value_name = "L", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) max_literals: Option<usize>,

    /// Search formulas of up to K terms, or clauses (dnf, cnf) [default: 3].
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) max_terms: Option<usize>,

    /// Search hypotheses of up to size S. It counts literals of a threshold, features of a parity, rules of a list,
    /// splits of a tree, nodes of a diagram [default: 4].
    #[arg(long, hide_short_help = true, value_name = "S", allow_negative_numbers = true, value_parser = values::formula_size)]
    pub(crate) max_size: Option<usize>,
}

const MAX_LITERALS: usize = 10;
const MAX_TERMS: usize = 3;
const MAX_SIZE: usize = 4;

impl MaxSizeArgs {
    /// The largest number of literals.
    pub(crate) fn literals(&self) -> usize {
        self.max_literals.unwrap_or(MAX_LITERALS)
    }

    /// The largest number of terms.
    pub(crate) fn terms(&self) -> usize {
        self.max_terms.unwrap_or(MAX_TERMS)
    }

    /// The largest size, where it is not counted in literals and terms.
    pub(crate) fn size(&self) -> usize {
        self.max_size.unwrap_or(MAX_SIZE)
    }
}
