//! The options about the engine and the limits of a run.

use std::time::Duration;

use clap::Args;

use crate::args::values::{self, EngineChoice};

/// Who works, and within which limits.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output and limits")]
pub(crate) struct RunArgs {
    /// The engine: auto races all that this build has, cover, bdd and sat choose one.
    #[arg(long, hide_short_help = true, value_name = "auto|cover|bdd|sat", default_value = "auto", value_parser = EngineChoice::parse)]
    pub(crate) engine: EngineChoice,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Within which limits.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output and limits")]
pub(crate) struct LimitArgs {
    /// Stop after this long, such as 60 (seconds), 500ms or 2m [default: no limit].
    ///
    /// Units may be put together, as in 1h30m. The report says what is known by then.
    #[arg(long, value_name = "TIME", value_parser = values::duration, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,

    /// Stop when the process takes more memory than this, such as 4GiB [default: 80 % of what the machine or cgroup
    /// has].
    #[arg(long, hide_short_help = true, value_name = "SIZE", value_parser = values::bytes)]
    pub(crate) memory: Option<u64>,

    /// The number of threads that may work at once [default: all cores].
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = values::at_least_one)]
    pub(crate) threads: Option<usize>,

    /// Show no progress [default: shown if standard error is a terminal].
    #[arg(long, hide_short_help = true)]
    pub(crate) quiet: bool,
}
