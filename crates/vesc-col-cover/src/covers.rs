//! What each literal covers, and hence each term.

use vesc_col_core::{Literal, Samples, Term, TermRules};

use crate::columns::Columns;
use crate::cover::Cover;
use crate::crew::Crew;
use crate::interrupt::Interrupt;

/// For each literal the positives that it is true on.
#[derive(Debug)]
pub(crate) struct Covers {
    positives: usize,
    /// The two literals of a feature side by side, the positive one first.
    literals: Vec<Cover>,
}

impl Covers {
    pub(crate) fn new(positives: &Samples, features: usize, crew: Crew<'_>) -> Result<Covers, Interrupt> {
        let columns = Columns::new(positives, features, crew)?;
        crew.afford(3 * columns.bytes())?;
        let all = Cover::all(positives.distinct());
        let sides = |feature| {
            let positive = Cover::from_words(columns.column(feature).iter().copied());
            let negative = all.and_not(&positive);
            [positive, negative]
        };
        Ok(Covers { positives: positives.distinct(), literals: (0..features).flat_map(sides).collect() })
    }

    /// No term that is looked for has these literals: as if they were true on nothing.
    pub(crate) fn without(mut self, rules: &TermRules) -> Covers {
        for (number, cover) in self.literals.iter_mut().enumerate() {
            if rules.forbids(Literal::matching(number / 2, number % 2 == 0)) {
                *cover = Cover::none(self.positives);
            }
        }
        self
    }

    pub(crate) fn positives(&self) -> usize {
        self.positives
    }

    pub(crate) fn literals(&self) -> &[Cover] {
        &self.literals
    }

    /// The positives that a term is true on.
    pub(crate) fn of(&self, term: &Term) -> Cover {
        let mut cover = Cover::all(self.positives);
        term.iter().for_each(|&literal| cover.retain(self.literal(literal)));
        cover
    }

    /// The positives on which all of these literals are true, given by their numbers.
    pub(crate) fn of_numbers(&self, literals: &[usize]) -> Cover {
        let mut cover = Cover::all(self.positives);
        literals.iter().for_each(|&literal| cover.retain(&self.literals[literal]));
        cover
    }

    /// How many literals are true on at least so many of these positives.
    pub(crate) fn wide(&self, residual: &Cover, least: usize) -> usize {
        self.literals.iter().filter(|cover| cover.common(residual) >= least).count()
    }

    /// On what share of these positives such a literal is true on average.
    pub(crate) fn share(&self, residual: &Cover, least: usize) -> f64 {
        let common = self.literals.iter().map(|cover| cover.common(residual)).filter(|&common| common >= least);
        let (sum, count) = common.fold((0, 0), |(sum, count), common| (sum + common, count + 1));
        sum as f64 / (count * residual.len()).max(1) as f64
    }

    /// The memory that this takes.
    pub(crate) fn bytes(&self) -> usize {
        self.literals.iter().map(|cover| size_of::<Cover>() + cover.bytes()).sum()
    }

    pub(crate) fn literal(&self, literal: Literal) -> &Cover {
        &self.literals[2 * literal.feature() + usize::from(literal.is_negated())]
    }
}
