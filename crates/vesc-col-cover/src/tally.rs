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
