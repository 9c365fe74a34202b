//! What a session knows about its data, and how it answers.

use std::collections::HashMap;
use std::sync::Arc;

use vesc_col_core::{
    Cardinality, Dataset, Domain, EngineError, LegalDnfSpace, Literal, Query, StopReason, SubSpace, Term, TermRules,
    VersionSpace,
};

use crate::NAME;
use crate::bits::bit_set::PositiveSet;
use crate::context::Interrupt;
use crate::context::RunContext;
use crate::formula::assignment::Assignment;
use crate::formula::collector::Collector;
use crate::formula::enumeration;
use crate::formula::extension;
use crate::formula::inclusion_exclusion::{InclusionExclusion, MOST_POSITIVES};
use crate::formula::pairs;
use crate::formula::probe::probe;
use crate::formula::term_store::TermStore;
use crate::formula::term_store::members::{TermList, affordable, complete, longest};
use crate::least::{LeastSize, Verdict};
use crate::term::covers::meets;
use crate::term::literal_tables::WeightedRows;
use crate::term::sink::Found;

/// How many terms are listed first for each concept that is to be listed, and how many times as many next. Set: where some
/// inputs are impossible, several terms may be one concept.
const FIRST_LISTED: usize = 16;

/// Takes the terms of a formula, in no particular order.
type Take<'t> = &'t mut dyn FnMut(&[&Term]) -> Result<(), Interrupt>;

/// What is kept from one question to the next.
#[derive(Debug)]
pub(crate) struct ExactSession {
    store: TermStore,
    /// Which sub-spaces, by literals and terms, are empty.
    empty: HashMap<(usize, usize), bool>,
    least: Least,
}

/// What is known by way of all prime terms.
#[derive(Debug)]
enum Least {
    NotAsked,
    /// They are too many, or their covers are too hard to find.
    Unknown,
    Known(Box<LeastSize>),
}

/// Terms that cover no positive, and may stand in a formula beside terms that cover all of them.
struct IdleTerms {
    /// The fewest literals of such a term.
    shortest: usize,
    /// The most literals of such a term: what the other terms leave. 0 if there is no such term.
    longest: usize,
}

impl ExactSession {
    pub(crate) fn new(data: Arc<Dataset>) -> ExactSession {
        ExactSession::of(data, Domain::free(), TermRules::default(), &[])
    }

    /// For formulas over these legal inputs.
    pub(crate) fn within(data: Arc<Dataset>, domain: &Domain) -> ExactSession {
        ExactSession::of(data, domain.clone(), TermRules::default(), &[])
    }

    fn of(data: Arc<Dataset>, domain: Domain, rules: TermRules, required: &[Vec<Literal>]) -> ExactSession {
        ExactSession {
            store: TermStore::new(data, domain, Arc::new(rules)).requiring(required),
            empty: HashMap::new(),
            least: Least::NotAsked,
        }
    }

    /// Answers a question about those formulas of a sub-space that the rules allow and that meet all required sets.
    pub(crate) fn measure(
        &mut self,
        space: &LegalDnfSpace,
        (rules, required): (&TermRules, &[Vec<Literal>]),
        query: &Query,
        context: RunContext<'_>,
    ) -> Result<VersionSpace, EngineError> {
        let size @ (literals, terms) = (space.literals(), space.terms());
        if !space.unconstrained().has_room() {
            return Ok(VersionSpace::empty(NAME));
        }
        if required.iter().filter(|set| set.len() == 1).count() > literals {
            return Ok(VersionSpace::empty(NAME));
        }
        let is_same = self.store.domain() == space.domain() && **self.store.rules() == *rules;
        if !is_same || self.store.required() != required {
            *self = ExactSession::of(Arc::clone(self.store.data()), space.domain().clone(), rules.clone(), required);
        }
        let collector = Collector::new(space, rules, query, context).of_rows(self.store.data());
        let mut collector = if required.is_empty() { collector } else { collector.shown_by_space() };
        self.store.begin(context);
        let result = if terms == 1 {
            self.one_term(literals, query, context, &mut collector)
        } else {
            self.several_terms(size, query, context, &mut collector)
        };
        let answer = collector.conclude(result, context)?;
        if answer.concepts.is_zero() || answer.concepts.exceeds(0) {
            self.empty.insert(size, answer.concepts.is_zero());
        }
        Ok(answer)
    }

    /// Answers a question about single terms.
    fn one_term(
        &mut self,
        literals: usize,
        query: &Query,
        context: RunContext<'_>,
        collector: &mut Collector<'_>,
    ) -> Result<(), Interrupt> {
        let all = PositiveSet::all(self.store.positives());
        // Over declared inputs several terms may be one concept, and more of them than are to be listed tell nothing
        // yet.
        let (enough, too_long) = match query.list_limit() {
            _ if !self.store.domain().is_free() => (longest(context), Interrupt::TooLong),
            limit if limit <= affordable(context) => (limit, Interrupt::TooLong),
            _ => (affordable(context), Interrupt::Stopped(StopReason::Memory)),
        };
        let (found, counted) = if query.exact() {
            let (found, counted) = self.store.list_and_count(&all, literals, enough, context)?;
            (found, Some(counted))
        } else {
            (self.list_until_too_many(literals, enough, query, context, collector)?, None)
        };
        let stopped = found.stopped.or(counted.as_ref().and_then(|counted| counted.stopped));
        match counted {
            _ if found.complete => collector.count(Cardinality::exact(found.terms.len())),
            Some(counted) if counted.complete => collector.count(Cardinality::exact(counted.terms)),
            Some(counted) => collector.count(Cardinality::at_least(counted.terms)),
            None => {}
        }
        let added = found.terms.iter().take(enough.saturating_add(1)).try_for_each(|term| collector.add(&[term]));
        if let Some(reason) = stopped {
            return Err(Interrupt::Stopped(reason));
        }
        if found.complete {
            return added;
        }
        match query.exact() {
            true => Err(if collector.too_many() { Interrupt::Enough } else { too_long }),
            false => added.and(Err(too_long)),
        }
    }

    /// Lists single terms, `most` of them or some more, unless fewer make more concepts than are to be listed.
    fn list_until_too_many(
        &mut self,
        literals: usize,
        most: usize,
        query: &Query,
        context: RunContext<'_>,
        collector: &mut Collector<'_>,
    ) -> Result<Found<Vec<Term>>, Interrupt> {
        let all = PositiveSet::all(self.store.positives());
        let mut enough = query.list_limit().saturating_mul(FIRST_LISTED).max(FIRST_LISTED);
        while enough < most {
            let found = self.store.list(&all, literals, enough, context)?;
            if found.complete || found.stopped.is_some() {
                return Ok(found);
            }
            found.terms.iter().try_for_each(|term| collector.probe(&[term]))?;
            enough = enough.saturating_mul(FIRST_LISTED);
        }
        self.store.list(&all, literals, most, context)
    }

    /// Answers a question about formulas of two terms or more.
    ///
    /// The first of these methods that applies gives the answer:
    ///
    /// 1. All prime terms, where they are few.
    /// 2. Irredundant formulas by assignment, where there are no others.
    /// 3. A probe, if it shows more concepts than are to be listed, and the count need not be exact.
    /// 4. Lists of all terms that may take part.
    /// 5. Irredundant formulas and what may stand beside them, where a list is too long.
    /// 6. A count, where there are too many formulas.
    fn several_terms(
        &mut self,
        size: (usize, usize),
        query: &Query,
        context: RunContext<'_>,
        collector: &mut Collector<'_>,
    ) -> Result<(), Interrupt> {
        if self.by_primes(size, context, &mut |terms| collector.add(terms))? {
            return Ok(());
        }
        if self.all_are_irredundant(size, context)? {
            return self.irredundant(size, query, context, collector);
        }
        if !query.exact() {
            self.probe(size, query, context, collector)?;
        }
        let found = match self.lists(size, context) {
            Ok(lists) => self.combine(&lists, size, context, collector),
            Err(Interrupt::TooLong) => self.without_lists(size, query, context, collector),
            Err(interrupt) => Err(interrupt),
        };
        if found == Err(Interrupt::TooLong) && query.exact() {
            self.count(size, context.tuning.counting_cost, context, collector)?;
        }
        found
    }

    /// Answers a question about formulas of which some may be redundant, and whose terms are too many to list.
    fn without_lists(
        &mut self,
        size: (usize, usize),
        query: &Query,
        context: RunContext<'_>,
        collector: &mut Collector<'_>,
    ) -> Result<(), Interrupt> {
        if query.exact() {
            match self.probe(size, query, context, collector) {
                Err(Interrupt::Enough) => return Err(Interrupt::TooLong),
                result => result?,
            }
            self.count(size, context.tuning.cheap_counting_cost, context, collector)?;
        }
        self.each_extension(size, context, &mut |terms| collector.add(terms))
    }

    /// Answers a question about formulas that are all irredundant.
    ///
    /// If they make too many concepts to list, a cheap count comes before more of them, and a dear one after.
    fn irredundant(
        &mut self,
        size: (usize, usize),
        query: &Query,
        context: RunContext<'_>,
        collector: &mut Collector<'_>,
    ) -> Result<(), Interrupt> {
        let mut found = self.each_irredundant(size, context, |terms| {
            collector.add(terms)?;
            if collector.too_many() { Err(Interrupt::TooLong) } else { Ok(()) }
        });
        if found != Err(Interrupt::TooLong) || !query.exact() {
            return found;
        }
        if collector.too_many() {
            self.count(size, context.tuning.cheap_counting_cost, context, collector)?;
            if collector.is_counted() {
                return found;
            }
            collector.begin_again();
            found = self.each_irredundant(size, context, |terms| collector.add(terms));
        }
        match found {
            Err(Interrupt::TooLong) => self.count(size, context.tuning.counting_cost, context, collector).and(found),
            _ => found,
        }
    }

    /// Looks for more concepts than are to be listed. Lists that are too long for that tell nothing, and are no error.
    ///
    /// # Errors
    ///
    /// [`Interrupt::Enough`] if there are more concepts than are to be listed, and whatever stops the run.
    fn probe(
        &mut self,
        size: (usize, usize),
        query: &Query,
        context: RunContext<'_>,
        collector: &mut Collector<'_>,
    ) -> Result<(), Interrupt> {
        match probe(&mut self.store, size, query.list_limit(), context, collector) {
            Err(Interrupt::TooLong) => Ok(()),
            result => result,
        }
    }

    /// Tries to answer by all prime terms. Returns whether that succeeded; then `take` has got the formulas, if any.
    fn by_primes(&mut self, size: (usize, usize), context: RunContext<'_>, take: Take<'_>) -> Result<bool, Interrupt> {
        if matches!(self.least, Least::NotAsked) && size.1 >= context.tuning.terms_for_primes {
            self.least = match LeastSize::of(self.store.data(), self.store.rules(), context) {
                Ok(Some(least)) => Least::Known(Box::new(least)),
                Ok(None) | Err(Interrupt::TooLong) => Least::Unknown,
                Err(interrupt) => return Err(interrupt),
            };
        }
        let Least::Known(least) = &mut self.least else { return Ok(false) };
        match least.verdict(size, context) {
            Ok(Verdict::Empty) => Ok(true),
            Ok(Verdict::Least) => {
                let required = self.store.required();
                let has_all = |terms: &[&Term]| required.iter().all(|set| terms.iter().any(|term| meets(term, set)));
                let take_those = |terms: &[&Term]| if has_all(terms) { take(terms) } else { Ok(()) };
                least.each(size, context, take_those).map(|()| true)
            }
            Ok(Verdict::Beyond) => Ok(false),
            Err(Interrupt::TooLong) => {
                self.least = Least::Unknown;
                Ok(false)
            }
            Err(interrupt) => Err(interrupt),
        }
    }

    /// Gives `take` all irredundant formulas of a size, and perhaps some others, each once.
    fn each_irredundant(
        &mut self,
        size: (usize, usize),
        context: RunContext<'_>,
        take: impl FnMut(&[&Term]) -> Result<(), Interrupt>,
    ) -> Result<(), Interrupt> {
        Assignment::new(&mut self.store, size, context, take).find()
    }

    /// Gives up what takes more memory than this.
    pub(crate) fn keep_within(&mut self, bytes: usize) {
        if self.store.bytes() > bytes {
            self.store.forget();
        }
    }

    /// The memory that this takes, beside the data.
    pub(crate) fn bytes(&self) -> usize {
        self.store.bytes()
    }

    /// Gives `take` each formula of a size that fits, once.
    ///
    /// # Errors
    ///
    /// [`Interrupt::TooLong`] if too many terms may take part. Some formulas may be missing then.
    pub(crate) fn each_formula(
        &mut self,
        size: (usize, usize),
        context: RunContext<'_>,
        take: Take<'_>,
    ) -> Result<(), Interrupt> {
        let mut is_empty = true;
        let take: Take<'_> = &mut |terms| {
            is_empty = false;
            take(terms)
        };
        self.store.begin(context);
        if size.1 == 1 {
            let all = PositiveSet::all(self.store.positives());
            let terms = complete(self.store.list(&all, size.0, longest(context), context)?)?;
            terms.iter().try_for_each(|term| take(&[term]))?;
        } else if self.by_primes(size, context, take)? {
        } else if self.all_are_irredundant(size, context)? {
            self.each_irredundant(size, context, take)?;
        } else {
            let positives = WeightedRows::single(self.store.positives());
            match self.lists(size, context) {
                Err(Interrupt::TooLong) => self.each_extension(size, context, take)?,
                lists => {
                    enumeration::exact(&lists?, &positives, context, |terms, _| take(terms)).find(size.0, size.1)?;
                }
            }
        }
        self.empty.insert(size, is_empty);
        Ok(())
    }

    /// Gives `take` each formula of a size, once, where the terms are too many to list.
    fn each_extension(
        &mut self,
        size: (usize, usize),
        context: RunContext<'_>,
        take: Take<'_>,
    ) -> Result<(), Interrupt> {
        let is_empty = |size| self.empty.get(&size) == Some(&true);
        extension::each_formula(&mut self.store, size, is_empty, context, take)
    }

    /// Combines the terms that may take part.
    fn combine(
        &mut self,
        lists: &[TermList],
        size: (usize, usize),
        context: RunContext<'_>,
        collector: &mut Collector<'_>,
    ) -> Result<(), Interrupt> {
        let positives = self.store.positives();
        if let Some(inclusion_exclusion) = InclusionExclusion::from_lists(lists, positives, context)? {
            collector.count(Cardinality::exact(inclusion_exclusion.formulas(size.0, size.1, context)?));
        }
        let positives = WeightedRows::single(positives);
        enumeration::exact(lists, &positives, context, |terms, _| collector.add(terms)).find(size.0, size.1)
    }

    /// All terms that may take part, by size.
    fn lists(&mut self, size: (usize, usize), context: RunContext<'_>) -> Result<Vec<TermList>, Interrupt> {
        // A list for each positive pays where they are few.
        let idle = match (1..=MOST_POSITIVES).contains(&self.store.positives()) {
            true => self.idle_terms(size, context)?.longest,
            false => usize::MAX,
        };
        self.store.all_for(size, idle, context)
    }

    /// The terms that may cover nothing in formulas of this size: the other terms cover all positives, and need some literals.
    fn idle_terms(
        &mut self,
        (literals, terms): (usize, usize),
        context: RunContext<'_>,
    ) -> Result<IdleTerms, Interrupt> {
        let positives = self.store.positives();
        let fewest = if terms == 2 {
            self.store.fewest_literals(&PositiveSet::all(positives), literals - 1, context)?
        } else {
            let is_known_empty = |size: &usize| self.empty.get(&(*size, terms - 1)) == Some(&true);
            (terms - 1..literals).find(|size| !is_known_empty(size)).unwrap_or(literals)
        };
        let longest = literals - fewest;
        let shortest = self.store.fewest_literals(&PositiveSet::none(positives), longest, context)?;
        let longest = if shortest > longest { 0 } else { longest };
        Ok(IdleTerms { shortest, longest })
    }

    /// How many literals a term of formulas of this size has at most: what the others leave that are as short as any.
    fn longest_term(
        &mut self,
        (literals, terms): (usize, usize),
        idle: &IdleTerms,
        context: RunContext<'_>,
    ) -> Result<usize, Interrupt> {
        let most = literals + 1 - terms;
        let mut shortest = if idle.longest > 0 { idle.shortest } else { most };
        let positives = self.store.positives();
        // For more positives nothing is counted.
        for positive in 0..positives.min(MOST_POSITIVES) {
            let on = PositiveSet::none(positives).with(positive);
            shortest = shortest.min(self.store.fewest_literals(&on, shortest, context)?);
        }
        Ok(literals.saturating_sub((terms - 1) * shortest).min(self.store.longest_possible()))
    }

    /// Counts the formulas without listing them, unless that is estimated to cost more than `most`.
    fn count(
        &mut self,
        (literals, terms): (usize, usize),
        most: f64,
        context: RunContext<'_>,
        collector: &mut Collector<'_>,
    ) -> Result<(), Interrupt> {
        let formulas = if terms == 2 {
            pairs::count(&mut self.store, literals, most, context)?
        } else {
            let idle = self.idle_terms((literals, terms), context)?;
            let longest = self.longest_term((literals, terms), &idle, context)?;
            let counts = InclusionExclusion::from_counts(&mut self.store, longest, idle.longest, most, context)?;
            counts.map(|counts| counts.formulas(literals, terms, context)).transpose()?
        };
        formulas.into_iter().for_each(|formulas| collector.count(Cardinality::exact(formulas)));
        Ok(())
    }

    /// Whether all formulas of a size are irredundant: the sub-spaces that a redundant one could be cut down to are
    /// empty.
    fn all_are_irredundant(
        &mut self,
        (literals, terms): (usize, usize),
        context: RunContext<'_>,
    ) -> Result<bool, Interrupt> {
        if self.store.positives() == 0 {
            return Ok(false);
        }
        // Of more terms than positives one is redundant.
        for fewer_terms in 1..terms.min(self.store.positives() + 1) {
            let most = fewer_terms.saturating_mul(self.store.longest_possible()).min(literals - (terms - fewer_terms));
            for fewer_literals in fewer_terms..=most {
                if !self.is_empty((fewer_literals, fewer_terms), context)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether a sub-space is empty, given that all those of fewer terms that could be cut from it are.
    fn is_empty(&mut self, size: (usize, usize), context: RunContext<'_>) -> Result<bool, Interrupt> {
        if let Some(&known) = self.empty.get(&size) {
            return Ok(known);
        }
        let (literals, terms) = size;
        let empty = if terms == 1 {
            let all = PositiveSet::all(self.store.positives());
            self.store.some(&all, literals, 0, context)?.is_empty()
        } else {
            match self.each_irredundant(size, context, |_| Err(Interrupt::Enough)) {
                Ok(()) => true,
                Err(Interrupt::Enough) => false,
                Err(interrupt) => return Err(interrupt),
            }
        };
        self.empty.insert(size, empty);
        Ok(empty)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::{DnfSpace, DomainBuilder, Features, Run};
    use vesc_col_testkit::strategies::planted;

    use super::*;
    use crate::context::{HeldMemory, Threads};
    use crate::tuning::Tuning;

    #[test]
    fn questions_under_other_rules_are_answered_anew() {
        let mut builder = Dataset::builder(Features::numbered(3));
        builder.push(true, [true, true, false]).unwrap();
        builder.push(false, [false, false, true]).unwrap();
        builder.push(false, [false, false, false]).unwrap();
        let mut exact = ExactSession::new(Arc::new(builder.build().unwrap()));
        let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
        let context = threads.context(&run, &held_memory);
        // Alone x0 and x1 reject both negatives, and with any other literal of the positive.
        let any = || TermRules::default();
        let without = |literal| TermRules::new([literal], None);
        let up_to = |literals| TermRules::new([], Some(literals));
        for (size, rules, expected) in [
            ((1, 1), any(), 2u32),
            ((1, 1), without(Literal::positive(0)), 1),
            ((1, 1), without(Literal::negative(0)), 2),
            ((1, 1), any(), 2),
            ((2, 1), any(), 3),
            ((2, 1), up_to(1), 0),
            ((2, 1), up_to(2), 3),
            ((2, 1), without(Literal::negative(2)), 1),
        ] {
            let space = DnfSpace::new(3, size.0, size.1);
            let query = Query::new(Arc::new(space)).with_exact(true);
            let answer = exact.measure(&space.within(&Domain::free()), (&rules, &[]), &query, context).unwrap();
            assert_eq!(answer.formulas, Cardinality::exact(expected), "{size:?} under {rules:?}");
        }
    }

    /// All features are equal on legal inputs, or all but one. More terms than are listed first are one concept then.
    #[test]
    fn terms_are_listed_until_they_make_too_many_concepts() {
        const FEATURES: usize = 2 * FIRST_LISTED;
        let mut builder = Dataset::builder(Features::numbered(FEATURES));
        builder.push(true, [true; FEATURES]).unwrap();
        builder.push(false, [false; FEATURES]).unwrap();
        let data = Arc::new(builder.build().unwrap());
        let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
        let context = threads.context(&run, &held_memory);
        for equal in [FEATURES, FEATURES - 1] {
            let follows = |feature: usize| [Literal::positive(feature), Literal::negative((feature + 1) % equal)];
            let domain = (0..equal).map(follows).fold(Domain::builder(FEATURES), DomainBuilder::at_most_one);
            let domain = domain.build().unwrap();
            let space = DnfSpace::new(FEATURES, 1, 1);
            for limit in 1..=2 {
                let query = Query::new(Arc::new(space)).with_bound(1).with_list_limit(limit);
                let mut session = ExactSession::new(Arc::clone(&data));
                let legal = space.within(&domain);
                let answer = session.measure(&legal, (&TermRules::default(), &[]), &query, context).unwrap();
                let concepts = 1 + FEATURES - equal;
                match concepts > limit {
                    true => assert!(answer.concepts.exceeds(limit) && answer.stopped.is_none()),
                    false => assert_eq!(answer.concepts, Cardinality::exact(concepts)),
                }
                assert_eq!(answer.hypotheses.len(), if concepts > limit { 0 } else { concepts });
            }
        }
    }

    /// The number of formulas over these data, exactly, under a budget if one is given.
    fn formulas(
        data: Dataset,
        (literals, terms): (usize, usize),
        rules: &TermRules,
        budget: Option<u64>,
    ) -> Cardinality {
        let space = DnfSpace::new(data.features().len(), literals, terms);
        let query = Query::new(Arc::new(space)).with_exact(true);
        let run = budget.into_iter().fold(Run::new(), Run::with_memory);
        let (held_memory, mut threads) = (HeldMemory::new(), Threads::default());
        let context = threads.context(&run, &held_memory);
        ExactSession::new(Arc::new(data))
            .measure(&space.within(&Domain::free()), (rules, &[]), &query, context)
            .unwrap()
            .formulas
    }

    /// No term is true on both positives, so that two terms are needed and neither is redundant.
    #[test]
    fn formulas_of_which_no_list_of_terms_is_short_enough_are_counted() {
        const FEATURES: usize = 20;
        let data = || {
            let mut builder = Dataset::builder(Features::numbered(FEATURES));
            builder.push(true, [true; FEATURES]).unwrap();
            builder.push(true, [false; FEATURES]).unwrap();
            builder.push(false, (0..FEATURES).map(|feature| feature % 2 == 0)).unwrap();
            builder.build().unwrap()
        };
        // For either positive: s of its literals, not all of which are true on the negative.
        let choose = |from: u128, size: usize| crate::bits::counting::binomial(from, size as u128).unwrap();
        let consistent = |size| choose(20, size) - choose(10, size);
        let of_sizes =
            |from: usize, to: usize| -> u128 { (from..=to).map(|s| consistent(s) * consistent(6 - s)).sum() };
        for (rules, expected) in [(TermRules::default(), of_sizes(1, 5)), (TermRules::new([], Some(3)), of_sizes(3, 3))]
        {
            for budget in [None, Some(100_000)] {
                let counted = formulas(data(), (6, 2), &rules, budget);
                assert_eq!(counted, Cardinality::exact(expected), "{rules:?} within {budget:?}");
            }
        }
    }

    /// No term is true on both positives. A count gives the number before all formulas are found, and after they were too
    /// many; without a count they are all found, again.
    #[test]
    fn formulas_that_are_too_many_to_list_are_counted_or_found_once_more() {
        let mut builder = Dataset::builder(Features::numbered(6));
        builder.push(true, [true; 6]).unwrap();
        builder.push(true, [false; 6]).unwrap();
        builder.push(false, (0..6).map(|feature| feature % 2 == 0)).unwrap();
        let data = Arc::new(builder.build().unwrap());
        let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
        let context = threads.context(&run, &held_memory);
        let space = DnfSpace::new(6, 2, 2);
        let (legal, rules) = (space.within(&Domain::free()), TermRules::default());
        let query = Query::new(Arc::new(space)).with_exact(true).with_bound(2).with_list_limit(2);
        let measure = |tuning| {
            let mut session = ExactSession::new(Arc::clone(&data));
            session.measure(&legal, (&rules, &[]), &query, context.with_tuning(tuning)).unwrap()
        };
        let [cheap, none] = [f64::INFINITY, 0.0];
        let tuning = |(cheap_counting_cost, counting_cost, formulas_one_by_one)| Tuning {
            cheap_counting_cost,
            counting_cost,
            formulas_one_by_one,
            ..Tuning::DEFAULT
        };
        for tuning in &[(cheap, none, 3), (none, none, 10), (none, cheap, 4)].map(tuning) {
            let found = measure(tuning);
            assert_eq!(found.formulas, Cardinality::exact(9u32), "three literals beside three others: {tuning:?}");
            assert_eq!(found.concepts, Cardinality::between(3u32, 9u32));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_answer_is_the_same_where_no_list_of_terms_is_short_enough(
            planted in planted(DnfSpace::new(7, 4, 2), 8..=16, 0..=4),
            size in prop::sample::select(vec![(2, 2), (3, 2), (4, 2), (3, 3), (4, 3), (5, 3)]),
            (exact, after_smaller) in any::<(bool, bool)>(),
            required in prop::option::of((0..7usize, any::<bool>())),
        ) {
            let required: Vec<Vec<Literal>> =
                required.into_iter().map(|(feature, value)| vec![Literal::matching(feature, value)]).collect();
            let data = planted.instance.dataset();
            let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
            let context = threads.context(&run, &held_memory);
            let rules = TermRules::default();
            let measure = |session: &mut ExactSession, (literals, terms), exact, tuning| {
                let space = DnfSpace::new(7, literals, terms);
                let query = Query::new(Arc::new(space)).with_exact(exact);
                let legal = space.within(&Domain::free());
                session.measure(&legal, (&rules, &required), &query, context.with_tuning(tuning)).unwrap()
            };
            let answer = |exact, tuning| {
                let mut session = ExactSession::new(Arc::clone(&data));
                for terms in (1..size.1).filter(|_| after_smaller) {
                    (terms..size.0).for_each(|literals| drop(measure(&mut session, (literals, terms), false, tuning)));
                }
                measure(&mut session, size, exact, tuning)
            };
            let expected = answer(exact, &Tuning::DEFAULT);
            let found = answer(exact, &Tuning { longest_list: 2, terms_of_share: 1, ..Tuning::DEFAULT });
            let all = answer(true, &Tuning::DEFAULT).formulas;
            prop_assert!(all.is_exact() && found.formulas.lower() <= all.lower());
            prop_assert!(!found.formulas.is_exact() || found.formulas == all, "{} for {}", found.formulas, all);
            if found.stopped.is_none() {
                prop_assert_eq!(&found.concepts, &expected.concepts);
                prop_assert_eq!(found.formulas.is_exact(), expected.formulas.is_exact());
                let shown = |answer: &VersionSpace| -> Vec<String> {
                    answer.hypotheses.iter().map(ToString::to_string).collect()
                };
                prop_assert_eq!(shown(&found), shown(&expected));
            } else {
                prop_assert!(found.concepts.lower() <= expected.concepts.lower());
            }
        }
    }

    /// The target features make the only term of the only positive. Beside it others may stand that cover nothing: the
    /// negated literal of each of the other features.
    #[test]
    fn a_redundant_term_may_have_all_literals_but_a_few() {
        for others in 1..=2 {
            let target = others + 1;
            let mut builder = Dataset::builder(Features::numbered(target + others));
            for row in 0..1 << target {
                let values = (0..target + others).map(|feature| feature >= target || row >> feature & 1 == 1);
                builder.push(row + 1 == 1 << target, values).unwrap();
            }
            let size = (target + others, 1 + others);
            let counted = formulas(builder.build().unwrap(), size, &TermRules::default(), None);
            assert_eq!(counted, Cardinality::exact(1u32), "x1 & x2 | !x3, or x1 & x2 & x3 | !x4 | !x5");
        }
    }

    /// `x0 & x1` explains the positive, with all literals but one, and `!x2` is the only other term of one literal.
    #[test]
    fn an_idle_term_may_have_all_literals_that_are_left() {
        let mut builder = Dataset::builder(Features::numbered(3));
        builder.push(true, [true; 3]).unwrap();
        builder.push(false, [true, false, true]).unwrap();
        builder.push(false, [false, true, true]).unwrap();
        let mut session = ExactSession::new(Arc::new(builder.build().unwrap()));
        let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
        let no_lists = Tuning { longest_list: 2, terms_of_share: 1, ..Tuning::DEFAULT };
        let context = threads.context(&run, &held_memory);
        let query = Query::new(Arc::new(DnfSpace::new(3, 3, 2))).with_exact(true);
        let legal = DnfSpace::new(3, 3, 2).within(&Domain::free());
        let rules = TermRules::default();
        let answer = session.measure(&legal, (&rules, &[]), &query, context.with_tuning(&no_lists)).unwrap();
        assert_eq!(answer.formulas, Cardinality::exact(1u32));
    }
}
