//! Which positives a term is true on.

/// A set of positive samples.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PositiveSet {
    words: Box<[u64]>,
}

impl PositiveSet {
    pub(crate) fn all(count: usize) -> PositiveSet {
        let bits = |block: usize| !0 >> (64 - (count - 64 * block).min(64));
        PositiveSet { words: (0..count.div_ceil(64)).map(bits).collect() }
    }

    pub(crate) fn none(count: usize) -> PositiveSet {
        PositiveSet { words: vec![0; count.div_ceil(64)].into() }
    }

    /// The samples whose bits are set in these words; there must be no bits beyond them.
    pub(crate) fn from_words(words: impl Iterator<Item = u64>) -> PositiveSet {
        PositiveSet { words: words.collect() }
    }

    pub(crate) fn with(mut self, sample: usize) -> PositiveSet {
        self.insert(sample);
        self
    }

    pub(crate) fn insert(&mut self, sample: usize) {
        self.words[sample / 64] |= 1 << (sample % 64);
    }

    pub(crate) fn remove(&mut self, sample: usize) {
        self.words[sample / 64] &= !(1 << (sample % 64));
    }

    pub(crate) fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// No sample of the same data.
    pub(crate) fn emptied(&self) -> PositiveSet {
        PositiveSet { words: vec![0; self.words.len()].into() }
    }

    /// How many words it takes.
    pub(crate) fn words(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    #[inline(always)]
    pub(crate) fn common(&self, other: &PositiveSet) -> usize {
        self.words.iter().zip(&other.words).map(|(&a, &b)| (a & b).count_ones() as usize).sum()
    }

    pub(crate) fn is_subset(&self, other: &PositiveSet) -> bool {
        self.words.iter().zip(&*other.words).all(|(&a, &b)| a & !b == 0)
    }

    pub(crate) fn and(&self, other: &PositiveSet) -> PositiveSet {
        PositiveSet { words: self.words.iter().zip(&other.words).map(|(&a, &b)| a & b).collect() }
    }

    pub(crate) fn or(&self, other: &PositiveSet) -> PositiveSet {
        PositiveSet { words: self.words.iter().zip(&other.words).map(|(&a, &b)| a | b).collect() }
    }

    /// Leaves only what is in `other`, too.
    pub(crate) fn retain(&mut self, other: &PositiveSet) {
        self.words.iter_mut().zip(&other.words).for_each(|(a, &b)| *a &= b);
    }

    pub(crate) fn and_not(&self, other: &PositiveSet) -> PositiveSet {
        PositiveSet { words: self.words.iter().zip(&other.words).map(|(&a, &b)| a & !b).collect() }
    }

    pub(crate) fn contains(&self, sample: usize) -> bool {
        self.words[sample / 64] >> (sample % 64) & 1 == 1
    }

    pub(crate) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The samples in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        ones(self.words.iter().copied())
    }

    /// The samples that are not in `other`, in ascending order.
    pub(crate) fn iter_without(&self, other: &PositiveSet) -> impl Iterator<Item = usize> {
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
    fn samples_beyond_a_word_are_listed_in_order() {
        let cover = [129, 3, 63, 64].into_iter().fold(PositiveSet::none(130), PositiveSet::with);
        assert_eq!(cover.iter().collect::<Vec<_>>(), [3, 63, 64, 129]);
        assert_eq!(cover.first(), Some(3));
        assert_eq!(PositiveSet::all(130).and_not(&cover).len(), 126);
        for count in [0, 1, 63, 64, 65, 128] {
            assert_eq!(PositiveSet::all(count), (0..count).fold(PositiveSet::none(count), PositiveSet::with));
        }
        assert_eq!(PositiveSet::none(0).first(), None);
    }
}
