//! The arguments of `learn`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use vesc_col::sub_space::{paper_order, terms_order};

use super::options::{
    InputArgs, LanguageArgs, LeastErrorsArgs, ListingArgs, MaxSizeArgs, NoiseArgs, OneClassArgs, OutputArgs, PriorArgs,
    RunArgs,
};
use super::values;

pub(super) const EXAMPLES: &str = "\
Examples:
  vesc-col learn runs.csv
  vesc-col learn runs.csv --label verdict --positive FAIL --positive TIMEOUT --ignore 'run_id,seed*'
  vesc-col learn runs.csv --bound 4 --max-literals 8 --max-terms 2 --timeout 10m --memory 4GiB --threads 2
  vesc-col learn runs.csv --list 20 --on-overfit measure-on
  vesc-col learn runs.csv --require 'rx_enable' --forbid 'seed_lsb & !seed_lsb'
  vesc-col learn runs.csv --at-most-one 'op_add,op_sub,op_mul' --weight 'bus_hi=3'
  vesc-col learn runs.csv --ordered-group 'gap: gap_0,gap_1,gap_2' --group 'er: er_dest,er_fcs'
  vesc-col learn runs.csv --max-false-positives 1 --max-false-negatives 2
  vesc-col learn runs.csv --unknown='?,x,z'
  vesc-col learn runs.csv --language tree --max-size 5
  vesc-col learn runs.csv --language obdd --column-order 'mode,irq'
  vesc-col learn runs.csv --order terms
  vesc-col learn runs.csv --types auto --forbid 'seed'
  vesc-col learn runs.csv --resume runs.state.json --timeout 1h
  vesc-col learn runs.csv --one-hot 'op_*' --one-hot 'idle,busy'
  zcat runs.csv.gz | vesc-col learn - --format json --output report.json";

#[derive(Debug, Args)]
pub(crate) struct LearnArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) noise: NoiseArgs,

    #[command(flatten)]
    pub(crate) least: LeastErrorsArgs,

    /// The largest number of concepts that you can review.
    ///
    /// More are reported as overfit.
    #[arg(help_heading = "The search", long, value_name = "B", default_value = "10", allow_negative_numbers = true, value_parser = values::at_least_one)]
    pub(crate) bound: usize,

    #[command(flatten)]
    pub(crate) language: LanguageArgs,

    #[command(flatten)]
    pub(crate) sizes: MaxSizeArgs,

    /// Also look for terms that explain many positive rows, one by one.
    ///
    /// First comes the term that explains the most and no negative row, then the one for the rows that are left, and so on.
    /// It says how many terms are equally good, and how many rows are left. It also says what formulas of up to each size
    /// leave at best. It is a lead where nothing explains everything (dnf only). Without --timeout it takes half a minute
    /// at most beside the search.
    #[arg(help_heading = "The search", long, hide_short_help = true, conflicts_with_all = ["unknown", "errors"])]
    pub(crate) one_by_one: bool,

    /// Which sizes are simpler (dnf, cnf).
    ///
    /// Fewest literals first, then fewest terms, as in the paper, or fewest terms
    /// first, then fewest literals.
    #[arg(help_heading = "The search", long, hide_short_help = true, value_name = "WHAT", value_enum, default_value_t)]
    pub(crate) order: SizeOrder,

    /// Count formulas exactly, and list concepts up to --list-limit, even above the bound [default: off].
    #[arg(help_heading = "The search", long, hide_short_help = true)]
    pub(crate) exact: bool,

    #[command(flatten)]
    pub(crate) listing: ListingArgs,

    /// Whether to stop at a sub-space with more than the bound, or to measure on: the later ones are a profile.
    #[arg(help_heading = "The search", long, hide_short_help = true, value_name = "WHAT", value_enum, default_value_t)]
    pub(crate) on_overfit: OnOverfit,

    #[command(flatten)]
    pub(crate) prior: PriorArgs,

    /// Begin with what earlier searches of these rows, or of fewer, wrote to this file.
    ///
    /// At the end write to it what is known, also if the search was stopped. The file need not exist [default: begin
    /// afresh, write nothing].
    #[arg(help_heading = "The search", long, hide_short_help = true, value_name = "STATE", conflicts_with = "errors")]
    pub(crate) resume: Option<PathBuf>,

    /// Write a proof for every decided sub-space to this directory (`vesc-col verify` checks it).
    ///
    /// The proofs are made after the search, and can take far longer [default: nowhere].
    #[arg(help_heading = "The search", long, hide_short_help = true, value_name = "DIR", conflicts_with = "errors")]
    pub(crate) certify: Option<PathBuf>,

    /// Show every step on a line of its own, also the empty ones [default: off].
    #[arg(help_heading = "The search", long, hide_short_help = true)]
    pub(crate) steps: bool,

    #[command(flatten)]
    pub(crate) one_class: OneClassArgs,

    /// Add to the JSON what only the rows know: which runs each term explains, near misses, and their lines [default: off].
    #[arg(help_heading = "Output and limits", long, hide_short_help = true)]
    pub(crate) details: bool,

    /// The address of a run, with columns in braces, as in https://farm.example/runs/{run_id}: the lines on a page become links.
    ///
    /// The columns may be ignored ones. For --html, --details and `vesc-col report` [default: no links].
    #[arg(help_heading = "Output and limits", long, hide_short_help = true, value_name = "URL", value_parser = values::Link::parse)]
    pub(crate) link: Option<values::Link>,

    /// Write the answer as a page of HTML to this file, too.
    ///
    /// `vesc-col report` has more forms [default: nowhere].
    #[arg(help_heading = "Output and limits", long, hide_short_help = true, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Whether the answers of a job are put together, so that these options were those of `plan`.
    #[arg(skip)]
    pub(crate) is_merged: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

// The variants have no doc comments, as clap would then print each help text over many lines.

/// Which sizes are simpler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SizeOrder {
    #[default]
    Literals,
    Terms,
}

impl SizeOrder {
    /// The sizes up to these, from simple to complex, in literals and terms.
    pub(crate) fn sizes(self, max_literals: usize, max_terms: usize) -> Box<dyn Iterator<Item = (usize, usize)>> {
        match self {
            SizeOrder::Literals => Box::new(paper_order(max_literals, max_terms)),
            SizeOrder::Terms => Box::new(terms_order(max_literals, max_terms)),
        }
    }
}

/// What to do when a sub-space has more than the bound; see [`vesc_col::search::OnOverfit`].
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum OnOverfit {
    #[default]
    Stop,
    #[value(alias = "continue")]
    MeasureOn,
}

impl From<OnOverfit> for vesc_col::search::OnOverfit {
    fn from(on_overfit: OnOverfit) -> vesc_col::search::OnOverfit {
        match on_overfit {
            OnOverfit::Stop => vesc_col::search::OnOverfit::Stop,
            OnOverfit::MeasureOn => vesc_col::search::OnOverfit::MeasureOn,
        }
    }
}
