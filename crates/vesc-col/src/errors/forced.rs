//! The errors that equal rows of different labels force on every hypothesis.

use std::fmt;

use vesc_col_core::{Dataset, Samples};

use super::budget::ErrorBudget;

/// The errors that equal rows of different labels force on every hypothesis, whatever its form.
///
/// A hypothesis that is true on all rows of such a group is wrong on the negative ones. One that is false on all is
/// wrong on the positive ones. Rows with unknown cells force nothing.
///
/// ```
/// use vesc_col::search::ForcedErrors;
/// use vesc_col::{Dataset, Features};
///
/// let mut builder = Dataset::builder(Features::numbered(1)).with_contradictions();
/// for (label, cell) in [(true, true), (false, true), (false, true), (false, false)] {
///     builder.push(label, [cell])?;
/// }
/// let forced = ForcedErrors::of(&builder.build()?);
/// // Without false negatives two false positives, without false positives one false negative.
/// assert_eq!((forced.false_positives(), forced.false_negatives(), forced.total()), (2, 1, 1));
/// assert!(forced.keep_to(&[(0, 1)]) && !forced.keep_to(&[(1, 0)]));
/// # Ok::<(), vesc_col::data::DataError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForcedErrors {
    /// For each group the number of its positive and of its negative rows.
    groups: Vec<(u64, u64)>,
}

/// To tell exactly whether a budget is kept takes as many steps as there are sums of errors worth keeping; beyond this it is not
/// told.
const MOST_STEPS: usize = 10_000_000;

impl ForcedErrors {
    /// The groups of a data set. Costs a look at every distinct row.
    #[must_use]
    pub fn of(data: &Dataset) -> ForcedErrors {
        let rows = |samples: &Samples, index| samples.weight(index);
        let group = |(positive, negative)| (rows(data.positives(), positive), rows(data.negatives(), negative));
        ForcedErrors { groups: data.equal_pairs().into_iter().map(group).collect() }
    }

    /// Groups of equal rows, each with its number of positive and of negative ones.
    pub(crate) fn of_groups(groups: Vec<(u64, u64)>) -> ForcedErrors {
        ForcedErrors { groups }
    }

    /// The number of groups of equal rows with different labels.
    #[must_use]
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The least number of false positives of a hypothesis without false negatives.
    #[must_use]
    pub fn false_positives(&self) -> u64 {
        self.groups.iter().map(|&(_, negatives)| negatives).sum()
    }

    /// The least number of false negatives of a hypothesis without false positives.
    #[must_use]
    pub fn false_negatives(&self) -> u64 {
        self.groups.iter().map(|&(positives, _)| positives).sum()
    }

    /// The least number of errors of both kinds together.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.groups.iter().map(|&(positives, negatives)| positives.min(negatives)).sum()
    }

    /// Whether the forced errors alone keep to one of these budgets of false positives and false negatives. True also where
    /// that would take too long to tell.
    #[must_use]
    pub fn keep_to(&self, corners: &[(u64, u64)]) -> bool {
        corners.iter().any(|&corner| self.keep_to_one(corner))
    }

    /// Whether they keep to a budget for these rows. True also where that would take too long to tell.
    ///
    /// ```
    /// use vesc_col::search::{ErrorBudget, ForcedErrors};
    /// use vesc_col::{Dataset, Features};
    ///
    /// let mut builder = Dataset::builder(Features::numbered(1)).with_contradictions();
    /// builder.push(true, [true])?;
    /// builder.push(false, [true])?;
    /// let data = builder.build()?;
    /// let within = |errors| ForcedErrors::of(&data).keep_within(&ErrorBudget::default().with_total(errors), &data);
    /// assert!(within(1) && !within(0));
    /// # Ok::<(), vesc_col::data::DataError>(())
    /// ```
    #[must_use]
    pub fn keep_within(&self, budget: &ErrorBudget, data: &Dataset) -> bool {
        let (corners, are_all) = budget.corners_of(data);
        !are_all || self.keep_to(&corners)
    }

    fn keep_to_one(&self, (false_positives, false_negatives): (u64, u64)) -> bool {
        if false_positives.saturating_add(false_negatives) < self.total() {
            return false;
        }
        // The false positives and false negatives of each way to accept or reject the groups, in ascending order of the first.
        // A way that another one undercuts in both is left out.
        let mut ways = vec![(0, 0)];
        let mut steps = 0;
        for &(positives, negatives) in &self.groups {
            steps += ways.len();
            if steps > MOST_STEPS {
                return true;
            }
            let accepted = ways.iter().map(|&(accepted, rejected)| (accepted + negatives, rejected));
            let rejected = ways.iter().map(|&(accepted, rejected)| (accepted, rejected + positives));
            let mut next: Vec<(u64, u64)> = accepted.chain(rejected).collect();
            next.retain(|&(accepted, rejected)| accepted <= false_positives && rejected <= false_negatives);
            next.sort_unstable();
            let mut least = u64::MAX;
            next.retain(|&(_, rejected)| {
                let is_less = rejected < least;
                least = least.min(rejected);
                is_less
            });
            ways = next;
        }
        !ways.is_empty()
    }
}

/// `3 false positives, or 5 false negatives, or 3 errors of both kinds`.
impl fmt::Display for ForcedErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: u64, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        let (positives, negatives) = (self.false_positives(), self.false_negatives());
        write!(f, "{}, or {}", counted(positives, "false positive"), counted(negatives, "false negative"))?;
        let total = self.total();
        if total < positives.min(negatives) {
            write!(f, ", or {} of both kinds", counted(total, "error"))
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Against all ways to accept or reject each group.
        #[test]
        fn budgets_are_kept_as_some_way_keeps_them(
            groups in prop::collection::vec((1..5u64, 1..5u64), 0..7), corner in (0..12u64, 0..12u64),
        ) {
            let forced = ForcedErrors { groups: groups.clone() };
            let errors = |ways: u32| groups.iter().enumerate().fold((0, 0), |(i, j), (group, &(positives, negatives))| {
                if ways >> group & 1 == 1 { (i + negatives, j) } else { (i, j + positives) }
            });
            let all: Vec<(u64, u64)> = (0..1u32 << groups.len()).map(errors).collect();
            let kept = all.iter().any(|&(i, j)| i <= corner.0 && j <= corner.1);
            prop_assert_eq!(forced.keep_to(&[corner]), kept);
            prop_assert_eq!(Some(forced.total()), all.iter().map(|&(i, j)| i + j).min());
            let without = |misses: bool| all.iter().filter(move |&&(i, j)| if misses { j == 0 } else { i == 0 });
            prop_assert_eq!(Some(forced.false_positives()), without(true).map(|&(i, _)| i).min());
            prop_assert_eq!(Some(forced.false_negatives()), without(false).map(|&(_, j)| j).min());
        }
    }
}
