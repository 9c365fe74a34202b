//! The arguments of `plan`, `work`, `merge` and `status`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::learn::LearnArgs;
use super::options::{LimitArgs, OutputArgs, SizeArgs};
use super::values::{self, PartNumbers};

pub(super) const PLAN: &str = "\
It takes all options of learn; with --literals and --terms, or --size, it plans what count does.

Examples:
  vesc-col plan runs.csv --parts 512 --output job
  vesc-col plan runs.csv --literals 8 --terms 2 --parts 64 --output job --for make
  vesc-col plan --continue job

Then `vesc-col work job --part N` on any machine that sees the folder, and `vesc-col merge job`.";

pub(super) const WORK: &str = "\
Examples:
  vesc-col work job --part 17 --timeout 30m
  vesc-col work job --part 17,40-59 --threads 1
  vesc-col work job --any

Exit status: 0 done, also if it was done before; 3 a part was not finished, and is handed back in smaller parts.";

pub(super) const MERGE: &str = "\
Examples:
  vesc-col merge job
  vesc-col merge job --format json --output report.json";

pub(super) const STATUS: &str = "\
Examples:
  vesc-col status job";

// With --continue there is no file of runs: its name then stands for nothing. The output is the folder of the job.
#[derive(Debug, Args)]
#[command(mut_arg("file", |file| file.required(false).required_unless_present("go_on").default_value_if("go_on", clap::builder::ArgPredicate::IsPresent, "-")))]
// A screen has no room for these.
#[command(mut_arg("max_false_positives", |noise| noise.hide_short_help(true)))]
#[command(mut_arg("max_false_negatives", |noise| noise.hide_short_help(true)))]
#[command(mut_arg("unknown", |noise| noise.hide_short_help(true)))]
#[command(mut_arg("list", |list| list.hide_short_help(true)))]
#[command(mut_arg("literals", |size| size.hide_short_help(true)), mut_arg("terms", |size| size.hide_short_help(true)))]
// An argument that is changed becomes the last one, and further files follow the first.
#[command(mut_arg("more_files", |more| more))]
#[command(mut_arg("output", |output| output.value_name("DIR").help("The folder of the job; it must not exist, or be empty").required_unless_present("go_on")))]
#[command(mut_arg("format", |format| format.hide(true)), mut_arg("html", |html| html.hide(true)))]
#[command(mut_arg("certify", |certify| certify.hide(true)), mut_arg("resume", |resume| resume.hide(true)))]
#[command(mut_arg("timeout", |timeout| timeout.help("The time of one part, for the script that --for writes [default: no limit]")))]
pub(crate) struct PlanArgs {
    /// Plan again what is not answered in this job.
    ///
    /// That is parts that were handed back, and the next size.
    #[arg(help_heading = "The job", long = "continue", value_name = "DIR", conflicts_with = "file")]
    pub(crate) go_on: Option<PathBuf>,

    /// Into about how many parts to cut a question that takes longer than --local.
    #[arg(help_heading = "The job", long, value_name = "N", default_value = "64", allow_negative_numbers = true, value_parser = values::parts)]
    pub(crate) parts: usize,

    /// Answer at once what takes less time than this.
    #[arg(help_heading = "The job", long, value_name = "TIME", default_value = "1s", value_parser = values::duration)]
    pub(crate) local: Duration,

    /// Cut this many later questions, too, before it is known whether they will be asked.
    #[arg(help_heading = "The job", long, hide_short_help = true, value_name = "N", default_value = "0")]
    pub(crate) ahead: usize,

    /// Also write a script that runs all parts.
    ///
    /// It merges them, too.
    #[arg(help_heading = "The job", long = "for", value_name = "SYSTEM", value_enum)]
    pub(crate) system: Option<System>,

    /// How many workers the script starts, each with --any.
    ///
    /// Without it each part is a task of its own.
    #[arg(help_heading = "The job", long, hide_short_help = true, value_name = "N", requires = "system", value_parser = values::at_least_one)]
    pub(crate) workers: Option<usize>,

    #[command(flatten)]
    pub(crate) learn: LearnArgs,

    #[command(flatten)]
    pub(crate) size: SizeArgs,
}

#[derive(Debug, Args)]
#[group(skip)]
#[command(group = clap::ArgGroup::new("which parts").required(true).args(["parts", "any"]))]
pub(crate) struct WorkArgs {
    /// The folder of the job.
    #[arg(value_name = "DIR")]
    pub(crate) job: PathBuf,

    /// The numbers of the parts to answer, such as 17,40-59.
    #[arg(long = "part", value_name = "N,...", value_parser = values::part_numbers)]
    pub(crate) parts: Option<PartNumbers>,

    /// Answer parts that nobody has answered or works on, until none is left.
    ///
    /// Workers that see the folder share the parts among themselves, so that none waits for the longest.
    #[arg(long)]
    pub(crate) any: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The folder of the job.
    #[arg(value_name = "DIR")]
    pub(crate) job: PathBuf,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct StatusArgs {
    /// The folder of the job.
    #[arg(value_name = "DIR")]
    pub(crate) job: PathBuf,
}

// The variants have no doc comments, as clap would then print each help text over many lines.

/// What runs the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum System {
    Make,
    Parallel,
    Slurm,
    Lsf,
    Sge,
}
