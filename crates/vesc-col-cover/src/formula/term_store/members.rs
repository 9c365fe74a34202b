//! Terms with what they cover, in lists that may not be too long; and the lists of all consistent terms.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use vesc_col_core::{StopReason, Term};

use crate::bits::bit_set::PositiveSet;
use crate::context::{Interrupt, RunContext};
use crate::term::covers::Covers;
use crate::term::sink::Found;

/// A term that is false on all negatives, or on enough of them, with the positives that it is true on.
#[derive(Debug)]
pub(crate) struct ListedTerm {
    pub(crate) term: Term,
    pub(crate) cover: PositiveSet,
    /// The rows of negatives that it accepts all the same, ascending: none, if nothing may be wrong.
    pub(crate) wrong: Box<[usize]>,
}

impl ListedTerm {
    /// A term of which it does not matter what it covers.
    pub(crate) fn with_unknown_cover(term: Term) -> ListedTerm {
        ListedTerm { term, cover: PositiveSet::none(0), wrong: Box::default() }
    }

    /// A term that is false on all negatives.
    pub(crate) fn new(term: Term, covers: &Covers) -> ListedTerm {
        ListedTerm { cover: covers.of(&term), term, wrong: Box::default() }
    }
}

/// Members in no particular order, but the same in each run.
pub(crate) type TermList = Rc<Vec<Rc<ListedTerm>>>;

/// How many members a list may have now.
pub(crate) fn longest(context: RunContext<'_>) -> usize {
    context.tuning.longest_list.min(affordable(context))
}

/// How many members, or terms in an answer, the budget leaves room for.
pub(crate) fn affordable(context: RunContext<'_>) -> usize {
    // While terms are found, converted and put into a list, each takes some hundreds of bytes.
    context.free_memory() / 400
}

/// Whether the budget or the engine's own limit made a list too long.
pub(crate) fn why_too_long(context: RunContext<'_>) -> StopReason {
    if affordable(context) < context.tuning.longest_list { StopReason::Memory } else { StopReason::EngineLimit }
}

/// All terms of a search that came to its end.
pub(crate) fn complete(found: Found<Vec<Term>>) -> Result<Vec<Term>, Interrupt> {
    match found.stopped {
        Some(reason) => Err(Interrupt::Stopped(reason)),
        None if found.complete => Ok(found.terms),
        None => Err(Interrupt::TooLong),
    }
}

/// The members behind these terms.
pub(crate) fn collect(terms: Vec<Term>, covers: &Covers, context: RunContext<'_>) -> Result<TermList, Interrupt> {
    let mut members = Vec::with_capacity(terms.len());
    for (i, term) in terms.into_iter().enumerate() {
        if i % 4096 == 0 {
            context.check()?;
        }
        members.push(Rc::new(ListedTerm::new(term, covers)));
    }
    Ok(Rc::new(members))
}

/// The memory that a list takes.
pub(crate) fn bytes(members: &[Rc<ListedTerm>]) -> usize {
    let of = |member: &Rc<ListedTerm>| {
        2 * size_of::<usize>()
            + size_of::<ListedTerm>()
            + member.cover.bytes()
            + 4 * member.term.len()
            + 8 * member.wrong.len()
            + 48
    };
    // Members of a list are alike.
    members.first().map_or(0, |first| members.len() * of(first))
}

/// The sizes whose terms have been listed, and those of which there are too many.
#[derive(Debug, Default)]
pub(crate) struct AllTerms {
    lists: BTreeMap<usize, TermList>,
    bytes: usize,
    unlistable: BTreeSet<usize>,
}

impl AllTerms {
    /// A run begins: what was too long for the last one's budget may be listed.
    pub(crate) fn begin(&mut self) {
        self.unlistable.clear();
    }

    /// The terms of a size, if they have been listed.
    pub(crate) fn get(&self, size: usize) -> Option<&TermList> {
        self.lists.get(&size)
    }

    pub(crate) fn insert(&mut self, size: usize, members: TermList) {
        self.bytes += bytes(&members);
        self.lists.insert(size, members);
    }

    /// Notes that this run cannot list the terms of a size.
    pub(crate) fn give_up(&mut self, size: usize) {
        self.unlistable.insert(size);
    }

    pub(crate) fn is_unlistable(&self, size: usize) -> bool {
        self.unlistable.contains(&size)
    }

    /// The memory that the lists take.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use vesc_col_core::Run;

    use super::*;
    use crate::context::{HeldMemory, Threads};
    use crate::tuning::Tuning;

    #[test]
    fn a_list_is_as_long_as_the_budget_and_the_engine_allow() {
        const LONGEST: usize = Tuning::DEFAULT.longest_list;
        let many = 400 * LONGEST as u64;
        for (memory, expected, reason) in [
            (None, LONGEST, StopReason::EngineLimit),
            (Some(many), LONGEST, StopReason::EngineLimit),
            (Some(many - 400), LONGEST - 1, StopReason::Memory),
            (Some(4000), 10, StopReason::Memory),
        ] {
            let run = memory.into_iter().fold(Run::new(), Run::with_memory);
            let (mut threads, held_memory) = (Threads::default(), HeldMemory::new());
            let context = threads.context(&run, &held_memory);
            assert_eq!((longest(context), why_too_long(context)), (expected, reason), "{memory:?}");
        }
    }
}
