//! What `learn` and `count` have in common: load, ask within limits, report.

use std::sync::Arc;
use std::time::Instant;

use vesc_col::columns::suggest;
use vesc_col::data::Domain;
use vesc_col::report::Warning;
use vesc_col::{Dataset, Report, Run, Settings};

use crate::args::{Format, InputArgs, NoiseArgs, OutputArgs, RunArgs, Types};
use crate::error::CliError;
use crate::input::{self, InputError, Loaded, Source};
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
    let mut running = Running::start(&limits.limits, start)?;
    let loaded = match input::load(input, noise, &running.run) {
        Err(error) if error.is_stopped() && matches!(output.format, Format::Json) => {
            running.end_progress();
            destination.write(&(nothing_known(&error).to_string() + "\n"))?;
            return Ok(status::UNDECIDED);
        }
        loaded => loaded?,
    };
    let Loaded { data, domain, columns, label, .. } = loaded;
    let mut report = ask(&data, &domain, &running.run)?.with_columns(columns);
    if input.types == Types::Auto {
        report = report.with_suggestions(suggest(&data, &domain));
    }
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
    running.show_progress();
    then(&data, &report, &running.run)?;
    running.end_progress();
    Ok(status::of(&report))
}

/// The report of a run that ended while the file was read.
fn nothing_known(error: &InputError) -> serde_json::Value {
    let unknown = serde_json::json!({"lower": "0", "upper": null});
    serde_json::json!({
        "schema": 1,
        "outcome": "undecided",
        "complexity": null,
        "cardinality": unknown,
        "formulas": unknown,
        "classes": null,
        "hypotheses": [],
        "steps": [],
        "data": null,
        "warnings": [error.to_string()],
    })
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
