//! What `learn` and `count` have in common: rows, limits, and an answer to be written.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use serde_json::Value;
use vesc_col::columns::{Column, Cuts, Kind, Suggestions, exclusive, suggest, suspect};
use vesc_col::data::Domain;
use vesc_col::report::Warning;
use vesc_col::run::StopReason;
use vesc_col::{Dataset, Report, Run, Settings};

use super::nothing_known::{no_report, nothing_known};
use super::rows::Rows;
use crate::args::{Format, InputArgs, LeastErrorsArgs, NoiseArgs, RunArgs, Types};
use crate::certificates::WrittenCertificates;
use crate::error::CliError;
use crate::input::{self, InputError, Loaded, Seen, Source};
use crate::limits::Running;
use crate::output::Output;
use crate::report::DataLine;

/// An answer, and the rows that it is about.
pub(super) struct Answer<'a> {
    pub(super) input: &'a InputArgs,
    pub(super) loaded: &'a Loaded,
    pub(super) report: &'a Report,
    /// Whether the rows have the thresholds next to positives only.
    pub(super) is_near: bool,
    /// The proofs behind it, if they were wanted.
    pub(super) certificates: Option<&'a WrittenCertificates>,
    /// The limits that still hold.
    pub(super) run: &'a Run,
}

/// A report as JSON, with what was found beside the search, and what each label made of its rows where that is not plain.
#[derive(Serialize)]
pub(super) struct WithLabels<'a> {
    #[serde(flatten)]
    report: Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<&'a [Seen]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    one_by_one: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificates: Option<&'a WrittenCertificates>,
}

impl Answer<'_> {
    /// The rows by their lines in the file.
    pub(super) fn rows(&self) -> Rows<'_> {
        let Loaded { data, domain, lines, .. } = self.loaded;
        Rows { data, domain, lines }
    }

    /// Writes the report as JSON, or as a line about the data and the text that `text` makes. `one_by_one` is what was found beside
    /// the search.
    pub(super) fn in_format(
        &self,
        format: Format,
        one_by_one: Option<Value>,
        text: impl FnOnce() -> String,
    ) -> Result<String, CliError> {
        match format {
            Format::Text => {
                let source = Source::of(self.input);
                let line = DataLine { source: &source, label: &self.loaded.label, data: self.report.data() };
                Ok(format!("{line}\n{}", text()))
            }
            Format::Json => Ok(serde_json::to_string(&self.with_labels(one_by_one))? + "\n"),
        }
    }

    /// The report as JSON. What stands before it in text, about the label and the rows, is among its warnings.
    pub(super) fn with_labels(&self, one_by_one: Option<Value>) -> WithLabels<'_> {
        let label = &self.loaded.label;
        let notes = label.remarks().map(Warning::Note);
        let report = notes.fold(self.report.clone(), Report::with_warning);
        WithLabels { report, labels: label.roles(), one_by_one, certificates: self.certificates }
    }
}

/// Which rows to load. A search up to the first size that is not empty may need few of the thresholds.
pub(super) enum Wanted<'a> {
    AllCuts(&'a NoiseArgs, Errors),
    /// All of them without errors and unknown cells, or those next to positives where they are too many.
    AllCutsIfFew,
    NearPositives,
}

/// Whether hypotheses may make errors, so that equal rows may have different labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errors {
    Allowed,
    Refused,
}

impl Errors {
    pub(super) fn are_allowed(self) -> bool {
        self == Errors::Allowed
    }
}

/// A question whose file was read, within limits that run.
pub(super) struct Question<'a> {
    input: &'a InputArgs,
    destination: Output,
    running: Running,
    pub(super) loaded: Loaded,
    cuts: Option<Cuts>,
}

impl<'a> Question<'a> {
    /// Loads the file within the limits.
    ///
    /// If a limit ends that, JSON says so, and the result breaks with the exit status.
    pub(super) fn load(
        (input, wanted): (&'a InputArgs, Wanted<'_>),
        limits: &RunArgs,
        (destination, format): (Output, Format),
    ) -> Result<ControlFlow<u8, Question<'a>>, CliError> {
        let start = Instant::now();
        let mut running = Running::start(&limits.limits, start)?;
        let loaded = match wanted {
            Wanted::AllCuts(noise, errors) => {
                input::load(input, (noise, errors.are_allowed()), &running.run).map(|loaded| (loaded, None))
            }
            Wanted::AllCutsIfFew => match input::load(input, (&NoiseArgs::default(), false), &running.run) {
                // Standard input can be read only once.
                loaded if has_many_thresholds(&loaded) && input.file != Path::new("-") => {
                    input::load_near_positives(input, &running.run)
                }
                loaded => loaded.map(|loaded| (loaded, None)),
            },
            Wanted::NearPositives => input::load_near_positives(input, &running.run),
        };
        let (loaded, cuts) = match loaded {
            Err(error) => {
                running.end_progress();
                return nothing_known(error.into(), (destination, format), no_report()).map(ControlFlow::Break);
            }
            Ok(loaded) => loaded,
        };
        running.set_data_apart();
        Ok(ControlFlow::Continue(Question { input, destination, running, loaded, cuts }))
    }

    /// The rows, and what is legal.
    pub(super) fn rows(&self) -> (&Arc<Dataset>, &Domain) {
        (&self.loaded.data, &self.loaded.domain)
    }

    /// All cuts of the file, if the rows have only those next to positives.
    pub(super) fn cuts(&self) -> Option<&Cuts> {
        self.cuts.as_ref()
    }

    /// The same error with the file and the line, where it is about a row.
    pub(super) fn located(&self, error: CliError) -> CliError {
        error.located(&Source::of(self.input), &self.loaded.lines)
    }

    /// The limits that still hold.
    pub(super) fn run(&self) -> &Run {
        &self.running.run
    }

    /// Adds the columns to a report, and what could be declared, and writes the answer as `present` makes it.
    pub(super) fn write(
        &mut self,
        (report, certificates): (Report, Option<&WrittenCertificates>),
        present: impl FnOnce(&Answer<'_>) -> Result<String, CliError>,
    ) -> Result<Report, CliError> {
        let report = report.with_columns(self.loaded.columns.clone());
        let report = with_suggestions(report, self.input, (&self.loaded.data, &self.loaded.domain), self.run());
        self.running.end_progress();
        let is_near = self.cuts.is_some();
        let (input, loaded, run) = (self.input, &self.loaded, self.run());
        let answer = Answer { input, loaded, report: &report, is_near, certificates, run };
        self.destination.write(&present(&answer)?)?;
        Ok(report)
    }
}

/// Details of an answer are worked out over all thresholds if no column has more than this, and else over those next to
/// positives. With 10,000 thresholds in each of five columns and 20,000 rows, details took 50 seconds, and the search 4.
const FEW_THRESHOLDS: usize = 1000;

/// Whether a column has more thresholds than are few, or than there may be.
fn has_many_thresholds(loaded: &Result<Loaded, InputError>) -> bool {
    let is_ordered = |column: &&Column| matches!(column.kind, Kind::Numeric | Kind::Ordered);
    match loaded {
        Ok(loaded) => loaded.columns.iter().filter(is_ordered).any(|column| column.values.len() > FEW_THRESHOLDS),
        Err(error) => error.has_too_many_thresholds(),
    }
}

/// The report with what could be declared: all that is seen where types are inferred, and otherwise columns that exclude each other.
pub(super) fn with_suggestions(
    report: Report,
    input: &InputArgs,
    (data, domain): (&Dataset, &Domain),
    run: &Run,
) -> Report {
    let (suggestions, cut) = suggestions(input, (data, domain), run);
    cut.into_iter().fold(report.with_suggestions(suggestions), Report::with_warning)
}

/// What could be declared, or nothing and what to say of it if the run ends.
pub(super) fn suggestions(
    input: &InputArgs,
    (data, domain): (&Dataset, &Domain),
    run: &Run,
) -> (Suggestions, Option<Warning>) {
    or_cut(if input.types == Types::Auto { suggest(data, domain, run) } else { exclusive(data, domain, run) })
}

/// What inputs are to respect: the [`suggestions`], and implications also where no types are inferred.
pub(super) fn suspected(
    input: &InputArgs,
    (data, domain): (&Dataset, &Domain),
    run: &Run,
) -> (Suggestions, Option<Warning>) {
    or_cut(if input.types == Types::Auto { suggest(data, domain, run) } else { suspect(data, domain, run) })
}

fn or_cut(found: Result<Suggestions, StopReason>) -> (Suggestions, Option<Warning>) {
    match found {
        Ok(found) => (found, None),
        Err(reason) => {
            let note = format!("what always holds between columns was not looked for to the end ({reason})");
            (Suggestions::default(), Some(Warning::Note(note)))
        }
    }
}

/// Returns the settings with the error budget of the options, if they have one, and whether errors are allowed.
pub(super) fn settings(noise: &NoiseArgs, least: &LeastErrorsArgs) -> (Settings, Errors) {
    match noise.budget.budget() {
        Some(budget) => (Settings::default().with_errors(budget), Errors::Allowed),
        None if least.is_auto() => (Settings::default(), Errors::Allowed),
        None => (Settings::default(), Errors::Refused),
    }
}
