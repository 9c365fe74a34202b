//! The least size of a formula, straight from all prime terms, where these are few.
//!
//! A *prime* is a consistent term that covers a positive and is no longer consistent without any of its literals. Each
//! term that covers a positive contains a prime that covers no less. So a formula within a size exists if and only if
//! some primes within that size cover all positives: a weighted set cover. One search for it proves all smaller sizes
//! empty. In the least non-empty size all terms are primes, and each set cover of that size is a formula.
//!
//! This stage stands beside `formula`, which needs no list of all primes. It is asked from four terms on, and it is
//! what answers complete truth tables.

mod primes;

use vesc_col_core::set_cover::{Limits, SetCover};
use vesc_col_core::{Dataset, Term, TermRules};

use crate::context::{Interrupt, RunContext};

/// Entries between two checks of the run. Set: about a millisecond.
const CHECK_INTERVAL: usize = 500_000;

/// What the primes say about the formulas of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There are none.
    Empty,
    /// There are some, and no formula has fewer literals and at most as many terms, or fewer terms and at most as many
    /// literals.
    Least,
    /// There is a smaller one.
    Beyond,
}

/// All primes of data, as set covers of the positives.
#[derive(Debug)]
pub(crate) struct LeastSize {
    primes: Vec<Term>,
    cover: SetCover,
    /// Sizes, as literals and terms, within which nothing covers.
    empty: Vec<(usize, usize)>,
    /// Sizes within which something does.
    filled: Vec<(usize, usize)>,
    work: usize,
}

impl LeastSize {
    /// Lists the primes that the rules allow; `None` if they are too many, also for the memory, or there are no two
    /// classes of rows.
    ///
    /// # Errors
    ///
    /// [`Interrupt::TooLong`] if their covers are too hard to find.
    pub(crate) fn of(
        data: &Dataset,
        rules: &TermRules,
        context: RunContext<'_>,
    ) -> Result<Option<LeastSize>, Interrupt> {
        let Some(primes) = primes::list(data, rules, context)? else { return Ok(None) };
        let positives = data.positives();
        let mut cover = SetCover::new(primes.iter().map(|prime| prime.len()).collect());
        let mut entries = 0;
        for positive in positives.iter() {
            context.check()?;
            let covering: Vec<usize> = (0..primes.len()).filter(|&prime| primes[prime].accepts(positive)).collect();
            // Each entry stands in the table of the positives and in that of the primes.
            entries += covering.len();
            if context.check_memory(2 * size_of::<usize>() * entries).is_err() {
                return Ok(None);
            }
            cover.demand(covering);
        }
        let mut least = LeastSize { primes, cover, empty: Vec::new(), filled: Vec::new(), work: 0 };
        least.find_ends(context)?;
        Ok(Some(least))
    }

    /// Finds the fewest literals of any formula, and the fewest terms. They answer for most sizes.
    fn find_ends(&mut self, context: RunContext<'_>) -> Result<(), Interrupt> {
        let most = (self.primes.iter().map(|prime| prime.len()).sum(), self.primes.len());
        let fewer_literals = |(literals, _): (usize, usize)| (literals - 1, most.1);
        let fewer_terms = |(_, terms): (usize, usize)| (most.0, terms - 1);
        for fewer in [&fewer_literals as &dyn Fn((usize, usize)) -> (usize, usize), &fewer_terms] {
            let mut next = most;
            while !self.excludes(next, context)? {
                next = self.filled.last().copied().map_or(next, fewer);
            }
        }
        Ok(())
    }

    /// What is known about the formulas of `literals` literals in `terms` terms.
    ///
    /// # Errors
    ///
    /// [`Interrupt::TooLong`] if that is too hard to find out.
    pub(crate) fn verdict(
        &mut self,
        (literals, terms): (usize, usize),
        context: RunContext<'_>,
    ) -> Result<Verdict, Interrupt> {
        if self.excludes((literals, terms), context)? {
            return Ok(Verdict::Empty);
        }
        let is_least =
            self.excludes((literals - 1, terms), context)? && self.excludes((literals, terms - 1), context)?;
        Ok(if is_least { Verdict::Least } else { Verdict::Beyond })
    }

    /// Whether no formula has at most `literals` literals and at most `terms` terms.
    fn excludes(&mut self, (literals, terms): (usize, usize), context: RunContext<'_>) -> Result<bool, Interrupt> {
        if self.empty.iter().any(|&(most, most_terms)| literals <= most && terms <= most_terms) {
            return Ok(true);
        }
        if self.filled.iter().any(|&(least, least_terms)| literals >= least && terms >= least_terms) {
            return Ok(false);
        }
        let limits = Limits { weight: literals, sets: terms, all_sets: false };
        let found = self.cover.find(limits, &mut spend(&mut self.work, context))?;
        match &found {
            None => self.empty.push((literals, terms)),
            Some(cover) => {
                self.filled.push((cover.iter().map(|&prime| self.primes[prime].len()).sum(), cover.len()));
            }
        }
        Ok(found.is_none())
    }

    /// Emits the formulas of the least non-empty size.
    pub(crate) fn each(
        &mut self,
        (literals, terms): (usize, usize),
        context: RunContext<'_>,
        mut emit: impl FnMut(&[&Term]) -> Result<(), Interrupt>,
    ) -> Result<(), Interrupt> {
        let limits = Limits { weight: literals, sets: terms, all_sets: true };
        let primes = &self.primes;
        let mut visit = |cover: &[usize]| {
            let terms: Vec<&Term> = cover.iter().map(|&prime| &primes[prime]).collect();
            emit(&terms)
        };
        self.cover.each(limits, &mut spend(&mut self.work, context), &mut visit)
    }
}

/// Counts the work, looks at the run now and then, and ends with [`Interrupt::TooLong`] when it was too much.
fn spend<'a>(work: &'a mut usize, context: RunContext<'a>) -> impl FnMut(usize) -> Result<(), Interrupt> + 'a {
    let mut until_check = CHECK_INTERVAL;
    move |units| {
        *work += units;
        match until_check.checked_sub(units) {
            Some(left) => until_check = left,
            None => {
                until_check = CHECK_INTERVAL;
                context.check()?;
            }
        }
        if *work > context.tuning.cover_work { Err(Interrupt::TooLong) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{Features, Run};

    use super::*;
    use crate::context::{HeldMemory, Threads};

    /// Every input of a function of `features` features.
    fn table(features: usize, function: impl Fn(u32) -> bool) -> Dataset {
        let mut builder = Dataset::builder(Features::numbered(features));
        for row in 0..1u32 << features {
            builder.push(function(row), (0..features).map(|feature| row >> feature & 1 == 1)).unwrap();
        }
        builder.build().unwrap()
    }

    /// The least formulas of functions that are known from the literature on two-level minimisation.
    #[test]
    fn least_sizes_are_those_of_the_literature() {
        let ones = u32::count_ones;
        for (name, data, literals, terms) in [
            ("parity of 5", table(5, |row| ones(row) % 2 == 1), 80, 16),
            ("parity of 7", table(7, |row| ones(row) % 2 == 1), 448, 64),
            ("3 to 6 of 9 (9sym)", table(9, |row| (3..=6).contains(&ones(row))), 504, 84),
            ("second bit of the sum of 7 (rd73)", table(7, |row| ones(row) >> 1 & 1 == 1), 252, 42),
            ("most of 9", table(9, |row| ones(row) >= 5), 630, 126),
            ("less than, of 5 bits", table(10, |row| row & 31 < row >> 5), 160, 31),
        ] {
            let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
            let context = threads.context(&run, &held_memory);
            let mut least = LeastSize::of(&data, &TermRules::default(), context).unwrap().unwrap();
            assert_eq!(least.verdict((literals, terms), context), Ok(Verdict::Least), "{name}");
            assert_eq!(least.verdict((literals - 1, terms), context), Ok(Verdict::Empty), "{name}");
            assert_eq!(least.verdict((literals, terms - 1), context), Ok(Verdict::Empty), "{name}");
            assert_eq!(least.verdict((literals + 1, terms + 1), context), Ok(Verdict::Beyond), "{name}");
        }
    }
}
