//! The budget for refining relaxed choices.
//!
//! A relaxed choice saves windows and costs refinements. Where literals depend on one another, or many sets hit all rows, the
//! refinements cost more than the windows save. So they are paid from a budget, which windows with relaxed choices earn back.

use std::sync::atomic::{AtomicI64, Ordering};

use crate::bits::counting::binomial;

// All prices are in sets that a window rules out; measured on uniform data.

/// Checking one survivor against the first 1024 rows.
const PRICE: i64 = 50;
/// The same for each selection of one literal per relaxed choice.
const PRICE_OF_SELECTION: i64 = 20;
/// Searching again below one refined set.
const PRICE_OF_EACH: i64 = 5_000;
/// The budget at the start.
const START: i64 = 5_000_000;
/// The largest budget that windows can earn.
pub(crate) const MOST_BUDGET: i64 = 200 * START;
/// The least that a window is worth: its tables and its survivors.
const WORTH: i64 = START / 10;

/// What refinements may still cost. All threads share it.
#[derive(Debug)]
pub(crate) struct RefinementBudget {
    /// Below one there are no relaxed choices.
    left: AtomicI64,
    /// The debt when the budget is spent. It doubles each time, so that the total loss stays small, until relaxed choices have earned
    /// the largest budget.
    penalty: AtomicI64,
}

impl Default for RefinementBudget {
    fn default() -> RefinementBudget {
        RefinementBudget { left: AtomicI64::new(START), penalty: AtomicI64::new(START) }
    }
}

impl RefinementBudget {
    pub(crate) fn is_left(&self) -> bool {
        self.left.load(Ordering::Relaxed) > 0
    }

    /// Pays for one refinement.
    pub(crate) fn spend_for_one(&self) {
        self.spend(PRICE_OF_EACH);
    }

    /// Pays for checking `sets` survivors, each in `selections` selections.
    pub(crate) fn spend_for(&self, sets: usize, selections: usize) {
        let price = PRICE + PRICE_OF_SELECTION * selections as i64;
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

    /// Adds what a window of `size` literals out of `candidates` is worth, times the windows that `selections` spare. A window
    /// without relaxed choices earns at most the budget at the start, so that they are tried again.
    pub(crate) fn earn(&self, candidates: u32, size: usize, selections: usize) {
        let relaxed = selections > 1;
        let missing = if relaxed { MOST_BUDGET } else { START } - self.left.load(Ordering::Relaxed);
        if missing <= 0 {
            return;
        }
        let sets = binomial(candidates.into(), size as u128).and_then(|sets| sets.try_into().ok()).unwrap_or(START);
        let spared = i64::try_from(selections - 1).unwrap_or(i64::MAX).max(1);
        let earned = spared.saturating_mul(WORTH.max(sets));
        self.left.fetch_add(earned.min(missing), Ordering::Relaxed);
        if relaxed && earned >= missing {
            self.penalty.store(START, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many windows without candidates until something is left.
    fn windows_until_left(budget: &RefinementBudget) -> usize {
        (0..).take_while(|_| !budget.is_left()).inspect(|_| budget.earn(0, 3, 1)).count()
    }

    const PART: i64 = START / 250;

    #[test]
    fn each_time_all_is_spent_twice_as_much_is_to_be_earned() {
        let budget = RefinementBudget::default();
        (1..250).for_each(|_| budget.spend(PART));
        assert!(budget.is_left());
        budget.spend(PART);
        assert_eq!(windows_until_left(&budget), 11);
        (0..WORTH / PART).for_each(|_| budget.spend(PART));
        assert_eq!(windows_until_left(&budget), 21);
        // Relaxed choices that have earned all that they can start afresh.
        budget.earn(1000, 3, usize::MAX);
        budget.spend(MOST_BUDGET);
        assert_eq!(windows_until_left(&budget), 11);
    }

    /// The budget after a window of 300 candidates with `selections` selections has begun; it was empty before.
    fn earned(selections: usize) -> i64 {
        let budget = RefinementBudget { left: AtomicI64::new(0), penalty: AtomicI64::new(START) };
        budget.earn(300, 3, selections);
        budget.left.into_inner()
    }

    #[test]
    fn a_window_earns_what_it_rules_out_and_with_bundles_what_it_spares() {
        let sets = 300 * 299 * 298 / 6;
        assert_eq!(earned(1), sets);
        assert_eq!(earned(2), sets);
        assert_eq!(earned(64), 63 * sets);
        assert_eq!(earned(4096), MOST_BUDGET);
    }

    #[test]
    fn without_bundles_there_is_never_more_credit_than_at_first() {
        let budget = RefinementBudget::default();
        budget.earn(300, 3, 1);
        assert_eq!(budget.left.load(Ordering::Relaxed), START);
        budget.spend(PART);
        budget.earn(300, 3, 1);
        assert_eq!(budget.left.load(Ordering::Relaxed), START);
    }
}
