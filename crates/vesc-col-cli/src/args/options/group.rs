//! The options about groups of columns that are the values of one variable.

use clap::Args;

/// Which columns are the values of one variable.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Hypotheses")]
pub(crate) struct GroupArgs {
    /// A variable and the columns of its values, such as 'er: er_dest,er_fcs'. A condition may name any of them, as in
    /// 'er in {dest, fcs}', and counts as one literal (dnf only, may be repeated) [default: none].
    #[arg(long, hide_short_help = true, value_name = "NAME:COL,...", allow_hyphen_values = true)]
    pub(crate) group: Vec<String>,

    /// A variable with its columns in the order of the values, such as 'gap: gap_0,gap_1,gap_2'. A condition names a
    /// range, as in 'gap <= 1' [default: none].
    #[arg(long, hide_short_help = true, value_name = "NAME:COL,...", allow_hyphen_values = true)]
    pub(crate) ordered_group: Vec<String>,
}

impl GroupArgs {
    /// Whether no group was given.
    pub(crate) fn is_empty(&self) -> bool {
        self.group.is_empty() && self.ordered_group.is_empty()
    }
}
