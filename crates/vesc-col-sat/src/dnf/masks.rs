//! Samples as sets of the literals that they violate.

use super::bits;

/// Sets of literals, each of which a term must meet: one for each sample that the term is to reject.
#[derive(Clone, Debug)]
pub(crate) struct Masks {
    /// Words of one set; at least 1.
    stride: usize,
    words: Vec<u64>,
}

impl Masks {
    pub(crate) fn new(literals: usize) -> Masks {
        Masks { stride: literals.div_ceil(64).max(1), words: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    pub(crate) fn get(&self, index: usize) -> &[u64] {
        &self.words[index * self.stride..][..self.stride]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.stride)
    }

    /// Adds a set: of each literal whether it is in it.
    pub(crate) fn push(&mut self, is_member: impl IntoIterator<Item = bool>) {
        let mut is_member = is_member.into_iter();
        let word = |_| (0..64).zip(is_member.by_ref()).fold(0, |word, (bit, is_in)| word | u64::from(is_in) << bit);
        self.words.extend((0..self.stride).map(word));
    }

    /// Those sets that are not met by `chosen`, without the literals that are not `free`.
    pub(crate) fn unmet(&self, chosen: usize, free: &[u64]) -> Masks {
        let mut unmet = Masks { stride: self.stride, words: Vec::new() };
        for mask in self.iter().filter(|mask| !bits::contains(mask, chosen)) {
            unmet.words.extend(mask.iter().zip(free).map(|(mask, free)| mask & free));
        }
        unmet
    }

    /// The same question with the smallest set first.
    pub(crate) fn smallest_first(mut self) -> Masks {
        if let Some(smallest) = (0..self.len()).min_by_key(|&index| bits::count(self.get(index))) {
            (0..self.stride).for_each(|word| self.words.swap(word, smallest * self.stride + word));
        }
        self
    }

    /// The same question with smallest sets first, none twice, and none that contains a very small one.
    pub(crate) fn reduced(&self) -> Masks {
        let mut order: Vec<(usize, &[u64])> = self.iter().map(|mask| (bits::count(mask), mask)).collect();
        order.sort_unstable();
        order.dedup();
        let small: Vec<&[u64]> =
            order.iter().take_while(|(count, _)| *count <= DOMINATING).map(|&(_, mask)| mask).collect();
        let dominated = |mask: &[u64]| {
            small.iter().any(|small| *small != mask && small.iter().zip(mask).all(|(small, mask)| small & !mask == 0))
        };
        let mut reduced = Masks { stride: self.stride, words: Vec::with_capacity(self.words.len()) };
        for (_, mask) in order.iter().filter(|(_, mask)| !dominated(mask)) {
            reduced.words.extend_from_slice(mask);
        }
        reduced
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }
}

/// Sets of so many literals are looked for in the others. A larger one is rarely contained in another.
const DOMINATING: usize = 5;
