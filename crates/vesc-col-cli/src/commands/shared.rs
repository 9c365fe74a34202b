//! What all formulas of an overfit answer have in common.

use std::sync::Arc;
use std::time::Duration;

use vesc_col::columns::Cuts;
use vesc_col::data::Domain;
use vesc_col::report::{Step, Warning};
use vesc_col::{Dataset, DnfSpace, Engine, Hypothesis, Outcome, Report, Run, explain};

use crate::error::CliError;
use crate::limits::within;

/// How long the question may take even if the search was faster.
const LEAST_PATIENCE: Duration = Duration::from_secs(1);

/// The same as [`with_shared`], asked for no longer than the search took, or a second. The report says if that was too short;
/// `asked` are the file and the options, as they are typed.
pub(super) fn with_shared_soon(
    report: Report,
    engine: &dyn Engine,
    rows: (&Arc<Dataset>, &Domain, Option<&Cuts>),
    (run, search, asked): (&Run, Duration, &str),
) -> Result<Report, CliError> {
    let patience = search.max(LEAST_PATIENCE);
    let report = with_classes(report, engine, rows, &within(run, patience))?;
    let share = within(run, patience);
    let report = with_shared(report, engine, rows, &share)?;
    let cut = share.stopped().filter(|_| report.outcome() == Outcome::Overfit && report.shared().is_none());
    Ok(match cut {
        None => report,
        Some(_) if run.stopped().is_none() => report.with_warning(Warning::Note(too_slow(patience, asked))),
        Some(reason) => {
            report.with_warning(Warning::Note(format!("what all formulas have in common was not found ({reason})")))
        }
    })
}

/// Says that the patience was too short, and how to have more of it.
fn too_slow(patience: Duration, asked: &str) -> String {
    let seconds = patience.as_secs();
    let [given, more] = [seconds, 60 * seconds].map(|seconds| humantime::format_duration(Duration::from_secs(seconds)));
    format!(
        "what all formulas have in common was not found within {given}; \
         to allow more: vesc-col explain {asked} --patience '{more}'"
    )
}

/// An overfit answer with the number of its classes, where that is soon known.
pub(super) fn with_classes(
    report: Report,
    engine: &dyn Engine,
    (data, domain, _): (&Arc<Dataset>, &Domain, Option<&Cuts>),
    run: &Run,
) -> Result<Report, CliError> {
    let Some((literals, terms)) = report.deciding_step().and_then(size) else { return Ok(report) };
    let space = DnfSpace::new(data.features().len(), literals, terms).within(domain);
    Ok(report.with_classes(engine, data, space, run)?)
}

/// An overfit answer with what all its formulas have in common.
pub(super) fn with_shared(
    report: Report,
    engine: &dyn Engine,
    (data, domain, cuts): (&Arc<Dataset>, &Domain, Option<&Cuts>),
    run: &Run,
) -> Result<Report, CliError> {
    let Some(step) = report.deciding_step().filter(|_| report.outcome() == Outcome::Overfit) else { return Ok(report) };
    let Some((literals, terms)) = size(step) else { return Ok(report) };
    let shared = |data: &Arc<Dataset>, domain: &Domain, known: &[Arc<dyn Hypothesis>]| {
        let space = DnfSpace::new(data.features().len(), literals, terms).within(domain);
        explain::shared(engine, data, space, known, run)
    };
    let Some(cuts) = cuts else {
        let shared = shared(data, domain, &step.result().hypotheses)?;
        return Ok(report.with_shared(shared));
    };
    // The formulas over all cuts are meant.
    let Some((data, domain)) = cuts.with_all(data, domain, run) else { return Ok(report) };
    let shared = shared(&data, &domain, &[])?;
    Ok(report.with_shared_over(data.features(), shared))
}

/// The literals and terms of a step's formulas.
fn size(step: &Step) -> Option<(usize, usize)> {
    let &[(_, literals), (_, terms)] = step.complexity().measures() else { return None };
    Some((literals as usize, terms as usize))
}

#[cfg(test)]
mod tests {
    use vesc_col::run::CancelToken;
    use vesc_col::{Features, Learner, Portfolio, Settings};

    use super::*;

    /// One positive row of ones: any literal explains it.
    fn overfit() -> (Arc<Dataset>, Report) {
        let mut builder = Dataset::builder(Features::numbered(30));
        builder.push(true, [true; 30]).unwrap();
        builder.push(false, [false; 30]).unwrap();
        let data = Arc::new(builder.build().unwrap());
        let spaces = DnfSpace::up_to(30, 1, 1);
        let report = Portfolio::default().search(&data, spaces, &Settings::default(), &Run::new()).unwrap();
        (data, report)
    }

    #[test]
    fn an_answer_says_when_what_is_in_common_was_cut_off() {
        let (data, report) = overfit();
        assert_eq!(report.outcome(), Outcome::Overfit);
        let (engine, free) = (Portfolio::default(), Domain::free());
        let ask = |run: &Run| {
            with_shared_soon(report.clone(), &engine, (&data, &free, None), (run, Duration::ZERO, "")).unwrap()
        };
        let cancelled = CancelToken::new();
        cancelled.cancel();
        let cut = ask(&Run::new().with_cancel(cancelled));
        assert!(cut.shared().is_none());
        assert_eq!(
            cut.warnings().first(),
            Some(&Warning::Note("what all formulas have in common was not found (cancelled)".to_owned()))
        );
        let whole = ask(&Run::new());
        assert!(whole.shared().is_some() && whole.warnings() == report.warnings());
    }

    #[test]
    fn too_little_patience_is_said_with_more() {
        assert_eq!(
            too_slow(Duration::from_millis(2400), "runs.csv --types auto"),
            "what all formulas have in common was not found within 2s; \
             to allow more: vesc-col explain runs.csv --types auto --patience '2m'"
        );
    }
}
