//! Where the proposals go.

use std::path::Path;

use vesc_col::report::DataSummary;

use super::report::Advice;
use crate::args::{Format, NextArgs};
use crate::error::CliError;
use crate::input::Source;
use crate::output::{Output, refuse_same_outputs};
use crate::report::DataLine;

/// The report, and the table of inputs if one is wanted.
pub(super) struct Outputs {
    report: Output,
    table: Option<Output>,
}

impl Outputs {
    /// Prepares both, and refuses files that are something else already.
    pub(super) fn prepare(args: &NextArgs) -> Result<Outputs, CliError> {
        let mut inputs = args.input.files();
        inputs.extend(args.pool.iter().map(|pool| ("the pool", &**pool)));
        let report = Output::of_report(&args.output, &inputs)?;
        let table = args.inputs.as_deref().map(|file| Output::prepare_beside(Some(file), &inputs)).transpose()?;
        let file = args.output.output.as_deref().unwrap_or(Path::new("-"));
        // People may read both one after the other.
        let is_readable = matches!(args.output.format, Format::Text);
        let apart = args.inputs.as_deref().filter(|file| !is_readable || *file != Path::new("-"));
        let apart = apart.map(|file| ("the table of inputs", file));
        refuse_same_outputs(&apart.into_iter().chain([("the output", file)]).collect::<Vec<_>>())?;
        Ok(Outputs { report, table })
    }

    /// The report's place, where there is no table to write.
    pub(super) fn into_report(self) -> Output {
        self.report
    }

    /// Writes the table first.
    pub(super) fn write(self, advice: &Advice<'_>, args: &NextArgs) -> Result<(), CliError> {
        if let Some(table) = self.table {
            table.write(&advice.inputs()?)?;
        }
        let loaded = advice.loaded;
        self.report.write(&match args.output.format {
            Format::Text => {
                let source = Source::of(&args.input);
                let line = DataLine { source: &source, label: &loaded.label, data: DataSummary::of(&loaded.data) };
                format!("{line}{advice}")
            }
            Format::Json => serde_json::to_string(advice)? + "\n",
        })
    }
}
