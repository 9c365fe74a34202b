//! What each literal covers, and hence each term.
//!
//! A set of literals of which some term of a formula must have one stands as one more positive, after the real ones. The
//! terms with a literal of the set cover it, and no others. So whatever covers all positives meets all required sets.

use std::sync::Arc;

use vesc_col_core::{Literal, Samples, Term, TermRules};

use crate::bits::bit_set::PositiveSet;
use crate::bits::columns::Columns;
use crate::context::Interrupt;
use crate::context::RunContext;
use crate::simd::Lanes;
use crate::simd::{SimdLevel, SimdOp};

/// For each literal the positives that it is true on.
#[derive(Debug)]
pub(crate) struct Covers {
    simd: SimdLevel,
    /// The real positives.
    positives: usize,
    required: Arc<[Vec<Literal>]>,
    /// What each literal covers, feature by feature, the positive literal first.
    ///
    /// Positives that stand for required sets are in each cover. [`Covers::of`] removes those that a term lacks.
    literals: Vec<PositiveSet>,
}

impl Covers {
    pub(crate) fn new(
        positives: &Samples,
        features: usize,
        required: &Arc<[Vec<Literal>]>,
        context: RunContext<'_>,
    ) -> Result<Covers, Interrupt> {
        let columns = Columns::new(positives, features, context)?;
        context.check_memory(3 * columns.bytes())?;
        let all = PositiveSet::all(positives.distinct() + required.len());
        let others = (0..required.len()).map(|number| positives.distinct() + number);
        let others = others.fold(PositiveSet::none(positives.distinct() + required.len()), PositiveSet::with);
        let sides = |feature| {
            let true_on = columns.column(feature).iter().copied().chain(std::iter::repeat(0));
            let true_on = PositiveSet::from_words(true_on.take(all.words()));
            [true_on.or(&others), all.and_not(&true_on)]
        };
        Ok(Covers {
            simd: SimdLevel::best(),
            positives: positives.distinct(),
            required: Arc::clone(required),
            literals: (0..features).flat_map(sides).collect(),
        })
    }

    /// No term that is looked for has these literals: as if they were true on nothing.
    pub(crate) fn without(mut self, rules: &TermRules) -> Covers {
        for (number, cover) in self.literals.iter_mut().enumerate() {
            if rules.forbids(Literal::matching(number / 2, number % 2 == 0)) {
                *cover = PositiveSet::none(self.positives + self.required.len());
            }
        }
        self
    }

    /// How many real positives there are.
    pub(crate) fn positives(&self) -> usize {
        self.positives
    }

    /// The real positives of a set.
    pub(crate) fn real(&self, of: &PositiveSet) -> PositiveSet {
        let is_real = |sample: &usize| *sample < self.positives;
        of.iter().take_while(is_real).fold(PositiveSet::none(self.positives), PositiveSet::with)
    }

    /// The required sets among some positives.
    pub(crate) fn required(&self, of: &PositiveSet) -> Vec<&[Literal]> {
        of.iter().filter_map(|sample| Some(&*self.required[sample.checked_sub(self.positives)?])).collect()
    }

    pub(crate) fn literals(&self) -> &[PositiveSet] {
        &self.literals
    }

    /// What a term covers.
    pub(crate) fn of(&self, term: &Term) -> PositiveSet {
        let mut cover = PositiveSet::all(self.positives + self.required.len());
        term.iter().for_each(|&literal| cover.retain(self.literal(literal)));
        let missing = self.required.iter().enumerate().filter(|(_, set)| !meets(term, set));
        missing.for_each(|(number, _)| cover.remove(self.positives + number));
        cover
    }

    /// The real positives on which all of these literals are true, given by their numbers.
    pub(crate) fn of_numbers(&self, literals: &[usize]) -> PositiveSet {
        let mut cover = PositiveSet::all(self.positives);
        literals.iter().for_each(|&literal| cover.retain(&self.literals[literal]));
        cover
    }

    /// How many literals are true on all of the real positives of `on`.
    pub(crate) fn shared(&self, on: &PositiveSet) -> usize {
        self.simd.run(Shared { literals: &self.literals, on })
    }

    /// The memory that this takes.
    pub(crate) fn bytes(&self) -> usize {
        self.literals.iter().map(|cover| size_of::<PositiveSet>() + cover.bytes()).sum()
    }

    pub(crate) fn literal(&self, literal: Literal) -> &PositiveSet {
        &self.literals[2 * literal.feature() + usize::from(literal.is_negated())]
    }
}

/// Whether a term has a literal of a set.
pub(crate) fn meets(term: &Term, set: &[Literal]) -> bool {
    term.iter().any(|literal| set.binary_search(literal).is_ok())
}

/// [`Covers::shared`] as a SIMD operation.
struct Shared<'c> {
    literals: &'c [PositiveSet],
    on: &'c PositiveSet,
}

impl SimdOp for Shared<'_> {
    type Output = usize;

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) -> usize {
        let all = self.on.len();
        let mut shared = 0;
        for literal in self.literals {
            shared += usize::from(literal.common(self.on) == all);
        }
        shared
    }
}

#[cfg(test)]
mod tests {
    use vesc_col_core::{Dataset, Features, Run};

    use super::*;
    use crate::context::{HeldMemory, Threads};

    #[test]
    fn forbidden_literals_cover_nothing() {
        let mut builder = Dataset::builder(Features::numbered(3));
        for row in [[true, false, true], [false, false, true], [true, true, false]] {
            builder.push(true, row).unwrap();
        }
        let data = builder.build().unwrap();
        let (run, held_memory, mut threads) = (Run::new(), HeldMemory::new(), Threads::default());
        let context = threads.context(&run, &held_memory);
        let covers = || Covers::new(data.positives(), 3, &Arc::default(), context).unwrap();
        let numbers = |covers: &Covers| covers.literals().iter().map(PositiveSet::len).collect::<Vec<_>>();
        assert_eq!(numbers(&covers()), [2, 1, 1, 2, 2, 1]);
        let rules = TermRules::new([Literal::negative(1), Literal::positive(2)], None);
        assert_eq!(numbers(&covers().without(&rules)), [2, 1, 1, 0, 0, 1]);
    }
}
