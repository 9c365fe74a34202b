//! What can be said on the command line.

mod explain;
mod inspect;
mod next;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use explain::ExplainArgs;
pub(crate) use inspect::InspectArgs;
pub(crate) use next::NextArgs;

use crate::engine_choice::EngineChoice;
use crate::language::{GroupArgs, Language, LanguageArgs, MaxSizeArgs, SizeArgs};
use crate::quantity;

/// Learn a short cause from few positive samples, and know how many other explanations remain.
#[derive(Debug, Parser)]
#[command(name = "vesc-col", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  vesc-col learn runs.csv
  vesc-col learn runs.csv --label failed --ignore run_id,seed --timeout 10m --format json
  vesc-col count runs.csv --literals 5 --terms 2
  vesc-col next runs.csv --up-to 6,2
  vesc-col explain runs.csv
  vesc-col eval more_runs.csv --hypothesis 'op_ebreak & irq_mask_1 | op_lhu & !addr_lo0'
  vesc-col generate --features 100 --terms 2,3 --positives 5 --negatives 500 --output runs.csv

Exit status: 0 learned, counted, evaluated or generated; 1 decided, but nothing learned; 2 bad usage or bad input; \
3 undecided because a limit struck or the user interrupted (Ctrl-C once: report what is known; twice: end at once).";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the simplest formulas that explain the label, and count how many there are.
    #[command(after_help = LEARN_EXAMPLES)]
    Learn(LearnArgs),
    /// Count all formulas and concepts of one size that explain the label.
    #[command(after_help = COUNT_EXAMPLES)]
    Count(CountArgs),
    /// Ask the version space of one size more: what its formulas have in common, how they vote, some at random.
    #[command(after_help = inspect::EXAMPLES)]
    Inspect(InspectArgs),
    /// Propose what to simulate next: inputs that tell the remaining candidates apart.
    #[command(after_help = next::EXAMPLES)]
    Next(NextArgs),
    /// Say why a formula or a size is excluded, or how much a learned answer rests on single samples.
    #[command(after_help = explain::EXAMPLES)]
    Explain(ExplainArgs),
    /// Apply a formula to a file.
    #[command(after_help = EVAL_EXAMPLES)]
    Eval(EvalArgs),
    /// Write the constraint of one sub-space as a circuit or as CNF, for other tools.
    #[command(after_help = EXPORT_EXAMPLES)]
    Export(ExportArgs),
    /// Check the certificates that `learn --certify` has written, against the data.
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// Make a random instance with a planted cause.
    #[command(after_help = GENERATE_EXAMPLES)]
    Generate(GenerateArgs),
}

const LEARN_EXAMPLES: &str = "\
Examples:
  vesc-col learn runs.csv
  vesc-col learn runs.csv --label verdict --positive FAIL --positive TIMEOUT --ignore 'run_id,seed*'
  vesc-col learn runs.csv --bound 4 --max-literals 8 --max-terms 2 --timeout 10m --memory 4GiB --threads 2
  vesc-col learn runs.csv --list 20 --on-overfit continue
  vesc-col learn runs.csv --require 'rx_enable' --forbid 'seed_lsb & !seed_lsb'
  vesc-col learn runs.csv --at-most-one 'op_add,op_sub,op_mul' --weight 'bus_hi=3'
  vesc-col learn runs.csv --ordered-group 'gap: gap_0,gap_1,gap_2' --group 'er: er_dest,er_fcs'
  vesc-col learn runs.csv --max-false-positives 1 --max-false-negatives 2
  vesc-col learn runs.csv --unknown='?,x,z'
  vesc-col learn runs.csv --language tree --max-size 5
  vesc-col learn runs.csv --language obdd --order 'mode,irq'
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

    /// The largest version space that you can review: one with more is reported as overfit.
    #[arg(help_heading = "The search", long, value_name = "B", default_value = "10", allow_negative_numbers = true, value_parser = quantity::at_least_one)]
    pub(crate) bound: usize,

    #[command(flatten)]
    pub(crate) language: LanguageArgs,

    #[command(flatten)]
    pub(crate) sizes: MaxSizeArgs,

    /// Count formulas exactly, and list concepts up to --list-limit, even above the bound [default: off].
    #[arg(help_heading = "The search", long)]
    pub(crate) exact: bool,

    #[command(flatten)]
    pub(crate) listing: ListingArgs,

    /// Whether to stop at a sub-space with more than the bound, or to continue and measure the later ones as a profile.
    #[arg(help_heading = "The search", long, value_name = "WHAT", value_enum, default_value_t)]
    pub(crate) on_overfit: OnOverfit,

    /// Begin with what earlier searches of these rows, or of fewer, have written to this file, and write to it what is known
    /// at the end, also of a search that was stopped. The file need not exist [default: begin afresh, write nothing].
    #[arg(help_heading = "The search", long, value_name = "STATE")]
    pub(crate) resume: Option<PathBuf>,

    /// Write to this directory, for every sub-space that was decided, what proves it (`vesc-col verify` checks it). The
    /// proofs are made after the search, and can take far longer [default: nowhere].
    #[arg(help_heading = "The search", long, value_name = "DIR")]
    pub(crate) certify: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

const COUNT_EXAMPLES: &str = "\
Examples:
  vesc-col count runs.csv --literals 5 --terms 2
  vesc-col count runs.csv --language threshold --size 5 --needed 2
  vesc-col count runs.csv --literals 5 --terms 2 --list 20 --timeout 60s --format json";

#[derive(Debug, Args)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) noise: NoiseArgs,

    #[command(flatten)]
    pub(crate) language: LanguageArgs,

    #[command(flatten)]
    pub(crate) size: SizeArgs,

    #[command(flatten)]
    pub(crate) listing: ListingArgs,

    #[command(flatten)]
    pub(crate) run: RunArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

const EVAL_EXAMPLES: &str = "\
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

const EXPORT_EXAMPLES: &str = "\
The file describes one circuit: its inputs h0, h1, ... are the bits of a hypothesis, its output says whether that is a \
hypothesis of this size which fits the data. So its models are what count counts as formulas. In DIMACS the bits are the \
variables 1, 2, ... and the projection set.

Examples:
  vesc-col export runs.csv --literals 5 --terms 2 --as dimacs --output runs.cnf
  vesc-col export runs.csv --language tree --size 3 --as aiger --output runs.aig";

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) language: LanguageArgs,

    #[command(flatten)]
    pub(crate) size: SizeArgs,

    /// The format: CNF, AIGER (binary or ASCII), BLIF, or Verilog.
    #[arg(help_heading = "Output", long = "as", value_name = "FORMAT", value_enum)]
    pub(crate) format: CircuitFormat,

    /// Write to this file [default: standard output].
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

const VERIFY_EXAMPLES: &str = "\
The formulas are written anew from the data, and each proof is checked step by step.

Examples:
  vesc-col learn runs.csv --certify proofs
  vesc-col verify proofs runs.csv";

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The directory that `learn --certify` has written.
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,

    #[command(flatten)]
    pub(crate) input: InputArgs,
}

const GENERATE_EXAMPLES: &str = "\
The label column is named `label`. Negatives are uniform among the inputs that the target rejects, positives uniform \
among those that it accepts, and the first ones are each explained by one term only, a different one each.

Examples:
  vesc-col generate --features 100 --terms 2,3 --positives 5 --negatives 500 --output runs.csv
  vesc-col generate --features 100 --terms 5 --positives 2 --negatives 1000 --seed 7 --target cause.txt --output runs.csv";

#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// How many features there are, named x0, x1, ...
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::feature_count)]
    pub(crate) features: usize,

    /// The number of literals of each term of the target.
    #[arg(long, value_name = "L,...", required = true, value_delimiter = ',', allow_negative_numbers = true, value_parser = quantity::formula_size)]
    pub(crate) terms: Vec<usize>,

    /// How many positive rows to make.
    #[arg(long, value_name = "N")]
    pub(crate) positives: usize,

    /// How many negative rows to make.
    #[arg(long, value_name = "N")]
    pub(crate) negatives: usize,

    /// Where the randomness starts: the same seed makes the same file, everywhere.
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    /// Write the target formula to this file [default: nowhere].
    #[arg(long, value_name = "FILE")]
    pub(crate) target: Option<PathBuf>,

    /// Write the rows to this file [default: standard output].
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Which file, and what its columns mean.
#[derive(Debug, Args)]
#[command(next_help_heading = "The file")]
pub(crate) struct InputArgs {
    /// CSV with a header row; `-` is standard input. Cells are 0, 1, true or false unless --types or --schema say otherwise.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The label column [default: the last column that is not ignored].
    #[arg(long, value_name = "NAME")]
    pub(crate) label: Option<String>,

    /// The label that is positive; all others are negative. May be given again for another one. Some row must have each of them,
    /// but for eval [default: 1, true, yes, pos and positive are positive; 0, false, no, neg and negative are negative; any
    /// other label is refused].
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub(crate) positive: Vec<String>,

    /// Columns to leave out, such as run ids and seeds, separated by commas; `*` stands for anything. May be given again
    /// [default: none].
    #[arg(long, value_name = "COL,...")]
    pub(crate) ignore: Vec<String>,

    /// The types of the columns that no schema mentions: Boolean, or inferred from their cells, as Boolean, numeric or
    /// categorical.
    #[arg(long, value_name = "TYPES", value_enum, default_value_t)]
    pub(crate) types: Types,

    /// A TOML file that says what the columns are, and which inputs are legal [default: none].
    #[arg(long, value_name = "FILE")]
    pub(crate) schema: Option<PathBuf>,

    /// 0/1 columns of which exactly one is 1 in every possible run; `*` stands for anything. May be given again for another
    /// group [default: none].
    #[arg(long, value_name = "COL,...")]
    pub(crate) one_hot: Vec<String>,
}

/// What may be wrong or missing in the rows.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Errors and unknown cells")]
pub(crate) struct NoiseArgs {
    /// On how many negative rows a hypothesis may hold all the same; equal rows count each, and may then have different
    /// labels [default: 0].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) max_false_positives: Option<u64>,

    /// On how many positive rows a hypothesis may fail to hold, likewise [default: 0].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) max_false_negatives: Option<u64>,

    /// Words for a cell whose value is not known, behind a `=` and separated by commas, as in `--unknown=x,z`; an empty word is
    /// the empty cell. Alone, `--unknown` is for the empty cell, `?`, `x` and `z` [default: such a cell is refused].
    #[arg(long, value_name = "WORD,...", num_args = 0..=1, require_equals = true, default_missing_value = ",?,x,z", value_parser = quantity::unknown_words)]
    pub(crate) unknown: Option<String>,
}

impl NoiseArgs {
    /// False positives and false negatives, if any are allowed for.
    pub(crate) fn error_budget(&self) -> Option<(u64, u64)> {
        match (self.max_false_positives, self.max_false_negatives) {
            (None, None) => None,
            (false_positives, false_negatives) => Some((false_positives.unwrap_or(0), false_negatives.unwrap_or(0))),
        }
    }

    /// Whether there is any such option.
    pub(crate) fn is_given(&self) -> bool {
        self.error_budget().is_some() || self.unknown.is_some()
    }
}

/// How many concepts to list.
#[derive(Debug, Args)]
#[command(next_help_heading = "Lists")]
pub(crate) struct ListingArgs {
    /// Give up listing, and so counting concepts exactly, above this many.
    #[arg(long, value_name = "N", default_value = "100000", allow_negative_numbers = true, value_parser = quantity::at_least_one)]
    pub(crate) list_limit: usize,

    /// How many hypotheses to show for an overfit or counted answer (a learned one shows all).
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) list: usize,
}

/// Who works, and within which limits.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct RunArgs {
    /// The engine: auto races all that this build has, cover, bdd and sat choose one.
    #[arg(long, value_name = "auto|cover|bdd|sat", default_value = "auto", value_parser = EngineChoice::parse)]
    pub(crate) engine: EngineChoice,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Within which limits.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after this long, such as 500ms, 60s, 2m or 1h30m [default: no limit].
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub(crate) timeout: Option<Duration>,

    /// Stop when the process takes more memory than this, such as 4GiB [default: 80 % of what the machine or cgroup
    /// has].
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    pub(crate) memory: Option<u64>,

    /// How many threads may work at once [default: all cores].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::at_least_one)]
    pub(crate) threads: Option<usize>,

    /// Show no progress [default: shown if standard error is a terminal].
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Where the report goes, and how it is written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// How the report is written: for people, or as one JSON object.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// Write the report to this file [default: standard output].
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

// The variants below have no doc comments, as clap would then print each help text over many lines.

/// What the columns are that no schema mentions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Types {
    #[default]
    Boolean,
    Auto,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
}

/// How a circuit is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CircuitFormat {
    Dimacs,
    Aiger,
    AigerAscii,
    Blif,
    Verilog,
}

/// What to do when a sub-space has more than the bound; see [`vesc_col::search::OnOverfit`].
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum OnOverfit {
    #[default]
    Stop,
    Continue,
}

impl From<OnOverfit> for vesc_col::search::OnOverfit {
    fn from(on_overfit: OnOverfit) -> vesc_col::search::OnOverfit {
        match on_overfit {
            OnOverfit::Stop => vesc_col::search::OnOverfit::Stop,
            OnOverfit::Continue => vesc_col::search::OnOverfit::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_formed() {
        Cli::command().debug_assert();
    }
}
