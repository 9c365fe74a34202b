//! The option about rows of one class only.

use clap::Args;

/// Whether to search rows of one class.
#[derive(Debug, Args)]
#[command(next_help_heading = "The search")]
pub(crate) struct OneClassArgs {
    /// Search although no row is positive, or none is negative.
    ///
    /// Without positive rows every condition that never held explains the data, so no answer is evidence of a cause
    /// [default: off, the outcome is one-class].
    #[arg(long, hide_short_help = true)]
    pub(crate) one_class: bool,
}
