//! How many confirming runs will be needed once one formula is left.

use vesc_col_core::{Dataset, Dnf, Domain, Run, StopReason};

use super::confirmed::confirming_runs;
use super::evidence::{Evidence, Range};
use super::model::{MODEL, Prior};
use super::standing::LEAST_CONFIRMING;
use super::trials;

/// The posterior that a formula is assumed to have once it is alone up to the cap: the median of 96 loops of simulations.
const ALONE: f64 = 0.97;

/// How many [confirming inputs](crate::next::confirming) must agree with each of some formulas before it is as probable as the target,
/// if all others are refuted first. `positives` further positive rows are expected until then. An element is `None` for more than a million,
/// and all is `None` for data unlike those of the trials.
pub(crate) fn confirming_once_alone(
    formulas: &[&Dnf],
    (data, domain): (&Dataset, &Domain),
    positives: usize,
    (prior, target): (&Prior, f64),
    run: &Run,
) -> Result<Option<Vec<Option<usize>>>, StopReason> {
    let posterior = Range { low: ALONE, value: ALONE, high: ALONE };
    let found = Evidence::once_alone(formulas, data, posterior, run)?;
    // The trials had fewer terms, too.
    let is_tried = |evidence: &Evidence| {
        trials::beyond(evidence, trials::is_free(data, domain), &prior.with_terms(Prior::default().terms())).is_none()
    };
    if !found.iter().all(is_tried) {
        return Ok(None);
    }
    let needed = |evidence: Evidence| {
        let evidence = Evidence { positives: evidence.positives + positives, ..evidence };
        let judged = MODEL.judge(&evidence, posterior, prior);
        confirming_runs(judged.correct, judged.terms, target).map(|runs| runs.max(LEAST_CONFIRMING))
    };
    Ok(Some(found.into_iter().map(needed).collect()))
}
