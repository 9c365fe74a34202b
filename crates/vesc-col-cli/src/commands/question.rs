//! What `learn` and `count` have in common: load, ask within limits, report.

use std::sync::Arc;
use std::time::Instant;

use vesc_col::columns::{Suggestions, exclusive, suggest};
use vesc_col::data::Domain;
use vesc_col::report::Warning;
use vesc_col::{Dataset, Report, Run, Settings};

use crate::args::{Format, InputArgs, NoiseArgs, OutputArgs, RunArgs, Types};
use crate::error::CliError;
use crate::input::{self, Loaded, Source};
use crate::limits::Running;
use crate::output::Output;
use crate::report::DataLine;
use crate::status;

/// Loads the file, calls `ask` within the limits, writes its report in the text of `text`, or as JSON, and calls `then`.
/// Returns the exit status.
pub(super) fn report(
    (input, noise): (&InputArgs, &NoiseArgs),
    limits: &RunArgs,
    output: &OutputArgs,
    ask: impl FnOnce(&Arc<Dataset>, &Domain, &Run) -> Result<Report, CliError>,
    text: impl FnOnce(&Dataset, &Report) -> String,
    then: impl FnOnce(&Arc<Dataset>, &Report, &Run) -> Result<(), CliError>,
) -> Result<u8, CliError> {
    let start = Instant::now();
    let destination = Output::prepare_beside(output.output.as_deref(), &input.file)?;
    let Loaded { data, domain, columns, label, .. } = input::load(input, noise)?;
    let mut running = Running::start(&limits.limits, start)?;
    let report = ask(&data, &domain, &running.run)?.with_columns(columns);
    let mut report = report.with_suggestions(suggestions(input, &data, &domain));
    running.end_progress();
    destination.write(&match output.format {
        Format::Text => {
            let line = DataLine { source: &Source::new(&input.file), label: &label, data: report.data() };
            format!("{line}\n{}", text(&data, &report))
        }
        Format::Json => {
            report = label.warning().into_iter().fold(report, |report, note| report.with_warning(Warning::Note(note)));
            serde_json::to_string(&report)? + "\n"
        }
    })?;
    then(&data, &report, &running.run)?;
    Ok(status::of(&report))
}

/// What could be declared: all that is seen where types are inferred, and otherwise columns that exclude each other.
pub(super) fn suggestions(input: &InputArgs, data: &Dataset, domain: &Domain) -> Suggestions {
    if input.types == Types::Auto { suggest(data, domain) } else { exclusive(data, domain) }
}

/// Returns the settings with the error budget of the options.
pub(super) fn settings(noise: &NoiseArgs) -> Settings {
    match noise.error_budget() {
        Some((false_positives, false_negatives)) => {
            Settings::default().with_error_budget(false_positives, false_negatives)
        }
        None => Settings::default(),
    }
}
