//! What all formulas of an overfit answer have in common.

use std::sync::Arc;

use vesc_col::data::Domain;
use vesc_col::{Dataset, DnfSpace, Engine, Outcome, Report, Run, explain};

use crate::error::CliError;

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
