//! Fits that are not exact: error budgets, and rows with unknown cells.
//!
//! A term that may accept a few negatives is a hitting set that may miss a few rows. A row that several
//! terms miss costs its weight once. Of the positives a few may be left without a term. What literals do to samples
//! is the same for all fits.
//! Where a cell is not known, either literal of its feature may reject the row, or be true on it. Some legal input must
//! agree with the literal and with what is known of the row. Where every completion of a row must be right, each of
//! them is a sample. The row costs its weight once if any of them is given up.
//!
//! Where all cells are known, `exact_parts` asks questions without errors instead. Where these have too much to list, and
//! for small questions, terms that may miss rows are listed and combined.

mod exact_parts;
mod groups;

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use vesc_col_core::{
    Dataset, Domain, EngineError, Fit, LegalDnfSpace, Literal, Query, SubSpace, Term, TermRules, VersionSpace,
};

use crate::NAME;
use crate::bits::bit_set::{BitSet, PositiveSet};
use crate::context::{Cache, Interrupt, RunContext};
use crate::formula::collector::Collector;
use crate::formula::enumeration::{Enumeration, ErrorBudget, Next};
use crate::formula::term_store::members::{ListedTerm, TermList, bytes, longest};
use crate::noisy::exact_parts::{ExactParts, most_bytes};
use crate::term::literal_tables::LiteralTables;
use crate::term::tolerant::TolerantSearch;

/// What a session knows about its data for fits that are not exact.
#[derive(Debug)]
pub(crate) struct NoisySession {
    data: Arc<Dataset>,
    /// For the legal inputs, and the completions, that were asked about last.
    tables: Option<Rc<LiteralTables>>,
    /// The lists of terms, made for these and one number of false positives.
    lists: Lists,
    /// For each budget and the legal inputs that were asked about, the last ones at the end.
    parts: Vec<ExactParts>,
}

impl NoisySession {
    pub(crate) fn new(data: Arc<Dataset>) -> NoisySession {
        NoisySession { data, tables: None, lists: Lists::default(), parts: Vec::new() }
    }

    /// Answers a question about a sub-space.
    pub(crate) fn measure(
        &mut self,
        space: &LegalDnfSpace,
        query: &Query,
        context: RunContext<'_>,
    ) -> Result<VersionSpace, EngineError> {
        if !space.unconstrained().has_room() {
            return Ok(VersionSpace::empty(NAME));
        }
        let no_rules = TermRules::default();
        let mut collector = Collector::new(space, &no_rules, query, context);
        let result = self.find(space, query, context, &mut collector);
        collector.conclude(result, context)
    }

    fn find(
        &mut self,
        space: &LegalDnfSpace,
        query: &Query,
        context: RunContext<'_>,
        collector: &mut Collector<'_>,
    ) -> Result<(), Interrupt> {
        let is_certain = matches!(query.fit(), Fit::CertainWithin { .. });
        let tables = match &self.tables {
            Some(tables) if tables.domain == *space.domain() && tables.is_certain == is_certain => Rc::clone(tables),
            _ => {
                self.lists = Lists::default();
                Rc::clone(self.tables.insert(Rc::new(LiteralTables::new(
                    &self.data,
                    space.domain(),
                    is_certain,
                    context,
                )?)))
            }
        };
        let (false_positives, false_negatives) = query.fit().budget();
        if self.by_exact_parts(space, &tables, query, context, collector)? {
            return Ok(());
        }
        self.lists.begin(false_positives);
        let (data, domain) = (&*self.data, space.domain());
        let take = |terms: &[&Term], wrong: &[usize]| {
            let spent: u64 = wrong.iter().map(|&row| tables.negatives.weight(row)).sum();
            let is_within = is_certain || is_within((data, domain), terms, wrong, false_positives - spent);
            if is_within { collector.add(terms) } else { Ok(()) }
        };
        let budget = ErrorBudget {
            positives: &tables.positives,
            false_negatives,
            negatives: &tables.negatives,
            false_positives,
        };
        let lists = |next: Next<'_>| {
            let may_be_chosen = |number: &usize| {
                let accepts = &tables.accepts[*number];
                let covers_enough =
                    next.last.is_none_or(|(open, left)| tables.positives.can_pay(open.iter_without(accepts), left));
                next.positive.is_none_or(|positive| accepts.contains(positive) && covers_enough)
            };
            let none = BitSet::none(tables.literals());
            let literals = (0..tables.literals()).filter(may_be_chosen).fold(none, BitSet::with);
            // Lists for a term that others stand beside are used again.
            let alone = next.last.filter(|_| space.terms() == 1);
            self.lists.of(&tables, literals, (next.size, alone), context)
        };
        Enumeration::new(budget, data.features().len(), context, lists, take).find(space.literals(), space.terms())
    }

    /// Tries to answer by questions without errors. Returns whether that succeeded.
    fn by_exact_parts(
        &mut self,
        space: &LegalDnfSpace,
        tables: &LiteralTables,
        query: &Query,
        context: RunContext<'_>,
        collector: &mut Collector<'_>,
    ) -> Result<bool, Interrupt> {
        let branches = (self.data.features().len() as f64).powi(space.literals() as i32 - 1);
        if self.data.unknown_cells() > 0 || branches < context.tuning.plain_branches {
            return Ok(false);
        }
        let budget = query.fit().budget();
        let mut parts = match self.parts.iter().position(|parts| parts.are_for(space.domain(), budget)) {
            Some(at) => self.parts.remove(at),
            None => match ExactParts::new(&self.data, space.domain(), budget, context)? {
                Some(parts) => parts,
                None => return Ok(false),
            },
        };
        let (mut seen, mut looked_at) = (HashSet::new(), 0);
        let found = parts.each_formula((space.literals(), space.terms()), context, &mut |terms| {
            looked_at += 1;
            if looked_at > context.tuning.formulas_of_parts || seen.len() == longest(context) {
                return Err(Interrupt::TooLong);
            }
            if !tables.are_within(terms, budget) {
                return Ok(());
            }
            let mut formula: Vec<Term> = terms.iter().map(|&term| term.clone()).collect();
            formula.sort_unstable();
            if seen.insert(formula) { collector.add(terms) } else { Ok(()) }
        });
        self.parts.push(parts);
        while self.parts.iter().map(ExactParts::bytes).sum::<usize>() > most_bytes(context) {
            self.parts.remove(0);
        }
        context.record_held(self.parts.iter().map(ExactParts::bytes).sum());
        match found {
            Err(Interrupt::TooLong | Interrupt::TooWide) => {
                collector.begin_again();
                Ok(false)
            }
            found => found.map(|()| true),
        }
    }
}

/// Terms found between two checks of the memory. Set: a check adds up the list's memory.
const TERMS_BETWEEN_MEMORY_CHECKS: usize = 1 << 10;

/// The lists made so far, all for one number of false positives.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    false_positives: u64,
    kept: Cache<(BitSet, usize), TermList>,
    /// The list of terms that stand alone that was made last: their size, and at what cost positives were left. A question that
    /// allows less finds its terms among them.
    alone: Option<(usize, u64, TermList)>,
}

impl Lists {
    /// Sets the negative rows, by weight, that later terms may accept.
    pub(crate) fn begin(&mut self, false_positives: u64) {
        if self.false_positives != false_positives {
            *self = Lists { false_positives, ..Lists::default() };
        }
    }

    /// Returns the terms of `size` of the given literals that are within the budget, in ascending order. If they stand alone,
    /// they cover these positives, but for some of at most the given cost.
    pub(crate) fn of(
        &mut self,
        tables: &LiteralTables,
        literals: BitSet,
        (size, alone): (usize, Option<(&PositiveSet, u64)>),
        context: RunContext<'_>,
    ) -> Result<TermList, Interrupt> {
        if let (Some((_, cost)), Some((of_size, at_cost, list))) = (alone, &self.alone)
            && (*of_size == size && cost <= *at_cost)
        {
            return Ok(Rc::clone(list));
        }
        let key = (literals, size);
        if let Some(list) = self.kept.get(&key).filter(|_| alone.is_none()) {
            return Ok(list);
        }
        let mut found: Vec<Rc<ListedTerm>> = Vec::new();
        let take = |literals: &[usize], mut wrong: Vec<usize>| {
            if found.len() == context.tuning.longest_list {
                return Err(Interrupt::TooLong);
            }
            if found.len().is_multiple_of(TERMS_BETWEEN_MEMORY_CHECKS) {
                // Longer lists are given up.
                context.progress("finding terms", found.len(), context.tuning.longest_list);
                context.check_memory(bytes(&found))?;
            }
            wrong.sort_unstable();
            let Ok(term) = Term::new(literals.iter().map(|&number| LiteralTables::literal(number))) else {
                return Ok(());
            };
            let mut cover = PositiveSet::all(tables.positives.samples());
            literals.iter().for_each(|&number| cover.retain(&tables.accepts[number]));
            tables.retain_joint(&term, &mut cover);
            found.push(Rc::new(ListedTerm { term, cover, wrong: wrong.into() }));
            Ok(())
        };
        let search = TolerantSearch::new(tables, context, take);
        let search = alone.into_iter().fold(search, TolerantSearch::covering);
        search.find(key.0.clone(), self.false_positives, size)?;
        found.sort_unstable_by(|a, b| a.term.cmp(&b.term));
        let bytes = bytes(&found);
        let list: TermList = Rc::new(found);
        if let Some((_, cost)) = alone {
            context.record_held(self.kept.bytes() + bytes);
            self.alone = Some((size, cost, Rc::clone(&list)));
            return Ok(list);
        }
        self.kept.insert(
            key,
            Rc::clone(&list),
            bytes,
            context.memory_budget().map_or(context.tuning.kept_bytes, |budget| budget / 2),
        );
        context.record_held(self.kept.bytes());
        Ok(list)
    }
}

/// Whether at most `left` rows of negatives have no legal completion that all these terms reject.
///
/// The samples `wrong`, each of which some term accepts alone, do not count. Where all cells are known, there are no
/// others.
pub(crate) fn is_within((data, domain): (&Dataset, &Domain), terms: &[&Term], wrong: &[usize], left: u64) -> bool {
    let negatives = data.negatives();
    let is_open = |sample: &usize| negatives.unknown(*sample).is_some() && wrong.binary_search(sample).is_err();
    let mut left = left;
    terms.len() == 1
        || (0..negatives.distinct()).filter(is_open).all(|sample| {
            let mut cells: Vec<Option<bool>> = negatives.cells(sample).collect();
            is_rejectable(domain, terms, &mut cells)
                || left.checked_sub(negatives.weight(sample)).map(|rest| left = rest).is_some()
        })
}

/// Whether the unknown cells can be chosen so that all the terms are false; puts back what it has chosen.
fn is_rejectable(domain: &Domain, terms: &[&Term], cells: &mut [Option<bool>]) -> bool {
    let Some((term, others)) = terms.split_first() else { return true };
    if term.literals().iter().any(|literal| cells[literal.feature()] == Some(literal.is_negated())) {
        return is_rejectable(domain, others, cells);
    }
    for literal in term.literals() {
        if cells[literal.feature()].is_none() {
            cells[literal.feature()] = Some(literal.is_negated());
            let rejectable = is_legal(domain, cells) && is_rejectable(domain, others, cells);
            cells[literal.feature()] = None;
            if rejectable {
                return true;
            }
        }
    }
    false
}

/// Whether some legal input agrees with the cells that are known or chosen.
fn is_legal(domain: &Domain, cells: &[Option<bool>]) -> bool {
    let literals = || cells.iter().enumerate().filter_map(|(feature, &cell)| Some(Literal::matching(feature, cell?)));
    domain.is_free() || domain.allows(&literals().collect::<Vec<Literal>>())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use proptest::prelude::*;
    use vesc_col_core::{DnfSpace, Features, Run};

    use super::*;
    use crate::context::{HeldMemory, Threads};
    use crate::tuning::Tuning;

    const FEATURES: usize = 5;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        /// Both ways are asked several questions in one session.
        #[test]
        fn questions_without_errors_answer_those_with_some(
            rows in prop::collection::vec((any::<bool>(), 0u32..1 << FEATURES, 1u64..=3), 0..16),
            budgets in prop::collection::vec((0u64..4, 0u64..4), 1..3),
            (declared, exact, limit) in (any::<bool>(), any::<bool>(), prop::sample::select(vec![0usize, 3, 1000])),
        ) {
            let builder = Domain::builder(FEATURES);
            let domain = if declared { builder.at_most_one([0, 1].map(Literal::positive)) } else { builder };
            let domain = domain.build().unwrap();
            let mut builder = Dataset::builder(Features::numbered(FEATURES)).with_contradictions();
            for &(label, row, weight) in rows.iter().filter(|(_, row, _)| !declared || row & 0b11 != 0b11) {
                builder.push(label, (0..FEATURES).map(|feature| row >> feature & 1 == 1)).unwrap();
                builder.weigh_last(NonZeroU64::new(weight).unwrap()).unwrap();
            }
            let data = Arc::new(builder.build().unwrap());
            let (run, held_memory, mut threads) = (Run::new().with_threads(1), HeldMemory::new(), Threads::default());
            let context = threads.context(&run, &held_memory);
            let [by_parts, plain] = [0.0, f64::INFINITY].map(|plain_branches| Tuning { plain_branches, ..Tuning::DEFAULT });
            let (mut one, mut other) = (NoisySession::new(Arc::clone(&data)), NoisySession::new(data));
            for size in [(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2), (3, 3), (4, 3)] {
                for &(false_positives, false_negatives) in &budgets {
                    let space = DnfSpace::new(FEATURES, size.0, size.1).within(&domain);
                    let query = Query::new(Arc::new(space.clone()))
                        .with_fit(Fit::Budget { false_positives, false_negatives })
                        .with_list_limit(limit)
                        .with_exact(exact);
                    let found = one.measure(&space, &query, context.with_tuning(&by_parts)).unwrap();
                    let expected = other.measure(&space, &query, context.with_tuning(&plain)).unwrap();
                    prop_assert_eq!(found.is_listed(), expected.is_listed());
                    prop_assert_eq!(found.stopped, expected.stopped);
                    prop_assert_eq!(found.concepts.exceeds(limit), expected.concepts.exceeds(limit));
                    if exact || expected.is_listed() {
                        prop_assert_eq!((&found.concepts, &found.formulas), (&expected.concepts, &expected.formulas));
                    }
                    if expected.is_listed() {
                        let texts = |found: &VersionSpace| {
                            found.hypotheses.iter().map(ToString::to_string).collect::<Vec<_>>()
                        };
                        prop_assert_eq!(texts(&found), texts(&expected));
                    }
                }
            }
        }
    }
}
