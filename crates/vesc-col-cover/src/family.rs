//! Consistent terms of one size that cover many positives.

use std::collections::HashMap;
use std::rc::Rc;

use vesc_col_core::{Dataset, StopReason, Term};

use crate::bits::Bits;
use crate::cover::Cover;
use crate::crew::Crew;
use crate::one_term::{OneTerm, one_term};
use crate::problem::{Problem, common_literals};

/// A term that is false on all negatives, with the positives that it is true on.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) term: Term,
    pub(crate) cover: Cover,
}

/// Up to so many sets of positives, the terms are listed set by set; beyond, by a search that watches the cover.
const SETS: usize = 100;

/// The families and the projections of the data that a session has needed so far.
#[derive(Debug, Default)]
pub(crate) struct Families {
    /// For each set of positives the terms that are true on all of them.
    projections: HashMap<Cover, Rc<dyn OneTerm>>,
    /// By residual, least number of its samples to cover, and size.
    families: HashMap<(Cover, usize, usize), Rc<Vec<Member>>>,
}

/// A list that grew too long to be worth keeping, or the run's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interrupt {
    Stopped(StopReason),
    /// There are more candidates than a kernel is made for.
    TooWide,
    /// More members than a list may have.
    TooLong,
}

/// A family with more members than this is not listed.
const LONGEST: usize = 2_000_000;

impl Families {
    /// The terms that are true on all given positives.
    pub(crate) fn projection(&mut self, data: &Dataset, on: &Cover) -> Result<Rc<dyn OneTerm>, Interrupt> {
        if let Some(known) = self.projections.get(on) {
            return Ok(Rc::clone(known));
        }
        let samples = on.iter().map(|sample| data.positives().get(sample));
        let projection: Rc<dyn OneTerm> = one_term(data, samples).ok_or(Interrupt::TooWide)?.into();
        self.projections.insert(on.clone(), Rc::clone(&projection));
        Ok(projection)
    }

    /// The consistent terms of this size that cover at least `least` of the residual positives, sorted.
    pub(crate) fn covering(
        &mut self,
        data: &Dataset,
        residual: &Cover,
        least: usize,
        size: usize,
        crew: Crew<'_>,
    ) -> Result<Rc<Vec<Member>>, Interrupt> {
        let key = (residual.clone(), least, size);
        if let Some(known) = self.families.get(&key) {
            return Ok(Rc::clone(known));
        }
        let positives: Vec<usize> = residual.iter().collect();
        let mut members = if combinations(positives.len(), least) <= SETS {
            self.set_by_set(data, residual, &positives, least, size, crew)?
        } else {
            by_cover(data, residual, least, size, crew)?
        };
        members.sort_unstable_by(|a, b| a.term.cmp(&b.term));
        let members = Rc::new(members);
        self.families.insert(key, Rc::clone(&members));
        Ok(members)
    }

    /// For each set of `least` positives the terms true on all of them; a term belongs to the first such set.
    fn set_by_set(
        &mut self,
        data: &Dataset,
        residual: &Cover,
        positives: &[usize],
        least: usize,
        size: usize,
        crew: Crew<'_>,
    ) -> Result<Vec<Member>, Interrupt> {
        let mut members = Vec::new();
        let mut set: Vec<usize> = (0..least).collect();
        loop {
            let on = set.iter().fold(Cover::none(data.positives().distinct()), |on, &i| on.with(positives[i]));
            let found = self.projection(data, &on)?.list(size, LONGEST, crew);
            if let Some(reason) = found.stopped {
                return Err(Interrupt::Stopped(reason));
            }
            if !found.complete || members.len() > LONGEST {
                return Err(Interrupt::TooLong);
            }
            for term in found.terms {
                let cover = Cover::of(&term, data.positives());
                if cover.and(residual).iter().take(least).eq(on.iter()) {
                    members.push(Member { term, cover });
                }
            }
            // The next set in lexicographic order.
            let Some(last) = (0..least).rev().find(|&i| set[i] + least < positives.len() + i) else { break };
            set[last] += 1;
            for i in last + 1..least {
                set[i] = set[i - 1] + 1;
            }
        }
        Ok(members)
    }
}

fn combinations(n: usize, k: usize) -> usize {
    (0..k.min(n.saturating_sub(k)))
        .try_fold(1usize, |product, i| Some(product.checked_mul(n - i)? / (i + 1)))
        .unwrap_or(usize::MAX)
}

/// Lists the terms by a search on the tightest negative that never falls below the least cover.
fn by_cover(
    data: &Dataset,
    residual: &Cover,
    least: usize,
    size: usize,
    crew: Crew<'_>,
) -> Result<Vec<Member>, Interrupt> {
    let (literals, two_sided) = common_literals(data.features().len(), []);
    macro_rules! search {
        ($($width:literal)*) => {
            match literals.len().div_ceil(64) {
                $(words if words <= $width => {
                    let problem = Problem::<$width>::new(data, literals, two_sided);
                    CoverSearch::new(&problem, data, least, crew).all(residual, size)
                })*
                _ => Err(Interrupt::TooWide),
            }
        };
    }
    search!(1 4 16 64 256 1024)
}

struct CoverSearch<'a, const W: usize> {
    problem: &'a Problem<W>,
    data: &'a Dataset,
    /// For each candidate the positives that it is true on.
    covers: Vec<Cover>,
    least: usize,
    crew: Crew<'a>,
    chosen: Vec<usize>,
    members: Vec<Member>,
}

impl<'a, const W: usize> CoverSearch<'a, W> {
    fn new(problem: &'a Problem<W>, data: &'a Dataset, least: usize, crew: Crew<'a>) -> CoverSearch<'a, W> {
        let positives = data.positives();
        let covers = problem.literals.iter().map(|literal| {
            let accepted = (0..positives.distinct()).filter(|&sample| literal.accepts(positives.get(sample)));
            accepted.fold(Cover::none(positives.distinct()), Cover::with)
        });
        CoverSearch { problem, data, covers: covers.collect(), least, crew, chosen: Vec::new(), members: Vec::new() }
    }

    fn all(mut self, residual: &Cover, size: usize) -> Result<Vec<Member>, Interrupt> {
        let problem = self.problem;
        self.branch(&problem.rows, problem.candidates(), residual, size)?;
        Ok(self.members)
    }

    fn branch(&mut self, rows: &[Bits<W>], candidates: Bits<W>, cover: &Cover, size: usize) -> Result<(), Interrupt> {
        self.crew.run.check().map_err(Interrupt::Stopped)?;
        if size == 0 {
            return if rows.is_empty() { self.keep() } else { Ok(()) };
        }
        let mut open = candidates;
        for candidate in candidates.iter() {
            if self.covers[candidate].common(cover) < self.least {
                open.remove(candidate);
            }
        }
        let choices = match rows.iter().min_by_key(|row| row.common(&open)) {
            _ if size == 1 => rows.iter().fold(open, |all, row| all.and(row)),
            Some(tightest) => tightest.and(&open),
            None => open,
        };
        for candidate in choices.iter() {
            let beside = open.and(self.problem.compatible(candidate));
            open = open.and(self.problem.others(candidate));
            let missed: Vec<Bits<W>> = rows.iter().filter(|row| !row.contains(candidate)).copied().collect();
            self.chosen.push(candidate);
            let result = self.branch(&missed, beside, &cover.and(&self.covers[candidate]), size - 1);
            self.chosen.pop();
            result?;
        }
        Ok(())
    }

    fn keep(&mut self) -> Result<(), Interrupt> {
        if self.members.len() >= LONGEST {
            return Err(Interrupt::TooLong);
        }
        if let Ok(term) = Term::new(self.chosen.iter().map(|&candidate| self.problem.literals[candidate])) {
            let cover = Cover::of(&term, self.data.positives());
            self.members.push(Member { term, cover });
        }
        Ok(())
    }
}
