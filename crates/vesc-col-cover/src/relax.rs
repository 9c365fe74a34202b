//! Columns and budget of relaxed choices: several literals tried as one, and refined where sets survive.
//!
//! `term/hitting/relaxing.rs` makes the choices and refines them. The columns of the choices say which rows several literals miss
//! together. A budget pays for refining. That costs
//! more than windows save where literals depend on one another, or many sets hit all rows. Windows with relaxed choices
//! earn the budget back. All threads of a search share it. It changes how long the search takes, and never what it
//! finds.

use std::sync::atomic::{AtomicI64, Ordering};

use crate::bits::counting::binomial;
use crate::bits::words::{Bits, each_column_word};
use crate::simd::{Lanes, SimdOp};
use crate::tuning::Tuning;

/// Returns how many choices get columns at a time: what the memory holds, and at least one relaxed choice.
pub(crate) fn at_a_time(rows: usize, tuning: &Tuning) -> usize {
    (tuning.column_words / rows.div_ceil(64).max(1)).max(tuning.relaxed_literals)
}

/// For each of some choices the rows that it misses, 64 to a word.
///
/// These are the missed rows of one node, so they are filled anew at each node, in memory that is kept.
#[derive(Debug, Default)]
pub(crate) struct ChoiceColumns {
    /// How many words a column has.
    words: usize,
    columns: Vec<u64>,
}

impl ChoiceColumns {
    fn of(&self, choice: usize) -> &[u64] {
        &self.columns[self.words * choice..][..self.words]
    }
}

/// Several choices that are made at once. They are neighbours among those with columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelaxedChoice<'c> {
    pub(crate) members: &'c [usize],
    pub(crate) columns: &'c ChoiceColumns,
    /// The position of the first member among the choices with columns.
    pub(crate) first: usize,
}

impl RelaxedChoice<'_> {
    /// The rows that one member misses and another one hits.
    pub(crate) fn missed_and_hit(&self, missing: usize, hitting: usize) -> impl Iterator<Item = u64> + Clone {
        let [missing, hitting] = [missing, hitting].map(|member| self.columns.of(self.first + member));
        missing.iter().zip(hitting).map(|(missing, hitting)| missing & !hitting)
    }
}

/// Fills the columns of some choices.
pub(crate) struct FillColumns<'c, const W: usize> {
    pub(crate) columns: &'c mut ChoiceColumns,
    pub(crate) rows: &'c [Bits<W>],
    pub(crate) choices: &'c [usize],
}

impl<const W: usize> SimdOp for FillColumns<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        let ChoiceColumns { words, columns } = self.columns;
        *words = self.rows.len().div_ceil(64);
        columns.clear();
        columns.resize(*words * self.choices.len(), 0);
        let choices = self.choices.iter().copied();
        each_column_word(self.rows, choices, |at, block, missed| columns[*words * at + block] = missed);
    }
}

/// Joins choices with columns, from position `first` on, as long as all of them together miss at least `least` rows.
///
/// Joins one choice in any case, and at most `most`. Returns their number, and fills `missed` with the rows that all of
/// them miss.
pub(crate) struct JoinChoices<'c> {
    pub(crate) columns: &'c ChoiceColumns,
    pub(crate) first: usize,
    pub(crate) most: usize,
    pub(crate) least: usize,
    pub(crate) missed: &'c mut Vec<u64>,
}

impl SimdOp for JoinChoices<'_> {
    type Output = usize;

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) -> usize {
        let JoinChoices { columns, first, most, least, missed } = self;
        missed.clear();
        missed.extend_from_slice(columns.of(first));
        for members in 1..most {
            let column = columns.of(first + members);
            let mut left = 0;
            for (missed, column) in missed.iter().zip(column) {
                left += (missed & column).count_ones();
            }
            if (left as usize) < least {
                return members;
            }
            for (missed, column) in missed.iter_mut().zip(column) {
                *missed &= column;
            }
        }
        most
    }
}

/// Copies the rows of a set into `taken`, from position `start` on, up to `limit` rows in all. `start` must not exceed
/// its length.
pub(crate) struct CopyRows<'c, const W: usize, S> {
    pub(crate) rows: &'c [Bits<W>],
    /// Word by word.
    pub(crate) set: S,
    pub(crate) start: usize,
    pub(crate) limit: usize,
    pub(crate) taken: &'c mut Vec<Bits<W>>,
}

impl<const W: usize, S: Iterator<Item = u64> + Clone> SimdOp for CopyRows<'_, W, S> {
    type Output = ();

    #[inline(always)]
    fn call<L: Lanes>(self, _: L) {
        let CopyRows { rows, set, start, limit, taken } = self;
        let mut count = start;
        for word in set.clone() {
            count += word.count_ones() as usize;
        }
        // Old rows are overwritten.
        taken.resize(count.min(limit), Bits::EMPTY);
        let mut taken = taken[start..].iter_mut();
        for (rows, word) in rows.chunks(64).zip(set) {
            let mut rest = word;
            while rest != 0 {
                let Some(taken) = taken.next() else { return };
                *taken = rows[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
        }
    }
}

/// What refinements may still cost. All threads share it.
#[derive(Debug)]
pub(crate) struct RefinementBudget {
    tuning: Tuning,
    /// Below one there are no relaxed choices.
    left: AtomicI64,
    /// The debt when the budget is spent. It doubles each time, until relaxed choices have earned the largest budget.
    /// So the total loss stays small.
    penalty: AtomicI64,
}

impl RefinementBudget {
    pub(crate) fn new(tuning: &Tuning) -> RefinementBudget {
        let start = tuning.refinement_budget;
        RefinementBudget { tuning: *tuning, left: AtomicI64::new(start), penalty: AtomicI64::new(start) }
    }

    /// The largest budget that windows can earn. Set: it bounds what refining costs once it has ceased to pay.
    pub(crate) fn most(&self) -> i64 {
        200 * self.tuning.refinement_budget
    }

    pub(crate) fn is_left(&self) -> bool {
        self.left.load(Ordering::Relaxed) > 0
    }

    /// Pays for one refinement.
    pub(crate) fn spend_for_one(&self) {
        self.spend(self.tuning.cost_of_refining);
    }

    /// Pays for checking `sets` survivors, each in `selections` selections.
    pub(crate) fn spend_for(&self, sets: usize, selections: usize) {
        let price = self.tuning.cost_of_survivor + self.tuning.cost_of_selection * selections as i64;
        self.spend(price.saturating_mul(sets as i64));
    }

    pub(crate) fn spend(&self, price: i64) {
        let before = self.left.fetch_sub(price, Ordering::Relaxed);
        if before > 0 && before <= price {
            let penalty = self.penalty.load(Ordering::Relaxed);
            self.left.fetch_sub(penalty, Ordering::Relaxed);
            self.penalty.store(penalty.saturating_mul(2), Ordering::Relaxed);
        }
    }

    /// Adds what a window of `size` literals out of `candidates` is worth, times the windows that `selections` spare. A
    /// window without relaxed choices earns at most the budget at the start, so that they are tried again.
    pub(crate) fn earn(&self, candidates: u32, size: usize, selections: usize) {
        let (relaxed, start) = (selections > 1, self.tuning.refinement_budget);
        let missing = if relaxed { self.most() } else { start } - self.left.load(Ordering::Relaxed);
        if missing <= 0 {
            return;
        }
        let sets = binomial(candidates.into(), size as u128).and_then(|sets| sets.try_into().ok()).unwrap_or(start);
        let spared = i64::try_from(selections - 1).unwrap_or(i64::MAX).max(1);
        let earned = spared.saturating_mul((start / 10).max(sets));
        self.left.fetch_add(earned.min(missing), Ordering::Relaxed);
        if relaxed && earned >= missing {
            self.penalty.store(start, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::simd::SimdLevel;

    proptest! {
        #[test]
        fn choices_miss_what_none_of_them_hits(
            rows in prop::collection::vec(prop::array::uniform3(prop_oneof![any::<u64>(), Just(0), Just(!0)]), 1..200),
            choices in prop::collection::vec(0usize..192, 1..9),
            from in 0usize..8,
            least in 0usize..60,
            limit in 0usize..60,
        ) {
            let rows: Vec<Bits<3>> = rows.into_iter().map(Bits).collect();
            let first = from % choices.len();
            let missed_by = |members: usize| {
                let members = &choices[first..first + members];
                let misses = |row: &Bits<3>| !members.iter().any(|&choice| row.contains(choice));
                rows.iter().copied().filter(misses).collect::<Vec<_>>()
            };
            let most = choices.len() - first;
            let too_many = (2..=most).find(|&members| missed_by(members).len() < least);
            let expected = too_many.map_or(most, |members| members - 1);
            for level in SimdLevel::all() {
                let columns = &mut ChoiceColumns::default();
                let (missed, taken) = (&mut vec![1; 9], &mut vec![Bits([1, 2, 3]); 3]);
                level.run(FillColumns { columns, rows: &rows, choices: &choices });
                prop_assert_eq!(level.run(JoinChoices { columns, first, most, least, missed }), expected);
                level.run(CopyRows { rows: &rows, set: missed.iter().copied(), start: 0, limit: usize::MAX, taken });
                prop_assert_eq!(&*taken, &missed_by(expected));
                // The same in pieces.
                let mut start = 0;
                for (rows, &word) in rows.chunks(64).zip(&*missed) {
                    level.run(CopyRows { rows, set: [word].into_iter(), start, limit: usize::MAX, taken });
                    start = taken.len();
                }
                prop_assert_eq!(&*taken, &missed_by(expected));
                let (missing, hitting) = (choices[first], choices[choices.len() - 1]);
                let mut of_the_first: Vec<_> = missed_by(1).into_iter().filter(|row| row.contains(hitting)).collect();
                of_the_first.truncate(limit);
                let members = &choices[first..];
                let relax = RelaxedChoice { members, columns, first };
                let set = relax.missed_and_hit(0, members.len() - 1);
                prop_assert!(missing != hitting || of_the_first.is_empty());
                level.run(CopyRows { rows: &rows, set, start: 0, limit, taken });
                prop_assert_eq!(&*taken, &of_the_first);
            }
        }
    }
}

#[cfg(test)]
mod budget_tests {
    use super::*;

    /// How many windows without candidates it takes until something is left.
    fn windows_until_left(budget: &RefinementBudget) -> usize {
        (0..).take_while(|_| !budget.is_left()).inspect(|_| budget.earn(0, 3, 1)).count()
    }

    const START: i64 = Tuning::DEFAULT.refinement_budget;
    const PART: i64 = START / 250;

    #[test]
    fn each_time_all_is_spent_twice_as_much_is_to_be_earned() {
        let budget = RefinementBudget::new(&Tuning::DEFAULT);
        (1..250).for_each(|_| budget.spend(PART));
        assert!(budget.is_left());
        budget.spend(PART);
        assert_eq!(windows_until_left(&budget), 11);
        (0..START / 10 / PART).for_each(|_| budget.spend(PART));
        assert_eq!(windows_until_left(&budget), 21);
        // Relaxed choices that have earned all that they can start afresh.
        budget.earn(1000, 3, usize::MAX);
        budget.spend(200 * START);
        assert_eq!(windows_until_left(&budget), 11);
    }

    /// The budget after a window of 300 candidates with `selections` selections has begun; it was empty before.
    fn earned(selections: usize) -> i64 {
        let budget = RefinementBudget { left: AtomicI64::new(0), ..RefinementBudget::new(&Tuning::DEFAULT) };
        budget.earn(300, 3, selections);
        budget.left.into_inner()
    }

    #[test]
    fn a_window_earns_what_it_rules_out_and_with_relaxed_choices_what_it_spares() {
        let sets = 300 * 299 * 298 / 6;
        assert_eq!(earned(1), sets);
        assert_eq!(earned(2), sets);
        assert_eq!(earned(64), 63 * sets);
        assert_eq!(earned(4096), 200 * START);
    }

    #[test]
    fn without_relaxed_choices_there_is_never_more_credit_than_at_first() {
        let budget = RefinementBudget::new(&Tuning::DEFAULT);
        budget.earn(300, 3, 1);
        assert_eq!(budget.left.load(Ordering::Relaxed), START);
        budget.spend(PART);
        budget.earn(300, 3, 1);
        assert_eq!(budget.left.load(Ordering::Relaxed), START);
    }
}
