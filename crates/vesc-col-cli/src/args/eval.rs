//! The arguments of `eval`.

use clap::Args;

use super::options::{GroupArgs, InputArgs, Language, NoiseArgs, OutputArgs};

pub(super) const EXAMPLES: &str = "\
Formulas (dnf): `|` joins terms, `&` joins literals, `!` negates a feature. Names with blanks or any of & | ! ( ) \" = are \
quoted with \". Other languages: `(a | !b) & c` (cnf), `at least 2 of (a, !b, c)` (threshold), `odd(a, b)` or `even(a, b)` \
(parity), `a ? 1 : !b ? 0 : 1` (list), `a ? (b ? 1 : 0) : 1` (tree), `n0 = b ? 1 : 0; a ? n0 : 1` (obdd). With groups: \
`er in {dest, fcs} & 1 <= gap | !a`.

Examples:
  vesc-col eval runs.csv --hypothesis 'rx_enable & flip_stop'
  vesc-col eval monk1_test.csv --hypothesis '\"a5=1\" | \"a1=1\" & \"a2=1\"' --format json
  vesc-col eval runs.csv --language parity --hypothesis 'odd(tx_parity, d0, d1)'";

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) noise: NoiseArgs,

    /// The formula, in the syntax in which learn prints it.
    #[arg(help_heading = "The formula", long, value_name = "FORMULA", allow_hyphen_values = true)]
    pub(crate) hypothesis: String,

    /// The form of the formula.
    #[arg(help_heading = "The formula", long, value_name = "LANGUAGE", value_enum, default_value_t)]
    pub(crate) language: Language,

    #[command(flatten)]
    pub(crate) groups: GroupArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
