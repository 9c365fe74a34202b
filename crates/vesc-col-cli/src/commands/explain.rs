//! `explain`: why, and why not.

mod answer;
mod explained;
mod formula;
mod rows;
mod size;

use std::time::Instant;

use vesc_col::report::DataSummary;

use crate::args::{ExplainArgs, Format, NoiseArgs};
use crate::error::CliError;
use crate::input::{self, Loaded, Source};
use crate::limits::Running;
use crate::output::Output;
use crate::report::DataLine;
use rows::Rows;

/// Says why a formula or a size is excluded, or how much a learned answer rests on single samples.
pub(crate) fn explain(args: &ExplainArgs) -> Result<u8, CliError> {
    let start = Instant::now();
    let destination = Output::prepare_beside(args.output.output.as_deref(), &args.input.file)?;
    let mut running = Running::start(&args.run.limits, start)?;
    let Loaded { data, domain, label, lines, .. } = input::load(&args.input, &NoiseArgs::default(), &running.run)?;
    let rows = Rows { data: &data, domain: &domain, lines: &lines };
    let explained = match (&args.hypothesis, args.literals.zip(args.terms)) {
        (Some(text), _) => formula::explain(text, &rows)?,
        (None, Some(size)) => size::explain(args.run.engine.engine(), &rows, size, &running.run)?,
        (None, None) => answer::explain(args, &data, &rows, &running.run)?,
    };
    running.end_progress();
    destination.write(&match args.output.format {
        Format::Text => {
            let source = Source::new(&args.input.file);
            format!("{}{}", DataLine { source: &source, label: &label, data: DataSummary::of(&data) }, explained.text)
        }
        Format::Json => explained.json.to_string() + "\n",
    })?;
    Ok(explained.status)
}
