//! `learn` and `count`: load, run within limits, report.

use std::sync::Arc;
use std::time::Instant;

use vesc_col::{CancelToken, Dataset, Domain, Report, Run, Settings};

use super::certify;
use crate::args::{CountArgs, Format, InputArgs, LearnArgs, OutputArgs, RunArgs};
use crate::error::{CliError, OneLine};
use crate::input::{self, Loaded, Source};
use crate::limits::{Watchdog, budget, catch_interrupts};
use crate::output::Output;
use crate::progress::Progress;
use crate::status;

/// Finds the simplest hypotheses that explain the label.
pub(crate) fn learn(args: &LearnArgs) -> Result<u8, CliError> {
    let settings = Settings::default()
        .with_bound(args.bound)
        .with_exact(args.exact)
        .with_list_limit(args.listing.list_limit)
        .with_list(args.listing.list)
        .with_on_overfit(args.on_overfit.into());
    if let Some(directory) = &args.certify {
        args.language.require_plain_dnf("--certify")?;
        certify::prepare(directory)?;
    }
    report(
        &args.input,
        &args.run,
        &args.output,
        |data, domain, run| {
            if args.certify.is_some() && !domain.is_free() {
                return Err(CliError::Usage(
                    "--certify is for free inputs, without typed columns and groups".to_owned(),
                ));
            }
            let spaces = args.language.spaces(&args.sizes, data.features(), domain)?;
            Ok(vesc_col::search(args.run.engine.engine(), data, spaces, &settings, run)?)
        },
        |data, report, run| match &args.certify {
            Some(directory) => certify::certify(directory, data, args, report, run),
            None => Ok(()),
        },
    )
}

/// Measures one sub-space.
pub(crate) fn count(args: &CountArgs) -> Result<u8, CliError> {
    let settings =
        Settings::default().with_exact(true).with_list_limit(args.listing.list_limit).with_list(args.listing.list);
    report(
        &args.input,
        &args.run,
        &args.output,
        |data, domain, run| {
            let space = args.language.space(&args.size, data.features(), domain)?;
            Ok(vesc_col::count(args.run.engine.engine(), data, space, &settings, run)?)
        },
        |_, _, _| Ok(()),
    )
}

/// What both commands have in common: everything but the question.
fn report(
    input: &InputArgs,
    limits: &RunArgs,
    output: &OutputArgs,
    ask: impl FnOnce(&Arc<Dataset>, &Domain, &Run) -> Result<Report, CliError>,
    then: impl FnOnce(&Arc<Dataset>, &Report, &Run) -> Result<(), CliError>,
) -> Result<u8, CliError> {
    let start = Instant::now();
    let destination = Output::prepare_beside(output.output.as_deref(), &input.file)?;
    let Loaded { data, domain, columns, label } = input::load(input)?;
    // Until here an interrupt ends the process, as nothing is known yet.
    let token = CancelToken::new();
    catch_interrupts(token.clone())?;
    let budget = budget(limits.memory);
    let _watchdog = Watchdog::start(budget, token.clone());
    let progress = Progress::start(limits.quiet);
    let run = run(limits, start, budget, token, progress.as_ref());
    let report = ask(&data, &domain, &run)?.with_columns(columns);
    // The report stands on a line of its own.
    drop(progress);
    let text = match output.format {
        Format::Text => in_text(&Source::new(&input.file), &label, &report),
        Format::Json => serde_json::to_string(&report)? + "\n",
    };
    destination.write(&text)?;
    then(&data, &report, &run)?;
    Ok(status::of(&report))
}

/// The limits of a run; its time counts from the program's start, as a job slot's does.
fn run(limits: &RunArgs, start: Instant, budget: u64, token: CancelToken, progress: Option<&Progress>) -> Run {
    let mut run = Run::new().with_cancel(token).with_memory(budget);
    // A deadline beyond the clock's range is none.
    if let Some(deadline) = limits.timeout.and_then(|timeout| start.checked_add(timeout)) {
        run = run.with_deadline(deadline);
    }
    if let Some(threads) = limits.threads {
        run = run.with_threads(threads);
    }
    if let Some(progress) = progress {
        run = run.with_observer(progress.listener());
    }
    run
}

/// A line about the data, then the report.
fn in_text(source: &Source, label: &str, report: &Report) -> String {
    let data = report.data();
    let (rows, distinct) = (data.positives + data.negatives, data.distinct);
    format!(
        "{source}: {rows} samples ({} positive, {} negative; {distinct} distinct), {} features, label `{}`\n{report}",
        data.positives,
        data.negatives,
        data.features,
        OneLine(label)
    )
}
