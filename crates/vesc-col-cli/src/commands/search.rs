//! `learn` and `count`: load, run within limits, report.

use std::sync::Arc;
use std::time::Instant;

use vesc_col::columns::suggest;
use vesc_col::data::Domain;
use vesc_col::{Dataset, DnfSpace, Engine, Outcome, Report, Run, Settings, explain};

use super::certify;
use super::data_line;
use super::resume::State;
use super::running::Running;
use crate::args::{CountArgs, Format, InputArgs, LearnArgs, NoiseArgs, OutputArgs, RunArgs, Types};
use crate::error::CliError;
use crate::input::{self, Loaded, Source};
use crate::output::Output;
use crate::status;

/// Finds the simplest hypotheses that explain the label.
pub(crate) fn learn(args: &LearnArgs) -> Result<u8, CliError> {
    let settings = settings(&args.noise)
        .with_bound(args.bound)
        .with_exact(args.exact)
        .with_list_limit(args.listing.list_limit)
        .with_list(args.listing.list)
        .with_on_overfit(args.on_overfit.into());
    if let Some(directory) = &args.certify {
        args.language.require_plain_dnf("--certify")?;
        if args.noise.is_given() {
            return Err(CliError::Usage("--certify is for rows without errors and unknown cells".to_owned()));
        }
        certify::prepare(directory)?;
    }
    let state = args.resume.as_deref().map(|file| State::open(file, args)).transpose()?;
    report(
        (&args.input, &args.noise),
        &args.run,
        &args.output,
        |data, domain, run| {
            if args.certify.is_some() && !domain.is_free() {
                return Err(CliError::Usage(
                    "--certify is for free inputs, without typed columns and groups".to_owned(),
                ));
            }
            let spaces = args.language.spaces(&args.sizes, data.features(), domain)?;
            let report = match state {
                Some(state) => state.search(args, data, spaces, &settings, run)?,
                None => vesc_col::search(args.run.engine.engine(), data, spaces, &settings, run)?,
            };
            let plain = args.language.require_plain_dnf("").is_ok() && !args.noise.is_given();
            if plain { with_shared(report, args.run.engine.engine(), (data, domain), run) } else { Ok(report) }
        },
        |data, report, run| match &args.certify {
            Some(directory) => certify::certify(directory, data, args, report, run),
            None => Ok(()),
        },
    )
}

/// An overfit answer with what all its formulas have in common.
pub(super) fn with_shared(
    report: Report,
    engine: &dyn Engine,
    (data, domain): (&Arc<Dataset>, &Domain),
    run: &Run,
) -> Result<Report, CliError> {
    let Some(step) = report.deciding_step().filter(|_| report.outcome() == Outcome::Overfit) else { return Ok(report) };
    let [(_, literals), (_, terms)] = step.complexity().measures() else { return Ok(report) };
    let space = DnfSpace::new(data.features().len(), *literals as usize, *terms as usize).within(domain);
    let shared = explain::shared(engine, data, space, &step.result().hypotheses, run)?;
    Ok(report.with_shared(shared))
}

/// Measures one sub-space.
pub(crate) fn count(args: &CountArgs) -> Result<u8, CliError> {
    let settings =
        settings(&args.noise).with_exact(true).with_list_limit(args.listing.list_limit).with_list(args.listing.list);
    report(
        (&args.input, &args.noise),
        &args.run,
        &args.output,
        |data, domain, run| {
            let space = args.language.space(&args.size, data.features(), domain)?;
            Ok(vesc_col::count(args.run.engine.engine(), data, space, &settings, run)?)
        },
        |_, _, _| Ok(()),
    )
}

/// The settings that say what fits.
fn settings(noise: &NoiseArgs) -> Settings {
    match noise.error_budget() {
        Some((false_positives, false_negatives)) => {
            Settings::default().with_error_budget(false_positives, false_negatives)
        }
        None => Settings::default(),
    }
}

/// What both commands have in common: everything but the question.
fn report(
    (input, noise): (&InputArgs, &NoiseArgs),
    limits: &RunArgs,
    output: &OutputArgs,
    ask: impl FnOnce(&Arc<Dataset>, &Domain, &Run) -> Result<Report, CliError>,
    then: impl FnOnce(&Arc<Dataset>, &Report, &Run) -> Result<(), CliError>,
) -> Result<u8, CliError> {
    let start = Instant::now();
    let destination = Output::prepare_beside(output.output.as_deref(), &input.file)?;
    let Loaded { data, domain, columns, label, .. } = input::load(input, noise)?;
    let mut running = Running::start(&limits.limits, start)?;
    let mut report = ask(&data, &domain, &running.run)?.with_columns(columns);
    if input.types == Types::Auto {
        report = report.with_suggestions(suggest(&data, &domain));
    }
    running.end_progress();
    let text = match output.format {
        Format::Text => in_text(&Source::new(&input.file), &label, &report),
        Format::Json => serde_json::to_string(&report)? + "\n",
    };
    destination.write(&text)?;
    then(&data, &report, &running.run)?;
    Ok(status::of(&report))
}

/// A line about the data, then the report.
fn in_text(source: &Source, label: &str, report: &Report) -> String {
    format!("{}\n{report}", data_line(source, label, report.data()))
}
