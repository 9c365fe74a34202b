//! One-term problems: hitting sets over the negatives. The rows also by columns, and counts where few rows are left.

use std::sync::{Arc, OnceLock};

use vesc_col_core::Literal;

use crate::bits::counting::{Count, choices};
use crate::bits::words::{Bits, each_column_word};
use crate::kernel::survivors::{Column, first_columns};
use crate::simd::{Lanes, SimdOp};
use crate::term::WORDS_BETWEEN_CHECKS;
use crate::tuning::Tuning;

/// The literals that a term may have, and for each negative sample those of them that reject it.
///
/// A term is consistent with the negatives if and only if it hits every row.
///
/// The two literals of a feature stand side by side, at an even number and the odd one after it. Candidates whose
/// complement is not one follow behind all pairs.
#[derive(Debug)]
pub(crate) struct Problem<const W: usize> {
    /// What the candidates are.
    pub(crate) literals: Vec<Literal>,
    /// For each negative sample the candidates that are false on it, equal rows once.
    pub(crate) rows: Arc<Vec<Bits<W>>>,
    /// The first literal of each two-sided feature. Its complement is the next candidate.
    pub(crate) first_sides: Bits<W>,
    pub(crate) tuning: Tuning,
    /// The rows that each candidate misses, made when they are first asked for.
    columns: OnceLock<CandidateColumns>,
    /// The first rows that each candidate misses, made when they are first asked for.
    first_rows: OnceLock<Vec<Column>>,
}

/// Returns the allowed literals that are true on all samples, which are packed values. Those of two-sided features come first;
/// returns also their number.
pub(crate) fn common_literals<'a, E>(
    features: usize,
    samples: impl IntoIterator<Item = &'a [u64]>,
    allowed: impl Fn(Literal) -> bool,
    mut check: impl FnMut() -> Result<(), E>,
) -> Result<(Vec<Literal>, usize), E> {
    let stride = features.div_ceil(64);
    // The values that all samples have, and those that any has.
    let (mut all, mut some) = (vec![!0; stride], vec![0; stride]);
    let mut any = false;
    let samples_between_checks = WORDS_BETWEEN_CHECKS.div_ceil(stride.max(1));
    for (number, sample) in samples.into_iter().enumerate() {
        if number.is_multiple_of(samples_between_checks) {
            check()?;
        }
        any = true;
        for ((all, some), &word) in all.iter_mut().zip(&mut some).zip(sample) {
            *all &= word;
            *some |= word;
        }
    }
    if !any {
        let sides =
            |feature| [Literal::positive(feature), Literal::negative(feature)].map(|side| (side, allowed(side)));
        let (pairs, others): (Vec<_>, Vec<_>) =
            (0..features).map(sides).partition(|sides| sides.iter().all(|&(_, allowed)| allowed));
        let literals = pairs.iter().chain(&others).flatten().filter(|(_, allowed)| *allowed);
        return Ok((literals.map(|&(literal, _)| literal).collect(), 2 * pairs.len()));
    }
    let has = |words: &[u64], feature: usize| words[feature / 64] >> (feature % 64) & 1 == 1;
    let constant = (0..features).filter(|&feature| has(&all, feature) == has(&some, feature));
    let literals = constant.map(|feature| Literal::matching(feature, has(&all, feature)));
    Ok((literals.filter(|&literal| allowed(literal)).collect(), 0))
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
        Problem::from_rows(literals, two_sided, rows, Tuning::SMALL)
    }

    /// The problem over the given candidates, the first `two_sided` of which are pairs of complements.
    ///
    /// `rows` has for each negative the candidates that are false on it, equal rows once.
    pub(crate) fn from_rows(
        literals: Vec<Literal>,
        two_sided: usize,
        rows: Vec<Bits<W>>,
        tuning: Tuning,
    ) -> Problem<W> {
        debug_assert!(literals.len() <= 64 * W);
        let mut first_sides = Bits::EMPTY;
        for candidate in (0..two_sided).step_by(2) {
            first_sides.insert(candidate);
        }
        let rows = Arc::new(rows);
        Problem { literals, rows, first_sides, tuning, columns: OnceLock::new(), first_rows: OnceLock::new() }
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
        set.beside(candidate, &self.first_sides)
    }

    /// For each candidate the rows that it misses.
    pub(crate) fn columns(&self) -> &CandidateColumns {
        self.columns.get_or_init(|| CandidateColumns::of(&self.rows))
    }

    /// For each candidate the first rows that it misses.
    pub(crate) fn first_rows(&self) -> &[Column] {
        self.first_rows.get_or_init(|| first_columns(&self.rows))
    }

    /// The memory that this takes, the rows once more by columns.
    pub(crate) fn bytes(&self) -> usize {
        2 * self.rows.capacity() * size_of::<Bits<W>>() + self.literals.len() * size_of::<Column>()
    }

    /// The first literals of the features of which the set has both.
    #[inline(always)]
    pub(crate) fn pairs(&self, set: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| set.0[word] & (set.0[word] >> 1) & self.first_sides.0[word]))
    }

    /// Of how many features the set has both literals, and of how many one.
    #[inline(always)]
    fn sides(&self, set: &Bits<W>) -> (u32, u32) {
        let pairs = self.pairs(set).len();
        (pairs, set.len() - 2 * pairs)
    }

    /// Rows up to which inclusion-exclusion counts with `size` literals to go.
    pub(crate) fn rows_worth_counting(&self, size: usize) -> usize {
        let [three, four, more] = self.tuning.rows_for_inclusion_exclusion;
        match size {
            0..=2 => 0,
            3 => three,
            4 => four,
            _ => more,
        }
    }

    /// How many sets of `size` members of `set` have no two complements.
    pub(crate) fn count_sets(&self, set: &Bits<W>, size: usize) -> Count {
        let (pairs, singles) = self.sides(set);
        choices(u128::from(pairs), u128::from(singles), size as u128)
    }
}

/// Words of a vector, which are checked together.
const VECTOR_WORDS: usize = 8;

/// For each candidate the rows that it misses, 64 to a word.
///
/// A column has whole vectors, as each is read along its length. There is one for each candidate and all rows, made once.
#[derive(Debug)]
pub(crate) struct CandidateColumns {
    /// How many words a column has: a multiple of [`VECTOR_WORDS`].
    words: usize,
    columns: Vec<u64>,
}

impl CandidateColumns {
    pub(crate) fn of<const W: usize>(rows: &[Bits<W>]) -> CandidateColumns {
        let words = rows.len().div_ceil(64).next_multiple_of(VECTOR_WORDS);
        let mut columns = vec![0; 64 * W * words];
        each_column_word(rows, 0..64 * W, |candidate, block, missed| columns[words * candidate + block] = missed);
        CandidateColumns { words, columns }
    }
}

/// Removes from `last` the candidates that miss a row which all chosen ones miss.
pub(crate) struct RetainHitting<'c> {
    pub(crate) columns: &'c CandidateColumns,
    pub(crate) chosen: &'c [usize],
    pub(crate) last: &'c mut Vec<usize>,
}

impl SimdOp for RetainHitting<'_> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, lanes: L) {
        let RetainHitting { columns: CandidateColumns { words, columns }, chosen, last } = self;
        for start in (0..*words).step_by(VECTOR_WORDS) {
            let column = |candidate: usize| lanes.load_words(columns, candidate * words + start);
            let mut missed = lanes.splat(!0);
            for &candidate in chosen {
                missed = lanes.and(missed, column(candidate));
            }
            let mut kept = 0;
            for at in 0..last.len() {
                let candidate = last[at];
                last[kept] = candidate;
                kept += usize::from(lanes.nonzero_lanes(lanes.and(missed, column(candidate))) == 0);
            }
            last.truncate(kept);
            if kept == 0 {
                return;
            }
        }
    }
}

/// Fills `set` with the rows that all of some candidates miss, 64 to a word. There must be a candidate.
pub(crate) struct MissedByAll<'c> {
    pub(crate) columns: &'c CandidateColumns,
    pub(crate) candidates: &'c [usize],
    pub(crate) set: &'c mut Vec<u64>,
}

impl SimdOp for MissedByAll<'_> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        let MissedByAll { columns: CandidateColumns { words, columns }, candidates, set } = self;
        set.clear();
        set.resize(*words, !0);
        for candidate in candidates {
            for (missed, column) in set.iter_mut().zip(&columns[candidate * words..][..*words]) {
                *missed &= column;
            }
        }
    }
}

/// How many sets of `size` candidates without complements hit all rows: all sets, less those that miss a row, and so
/// on. `None` if a machine number cannot hold the sums.
pub(crate) fn count_hitting<const W: usize>(
    problem: &Problem<W>,
    rows: &[Bits<W>],
    candidates: &Bits<W>,
    size: usize,
) -> Option<u128> {
    signed(problem, rows, candidates, size, false).and_then(|sum| u128::try_from(sum).ok())
}

/// The sum over the subsets of `rows`, each with the sets of those candidates that hit none of the subset.
fn signed<const W: usize>(
    problem: &Problem<W>,
    rows: &[Bits<W>],
    missing: &Bits<W>,
    size: usize,
    negative: bool,
) -> Option<i128> {
    let Count::Small(count) = problem.count_sets(missing, size) else { return None };
    // Terms below this cannot overflow: at most 2^14 of them have one sign.
    let count = i128::try_from(count).ok().filter(|&count| count < i128::MAX >> 16)?;
    if count == 0 {
        return Some(0);
    }
    let mut sum = if negative { -count } else { count };
    for (i, row) in rows.iter().enumerate() {
        sum += signed(problem, &rows[i + 1..], &missing.and_not(row), size, !negative)?;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn a_candidate_stands_beside_all_but_itself_and_its_complement() {
        let literals: Vec<Literal> =
            (0..64).flat_map(|feature| [Literal::positive(feature), Literal::negative(feature)]).collect();
        // The last 28 candidates have no complement.
        let problem = Problem::<2>::from_rows(literals, 100, Vec::new(), Tuning::SMALL);
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
        let never = || Ok::<(), Infallible>(());
        assert_eq!(common_literals(3, [], but(!a), never), Ok((vec![b, !b, c, !c, a], 4)));
        let rows = || [&[0b101][..], &[0b111]].into_iter();
        assert_eq!(common_literals(3, rows(), but(!a), never), Ok((vec![a, c], 0)));
        assert_eq!(common_literals(3, rows(), but(c), never), Ok((vec![a], 0)));
    }

    #[test]
    fn a_check_comes_with_so_many_words() {
        let rows = vec![[0b1, 0]; 3 * WORDS_BETWEEN_CHECKS];
        let mut checks = 0;
        let found = common_literals(
            65,
            rows.iter().map(|row| &row[..]),
            |_| true,
            || {
                checks += 1;
                Ok::<(), Infallible>(())
            },
        );
        let literals = found.map(|(literals, _)| literals);
        assert_eq!(
            literals.map(|literals| literals[..2].to_vec()),
            Ok(vec![Literal::positive(0), Literal::negative(1)])
        );
        assert!(checks >= 6, "{checks} checks");
        assert_eq!(common_literals(65, [&rows[0][..]], |_| true, || Err("over")), Err("over"));
    }
}

#[cfg(test)]
mod rows_by_column_tests {
    use super::*;
    use crate::simd::SimdLevel;

    #[test]
    fn rows_are_hit_if_they_have_a_candidate() {
        let mut state = 7u64;
        let mut word = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state.rotate_left(31)
        };
        for rows in [0, 1, 63, 64, 65, 200, 511, 513] {
            let rows: Vec<Bits<2>> = (0..rows).map(|_| Bits([word() | 1 << 7, word() | word()])).collect();
            let columns = &CandidateColumns::of(&rows);
            for candidates in [&[][..], &[7], &[0, 1, 2], &[3, 70, 100, 127], &[64, 65, 66, 67, 68, 69, 70, 71, 72]] {
                let hit = |row: &Bits<2>, last| candidates.iter().chain([&last]).any(|&one| row.contains(one));
                let expected: Vec<usize> =
                    (0..128).step_by(5).filter(|&last| rows.iter().all(|row| hit(row, last))).collect();
                for level in SimdLevel::all() {
                    let last = &mut (0..128).step_by(5).collect();
                    level.run(RetainHitting { columns, chosen: candidates, last });
                    assert_eq!(last, &expected);
                    if !candidates.is_empty() {
                        let set = &mut vec![5];
                        level.run(MissedByAll { columns, candidates, set });
                        let missed = |at: usize| {
                            rows.get(at).is_some_and(|row| !candidates.iter().any(|&one| row.contains(one)))
                        };
                        assert!((0..64 * set.len()).all(|at| (set[at / 64] >> (at % 64) & 1 == 1) == missed(at)));
                        assert!(64 * set.len() >= rows.len());
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod inclusion_exclusion_tests {
    use vesc_col_core::Literal;

    use super::*;

    #[test]
    fn sums_are_exact_or_none() {
        let binomial =
            |n: u128, k: u128| (0..k).try_fold(1u128, |product, i| Some(product.checked_mul(n - i)? / (i + 1)));
        let rows = [Bits::<2>::of(0..10), Bits::of(5..20)];
        let problem = Problem::from_rows((0..125).map(Literal::positive).collect(), 0, rows.to_vec(), Tuning::SMALL);
        for size in 0..=60 {
            let of = |n: u128| binomial(n, size as u128);
            let fits = of(125).is_some_and(|count| count < 1 << 111);
            let hitting = || Some(of(125)? + of(105)? - of(115)? - of(110)?);
            let expected = if fits { hitting() } else { None };
            assert_eq!(count_hitting(&problem, &rows, &problem.candidates(), size), expected, "{size}");
        }
    }
}
