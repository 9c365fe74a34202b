//! What keeps to at least one of several error budgets.

use vesc_col_core::{Cardinality, EngineError, StopReason, VersionSpace};

/// What keeps to at least one of these budgets of false positives, which fall, and false negatives, which rise. There is at
/// least one budget.
///
/// What keeps to a budget and to an earlier one keeps to the budget before it, too: the numbers of both are between. So the next
/// budget adds what keeps to it, less what keeps to it and its predecessor. More than `enough` concepts are not counted
/// exactly.
///
/// # Errors
///
/// Those of `ask`, which answers for one budget.
pub(crate) fn union(
    budgets: &[(u64, u64)],
    enough: usize,
    mut ask: impl FnMut((u64, u64)) -> Result<VersionSpace, EngineError>,
) -> Result<VersionSpace, EngineError> {
    let mut whole = ask(budgets[0])?;
    for pair in budgets.windows(2) {
        let is_over = whole.stopped.is_some_and(|reason| reason != StopReason::ListLimit);
        if is_over || whole.concepts.exceeds(enough) {
            whole.concepts = Cardinality::at_least(whole.concepts.lower().clone());
            whole.formulas = Cardinality::at_least(whole.formulas.lower().clone());
            return Ok(whole);
        }
        let next = ask(pair[1])?;
        whole = if whole.formulas.is_zero() {
            next
        } else if next.formulas.is_zero() {
            whole
        } else {
            joined(whole, next, &ask((pair[1].0, pair[0].1))?)
        };
    }
    Ok(whole)
}

/// What is in one version space or the other; `both` is what is in each.
fn joined(one: VersionSpace, other: VersionSpace, both: &VersionSpace) -> VersionSpace {
    let count = |one: &Cardinality, other: &Cardinality, both: &Cardinality| {
        let sum = one.plus(other).minus(both);
        let least = Cardinality::at_least(one.lower().clone().max(other.lower().clone()));
        sum.intersect(&least).unwrap_or(sum)
    };
    let concepts = count(&one.concepts, &other.concepts, &both.concepts);
    let formulas = count(&one.formulas, &other.formulas, &both.formulas);
    let stopped = one.stopped.or(other.stopped).or(both.stopped);
    let mut hypotheses = one.hypotheses;
    hypotheses.extend(other.hypotheses);
    hypotheses.sort_by_cached_key(|hypothesis| hypothesis.order_key());
    hypotheses.dedup_by_key(|hypothesis| hypothesis.order_key());
    VersionSpace::new(one.engine, concepts, formulas).with_stopped(stopped).with_hypotheses(hypotheses)
}
