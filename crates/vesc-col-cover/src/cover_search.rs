//! Terms that cover many of some positives, where these are too many to go through their subsets.

use vesc_col_core::Term;

use crate::bits::Bits;
use crate::cover::Cover;
use crate::covers::Covers;
use crate::crew::Crew;
use crate::interrupt::Interrupt;
use crate::problem::Problem;

/// What is looked for: terms that cover at least so many of the residual positives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    /// The positives that each literal is true on.
    pub(crate) covers: &'a Covers,
    pub(crate) residual: &'a Cover,
    pub(crate) least: usize,
    /// More terms than this are too many.
    pub(crate) longest: usize,
}

/// A search on the tightest negative that never falls below the least cover.
pub(crate) struct CoverSearch<'a, const W: usize> {
    problem: &'a Problem<W>,
    wanted: Wanted<'a>,
    /// For each candidate the positives that it is true on.
    covers: Vec<&'a Cover>,
    crew: Crew<'a>,
    chosen: Vec<usize>,
    found: Vec<Term>,
}

impl<'a, const W: usize> CoverSearch<'a, W> {
    pub(crate) fn new(problem: &'a Problem<W>, wanted: Wanted<'a>, crew: Crew<'a>) -> CoverSearch<'a, W> {
        let covers = problem.literals.iter().map(|&literal| wanted.covers.literal(literal)).collect();
        CoverSearch { problem, wanted, covers, crew, chosen: Vec::new(), found: Vec::new() }
    }

    /// The terms of this size.
    pub(crate) fn list(mut self, size: usize) -> Result<Vec<Term>, Interrupt> {
        let problem = self.problem;
        self.branch(&problem.rows, problem.candidates(), self.wanted.residual, size)?;
        Ok(self.found)
    }

    fn branch(&mut self, rows: &[Bits<W>], candidates: Bits<W>, cover: &Cover, size: usize) -> Result<(), Interrupt> {
        self.crew.check()?;
        if size < 2 {
            return if size == 1 { self.last(rows.iter(), candidates, cover) } else { Ok(()) };
        }
        let mut open = candidates;
        for candidate in candidates.iter() {
            if self.covers[candidate].common(cover) < self.wanted.least {
                open.remove(candidate);
            }
        }
        let choices = rows.iter().min_by_key(|row| row.common(&open)).map_or(open, |tightest| tightest.and(&open));
        for candidate in choices.iter() {
            let beside = open.and(self.problem.compatible(candidate));
            open = open.and(self.problem.others(candidate));
            let missed = rows.iter().filter(|row| !row.contains(candidate));
            let cover = cover.and(self.covers[candidate]);
            self.chosen.push(candidate);
            let result = if size == 2 {
                self.last(missed, beside, &cover)
            } else {
                let missed: Vec<Bits<W>> = missed.copied().collect();
                self.branch(&missed, beside, &cover, size - 1)
            };
            self.chosen.pop();
            result?;
        }
        Ok(())
    }

    /// One literal to go, which must hit all rows.
    fn last<'r>(
        &mut self,
        rows: impl Iterator<Item = &'r Bits<W>>,
        mut open: Bits<W>,
        cover: &Cover,
    ) -> Result<(), Interrupt> {
        for row in rows {
            open = open.and(row);
            if open.is_empty() {
                return Ok(());
            }
        }
        for candidate in open.iter() {
            if self.covers[candidate].common(cover) >= self.wanted.least {
                self.chosen.push(candidate);
                let result = self.keep();
                self.chosen.pop();
                result?;
            }
        }
        Ok(())
    }

    fn keep(&mut self) -> Result<(), Interrupt> {
        if self.found.len() >= self.wanted.longest {
            return Err(Interrupt::TooLong);
        }
        self.found.extend(Term::new(self.chosen.iter().map(|&candidate| self.problem.literals[candidate])).ok());
        Ok(())
    }
}
