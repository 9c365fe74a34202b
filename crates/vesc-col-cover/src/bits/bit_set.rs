//! Sets whose width is known at run time only: of positives, negatives or literals.

/// A set of positives, such as those that a term covers.
pub(crate) type PositiveSet = BitSet;

/// A set of numbers below a fixed count.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BitSet {
    words: Box<[u64]>,
}

impl BitSet {
    pub(crate) fn all(count: usize) -> BitSet {
        let bits = |block: usize| !0 >> (64 - (count - 64 * block).min(64));
        BitSet { words: (0..count.div_ceil(64)).map(bits).collect() }
    }

    pub(crate) fn none(count: usize) -> BitSet {
        BitSet { words: vec![0; count.div_ceil(64)].into() }
    }

    /// The numbers whose bits are set in these words. No bit at or above the count may be set.
    pub(crate) fn from_words(words: impl Iterator<Item = u64>) -> BitSet {
        BitSet { words: words.collect() }
    }

    pub(crate) fn with(mut self, member: usize) -> BitSet {
        self.insert(member);
        self
    }

    pub(crate) fn insert(&mut self, member: usize) {
        self.words[member / 64] |= 1 << (member % 64);
    }

    pub(crate) fn remove(&mut self, member: usize) {
        self.words[member / 64] &= !(1 << (member % 64));
    }

    pub(crate) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The empty set below the same count.
    pub(crate) fn emptied(&self) -> BitSet {
        BitSet { words: vec![0; self.words.len()].into() }
    }

    /// How many words it takes.
    pub(crate) fn words(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// How many members are in both sets.
    #[inline(always)]
    pub(crate) fn common(&self, other: &BitSet) -> usize {
        self.words.iter().zip(&other.words).map(|(&a, &b)| (a & b).count_ones() as usize).sum()
    }

    pub(crate) fn is_subset(&self, other: &BitSet) -> bool {
        self.words.iter().zip(&*other.words).all(|(&a, &b)| a & !b == 0)
    }

    pub(crate) fn and(&self, other: &BitSet) -> BitSet {
        BitSet { words: self.words.iter().zip(&other.words).map(|(&a, &b)| a & b).collect() }
    }

    pub(crate) fn or(&self, other: &BitSet) -> BitSet {
        BitSet { words: self.words.iter().zip(&other.words).map(|(&a, &b)| a | b).collect() }
    }

    /// Removes the members that are not in `other`.
    pub(crate) fn retain(&mut self, other: &BitSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, &b)| *a &= b);
    }

    pub(crate) fn and_not(&self, other: &BitSet) -> BitSet {
        BitSet { words: self.words.iter().zip(&other.words).map(|(&a, &b)| a & !b).collect() }
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 == 1
    }

    /// The members of one block of 64 numbers, as bits.
    pub(crate) fn word(&self, block: usize) -> u64 {
        self.words[block]
    }

    pub(crate) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The members in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        ones(self.words.iter().copied())
    }

    /// The members that are not in `other`, in ascending order.
    pub(crate) fn iter_without(&self, other: &BitSet) -> impl Iterator<Item = usize> {
        ones(self.words.iter().zip(&other.words).map(|(&a, &b)| a & !b))
    }
}

/// The positions of the bits that are set.
fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(block, word)| {
        std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
            .take_while(|&rest| rest != 0)
            .map(move |rest| 64 * block + rest.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_beyond_a_word_are_listed_in_order() {
        let set = [129, 3, 63, 64].into_iter().fold(BitSet::none(130), BitSet::with);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 63, 64, 129]);
        assert_eq!(set.first(), Some(3));
        assert_eq!(BitSet::all(130).and_not(&set).len(), 126);
        for count in [0, 1, 63, 64, 65, 128] {
            assert_eq!(BitSet::all(count), (0..count).fold(BitSet::none(count), BitSet::with));
        }
        assert_eq!(BitSet::none(0).first(), None);
    }
}
