//! What all formulas of an overfit answer have in common.

use std::sync::Arc;

use vesc_col::columns::Cuts;
use vesc_col::data::Domain;
use vesc_col::{Dataset, DnfSpace, Engine, Hypothesis, Outcome, Report, Run, explain};

use crate::error::CliError;

/// An overfit answer with what all its formulas have in common.
pub(super) fn with_shared(
    report: Report,
    engine: &dyn Engine,
    (data, domain, cuts): (&Arc<Dataset>, &Domain, Option<&Cuts>),
    run: &Run,
) -> Result<Report, CliError> {
    let Some(step) = report.deciding_step().filter(|_| report.outcome() == Outcome::Overfit) else { return Ok(report) };
    let [(_, literals), (_, terms)] = step.complexity().measures() else { return Ok(report) };
    let size = (*literals as usize, *terms as usize);
    let shared = |data: &Arc<Dataset>, domain: &Domain, known: &[Arc<dyn Hypothesis>]| {
        let space = DnfSpace::new(data.features().len(), size.0, size.1).within(domain);
        explain::shared(engine, data, space, known, run)
    };
    let Some(cuts) = cuts else {
        let shared = shared(data, domain, &step.result().hypotheses)?;
        return Ok(report.with_shared(shared));
    };
    // The formulas over all cuts are meant.
    let Some((data, domain)) = cuts.with_all(data, domain) else { return Ok(report) };
    let shared = shared(&data, &domain, &[])?;
    Ok(report.with_shared_over(data.features(), shared))
}
