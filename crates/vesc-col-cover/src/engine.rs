//! The engine and its session.

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::BigUint;
use vesc_col_core::{
    Dataset, DnfSpace, Engine, EngineError, Query, Run, Session, Shape, StopReason, SubSpace, VersionSpace,
};

use crate::branching::{Branching, End};
use crate::collected::Collected;
use crate::cover::Cover;
use crate::crew::{Crew, Threads};
use crate::family::{Families, Interrupt};
use crate::redundant::Pool;

const NAME: &str = "cover";

/// Measures version spaces of k-term DNF as sets of hitting sets, bit-parallel and on several threads.
///
/// It refuses every other hypothesis language.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CoverEngine {}

impl Engine for CoverEngine {
    fn name(&self) -> &str {
        NAME
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        Box::new(CoverSession {
            threads: Threads::default(),
            knowledge: Knowledge { data, families: Families::default(), empty: HashMap::new() },
        })
    }
}

#[derive(Debug)]
struct CoverSession {
    threads: Threads,
    knowledge: Knowledge,
}

impl Session for CoverSession {
    fn measure(&mut self, query: &Query, run: &Run) -> Result<VersionSpace, EngineError> {
        query.require_plain(NAME, &self.knowledge.data)?;
        let space = Arc::clone(query.space());
        let Shape::Dnf(space) = space.shape() else {
            return Err(EngineError::unsupported(NAME, "a sub-space that is not k-term DNF"));
        };
        self.knowledge.measure(space, query, self.threads.crew(run))
    }
}

/// What a session knows about its data.
#[derive(Debug)]
struct Knowledge {
    data: Arc<Dataset>,
    families: Families,
    /// Which sub-spaces, by literals and terms, are empty.
    empty: HashMap<(usize, usize), bool>,
}

impl Knowledge {
    fn measure(&mut self, space: &DnfSpace, query: &Query, crew: Crew<'_>) -> Result<VersionSpace, EngineError> {
        let size @ (literals, terms) = (space.literals(), space.terms());
        if terms == 0 || terms > literals {
            return Ok(VersionSpace::empty(NAME));
        }
        let mut collected = Collected::new(space, query);
        let result = match terms {
            1 => self.one_term(literals, query, crew, &mut collected),
            _ => match self.nothing_to_spare(size, crew) {
                Ok(true) => self.without_redundancy(size, crew, &mut collected).map(|()| None),
                Ok(false) => self.with_redundancy(size, query, crew, &mut collected),
                Err(interrupt) => Err(End::Interrupted(interrupt)),
            },
        };
        let answer = match result {
            Ok(formulas) => collected.answer(NAME, formulas, true, None),
            Err(End::Enough) => collected.answer(NAME, None, false, None),
            Err(End::Interrupted(Interrupt::Stopped(reason))) => collected.answer(NAME, None, false, Some(reason)),
            Err(End::Interrupted(Interrupt::TooLong)) => collected.answer(NAME, None, false, Some(StopReason::Memory)),
            Err(End::Interrupted(Interrupt::TooWide)) => {
                return Err(EngineError::unsupported(NAME, "so many features"));
            }
        };
        if answer.concepts.is_zero() || answer.concepts.exceeds(0) {
            self.empty.insert(size, answer.concepts.is_zero());
        }
        Ok(answer)
    }

    /// One term: whatever is true on all positives and hits all negatives.
    fn one_term(
        &mut self,
        literals: usize,
        query: &Query,
        crew: Crew<'_>,
        collected: &mut Collected<'_>,
    ) -> Result<Option<BigUint>, End> {
        let all = Cover::all(self.data.positives().distinct());
        let projection = self.families.projection(&self.data, &all).map_err(End::Interrupted)?;
        let found = projection.list(literals, query.list_limit(), crew);
        for term in found.terms.iter().take(query.list_limit() + 1) {
            // Enough is enough only if nothing need be counted, which the number of terms tells as well.
            let _ = collected.add([term]);
        }
        match found.stopped {
            Some(reason) => Err(End::Interrupted(Interrupt::Stopped(reason))),
            None if found.complete => Ok(None),
            None if !query.exact() => Err(End::Enough),
            None => {
                let counted = projection.count(literals, crew);
                match counted.stopped {
                    Some(reason) => Err(End::Interrupted(Interrupt::Stopped(reason))),
                    None => Ok(Some(counted.terms)),
                }
            }
        }
    }

    /// Every term must cover a positive of its own.
    fn without_redundancy(
        &mut self,
        (literals, terms): (usize, usize),
        crew: Crew<'_>,
        collected: &mut Collected<'_>,
    ) -> Result<(), End> {
        let all = Cover::all(self.data.positives().distinct());
        let emit = |terms: &[&_]| collected.add(terms.iter().copied());
        Branching::new(&self.data, &mut self.families, crew, emit).find(&all, terms, literals)
    }

    /// Terms may be there for nothing.
    fn with_redundancy(
        &mut self,
        size: (usize, usize),
        query: &Query,
        crew: Crew<'_>,
        collected: &mut Collected<'_>,
    ) -> Result<Option<BigUint>, End> {
        let pool = Pool::list(&self.data, &mut self.families, size, crew).map_err(End::Interrupted)?;
        let counted = pool.count(crew);
        let end = pool.each(crew, |members| {
            let flow = collected.add(members.iter().map(|member| &member.term));
            // Once there are too many to list, counting them is all that remains.
            if counted.is_some() && collected.too_many() { std::ops::ControlFlow::Break(()) } else { flow }
        });
        match (end, counted) {
            (Ok(()), counted) => Ok(counted),
            (Err(End::Enough), Some(count)) if query.exact() => Ok(Some(count)),
            (Err(end), _) => Err(end),
        }
    }

    /// Whether all sub-spaces of fewer terms that a redundant formula could be cut down to are empty, so that there are
    /// no redundant formulas.
    fn nothing_to_spare(&mut self, (literals, terms): (usize, usize), crew: Crew<'_>) -> Result<bool, Interrupt> {
        if self.data.positives().distinct() == 0 {
            return Ok(false);
        }
        for fewer_terms in 1..terms {
            for fewer_literals in fewer_terms..=literals - (terms - fewer_terms) {
                if !self.is_empty((fewer_literals, fewer_terms), crew)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether a sub-space is empty, given that all those of fewer terms that could be cut from it are.
    fn is_empty(&mut self, size: (usize, usize), crew: Crew<'_>) -> Result<bool, Interrupt> {
        if let Some(&known) = self.empty.get(&size) {
            return Ok(known);
        }
        let all = Cover::all(self.data.positives().distinct());
        let (literals, terms) = size;
        let empty = if terms == 1 {
            let found = self.families.projection(&self.data, &all)?.list(literals, 0, crew);
            match found.stopped {
                Some(reason) => return Err(Interrupt::Stopped(reason)),
                None => found.terms.is_empty(),
            }
        } else {
            let any = |_: &[&_]| std::ops::ControlFlow::Break(());
            match Branching::new(&self.data, &mut self.families, crew, any).find(&all, terms, literals) {
                Ok(()) => true,
                Err(End::Enough) => false,
                Err(End::Interrupted(interrupt)) => return Err(interrupt),
            }
        };
        self.empty.insert(size, empty);
        Ok(empty)
    }
}
