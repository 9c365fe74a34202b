//! `explain`: why, and why not.

mod answer;
mod formula;
mod size;

use std::time::Instant;

use serde::Serialize;
use vesc_col::Dataset;
use vesc_col::data::Domain;
use vesc_col::explain::SampleId;
use vesc_col::report::DataSummary;

use super::data_line;
use super::running::Running;
use crate::args::{ExplainArgs, Format, NoiseArgs};
use crate::error::CliError;
use crate::input::{self, Loaded, Source};
use crate::output::Output;
use crate::quantity;

/// Says why a formula or a size is excluded, or how much a learned answer rests on single samples.
pub(crate) fn explain(args: &ExplainArgs) -> Result<u8, CliError> {
    let start = Instant::now();
    let destination = Output::prepare_beside(args.output.output.as_deref(), &args.input.file)?;
    let Loaded { data, domain, label, lines, .. } = input::load(&args.input, &NoiseArgs::default())?;
    let mut running = Running::start(&args.run.limits, start)?;
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
            format!("{}\n{}", data_line(&source, &label, DataSummary::of(&data)), explained.text)
        }
        Format::Json => explained.json.to_string() + "\n",
    })?;
    Ok(explained.status)
}

/// An explanation for people and for programs, and the exit status.
struct Explained {
    text: String,
    json: serde_json::Value,
    status: u8,
}

/// Samples by their lines in the file, and which inputs are legal.
struct Rows<'a> {
    data: &'a Dataset,
    domain: &'a Domain,
    lines: &'a [u64],
}

/// A sample as programs see it.
#[derive(Serialize)]
struct Place {
    lines: Vec<u64>,
    positive: bool,
}

impl Rows<'_> {
    fn place(&self, sample: SampleId) -> Place {
        let lines = sample.rows(self.data).iter().map(|&row| self.lines[row]).collect();
        Place { lines, positive: sample.is_positive() }
    }

    fn places<'a>(&self, samples: impl IntoIterator<Item = &'a SampleId>) -> Vec<Place> {
        samples.into_iter().map(|&sample| self.place(sample)).collect()
    }

    /// The first lines of some samples, or of one with its copies.
    fn text<'a>(&self, samples: impl IntoIterator<Item = &'a SampleId>) -> String {
        let rows = samples.into_iter().flat_map(|sample| sample.rows(self.data));
        quantity::lines(&rows.map(|&row| self.lines[row]).collect::<Vec<_>>())
    }
}
