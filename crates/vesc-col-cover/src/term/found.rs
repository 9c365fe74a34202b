//! What a search came to, and parts of it put together.

use num_bigint::BigUint;
use vesc_col_core::{Literal, StopReason, Term};

use crate::context::interrupt::Interrupt;
use crate::context::run_context::RunContext;

/// Sets made into terms between two checks of the run.
const LOOK_AFTER: usize = 4096;

/// What a search through the terms of one size came to.
#[derive(Clone, Debug)]
pub(crate) struct Found<T> {
    /// The terms, or their number.
    pub(crate) terms: T,
    /// Whether nothing was left out: neither was the search stopped nor were there more than enough.
    pub(crate) complete: bool,
    /// The limit that stopped the search, if one did.
    pub(crate) stopped: Option<StopReason>,
}

impl<T: Default> Found<T> {
    /// There is nothing to be found.
    pub(crate) fn nothing() -> Found<T> {
        Found { terms: T::default(), complete: true, stopped: None }
    }
}

impl Found<Vec<Term>> {
    /// With the number of all terms, which are counted if there were too many to list.
    pub(crate) fn or_count(self, count: impl FnOnce() -> Found<BigUint>) -> (Found<Vec<Term>>, Found<BigUint>) {
        let Found { complete, stopped, .. } = self;
        let counted = match complete || stopped.is_some() {
            true => Found { terms: self.terms.len().into(), complete, stopped },
            false => count(),
        };
        (self, counted)
    }
}

/// Puts parts together.
pub(crate) fn gather<S, T: Default>(
    parts: impl IntoIterator<Item = Found<S>>,
    mut add: impl FnMut(S, &mut T),
) -> Found<T> {
    let mut all = Found::nothing();
    for part in parts {
        all.complete &= part.complete;
        all.stopped = all.stopped.or(part.stopped);
        add(part.terms, &mut all.terms);
    }
    all
}

/// Makes terms of sets, each of which says its literals.
pub(crate) fn in_terms<T>(
    mut found: Found<Vec<Vec<T>>>,
    literals: impl Fn(&[T]) -> Vec<Literal>,
    enough: usize,
    context: RunContext<'_>,
) -> Found<Vec<Term>> {
    let mut terms = Vec::with_capacity(found.terms.len());
    for (i, set) in std::mem::take(&mut found.terms).into_iter().enumerate() {
        if i % LOOK_AFTER == 0
            && let Err(Interrupt::Stopped(reason)) = context.check()
        {
            (found.complete, found.stopped) = (false, Some(reason));
            break;
        }
        terms.extend(Term::new(literals(&set)));
    }
    found.complete &= terms.len() <= enough;
    Found { terms, complete: found.complete, stopped: found.stopped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_together_is_complete_if_all_parts_are() {
        let part = |complete, stopped| Found { terms: 1, complete, stopped };
        let whole = |parts: [Found<usize>; 3]| gather(parts, |terms, sum: &mut usize| *sum += terms);
        let all = whole([part(true, None), part(true, None), part(true, None)]);
        assert_eq!((all.terms, all.complete, all.stopped), (3, true, None));
        let all = whole([part(true, None), part(false, Some(StopReason::Memory)), part(true, None)]);
        assert_eq!((all.terms, all.complete, all.stopped), (3, false, Some(StopReason::Memory)));
    }
}
