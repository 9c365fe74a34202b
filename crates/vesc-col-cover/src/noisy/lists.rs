//! Lists of the terms that accept no more negatives than a budget allows, kept from one question to the next.

use std::rc::Rc;

use vesc_col_core::Term;

use crate::bits::positive_set::PositiveSet;
use crate::context::cache::Cache;
use crate::context::interrupt::Interrupt;
use crate::context::run_context::RunContext;
use crate::formula::term_store::members::{KEPT, LONGEST, ListedTerm, TermList, bytes};
use crate::term::literal_tables::LiteralTables;
use crate::term::tolerant::TolerantSearch;

/// Terms found between two looks at the memory.
const PERIOD: usize = 1 << 10;

/// The lists made so far, all for one number of false positives.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    false_positives: u64,
    kept: Cache<(PositiveSet, usize), TermList>,
}

impl Lists {
    /// Sets the negative rows, by weight, that later terms may accept.
    pub(crate) fn begin(&mut self, false_positives: u64) {
        if self.false_positives != false_positives {
            *self = Lists { false_positives, kept: Cache::default() };
        }
    }

    /// The terms within the budget that consist of the given number of `literals`, in ascending order.
    pub(crate) fn of(
        &mut self,
        tables: &LiteralTables,
        literals: PositiveSet,
        size: usize,
        context: RunContext<'_>,
    ) -> Result<TermList, Interrupt> {
        let key = (literals, size);
        if let Some(list) = self.kept.get(&key) {
            return Ok(list);
        }
        let mut found: Vec<Rc<ListedTerm>> = Vec::new();
        let take = |literals: &[usize], mut wrong: Vec<usize>| {
            if found.len() == LONGEST {
                return Err(Interrupt::TooLong);
            }
            if found.len().is_multiple_of(PERIOD) {
                context.progress("finding terms", found.len(), None);
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
        TolerantSearch::new(tables, context, take).find(key.0.clone(), self.false_positives, size)?;
        found.sort_unstable_by(|a, b| a.term.cmp(&b.term));
        let bytes = bytes(&found);
        let list: TermList = Rc::new(found);
        self.kept.insert(key, Rc::clone(&list), bytes, context.memory_budget().map_or(KEPT, |budget| budget / 2));
        context.record_held(self.kept.bytes());
        Ok(list)
    }
}
