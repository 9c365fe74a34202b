//! One-term problems: hitting sets over the negatives.

use std::sync::{Arc, OnceLock};

use vesc_col_core::{Literal, Sample};

use crate::bits::counting::{Count, choices};
use crate::bits::words::Bits;
use crate::kernel::first_rows::{self, Column};
use crate::term::rows_by_column::Columns;
use crate::tuning::Tuning;

/// The literals that a term may have, and for each negative sample those of them that reject it: a term is consistent
/// with the negatives iff it hits every row.
///
/// The two literals of a feature stand side by side, at an even number and the odd one after it. Candidates whose complement
/// is not one follow behind all pairs.
#[derive(Debug)]
pub(crate) struct Problem<const W: usize> {
    /// What the candidates are.
    pub(crate) literals: Vec<Literal>,
    /// For each negative sample the candidates that are false on it, equal rows once.
    pub(crate) rows: Arc<Vec<Bits<W>>>,
    /// The first candidates of the two-sided features.
    pub(crate) even: Bits<W>,
    pub(crate) tuning: Tuning,
    /// Made when they are first asked for: for each candidate the rows that it misses.
    columns: OnceLock<Columns>,
    /// Made when it is first asked for: for each candidate the first rows that it misses.
    first_rows: OnceLock<Vec<Column>>,
}

/// The allowed literals that are true on all given samples, those of two-sided features first, and how many these are.
pub(crate) fn common_literals<'a>(
    features: usize,
    samples: impl IntoIterator<Item = &'a Sample>,
    allowed: impl Fn(Literal) -> bool,
) -> (Vec<Literal>, usize) {
    let mut value: Vec<Option<bool>> = vec![None; features];
    let mut varies = vec![false; features];
    let mut any = false;
    for sample in samples {
        any = true;
        for feature in 0..features {
            let seen = sample[feature];
            varies[feature] |= value[feature].is_some_and(|first| first != seen);
            value[feature] = Some(seen);
        }
    }
    if !any {
        let sides =
            |feature| [Literal::positive(feature), Literal::negative(feature)].map(|side| (side, allowed(side)));
        let (pairs, others): (Vec<_>, Vec<_>) =
            (0..features).map(sides).partition(|sides| sides.iter().all(|&(_, allowed)| allowed));
        let literals = pairs.iter().chain(&others).flatten().filter(|(_, allowed)| *allowed);
        return (literals.map(|&(literal, _)| literal).collect(), 2 * pairs.len());
    }
    let constant = (0..features).filter(|&feature| !varies[feature]);
    let literals = constant.filter_map(|feature| value[feature].map(|value| Literal::matching(feature, value)));
    (literals.filter(|&literal| allowed(literal)).collect(), 0)
}

impl<const W: usize> Problem<W> {
    /// The problem over the given candidates, the first `two_sided` of which are pairs of complements.
    #[cfg(test)]
    pub(crate) fn new(data: &vesc_col_core::Dataset, literals: Vec<Literal>, two_sided: usize) -> Problem<W> {
        let mut rows: Vec<Bits<W>> = Vec::new();
        for sample in data.negatives().iter() {
            let mut row = Bits::EMPTY;
            let hitting = (0..literals.len()).filter(|&candidate| !literals[candidate].accepts(sample));
            hitting.for_each(|candidate| row.insert(candidate));
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        Problem { tuning: Tuning::small(), ..Problem::from_rows(literals, two_sided, rows) }
    }

    /// The same; `rows` has for each negative the candidates that are false on it, equal rows once.
    pub(crate) fn from_rows(literals: Vec<Literal>, two_sided: usize, rows: Vec<Bits<W>>) -> Problem<W> {
        debug_assert!(literals.len() <= 64 * W);
        let mut even = Bits::EMPTY;
        for candidate in (0..two_sided).step_by(2) {
            even.insert(candidate);
        }
        let rows = Arc::new(rows);
        Problem {
            literals,
            rows,
            even,
            tuning: Tuning::default(),
            columns: OnceLock::new(),
            first_rows: OnceLock::new(),
        }
    }

    pub(crate) fn candidates(&self) -> Bits<W> {
        Bits::below(self.literals.len())
    }

    /// The set without a candidate.
    #[inline(always)]
    pub(crate) fn without(&self, set: &Bits<W>, candidate: usize) -> Bits<W> {
        set.without(candidate)
    }

    /// Those of the set that can stand beside a candidate: not itself, nor its complement.
    #[inline(always)]
    pub(crate) fn beside(&self, set: &Bits<W>, candidate: usize) -> Bits<W> {
        set.beside(candidate, &self.even)
    }

    /// For each candidate the rows that it misses.
    pub(crate) fn columns(&self) -> &Columns {
        self.columns.get_or_init(|| Columns::of(&self.rows))
    }

    /// For each candidate the first rows that it misses.
    pub(crate) fn first_rows(&self) -> &[Column] {
        self.first_rows.get_or_init(|| first_rows::columns(&self.rows))
    }

    /// The memory that this takes, the rows once more by columns.
    pub(crate) fn bytes(&self) -> usize {
        2 * self.rows.capacity() * size_of::<Bits<W>>() + self.literals.len() * size_of::<Column>()
    }

    /// The first literals of the features of which the set has both.
    #[inline(always)]
    pub(crate) fn pairs(&self, set: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| set.0[word] & (set.0[word] >> 1) & self.even.0[word]))
    }

    /// Of how many features the set has both literals, and of how many one.
    #[inline(always)]
    fn sides(&self, set: &Bits<W>) -> (u32, u32) {
        let pairs = self.pairs(set).len();
        (pairs, set.len() - 2 * pairs)
    }

    /// How many sets of `size` members of `set` have no two complements.
    pub(crate) fn free(&self, set: &Bits<W>, size: usize) -> Count {
        let (pairs, singles) = self.sides(set);
        choices(u128::from(pairs), u128::from(singles), size as u128)
    }
}

#[cfg(test)]
mod tests {
    use vesc_col_core::OwnedSample;

    use super::*;

    #[test]
    fn a_candidate_stands_beside_all_but_itself_and_its_complement() {
        let literals: Vec<Literal> =
            (0..64).flat_map(|feature| [Literal::positive(feature), Literal::negative(feature)]).collect();
        // The last 28 candidates have no complement.
        let problem = Problem::<2>::from_rows(literals, 100, Vec::new());
        let set = Bits::below(128);
        for candidate in [0, 1, 63, 99, 100, 127] {
            let without: Vec<usize> = (0..128).filter(|&other| other != candidate).collect();
            let complement = if candidate < 100 { candidate ^ 1 } else { candidate };
            let beside: Vec<usize> = without.iter().copied().filter(|&other| other != complement).collect();
            assert!(problem.without(&set, candidate).iter().eq(without));
            assert!(problem.beside(&set, candidate).iter().eq(beside));
        }
    }

    #[test]
    fn two_sided_features_come_first() {
        let [a, b, c] = [0, 1, 2].map(Literal::positive);
        let but = |excluded: Literal| move |literal: Literal| literal != excluded;
        assert_eq!(common_literals(3, [], but(!a)), (vec![b, !b, c, !c, a], 4));
        let rows: [OwnedSample; 2] = [[true, false, true], [true, true, true]].map(|row| row.into_iter().collect());
        let rows = || rows.iter().map(|row| &**row);
        assert_eq!(common_literals(3, rows(), but(!a)), (vec![a, c], 0));
        assert_eq!(common_literals(3, rows(), but(c)), (vec![a], 0));
    }
}
