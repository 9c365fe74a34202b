//! What an answer must be, given the truth.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{Cardinality, Hypothesis, Query, StopReason, VersionSpace};

use crate::Truth;
use crate::truth::fmt_list;

/// Checks an answer against the truth, as the documentation of [`Query`] and [`VersionSpace`] says:
///
/// * whatever happened, both intervals contain the true counts. The hypotheses are true concepts by their least
///   formulas, each once, in canonical order, no more than the listing limit;
/// * unless the run stopped the engine: concepts within the listing limit, which is never below the bound, are counted
///   and listed in full. If there are more, more than the bound are proven;
/// * and the formulas are counted exactly if that was asked for, or if there are no more concepts than the bound.
///
/// An engine that enumerates formulas one by one may leave them at an interval when there are too many to list. It must
/// say so by [`StopReason::ListLimit`].
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{Cardinality, DnfSpace, Query, VersionSpace};
/// use vesc_col_testkit::{Instance, Truth, check_answer};
///
/// let space = DnfSpace::new(2, 1, 1);
/// let truth = Truth::of_dnf(&Instance::new(2, [(0b01, true), (0b00, false)]), space);
/// let empty = VersionSpace::empty("mine");
/// assert!(check_answer(&truth, &Query::new(Arc::new(space)), &empty).is_err(), "x0 fits");
/// ```
///
/// # Errors
///
/// What is wrong, in words.
pub fn check_answer(truth: &Truth, query: &Query, answer: &VersionSpace) -> Result<(), String> {
    let concepts = truth.concepts.len();
    check_interval("concepts", &answer.concepts, &concepts.into())?;
    check_interval("formulas", &answer.formulas, &truth.formulas.into())?;
    check_hypotheses(truth, query, &answer.hypotheses)?;
    if !matches!(answer.stopped, None | Some(StopReason::ListLimit)) {
        return Ok(());
    }
    if concepts <= query.list_limit() {
        if !answer.is_listed() {
            return Err("the concepts are not counted and listed in full".to_owned());
        }
    } else if !answer.concepts.exceeds(query.bound()) {
        return Err(format!("not proven to be more than {}", query.bound()));
    }
    let may_give_up = answer.stopped.is_some() && truth.formulas > query.list_limit() as u64;
    if (query.exact() || concepts <= query.bound()) && !answer.formulas.is_exact() && !may_give_up {
        return Err("the formulas are not counted exactly".to_owned());
    }
    Ok(())
}

fn check_interval(what: &str, interval: &Cardinality, truth: &BigUint) -> Result<(), String> {
    if interval.contains(truth) { Ok(()) } else { Err(format!("{interval} {what} does not contain {truth}")) }
}

fn check_hypotheses(truth: &Truth, query: &Query, listed: &[Arc<dyn Hypothesis>]) -> Result<(), String> {
    if listed.len() > query.list_limit() {
        return Err(format!("{} hypotheses listed, more than the listing limit", listed.len()));
    }
    let mut expected = truth.concepts.iter();
    for hypothesis in listed {
        // Both are in canonical order, so one pass finds each listed hypothesis after the one before it.
        let key = hypothesis.order_key();
        match expected.find(|concept| concept.order_key() == key) {
            Some(concept) if concept.to_string() == hypothesis.to_string() => {}
            Some(concept) => return Err(format!("`{hypothesis}` has the order key of `{concept}`")),
            None => {
                return Err(format!(
                    "`{hypothesis}` is inconsistent, not the least formula of its concept, repeated, or out of order"
                ));
            }
        }
    }
    Ok(())
}

/// An answer as a line of text.
pub(crate) struct Shown<'a>(pub(crate) &'a VersionSpace);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(answer) = self;
        write!(f, "{} concepts in {} formulas, stopped: {:?}: ", answer.concepts, answer.formulas, answer.stopped)?;
        fmt_list(&answer.hypotheses, f)
    }
}
