//! Fits that are not exact: error budgets, and rows with unknown cells.
//!
//! A term that may accept a few negatives is a hitting set that may miss a few rows, and the terms of a formula share
//! what they miss. Of the positives a few may be left without a term. What literals do to samples is the same for
//! all fits; where a cell is not known, either literal of its feature may reject the row, or be true on it, if some legal
//! input agrees with it and with what is known of the row. Where every completion of a row must be right, each of them is a sample, and
//! the row costs its weight once if any of them is given up.

mod lists;
mod residue;

use std::rc::Rc;
use std::sync::Arc;

use vesc_col_core::{Dataset, EngineError, Fit, LegalDnfSpace, Query, SubSpace, Term, TermRules, VersionSpace};

use crate::NAME;
use crate::bits::positive_set::PositiveSet;
use crate::context::interrupt::Interrupt;
use crate::context::run_context::RunContext;
use crate::formula::collector::Collector;
use crate::formula::enumeration::{Enumeration, ErrorBudget, Next};
use crate::term::literal_tables::LiteralTables;
use lists::Lists;

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
            let is_within = is_certain || residue::is_within((data, domain), terms, wrong, false_positives - spent);
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
                    next.last.is_none_or(|(open, spare)| tables.positives.can_pay(open.iter_without(accepts), spare));
                next.positive.is_none_or(|positive| accepts.contains(positive) && covers_enough)
            };
            let all = PositiveSet::none(tables.literals());
            let literals = (0..tables.literals()).filter(may_be_chosen).fold(all, PositiveSet::with);
            self.lists.of(&tables, literals, next.size, context)
        };
        Enumeration::new(budget, data.features().len(), context, lists, take).find(space.literals(), space.terms())
    }
}
