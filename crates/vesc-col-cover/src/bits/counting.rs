//! Exact numbers of sets: small ones in a machine number, others as large as they get.

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

/// A number that is small most of the time.
#[derive(Clone, Debug)]
pub(crate) enum Count {
    Small(u128),
    Big(BigUint),
}

/// The number of ways to choose `size` literals, from `pairs` features by either side and from `singles` features by
/// one.
pub(crate) fn choices(pairs: u128, singles: u128, size: u128) -> Count {
    let mut sum: u128 = 0;
    for from_pairs in 0..=size.min(pairs) {
        let part = binomial(pairs, from_pairs)
            .and_then(|selections| selections.checked_mul(1u128.checked_shl(from_pairs as u32)?))
            .and_then(|selections| selections.checked_mul(binomial(singles, size - from_pairs)?))
            .and_then(|selections| sum.checked_add(selections));
        match part {
            Some(total) => sum = total,
            None => return Count::Big(big_choices(pairs, singles, size)),
        }
    }
    Count::Small(sum)
}

/// The number of sets of `k` of `n` things; `None` if it, or a number on the way to it, has more than 128 bits.
pub(crate) fn binomial(n: u128, k: u128) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    // Each prefix of the product is itself a binomial coefficient, so that the division is exact. Dividing 128 bits is
    // slow, and 64 are enough nearly always.
    let small = (0..k.min(n - k) as u64)
        .try_fold(1u64, |product, i| Some(product.checked_mul(u64::try_from(n).ok()? - i)? / (i + 1)));
    small
        .map(u128::from)
        .or_else(|| (0..k.min(n - k)).try_fold(1u128, |product, i| Some(product.checked_mul(n - i)? / (i + 1))))
}

fn big_choices(pairs: u128, singles: u128, size: u128) -> BigUint {
    let part = |from_pairs: u128| {
        (big_binomial(pairs, from_pairs) << (from_pairs as u64)) * big_binomial(singles, size - from_pairs)
    };
    (0..=size.min(pairs)).map(part).sum()
}

fn big_binomial(n: u128, k: u128) -> BigUint {
    if k > n {
        return BigUint::ZERO;
    }
    (0..k.min(n - k)).fold(BigUint::from(1u32), |product, i| product * (n - i) / (i + 1))
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

    /// The coefficient of x^size in (1 + 2x)^pairs (1 + x)^singles.
    fn coefficient(pairs: usize, singles: usize, size: usize) -> BigUint {
        let mut coefficients = vec![BigUint::ZERO; size + 1];
        coefficients[0] = BigUint::from(1u32);
        for sides in [vec![2u32; pairs], vec![1; singles]].concat() {
            for i in (1..=size).rev() {
                let more = &coefficients[i - 1] * sides;
                coefficients[i] += more;
            }
        }
        coefficients.swap_remove(size)
    }

    #[test]
    fn choices_are_exact_in_one_word_in_two_and_in_many() {
        for (pairs, singles) in [(0, 0), (3, 0), (0, 4), (2, 3), (5, 7), (20, 50), (0, 70), (90, 0), (0, 134), (150, 9)]
        {
            for size in (0..=pairs + singles + 2).take(100) {
                let expected = coefficient(pairs, singles, size);
                let [few, fewer, taken] = [pairs, singles, size].map(|number| number as u128);
                assert_eq!(big_choices(few, fewer, taken), expected, "{pairs}, {singles}, {size}");
                match choices(few, fewer, taken) {
                    Count::Small(count) => assert_eq!(BigUint::from(count), expected, "{pairs}, {singles}, {size}"),
                    Count::Big(count) => {
                        assert_eq!(count, expected, "{pairs}, {singles}, {size}");
                        assert!(pairs + singles > 70, "{pairs}, {singles}, {size}: a machine number would do");
                    }
                }
            }
        }
    }
}
