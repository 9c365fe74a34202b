//! A counter that cannot overflow.

use num_bigint::BigUint;

use crate::term::problem::Count;

/// A sum of counts: one machine number while it lasts, more when it does not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    low: u128,
    high: BigUint,
}

impl Tally {
    #[inline(always)]
    pub(crate) fn add(&mut self, count: u128) {
        match self.low.checked_add(count) {
            Some(sum) => self.low = sum,
            None => {
                self.high += self.low;
                self.low = count;
            }
        }
    }

    pub(crate) fn add_count(&mut self, count: Count) {
        match count {
            Count::Small(count) => self.add(count),
            Count::Big(count) => self.high += count,
        }
    }

    pub(crate) fn total(&self) -> BigUint {
        &self.high + self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_go_beyond_a_machine_number() {
        let (mut tally, mut expected) = (Tally::default(), BigUint::ZERO);
        for count in [5, u128::MAX - 1, 7, u128::MAX] {
            tally.add(count);
            expected += count;
            assert_eq!(tally.total(), expected);
        }
    }

    #[test]
    fn large_and_small_counts_make_one_sum() {
        let mut tally = Tally::default();
        tally.add(5);
        tally.add_count(Count::Big(3u32.into()));
        tally.add_count(Count::Small(4));
        assert_eq!(tally.total(), 12u32.into());
    }
}
