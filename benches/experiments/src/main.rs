//! The paper's experiments, measured anew, drawn, and carried further.
//!
//! `cargo run --release -p vesc-col-experiments -- paper [--quick] [FIGURE...]` makes each figure and table of the paper's experiment section
//! as CSV and SVG; `growth` measures how time and memory grow. What came out, and what to think of it, is in `docs/experiments.md`.

mod answer;
mod growth;
mod job;
mod method;
mod output;
mod paper;
mod runner;
mod scale;
mod statistics;

use std::error::Error;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::job::Job;
use crate::output::Output;
use crate::runner::Runner;
use crate::scale::Scale;

/// A part of the experiments: a name to choose it by, and what makes its tables and drawings.
type Figure = (&'static str, fn(&Lab) -> Result<(), Box<dyn Error>>);

/// What every figure is made with.
struct Lab {
    scale: Scale,
    runner: Runner,
    output: Output,
}

#[derive(Parser)]
#[command(about, version)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The figures and tables of the paper's experiment section
    Paper(Selection),
    /// Time and memory against features, negatives, literals, terms and positives
    Growth(Selection),
    /// One measurement, in a process of its own
    #[command(hide = true)]
    Job(Job),
}

#[derive(Args)]
struct Selection {
    /// Fewer runs, smaller questions, shorter limits: less than three minutes
    #[arg(long)]
    quick: bool,
    /// The least that uses every part, for a test
    #[arg(long, hide = true, conflicts_with = "quick")]
    smoke: bool,
    /// Processor seconds of one measurement [default: by figure]
    #[arg(long, value_name = "SECONDS")]
    limit: Option<f64>,
    /// Where the tables and drawings go
    #[arg(long, value_name = "DIRECTORY", default_value = "target/experiments")]
    output: PathBuf,
    /// Only the figures of these names
    figures: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    match Options::parse().command {
        Command::Paper(selection) => make(&paper::FIGURES, selection),
        Command::Growth(selection) => make(&growth::FIGURES, selection),
        Command::Job(job) => answer::run(&job),
    }
}

fn make(figures: &[Figure], selection: Selection) -> Result<(), Box<dyn Error>> {
    let known: Vec<&str> = figures.iter().map(|(name, _)| *name).collect();
    if let Some(name) = selection.figures.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("there is no figure `{name}`; there are {}", known.join(", ")).into());
    }
    let scale = Scale::new(selection.quick, selection.smoke, selection.limit);
    let output = Output::new(selection.output, &scale)?;
    let lab = Lab { scale, runner: Runner::new()?, output };
    for (name, make) in figures {
        if selection.figures.is_empty() || selection.figures.iter().any(|chosen| chosen == name) {
            let start = std::time::Instant::now();
            eprintln!("{name}");
            make(&lab)?;
            eprintln!("{name}: {:.0} s", start.elapsed().as_secs_f64());
        }
    }
    Ok(())
}
