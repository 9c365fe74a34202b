//! Terms that cover many of some positives, where these are too many to go through their subsets.

use vesc_col_core::Term;

use crate::bits::positive_set::PositiveSet;
use crate::bits::words::Bits;
use crate::context::interrupt::Interrupt;
use crate::context::run_context::RunContext;
use crate::kernel::rows::{Missed, tightest};
use crate::simd::dispatch::{Kernel, SimdLevel};
use crate::simd::lanes::Lanes;
use crate::term::covers::Covers;
use crate::term::problem::Problem;

/// The terms sought: they cover at least `least` of the residual positives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    /// The positives that each literal is true on.
    pub(crate) covers: &'a Covers,
    pub(crate) residual: &'a PositiveSet,
    pub(crate) least: usize,
    /// More terms than this are too many.
    pub(crate) longest: usize,
}

/// A search on the tightest negative that never falls below the least cover.
pub(crate) struct CoverSearch<'a, const W: usize> {
    problem: &'a Problem<W>,
    wanted: Wanted<'a>,
    /// For each candidate the positives that it is true on.
    covers: Vec<&'a PositiveSet>,
    level: SimdLevel,
    context: RunContext<'a>,
    chosen: Vec<usize>,
    found: Vec<Term>,
}

impl<'a, const W: usize> CoverSearch<'a, W> {
    pub(crate) fn new(problem: &'a Problem<W>, wanted: Wanted<'a>, context: RunContext<'a>) -> CoverSearch<'a, W> {
        let covers = problem.literals.iter().map(|&literal| wanted.covers.literal(literal)).collect();
        CoverSearch {
            problem,
            wanted,
            covers,
            level: SimdLevel::best(),
            context,
            chosen: Vec::new(),
            found: Vec::new(),
        }
    }

    /// The terms of this size.
    pub(crate) fn list(mut self, size: usize) -> Result<Vec<Term>, Interrupt> {
        let problem = self.problem;
        self.branch(&problem.rows, problem.candidates(), self.wanted.residual, size)?;
        Ok(self.found)
    }

    fn branch(
        &mut self,
        rows: &[Bits<W>],
        candidates: Bits<W>,
        cover: &PositiveSet,
        size: usize,
    ) -> Result<(), Interrupt> {
        self.context.check()?;
        if size < 2 {
            return if size == 1 { self.last(rows.iter(), candidates, cover) } else { Ok(()) };
        }
        let least = self.wanted.least;
        let Choices { mut open, choices } =
            self.level.run(Choose { rows, candidates, covers: &self.covers, cover, least });
        let mut missed = Vec::new();
        for candidate in choices.iter() {
            let beside = self.problem.beside(&open, candidate);
            open = self.problem.without(&open, candidate);
            let cover = cover.and(self.covers[candidate]);
            self.chosen.push(candidate);
            let result = if size == 2 {
                self.last(rows.iter().filter(|row| !row.contains(candidate)), beside, &cover)
            } else {
                self.level.run(Missed { rows, hitting: &[candidate], limit: usize::MAX, missed: &mut missed });
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
        cover: &PositiveSet,
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

/// Finds the candidates that leave enough covered, and those of them that hit the tightest row: all, if there is no row.
struct Choose<'c, const W: usize> {
    rows: &'c [Bits<W>],
    candidates: Bits<W>,
    covers: &'c [&'c PositiveSet],
    cover: &'c PositiveSet,
    least: usize,
}

struct Choices<const W: usize> {
    open: Bits<W>,
    choices: Bits<W>,
}

impl<const W: usize> Kernel for Choose<'_, W> {
    type Output = Choices<W>;

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) -> Choices<W> {
        let mut open = self.candidates;
        for candidate in self.candidates.iter() {
            if self.covers[candidate].common(self.cover) < self.least {
                open.remove(candidate);
            }
        }
        let choices = if self.rows.is_empty() { open } else { tightest(self.rows, &open).and(&open) };
        Choices { open, choices }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use vesc_col_core::{Dataset, Features, Run, TermRules};

    use super::*;
    use crate::bits::columns::Columns;
    use crate::context::run_context::{Threads, Watch};
    use crate::term::projection::project;

    const FEATURES: usize = 7;

    proptest! {
        #[test]
        fn all_terms_that_cover_enough_are_found(
            rows in prop::collection::vec((any::<bool>(), 0u32..1 << FEATURES), 2..40),
            residual in any::<u64>(),
            size in 1usize..=4,
            least in 1usize..4,
        ) {
            let mut builder = Dataset::builder(Features::numbered(FEATURES));
            let negatives: Vec<u32> = rows.iter().filter(|row| !row.0).map(|row| row.1).collect();
            for &(is_positive, row) in rows.iter().filter(|row| !row.0 || !negatives.contains(&row.1)) {
                builder.push(is_positive, (0..FEATURES).map(|feature| row >> feature & 1 == 1)).unwrap();
            }
            let data = builder.build().unwrap();
            let (run, watch, mut threads) = (Run::new().with_threads(1), Watch::new(), Threads::default());
            let context = threads.context(&run, &watch);
            let covers = Covers::new(data.positives(), FEATURES, context).unwrap();
            let positives = covers.positives();
            let residual = (0..positives).filter(|at| residual >> at & 1 == 1).fold(PositiveSet::none(positives), PositiveSet::with);
            let negatives = Columns::new(data.negatives(), FEATURES, context).unwrap();
            // No positive restricts the literals.
            let terms = project(&negatives, FEATURES, std::iter::empty(), &TermRules::default(), context).unwrap();

            let mut expected = terms.list(size, usize::MAX, context).terms;
            expected.retain(|term| covers.of(term).common(&residual) >= least);
            expected.sort_unstable();
            let wanted = |longest| Wanted { covers: &covers, residual: &residual, least, longest };
            let mut found = terms.list_covering(size, wanted(expected.len()), context).unwrap();
            found.sort_unstable();
            if let Some(few) = found.len().checked_sub(1) {
                prop_assert!(matches!(terms.list_covering(size, wanted(few), context), Err(Interrupt::TooLong)));
            }
            prop_assert_eq!(found, expected);
        }
    }
}
