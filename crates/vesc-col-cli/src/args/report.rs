//! The arguments of `report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::learn::LearnArgs;

pub(super) const EXAMPLES: &str = "\
The page is one file: it loads nothing, and nothing in it comes from elsewhere. The command takes
the options of learn but --one-by-one, --format and --html.

Examples:
  vesc-col report runs.csv --output report.html
  vesc-col report runs.csv --link 'https://farm.example/runs/{run_id}' --ignore run_id --output report.html
  vesc-col report runs.csv --as markdown
  vesc-col learn runs.csv --details --format json --output report.json
  vesc-col report --from report.json --output report.html";

// With --from there is no file of runs: its name then stands for nothing. What the page already is or has needs no option.
#[derive(Debug, Args)]
#[command(mut_arg("html", |html| html.hide(true)), mut_arg("details", |details| details.hide(true)))]
#[command(mut_arg("format", |format| format.hide(true)), mut_arg("one_by_one", |leads| leads.hide(true)))]
#[command(mut_arg("file", |file| file.required(false).required_unless_present("from").default_value_if("from", clap::builder::ArgPredicate::IsPresent, "-")))]
// A screen has no room for these.
#[command(mut_arg("max_false_positives", |noise| noise.hide_short_help(true)))]
#[command(mut_arg("max_false_negatives", |noise| noise.hide_short_help(true)))]
#[command(mut_arg("unknown", |noise| noise.hide_short_help(true)))]
// An argument that is changed becomes the last one, and further files follow the first.
#[command(mut_arg("more_files", |more| more))]
pub(crate) struct ReportArgs {
    /// Make the page from this report, instead of searching.
    ///
    /// It is what `learn --details --format json` wrote.
    #[arg(help_heading = "The page", long, value_name = "JSON", conflicts_with = "file")]
    pub(crate) from: Option<PathBuf>,

    /// The form of the page.
    #[arg(help_heading = "The page", long = "as", value_name = "FORM", value_enum, default_value_t)]
    pub(crate) form: Form,

    #[command(flatten)]
    pub(crate) learn: LearnArgs,
}

// The variants have no doc comments, as clap would then print each help text over many lines.

/// The form of a page.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Form {
    #[default]
    Html,
    Markdown,
}
