//! What can be said on the command line, as clap parses it. Nothing here opens a file or asks an engine.
//!
//! A file for each command; the options that several commands have are in `options`, what an option's text means is in
//! `values`.

mod compare;
mod count;
mod eval;
mod explain;
mod export;
mod farm;
mod generate;
mod inspect;
mod learn;
mod next;
mod options;
mod report;
mod tools;
mod values;
mod verify;

use clap::{Parser, Subcommand, ValueEnum};

pub(crate) use compare::CompareArgs;
pub(crate) use count::CountArgs;
pub(crate) use eval::EvalArgs;
pub(crate) use explain::ExplainArgs;
pub(crate) use export::{CircuitFormat, ExportArgs};
pub(crate) use farm::{MergeArgs, PlanArgs, StatusArgs, System, WorkArgs};
pub(crate) use generate::GenerateArgs;
pub(crate) use inspect::InspectArgs;
pub(crate) use learn::{LearnArgs, SizeOrder};
pub(crate) use next::NextArgs;
pub(crate) use options::{
    DnfArgs, Format, GroupArgs, InputArgs, Language, LanguageArgs, LeastErrorsArgs, LimitArgs, MaxSizeArgs, NoiseArgs,
    OutputArgs, RunArgs, SizeArgs, Types,
};
pub(crate) use report::{Form, ReportArgs};
pub(crate) use tools::{CompletionsArgs, ManArgs};
pub(crate) use values::{ColumnOption, Contradictions, EngineChoice, Link, TARGET, formula_size, ranges};
pub(crate) use verify::VerifyArgs;

/// Learn a short cause from few positive samples, and know how many other explanations remain.
#[derive(Debug, Parser)]
#[command(name = "vesc-col", version, max_term_width = 100, after_long_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours: if a terminal shows the text and the environment does not forbid it, always, or never.
    ///
    /// `auto` follows NO_COLOR, CLICOLOR and CLICOLOR_FORCE. JSON and files have no colours.
    #[arg(long, global = true, hide_short_help = true, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: Color,
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

Exit status: 0 success; 1 decided, but nothing learned; 2 bad usage or bad input; \
3 undecided, because a limit was reached or the user interrupted; 4 a certificate does not hold. Ctrl-C once ends the search with a report of what is known. \
Twice ends the program at once.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find the simplest formulas that explain the label, and count how many there are.
    #[command(after_long_help = learn::EXAMPLES)]
    Learn(LearnArgs),
    /// Count all formulas and concepts of one size that explain the label.
    #[command(after_long_help = count::EXAMPLES)]
    Count(CountArgs),
    /// Say what all formulas of one size have in common, and how they vote.
    #[command(after_long_help = inspect::EXAMPLES)]
    Inspect(InspectArgs),
    /// Propose what to simulate next: inputs that tell candidates apart.
    #[command(after_long_help = next::EXAMPLES)]
    Next(NextArgs),
    /// Say how far to trust an answer, or why a formula or a size is excluded.
    #[command(after_long_help = explain::EXAMPLES)]
    Explain(ExplainArgs),
    /// Write the answer as a page that people pass around: HTML or Markdown.
    #[command(after_long_help = report::EXAMPLES)]
    Report(ReportArgs),
    /// Say what changed between reports of the same question.
    #[command(after_long_help = compare::EXAMPLES)]
    Compare(CompareArgs),
    /// Cut a question into parts for many machines.
    #[command(after_long_help = farm::PLAN)]
    Plan(Box<PlanArgs>),
    /// Answer parts of a planned question.
    #[command(after_long_help = farm::WORK)]
    Work(WorkArgs),
    /// Put the answers of all parts together, and print the report of learn or count.
    #[command(after_long_help = farm::MERGE)]
    Merge(MergeArgs),
    /// Say how far a planned question is.
    #[command(after_long_help = farm::STATUS)]
    Status(StatusArgs),
    /// Apply a formula to a file.
    #[command(after_long_help = eval::EXAMPLES)]
    Eval(EvalArgs),
    /// Write the constraint of one sub-space as a circuit or as CNF, for other tools.
    #[command(after_long_help = export::EXAMPLES)]
    Export(ExportArgs),
    /// Check the certificates that `learn --certify` has written, against the data.
    #[command(after_long_help = verify::EXAMPLES)]
    Verify(VerifyArgs),
    /// Make a random instance with a planted cause.
    #[command(after_long_help = generate::EXAMPLES)]
    Generate(GenerateArgs),
    /// Write a script that completes commands and options in a shell.
    #[command(after_long_help = tools::COMPLETIONS)]
    Completions(CompletionsArgs),
    /// Write the manual pages.
    #[command(after_long_help = tools::MAN)]
    Man(ManArgs),
}

// The variants have no doc comments, as clap would then print each help text over many lines.

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
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
