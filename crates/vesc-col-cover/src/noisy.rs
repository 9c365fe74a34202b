//! Fits that are not exact: error budgets, and rows with unknown cells.
//!
//! A term that may accept a few negatives is a hitting set that may miss a few rows. The terms of a formula share what
//! they miss. Of the positives a few may be left without a term. What literals do to samples is the same for all fits.
//! Where a cell is not known, either literal of its feature may reject the row, or be true on it. Some legal input must
//! agree with the literal and with what is known of the row. Where every completion of a row must be right, each of
//! them is a sample. The row costs its weight once if any of them is given up.

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
use crate::formula::term_store::members::{ListedTerm, TermList, bytes};
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
}

impl NoisySession {
    pub(crate) fn new(data: Arc<Dataset>) -> NoisySession {
        NoisySession { data, tables: None, lists: Lists::default() }
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
    /// they cover these positives, but for some that cost no more than that.
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
