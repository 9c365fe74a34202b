//! What a question has brought to light so far.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;
use vesc_col_core::{
    Cardinality, Dataset, Dnf, EngineError, Hypothesis, LegalConcept, LegalDnfSpace, Query, Run, StopReason, SubSpace,
    Term, TermRules, VersionSpace,
};

use crate::NAME;
use crate::context::Interrupt;
use crate::context::RunContext;
use crate::formula::term_store::members::why_too_long;

/// Inputs without a row up to which they bound the number of concepts. Set: then there are at most 65536 concepts.
const MOST_UNSEEN: u32 = 16;

/// The formulas found so far, and the concepts behind them as long as they are few enough to list.
#[derive(Debug)]
pub(crate) struct Collector<'q> {
    space: &'q LegalDnfSpace,
    rules: &'q TermRules,
    query: &'q Query,
    context: RunContext<'q>,
    /// How many formulas were added.
    added: u64,
    /// What is known about their number otherwise.
    counted: Cardinality,
    /// The concepts found, each with the least of its formulas that came.
    concepts: HashMap<LegalConcept, Dnf>,
    /// Whether the sub-space, and not the rules alone, says by which formula a concept is shown.
    is_shown_by_space: bool,
    /// How many concepts there can be: they differ on inputs without a row.
    most: Option<usize>,
    /// The formulas themselves, where no two of them are the same concept.
    alone: Vec<Dnf>,
    /// About how many bytes the concepts take.
    bytes: usize,
}

impl<'q> Collector<'q> {
    /// For those formulas of a sub-space that the rules allow.
    pub(crate) fn new(
        space: &'q LegalDnfSpace,
        rules: &'q TermRules,
        query: &'q Query,
        context: RunContext<'q>,
    ) -> Collector<'q> {
        let counted = Cardinality::unknown();
        Collector {
            space,
            rules,
            query,
            context,
            added: 0,
            counted,
            concepts: HashMap::new(),
            is_shown_by_space: false,
            most: None,
            alone: Vec::new(),
            bytes: 0,
        }
    }

    /// Where the sub-space, and not the rules alone, says by which formula a concept is shown.
    pub(crate) fn shown_by_space(self) -> Collector<'q> {
        Collector { is_shown_by_space: true, ..self }
    }

    /// For data of which every row is given and known, over free inputs: they bound the number of concepts.
    pub(crate) fn of_rows(self, data: &Dataset) -> Collector<'q> {
        let inputs =
            1u128.checked_shl(u32::try_from(data.features().len()).unwrap_or(u32::MAX)).filter(|&inputs| inputs > 0);
        let seen = data.positives().distinct() + data.negatives().distinct();
        let unseen =
            inputs.map(|inputs| inputs.saturating_sub(seen as u128)).and_then(|unseen| u32::try_from(unseen).ok());
        let most = unseen.filter(|&unseen| unseen <= MOST_UNSEEN).map(|unseen| 1 << unseen);
        Collector { most, ..self }
    }

    /// Takes a formula of a complete enumeration, in which each comes once.
    ///
    /// # Errors
    ///
    /// [`Interrupt::Enough`] when more formulas would not tell more, [`Interrupt::TooLong`] when there are too many to
    /// go on.
    pub(crate) fn add(&mut self, terms: &[&Term]) -> Result<(), Interrupt> {
        self.added += 1;
        if !self.too_many() {
            self.group(terms)?;
        }
        match self.too_many() {
            true if !self.query.exact() || self.is_counted() => Err(Interrupt::Enough),
            true if self.added >= self.context.tuning.formulas_one_by_one => Err(Interrupt::TooLong),
            false
                if self.all_are_found()
                    && !self.query.exact()
                    && self.added >= self.context.tuning.formulas_when_decided =>
            {
                Err(Interrupt::Enough)
            }
            _ => Ok(()),
        }
    }

    /// Takes a formula that may come again.
    ///
    /// # Errors
    ///
    /// [`Interrupt::Enough`] when there are too many concepts to list.
    pub(crate) fn probe(&mut self, terms: &[&Term]) -> Result<(), Interrupt> {
        self.group(terms)?;
        if self.too_many() { Err(Interrupt::Enough) } else { Ok(()) }
    }

    /// Takes what is known about the number of formulas.
    pub(crate) fn count(&mut self, formulas: Cardinality) {
        self.counted = formulas;
    }

    /// Whether the number of formulas is known.
    pub(crate) fn is_counted(&self) -> bool {
        self.counted.is_exact()
    }

    /// Prepares for an enumeration that gives all formulas once more.
    pub(crate) fn begin_again(&mut self) {
        self.added = 0;
    }

    /// Whether there are more concepts than are to be listed.
    pub(crate) fn too_many(&self) -> bool {
        self.found() > self.query.list_limit()
    }

    /// Whether no other concept can fit the rows.
    fn all_are_found(&self) -> bool {
        self.most == Some(self.found())
    }

    /// The answer after work that came to its end, or was interrupted.
    pub(crate) fn conclude(
        self,
        result: Result<(), Interrupt>,
        context: RunContext<'_>,
    ) -> Result<VersionSpace, EngineError> {
        Ok(match result {
            Ok(()) => self.answer(NAME, true, None),
            Err(Interrupt::Enough) => self.answer(NAME, false, None),
            Err(Interrupt::Stopped(reason)) => self.answer(NAME, false, Some(reason)),
            Err(Interrupt::TooLong) if self.too_many() => self.answer(NAME, false, Some(StopReason::ListLimit)),
            Err(Interrupt::TooLong) => self.answer(NAME, false, Some(why_too_long(context))),
            Err(Interrupt::TooWide) => return Err(EngineError::unsupported(NAME, "so many features")),
            Err(Interrupt::Contradiction) => {
                return Err(EngineError::failed(NAME, "counts of terms contradict each other"));
            }
        })
    }

    /// The answer. `complete` says that all formulas were added, `stopped` why not.
    pub(crate) fn answer(self, engine: &str, complete: bool, stopped: Option<StopReason>) -> VersionSpace {
        let found = self.found();
        let too_many = self.too_many();
        let lower = BigUint::from(self.added).max(BigUint::from(found));
        let formulas = match self.counted.is_exact() {
            true => self.counted.clone(),
            false if complete => Cardinality::exact(self.added),
            false => Cardinality::at_least(lower.max(self.counted.lower().clone())),
        };
        let concepts = if (complete || self.all_are_found()) && !too_many {
            Cardinality::exact(found)
        } else if self.space.formulas_are_concepts() && formulas.is_exact() {
            formulas.clone()
        } else {
            formulas.upper().map_or(Cardinality::at_least(found), |upper| Cardinality::between(found, upper.clone()))
        };
        let mut answer = VersionSpace::new(engine, concepts, formulas);
        answer.stopped = match stopped {
            None if too_many && self.query.list_limit() > self.query.bound() => Some(StopReason::ListLimit),
            _ if self.all_are_found() => None,
            reason => reason,
        };
        let is_cut_off = self.context.run.stopped().is_some_and(|reason| stopped == Some(reason));
        if !too_many {
            let (hypotheses, broken) = self.hypotheses(complete);
            answer.hypotheses = hypotheses;
            answer.stopped = broken.or(answer.stopped);
        } else if is_cut_off {
            // Nobody knows how many there are, but some are known.
            answer.hypotheses = self.some().hypotheses(false).0;
        }
        answer
    }

    fn group(&mut self, terms: &[&Term]) -> Result<(), Interrupt> {
        let Ok(dnf) = Dnf::new(terms.iter().copied().cloned()) else { return Ok(()) };
        if self.space.formulas_are_concepts() {
            // No probe gives them: each comes once.
            self.alone.push(dnf);
            return self.hold(ALONE + 4 * self.space.literals());
        }
        let concept = LegalConcept::of_within(&dnf, self.space.domain(), self.context.run);
        let concept = concept.map_err(Interrupt::Stopped)?;
        let bytes = 72 + concept.bytes() + ALONE + 4 * self.space.literals();
        match self.concepts.entry(concept) {
            Entry::Vacant(new) => {
                new.insert(dnf);
                self.hold(bytes)
            }
            Entry::Occupied(mut known) => {
                if dnf < *known.get() {
                    known.insert(dnf);
                }
                Ok(())
            }
        }
    }

    /// How many concepts have been found.
    fn found(&self) -> usize {
        self.concepts.len() + self.alone.len()
    }

    /// Adds `bytes` to the memory of what was found, and checks the budget.
    fn hold(&mut self, bytes: usize) -> Result<(), Interrupt> {
        self.bytes += bytes;
        self.context.check_memory(2 * self.bytes)
    }

    /// Keeps only a few of the concepts found.
    fn some(mut self) -> Self {
        self.alone.truncate(SHOWN);
        self.concepts = self.concepts.into_iter().take(SHOWN - self.alone.len()).collect();
        self
    }

    /// The formula by which a concept is shown, of which `formula` is the least that came.
    fn shown(
        &self,
        concept: &LegalConcept,
        formula: &Dnf,
        complete: bool,
        run: &Run,
    ) -> Result<Option<Dnf>, StopReason> {
        if !self.is_shown_by_space {
            return match complete {
                true => Ok(Some(formula.clone())),
                false => concept.least_formula_within(self.space.unconstrained(), self.rules, run),
            };
        }
        let space = self.query.space();
        let Some(bits) = space.bits_of(formula) else { return Ok(None) };
        Ok(Some(self.space.unconstrained().decode_dnf(&space.canonical_within(&bits, run)?)))
    }

    /// The concepts found, by their least formulas in canonical order; and why some are missing, if some are. `complete` says
    /// that all formulas were added, so that the least is among them.
    fn hypotheses(mut self, complete: bool) -> (Vec<Arc<dyn Hypothesis>>, Option<StopReason>) {
        let mut shown = std::mem::take(&mut self.alone);
        shown.reserve_exact(self.concepts.len());
        let mut broken = None;
        // The concepts that were found before a limit was reached are worth showing, as many as are found at once.
        let grace = Run::new().with_timeout(GRACE);
        let mut run = self.context.run;
        for (concept, formula) in &self.concepts {
            // A small concept is shown before its own search looks at the run.
            match run.stopped() {
                None => {}
                Some(_) if std::ptr::eq(run, &grace) => break,
                Some(reason) => (broken, run) = (broken.or(Some(reason)), &grace),
            }
            match self.shown(concept, formula, complete, run) {
                Ok(least) => shown.extend(least),
                Err(reason) => {
                    broken = broken.or(Some(reason));
                    if reason != StopReason::EngineLimit {
                        break;
                    }
                }
            }
        }
        shown.sort_unstable();
        let broken = broken.filter(|_| shown.len() < self.concepts.len());
        (shown.into_iter().map(|dnf| Arc::new(dnf) as Arc<dyn Hypothesis>).collect(), broken)
    }
}

/// How many concepts are shown if a limit cuts off more than are to be listed. Set.
const SHOWN: usize = 10;

/// About how many bytes a formula takes that is a concept by itself, beside its literals.
const ALONE: usize = 96;
/// How long least formulas are looked for when the run has ended. Set: a deadline is overrun by no more.
const GRACE: Duration = Duration::from_millis(20);

#[cfg(test)]
mod tests {
    use vesc_col_core::{DnfSpace, Domain, Literal, Run};

    use super::*;
    use crate::context::{HeldMemory, Threads};

    #[test]
    fn an_answer_says_which_list_was_too_long() {
        let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
        let context = threads.context(&run, &held_memory);
        let space = DnfSpace::new(3, 1, 1);
        let query = Query::new(Arc::new(space)).with_bound(1).with_list_limit(1);
        let (space, rules) = (space.within(&Domain::free()), TermRules::default());
        let terms = [0, 1].map(|feature| Term::new([Literal::positive(feature)]).unwrap());
        let answer = |formulas: &[Term]| {
            let mut collector = Collector::new(&space, &rules, &query, context);
            for term in formulas {
                let _ = collector.add(&[term]);
            }
            collector.conclude(Err(Interrupt::TooLong), context).unwrap()
        };
        // The engine's own list, or that of the concepts.
        assert_eq!(answer(&terms[..1]).stopped, Some(StopReason::EngineLimit));
        assert_eq!(answer(&terms).stopped, Some(StopReason::ListLimit));
    }

    /// More concepts than one are not to be listed.
    #[test]
    fn formulas_are_taken_until_they_tell_nothing_more() {
        let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
        let context = threads.context(&run, &held_memory);
        let space = DnfSpace::new(3, 1, 1);
        let terms = [0, 1, 2].map(|feature| Term::new([Literal::positive(feature)]).unwrap());
        let rules = TermRules::default();
        let most = context.tuning.formulas_one_by_one;
        let (enough, too_long) = (Err(Interrupt::Enough), Err(Interrupt::TooLong));
        for (exact, known, before, expected) in [
            (false, false, 0, [Ok(()), enough, enough]),
            (true, true, 0, [Ok(()), enough, enough]),
            (true, false, 0, [Ok(()), Ok(()), Ok(())]),
            (true, false, most - 3, [Ok(()), Ok(()), too_long]),
            (true, false, most - 2, [Ok(()), too_long, too_long]),
        ] {
            let query = Query::new(Arc::new(space)).with_bound(1).with_list_limit(1).with_exact(exact);
            let space = space.within(&Domain::free());
            let mut collector = Collector::new(&space, &rules, &query, context);
            collector.added = before;
            if known {
                collector.count(Cardinality::exact(3u32));
            }
            assert_eq!([0, 1, 2].map(|term| collector.add(&[&terms[term]])), expected);
        }
    }

    #[test]
    fn a_run_that_ends_shows_some_of_too_many_concepts() {
        let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
        let context = threads.context(&run, &held_memory);
        let space = DnfSpace::new(30, 1, 1);
        let query = Query::new(Arc::new(space)).with_bound(1).with_list_limit(20).with_exact(true);
        let (space, rules) = (space.within(&Domain::free()), TermRules::default());
        let answer = |reason: Option<StopReason>| {
            let mut collector = Collector::new(&space, &rules, &query, context);
            (0..25).for_each(|feature| {
                assert_eq!(collector.add(&[&Term::new([Literal::positive(feature)]).unwrap()]), Ok(()));
            });
            collector.conclude(reason.map_or(Ok(()), |reason| Err(Interrupt::Stopped(reason))), context).unwrap()
        };
        assert!(answer(None).hypotheses.is_empty());
        run.cancel_token().cancel();
        let cut = answer(Some(StopReason::Cancelled));
        // One more than are to be listed were told apart.
        assert_eq!((cut.hypotheses.len(), cut.concepts), (SHOWN, Cardinality::at_least(21u32)));
    }

    #[test]
    fn a_list_that_is_longer_than_the_bound_says_where_it_was_cut() {
        let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
        let context = threads.context(&run, &held_memory);
        let space = DnfSpace::new(3, 1, 1);
        let rules = TermRules::default();
        for (bound, stopped) in [(1, Some(StopReason::ListLimit)), (2, None)] {
            let query = Query::new(Arc::new(space)).with_bound(bound).with_list_limit(2);
            let space = space.within(&Domain::free());
            let mut collector = Collector::new(&space, &rules, &query, context);
            let result =
                (0..3).try_for_each(|feature| collector.add(&[&Term::new([Literal::positive(feature)]).unwrap()]));
            assert_eq!(collector.conclude(result, context).unwrap().stopped, stopped);
        }
    }
}
