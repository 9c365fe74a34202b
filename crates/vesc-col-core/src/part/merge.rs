//! The answer of the whole question from those of its parts.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use thiserror::Error;

use super::{Part, PartAnswer};
use crate::{Cardinality, Query, StopReason, VersionSpace};

/// Why answers of parts make no answer of the whole.
///
/// ```
/// use vesc_col_core::{MergeError, Part};
///
/// let error = MergeError::Contradiction { part: Part::whole() };
/// assert_eq!(error.to_string(), "two answers of the part `everything` contradict each other");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A hypothesis could be in two parts, and would count twice.
    #[error("the parts `{one}` and `{other}` overlap")]
    Overlap {
        /// A part.
        one: Part,
        /// The part that overlaps it.
        other: Part,
    },
    /// Two answers of one part cannot both be right.
    #[error("two answers of the part `{part}` contradict each other")]
    Contradiction {
        /// The part.
        part: Part,
    },
    /// The parts cannot all be right.
    #[error("the answers of the parts contradict each other: {what}")]
    Impossible {
        /// What is wrong.
        what: String,
    },
    /// A part speaks of what the sub-space does not have.
    #[error("the part `{part}` is of another kind of sub-space")]
    Foreign {
        /// The part.
        part: Part,
    },
}

/// The answer of the whole question from those of its parts, in any order.
///
/// Formulas add up, and so do concepts, each in the part of its canonical formula. A part that is given twice counts
/// once. Where a part is missing or unfinished, the result is an interval that contains the truth.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col_core::{
///     Cardinality, Choice, DnfSpace, Literal, Part, PartAnswer, Query, Run, VersionSpace, merge,
/// };
///
/// let query = Query::new(Arc::new(DnfSpace::new(9, 2, 1)));
/// let parts = Part::whole().split(Choice::Uses(Literal::positive(0))).expect("nothing is chosen yet");
/// let empty = parts.map(|part| PartAnswer::of(&query, &part, &VersionSpace::empty("mine"), &Run::new()));
/// assert!(merge(&query, &empty)?.concepts.is_zero());
/// assert_eq!(merge(&query, &empty[..1])?.concepts.to_string(), ">= 0");
/// # Ok::<(), vesc_col_core::MergeError>(())
/// ```
///
/// # Errors
///
/// [`MergeError`] if parts overlap, or answers contradict each other.
pub fn merge<'a>(query: &Query, answers: impl IntoIterator<Item = &'a PartAnswer>) -> Result<VersionSpace, MergeError> {
    let mut by_part: BTreeMap<&Part, PartAnswer> = BTreeMap::new();
    for answer in answers {
        let part = &answer.part;
        if !part.suits(&**query.space()) {
            return Err(MergeError::Foreign { part: part.clone() });
        }
        let both = match by_part.get(part) {
            None => answer.clone(),
            Some(known) => known.and(answer).ok_or_else(|| MergeError::Contradiction { part: part.clone() })?,
        };
        by_part.insert(part, both);
    }
    let parts: Vec<&Part> = by_part.keys().copied().collect();
    if let Some((one, other)) = overlap(&parts) {
        return Err(MergeError::Overlap { one: one.clone(), other: other.clone() });
    }
    add_up(query, is_complete(&parts), by_part.values())
}

/// The first two parts that are not disjoint.
fn overlap<'a>(parts: &[&'a Part]) -> Option<(&'a Part, &'a Part)> {
    let pairs =
        parts.iter().enumerate().flat_map(|(index, one)| parts[..index].iter().map(move |other| (*other, *one)));
    pairs.into_iter().find(|(one, other)| one.meets(other))
}

/// Whether disjoint parts have every hypothesis: each choice halves what is left.
fn is_complete(parts: &[&Part]) -> bool {
    let deepest = parts.iter().map(|part| part.choices().len()).max().unwrap_or(0);
    let shares: BigUint = parts.iter().map(|part| BigUint::from(1u32) << (deepest - part.choices().len())).sum();
    shares == BigUint::from(1u32) << deepest
}

/// The sum over disjoint parts.
fn add_up<'a>(
    query: &Query,
    is_complete: bool,
    answers: impl Iterator<Item = &'a PartAnswer> + Clone,
) -> Result<VersionSpace, MergeError> {
    let impossible = |what: String| MergeError::Impossible { what };
    let missing = if is_complete { Cardinality::exact(0u32) } else { Cardinality::unknown() };
    let formulas = answers.clone().fold(missing.clone(), |sum, answer| sum.plus(&answer.formulas));
    let sum = answers.clone().fold(missing, |sum, answer| sum.plus(&answer.concepts));
    let touching = answers.clone().map(|answer| answer.touching.clone()).max().unwrap_or_default();
    let with_formulas = match formulas.upper() {
        Some(upper) if *upper < touching => {
            return Err(impossible(format!("{touching} concepts have {upper} formulas")));
        }
        Some(upper) => Cardinality::between(touching, upper.clone()),
        None => Cardinality::at_least(touching),
    };
    let Some(concepts) = sum.intersect(&with_formulas) else {
        return Err(impossible(format!("{sum} concepts, and {with_formulas}")));
    };
    let mut hypotheses: Vec<_> = answers.clone().flat_map(|answer| answer.hypotheses.iter().cloned()).collect();
    hypotheses.sort_by_cached_key(|hypothesis| hypothesis.order_key());
    if let Some(pair) = hypotheses.windows(2).find(|pair| pair[0].order_key() == pair[1].order_key()) {
        return Err(impossible(format!("`{}` is in two parts", pair[0])));
    }
    let mut engines: Vec<&str> = answers.clone().map(|answer| answer.engine.as_str()).collect();
    engines.sort_unstable();
    engines.dedup();
    let engine = engines.join("+");
    let merged = VersionSpace { hypotheses, ..VersionSpace::new(engine, concepts, formulas) };
    let reason = || {
        // A finished answer may have a limit, too, which is none of the whole.
        let open = |finished: bool| {
            answers
                .clone()
                .filter(move |answer| answer.is_finished(query) == finished)
                .find_map(|answer| answer.stopped)
        };
        let unfinished = if is_complete { open(false).or_else(|| open(true)) } else { None };
        unfinished.unwrap_or(StopReason::MissingParts)
    };
    let stopped = (!query.is_answered_by(&merged)).then(reason);
    Ok(VersionSpace { stopped, ..merged })
}
