//! `count`: one sub-space, measured exactly.

use std::ops::ControlFlow;
use std::sync::Arc;

use vesc_col::report::Step;
use vesc_col::{Report, Settings};

use super::least_errors::with_least_errors;
use super::question::{Answer, Question, Wanted, settings};
use crate::args::CountArgs;
use crate::error::CliError;
use crate::language;
use crate::output::Output;
use crate::report::after_stop;
use crate::status;

/// Measures one sub-space.
pub(crate) fn count(args: &CountArgs) -> Result<u8, CliError> {
    count_and_write(args, |answer| answer.in_format(args.output.format, None, || text(answer.report)))
}

/// Asks the same question, and writes nothing.
pub(super) fn silently(args: &CountArgs) -> Result<(), CliError> {
    count_and_write(args, |_| Ok(String::new())).map(drop)
}

/// Measures, and writes the answer as `present` makes it.
fn count_and_write(
    args: &CountArgs,
    present: impl FnOnce(&Answer<'_>) -> Result<String, CliError>,
) -> Result<u8, CliError> {
    let (settings, errors) = settings(&args.noise, &args.least);
    let settings = settings.with_exact(true).with_list_limit(args.listing.list_limit).with_list(args.listing.list);
    let wanted = Wanted::AllCuts(&args.noise, errors);
    let destination = Output::of_report(&args.output, &args.input.files())?;
    let mut question = match Question::load((&args.input, wanted), &args.run, (destination, args.output.format))? {
        ControlFlow::Continue(question) => question,
        ControlFlow::Break(status) => return Ok(status),
    };
    let report = measure(args, &question, settings).map_err(|error| question.located(error))?;
    Ok(status::of(&question.write((report, None), present)?))
}

fn measure(args: &CountArgs, question: &Question<'_>, settings: Settings) -> Result<Report, CliError> {
    let (engine, (data, domain), run) = (args.run.engine.engine(), question.rows(), question.run());
    let space = language::space(&args.language, &args.size, data.features(), domain)?;
    let spaces = || [Arc::clone(&space)];
    let (settings, open) = with_least_errors(&args.least, (engine, data), spaces, settings, run)?;
    let report = vesc_col::count(engine, data, Arc::clone(&space), &settings, run)?;
    Ok(open.into_iter().fold(report, Report::with_open_errors))
}

/// The report in words, with what to do after a stop.
fn text(report: &Report) -> String {
    let is_known = report.cardinality().is_exact() && report.formulas().is_exact();
    let stopped = report.deciding_step().filter(|_| !is_known).and_then(Step::stopped);
    let stopped = report.open_errors().map(|open| open.stopped).or(stopped);
    let advice = stopped.and_then(after_stop).map(|line| format!("    {line}\n"));
    report.to_string() + &advice.unwrap_or_default() + none_of_this_size(report)
}

/// Why nothing fits, where the size itself has no formula.
fn none_of_this_size(report: &Report) -> &'static str {
    match report.steps()[0].complexity().measures() {
        [("literals", literals), ("terms", terms)] if terms > literals => {
            "    there is no formula of this size: each term has a literal at least\n"
        }
        _ => "",
    }
}
