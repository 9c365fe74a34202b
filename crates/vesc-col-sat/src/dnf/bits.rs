//! Sets of small numbers as words.

/// A set of numbers below a length that its owner knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Bits {
    words: Box<[u64]>,
}

impl Bits {
    /// The empty set of numbers below `length`.
    pub(crate) fn none(length: usize) -> Bits {
        Bits { words: vec![0; length.div_ceil(64)].into_boxed_slice() }
    }

    /// All numbers below `length`.
    pub(crate) fn all(length: usize) -> Bits {
        let mut bits = Bits::none(length);
        (0..length).for_each(|index| bits.insert(index));
        bits
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(crate) fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    pub(crate) fn remove(&mut self, index: usize) {
        self.words[index / 64] &= !(1 << (index % 64));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub(crate) fn count(&self) -> usize {
        count(&self.words)
    }

    pub(crate) fn intersects(&self, other: &Bits) -> bool {
        intersect(&self.words, &other.words)
    }

    pub(crate) fn add_all(&mut self, other: &Bits) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, b)| *a |= b);
    }

    pub(crate) fn remove_all(&mut self, other: &[u64]) {
        self.words.iter_mut().zip(other).for_each(|(a, b)| *a &= !b);
    }

    pub(crate) fn retain_all(&mut self, other: &[u64]) {
        self.words.iter_mut().zip(other).for_each(|(a, b)| *a &= b);
    }

    /// The members, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        members(&self.words)
    }
}

pub(crate) fn contains(words: &[u64], index: usize) -> bool {
    words[index / 64] >> (index % 64) & 1 == 1
}

pub(crate) fn intersect(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

pub(crate) fn count(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

pub(crate) fn members(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(position, &word)| {
        std::iter::successors((word != 0).then_some(word), |word| Some(word & (word - 1)).filter(|word| *word != 0))
            .map(move |word| 64 * position + word.trailing_zeros() as usize)
    })
}

/// Binomial coefficient, or the greatest number if it is beyond that.
pub(crate) fn choices(from: usize, count: usize) -> u64 {
    if count > from {
        return 0;
    }
    (0..count.min(from - count)).fold(1u64, |product, i| {
        let next = u128::from(product) * (from - i) as u128 / (i + 1) as u128;
        u64::try_from(next).unwrap_or(u64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_counts() {
        let mut bits = Bits::none(130);
        [0, 63, 64, 129].into_iter().for_each(|index| bits.insert(index));
        bits.remove(63);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 64, 129]);
        assert_eq!((bits.count(), contains(bits.words(), 64), contains(bits.words(), 63)), (3, true, false));
        assert_eq!(Bits::all(130).count(), 130);
        // What is there already stays.
        bits.insert(129);
        let mut more = Bits::none(130);
        [1, 64].into_iter().for_each(|index| more.insert(index));
        bits.add_all(&more);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 1, 64, 129]);
    }

    #[test]
    fn binomial_coefficients() {
        assert_eq!((choices(5, 0), choices(5, 2), choices(5, 5), choices(5, 6)), (1, 10, 1, 0));
        assert_eq!(choices(50, 5), 2_118_760);
        assert_eq!((choices(100, 99), choices(100, 97)), (100, 161_700));
        assert_eq!(choices(1000, 500), u64::MAX);
    }
}
