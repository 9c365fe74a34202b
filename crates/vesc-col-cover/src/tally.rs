//! A counter that cannot overflow.

use num_bigint::BigUint;

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

    pub(crate) fn add_big(&mut self, count: &BigUint) {
        self.high += count;
    }

    pub(crate) fn total(&self) -> BigUint {
        &self.high + self.low
    }

    /// Whether the sum is greater than a small bound.
    #[inline(always)]
    pub(crate) fn exceeds(&self, bound: u128) -> bool {
        self.low > bound || (self.high != BigUint::ZERO && self.total() > BigUint::from(bound))
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
            assert!(tally.exceeds(4));
        }
    }

    #[test]
    fn a_sum_exceeds_what_is_less() {
        let mut tally = Tally::default();
        tally.add(5);
        assert!(tally.exceeds(4) && !tally.exceeds(5) && !tally.exceeds(6));
        tally.add_big(&BigUint::from(3u32));
        assert!(tally.exceeds(7) && !tally.exceeds(8) && !tally.exceeds(9));
    }
}
